"use client";

import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { ReasonCode } from "@/lib/domain/action";
import { reasonCodes } from "@/lib/domain/reason-codes";
import type { Reason } from "./use-workspace";
import { reasonNames } from "./words";

const none = "none";
const options = [{ value: none, label: "no reason given" }, ...reasonCodes.map((code) => ({ value: code, label: reasonNames[code] }))];
const isCode = (value: string): value is ReasonCode => (reasonCodes as readonly string[]).includes(value);

interface ReasonFieldsProps {
  value: Reason;
  onChange: (reason: Reason) => void;
  required: boolean;
}

/** Why the annotator departs from the draft: a coded reason and free text. */
export function ReasonFields({ value, onChange, required }: ReasonFieldsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={required ? "Reason (required)" : "Reason"}
        className="w-full sm:w-56"
        value={value.code ?? none}
        onValueChange={(code) => onChange({ ...value, code: isCode(code) ? code : null })}
        options={options}
      />
      <Input
        aria-label="Reason in words"
        placeholder="in your own words"
        dir="auto"
        className="min-w-40 flex-1"
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.target.value })}
      />
    </div>
  );
}

/** The stored form of an unfinished reason: code, bar, text. */
export const reasonToText = ({ code, text }: Reason): string => `${code ?? ""}|${text}`;

export function reasonFromText(kept: string): Reason {
  const bar = kept.indexOf("|");
  const code = kept.slice(0, bar);
  return { code: isCode(code) ? code : null, text: kept.slice(bar + 1) };
}

/** Whether a reason is non-empty. */
export const saysSomething = (reason: Reason): boolean => reason.code !== null || reason.text.trim() !== "";
