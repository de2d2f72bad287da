"use client";

import type { ReasonCode } from "@/lib/domain/action";
import { reasonCodes } from "@/lib/domain/reason-codes";
import { Field } from "../ui/field";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import type { Reason } from "./criteria-action";

const none = "none";
const label = (code: ReasonCode) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll("-", " ");
const options = [{ value: none, label: "No reason given" }, ...reasonCodes.map((value) => ({ value, label: label(value) }))];

/** Why the researcher departs from the proposal: a coded reason, so that reasons can be counted, and free text. */
export function ReasonFields({ value, onChange }: { value: Reason; onChange: (value: Reason) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-[14rem_1fr]">
      <Field label="Reason">
        {(control) => (
          <Select
            {...control}
            value={value.reasonCode ?? none}
            onValueChange={(code) => onChange({ ...value, reasonCode: reasonCodes.find((known) => known === code) ?? null })}
            options={options}
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
