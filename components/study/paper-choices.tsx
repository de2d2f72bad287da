"use client";

import { Checkbox } from "../ui/checkbox";
import { Textarea } from "../ui/textarea";
import { ChoiceRow } from "./choice-row";
import type { ChoicesProps } from "./choices-props";
import { OpenChoices } from "./open-choices";

/** Pay, time, consent and names. */
export function PaperChoices({ content, problems, onChange }: ChoicesProps) {
  return (
    <>
      <OpenChoices content={content} problems={problems} onChange={onChange} />
      <ChoiceRow label="Consent" problems={problems.filter(({ field }) => field === "consent")}>
        <Textarea
          aria-label="Consent text"
          placeholder="Markdown that each person agrees to before the first sample. If empty, nobody is asked."
          value={content.consent}
          maxLength={100_000}
          onChange={(event) => onChange({ consent: event.target.value }, "consent")}
        />
      </ChoiceRow>
      <ChoiceRow label="Names">
        <label htmlFor="anonymous" className="flex items-center gap-2 py-2">
          <Checkbox
            id="anonymous"
            checked={content.anonymous}
            onCheckedChange={(on) => onChange({ anonymous: on === true }, "anonymous")}
          />
          Exports name people by code
        </label>
      </ChoiceRow>
    </>
  );
}
