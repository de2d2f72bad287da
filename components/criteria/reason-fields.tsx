"use client";

import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { Field } from "../ui/field";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import type { Reason } from "./criteria-action";

const none = "none";

interface ReasonFieldsProps {
  /** The project's reasons for changing criteria; retired ones are not offered. */
  reasons: readonly CodebookEntry[];
  value: Reason;
  onChange: (value: Reason) => void;
}

/** Why somebody departs from the proposal: a coded reason, so that reasons can be counted, and free text. */
export function ReasonFields({ reasons, value, onChange }: ReasonFieldsProps) {
  const offered = reasons.filter(({ retired }) => !retired).map(({ code, label }) => ({ value: code, label }));
  return (
    <div className="grid gap-4 sm:grid-cols-[14rem_1fr]">
      <Field label="Reason">
        {(control) => (
          <Select
            {...control}
            value={value.reasonCode ?? none}
            onValueChange={(code) => onChange({ ...value, reasonCode: code === none ? null : code })}
            options={[{ value: none, label: "No reason given" }, ...offered]}
          />
        )}
      </Field>
      <Field label="In your words">
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            className="min-h-9 py-1.5"
            value={value.reason ?? ""}
            onChange={(event) => onChange({ ...value, reason: event.target.value === "" ? null : event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
