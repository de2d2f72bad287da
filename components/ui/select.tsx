"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { cn } from "./cn";
import { inputLook } from "./input";

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  /** A second, quieter line in the list. */
  description?: string;
  disabled?: boolean;
}

export interface SelectProps<T extends string> {
  value: T | undefined;
  onValueChange: (value: T) => void;
  options: readonly SelectOption<T>[];
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  id?: string;
  name?: string;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}

/** A select box. An option's value must not be empty. */
export function Select<T extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  className,
  disabled,
  name,
  ...trigger
}: SelectProps<T>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <Radix.Root
      value={value ?? ""}
      onValueChange={choose}
      {...(disabled !== undefined && { disabled })}
      {...(name !== undefined && { name })}
    >
      <Radix.Trigger
        className={cn(
          inputLook,
          "flex h-9 items-center justify-between gap-2 text-start data-placeholder:text-soft pointer-coarse:h-11",
          className,
        )}
        {...trigger}
      >
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-soft" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(28rem,calc(100vw-2rem))] overflow-hidden rounded-control border bg-card"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Option key={option.value} option={option} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Option<T extends string>({ option }: { option: SelectOption<T> }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled ?? false}
      className="flex cursor-default items-start gap-2 rounded-mark px-2 py-1.5 text-body outline-none select-none data-disabled:opacity-60 data-highlighted:bg-accent-soft"
    >
      <span className="mt-0.5 size-4 shrink-0">
        <Radix.ItemIndicator>
          <Check aria-hidden className="size-4 text-accent" />
        </Radix.ItemIndicator>
      </span>
      <span className="min-w-0">
        <Radix.ItemText>{option.label}</Radix.ItemText>
        {option.description && <span className="block text-small text-soft">{option.description}</span>}
      </span>
    </Radix.Item>
  );
}
