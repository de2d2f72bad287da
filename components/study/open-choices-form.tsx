"use client";

import { type FormEvent, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { changePlanBody, type PlanChange, type PlanContent } from "@/lib/domain/study-plan";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { Panel } from "../ui/panel";
import { ChoiceRow } from "./choice-row";
import { NumberField } from "./number-field";
import { OpenChoices } from "./open-choices";

/** The choices that stay open while a study runs. */
export function OpenChoicesForm({ taskId, content }: { taskId: string; content: PlanContent }) {
  const [change, setChange] = useState<PlanChange>({});
  const save = useEndpointMutation("changePlan", { refresh: ["listTaskPlans"] });
  const now = { ...content, ...change };
  const fields = Object.keys(change) as (keyof PlanChange)[];
  const isChanged = fields.some((field) => JSON.stringify(content[field]) !== JSON.stringify(change[field]));
  const issues = changePlanBody.safeParse(change).error?.issues ?? [];
  const problems = issues.map(({ path, message }) => ({ field: String(path[0]), blocks: true, message }));
  const put = (next: PlanChange) => setChange((before) => ({ ...before, ...next }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && problems.length === 0) save.mutate({ params: { taskId }, body: change });
  };
  return (
    <Panel title="Still open" description="Every change is dated below.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <ChoiceRow label="Limit" problems={problems.filter(({ field }) => field === "maxPerDay")}>
          <NumberField
            label="Limit a day"
            value={now.maxPerDay}
            min={1}
            max={10_000_000}
            placeholder="none"
            onChange={(maxPerDay) => put({ maxPerDay })}
          />
          ratings a person, a day
        </ChoiceRow>
        <OpenChoices content={now} problems={problems} onChange={put} />
        {save.isError && <FieldError>{save.error.message}</FieldError>}
        <Button type="submit" className="self-start" busy={save.isPending} disabled={!isChanged || problems.length > 0}>
          Save the change
        </Button>
      </form>
    </Panel>
  );
}
