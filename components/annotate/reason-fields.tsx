"use client";

import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import type { Reason } from "./use-workspace";

const none = "none";

interface ReasonFieldsProps {
  value: Reason;
  onChange: (reason: Reason) => void;
  required: boolean;
  /** The project's; a retired one is offered only where it is the chosen one. */
  reasons: readonly CodebookEntry[];
}

/** Why the annotator departs from the draft: a coded reason and free text. */
export function ReasonFields({ value, onChange, required, reasons }: ReasonFieldsProps) {
  const offered = reasons.filter(({ code, retired }) => !retired || code === value.code);
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={required ? "Reason (required)" : "Reason"}
        className="w-full sm:w-56"
        value={value.code ?? none}
        onValueChange={(code) => onChange({ ...value, code: code === none ? null : code })}
        options={[{ value: none, label: "no reason given" }, ...offered.map(({ code, label }) => ({ value: code, label }))]}
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
  return { code: code === "" ? null : code, text: kept.slice(bar + 1) };
}

/** Whether a reason is non-empty. */
export const saysSomething = (reason: Reason): boolean => reason.code !== null || reason.text.trim() !== "";
