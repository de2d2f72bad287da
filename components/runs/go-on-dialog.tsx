"use client";

import { type FormEvent, useId, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Run } from "@/lib/domain/judge";
import { count, dollars } from "../charts/format";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { FieldError } from "../ui/field";
import { BudgetFields, readBudget } from "./budget-fields";

/** Resumes a run that has used up its budget with a new budget, or without one. */
export function GoOnDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const formId = useId();
  const control = useEndpointMutation("controlRun", { refresh: ["getRun", "listRuns"] });
  const [typed, setTyped] = useState({ budgetUsd: run.budgetUsd?.toString() ?? "", budgetTokens: run.budgetTokens?.toString() ?? "" });
  const { budgetUsd, budgetTokens, problems } = readBudget(typed);
  const isWrong = problems.budgetUsd !== undefined || problems.budgetTokens !== undefined;
  const isSame = budgetUsd === (run.budgetUsd ?? undefined) && budgetTokens === (run.budgetTokens ?? undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong || isSame) return;
    const body = { verb: "resume" as const, budgetUsd: budgetUsd ?? null, budgetTokens: budgetTokens ?? null };
    control.mutate({ params: { runId: run.id }, body }, { onSuccess: onClose });
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" busy={control.isPending} disabled={isWrong || isSame}>
        Resume{" "}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Resume with a new budget"
        description="The run pauses again before it could spend more. A field left empty means no limit."
        footer={footer}
      >
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <BudgetFields
            typed={typed}
            onChange={(change) => setTyped({ ...typed, ...change })}
            inDollars={run.priced}
            hints={{
              budgetUsd: `${dollars(run.costUsd ?? 0)} spent so far.`,
              budgetTokens: `${count(run.inputTokens + run.outputTokens)} used so far.`,
            }}
          />
          {control.isError && <FieldError>{control.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
