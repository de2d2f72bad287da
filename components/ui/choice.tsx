"use client";

import { useId } from "react";
import { cn } from "./cn";

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** Switches between a few views of the same figures. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="flex w-fit flex-wrap rounded-control border border-edge bg-card p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            "cursor-pointer rounded-mark px-2.5 py-1.5 text-small text-soft hover:text-ink pointer-coarse:py-2",
            "has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent",
            "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1",
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
