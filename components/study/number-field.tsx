"use client";

import { useState } from "react";
import { cn } from "../ui/cn";
import { Input } from "../ui/input";

interface NumberFieldProps {
  /** Named for screen readers; the visible label is beside it. */
  label: string;
  value: number | null;
  /** Null only if `placeholder` says what an empty field means. */
  onChange: (value: number | null) => void;
  min: number;
  max: number;
  /** Fractions are allowed. */
  decimal?: boolean;
  placeholder?: string;
  className?: string;
}

/** A number as typed: a change is passed on as soon as it is one in range; anything else is marked, and forgotten on leaving the field. */
export function NumberField({ label, value, onChange, min, max, decimal = false, placeholder, className }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | null | undefined => {
    if (text.trim() === "") return placeholder === undefined ? undefined : null;
    const number = Number(text);
    return number >= min && number <= max && (decimal || Number.isInteger(number)) ? number : undefined;
  };
  const isWrong = typed !== null && read(typed) === undefined;
  // The value may have changed elsewhere, by an undo.
  const shown = typed !== null && (isWrong || read(typed) === value) ? typed : (value ?? "").toString();
  return (
    <Input
      aria-label={label}
      aria-invalid={isWrong || undefined}
      title={isWrong ? `${decimal ? "A number" : "A whole number"} from ${min} to ${max}` : undefined}
      inputMode={decimal ? "decimal" : "numeric"}
      className={cn("text-right", className ?? "w-18")}
      placeholder={placeholder}
      value={shown}
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        setTyped(event.target.value);
        const next = read(event.target.value);
        if (next !== undefined && next !== value) onChange(next);
      }}
    />
  );
}
