"use client";

import { Check, ChevronDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "./cn";
import { inputLook } from "./input";
import { createTypeAhead, isTyped } from "./type-ahead";
import { useDropdown } from "./use-dropdown";

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
  required?: boolean | undefined;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}

/** A select box whose options may have a second line. The focus stays on the box; while the list is open, arrows and letters move in it. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { value, onValueChange, options, placeholder, className, required, ...box } = props;
  const [active, setActive] = useState<number | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [findTyped] = useState(createTypeAhead);
  const listId = useId();
  const chosen = options.findIndex((option) => option.value === value);
  const open = active !== null;
  const close = () => setActive(null);
  useDropdown({ open, anchor, list, onClose: close });
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const choose = (at: number) => {
    const option = options[at];
    if (option === undefined || option.disabled) return;
    close();
    if (option.value !== value) onValueChange(option.value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    // Control-Enter and the like belong to the form around.
    if (event.ctrlKey || event.metaKey) return;
    const labels = options.map(({ label }) => label);
    const next = isTyped(event)
      ? (findTyped(event.key, labels, active ?? chosen, event.timeStamp) ?? active ?? chosen)
      : moved(event.key, active, Math.max(chosen, 0), options.length);
    if (open && (event.key === "Enter" || event.key === " ")) choose(active);
    else if (open && event.key === "Tab") return choose(active);
    else if (next !== null) setActive(Math.max(next, 0));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? optionId(listId, active) : undefined}
        aria-required={required}
        onClick={() => (open ? close() : setActive(Math.max(chosen, 0)))}
        onKeyDown={onKeyDown}
        // Firefox would press the button with the space that chose an option.
        onKeyUp={(event) => event.key === " " && event.preventDefault()}
        onBlur={close}
        className={cn(
          inputLook,
          "flex base:h-9 items-center justify-between gap-2 text-start pointer-coarse:h-11",
          chosen === -1 && "text-soft",
          className,
        )}
        {...box}
      >
        <span className="min-w-0 truncate">{options[chosen]?.label ?? placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-soft" />
      </button>
      {open && (
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={box["aria-label"] ?? "Options"}
          popover="manual"
          // The focus must stay on the box.
          onMouseDown={(event) => event.preventDefault()}
          className="fixed inset-auto m-0 max-w-[min(28rem,calc(100vw-1rem))] overflow-y-auto rounded-control border bg-card p-1 text-ink"
        >
          {options.map((option, at) => (
            <Option
              key={option.value}
              id={optionId(listId, at)}
              option={option}
              chosen={at === chosen}
              active={at === active}
              onPoint={() => setActive(at)}
              onChoose={() => choose(at)}
            />
          ))}
        </div>
      )}
    </>
  );
}

const optionId = (listId: string, at: number) => `${listId}-${at}`;

/** Where a key leads in the list; null if it has no meaning here. A closed list opens at the chosen option. */
function moved(key: string, active: number | null, chosen: number, count: number): number | null {
  if (active === null) return ["ArrowDown", "ArrowUp", "Enter", " "].includes(key) ? chosen : null;
  const last = count - 1;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -count, End: count }[key];
  return step === undefined ? null : Math.min(last, Math.max(0, active + step));
}

interface OptionProps {
  id: string;
  option: SelectOption<string>;
  chosen: boolean;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, option, chosen, active, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the box, which names the active option
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-disabled={option.disabled || undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={option.description ? `${id}-description` : undefined}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={cn(
        "flex cursor-default items-start gap-2 rounded-mark px-2 py-1.5 text-body select-none pointer-coarse:py-2.5",
        active && "bg-accent-soft",
        option.disabled && "opacity-60",
      )}
    >
      <span className="mt-0.5 size-4 shrink-0">{chosen && <Check aria-hidden className="size-4 text-accent" />}</span>
      <span className="min-w-0">
        <span id={`${id}-label`}>{option.label}</span>
        {option.description && (
          <span id={`${id}-description`} className="block text-small text-soft">
            {option.description}
          </span>
        )}
      </span>
    </div>
  );
}
