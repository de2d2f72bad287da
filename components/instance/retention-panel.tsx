"use client";

import { type FormEvent, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Retention, RetentionKind } from "@/lib/domain/retention";
import { Button } from "../ui/button";
import { Field, FieldError } from "../ui/field";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { toast } from "../ui/toast";

const kinds: readonly { kind: RetentionKind; label: string; hint: string }[] = [
  {
    kind: "exchanges",
    label: "Exchanges with models",
    hint: "Only those of runs that have ended. Drafts, the report and exports keep everything, but deleted exchanges can no longer be read, and their answers no longer reused.",
  },
  { kind: "deliveries", label: "Messages to webhooks", hint: "The log of what was sent and how it was answered." },
  { kind: "logs", label: "Old log files", hint: "Those set aside when they reached 20 MB." },
];

const forEver = "for-ever";
const usual = [7, 30, 90, 180, 365, 730];

/** How long what is not people's work is kept. */
export function RetentionPanel({ retention }: { retention: Retention }) {
  const [rules, setRules] = useState(retention);
  const save = useEndpointMutation("saveRetention", { refresh: ["readInstance"] });
  const changed = kinds.some(({ kind }) => rules[kind] !== retention[kind]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: rules }, { onSuccess: () => toast("Saved. Anything older is deleted within the hour.") });
  };
  return (
    <Panel title="Retention" description="Ratings, actions, drafts, frozen reports and the audit log are never deleted by a rule.">
      <form onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
          {kinds.map(({ kind, label, hint }) => (
            <Field key={kind} label={label} hint={hint}>
              {(field) => (
                <Select
                  {...field}
                  value={String(rules[kind] ?? forEver)}
                  onValueChange={(value) => setRules({ ...rules, [kind]: value === forEver ? null : Number(value) })}
                  options={optionsFor(retention[kind])}
                />
              )}
            </Field>
          ))}
        </div>
        {save.isError && <FieldError>{save.error.message}</FieldError>}
        <div>
          <Button type="submit" variant="primary" disabled={!changed || save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** The usual times, and the one that somebody set over HTTP. */
function optionsFor(now: number | null) {
  const days = [...new Set([...usual, ...(now === null ? [] : [now])])].toSorted((a, b) => a - b);
  return [{ value: forEver, label: "For ever" }, ...days.map((n) => ({ value: String(n), label: n === 1 ? "1 day" : `${n} days` }))];
}
