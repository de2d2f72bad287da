"use client";

import { type FormEvent, useId, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { TaskSummary } from "@/lib/domain/project";
import type { TaskPerson } from "@/lib/domain/task-person";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { Field, FieldError } from "../ui/field";
import { Textarea } from "../ui/textarea";

/** What an exclusion changes on screen. */
export const changedByExclusion = ["readTaskPeople", "readReport", "readProgress", "listAssignments", "listTasks"] as const;

/** Asks for the reason and the scope of an exclusion. */
export function ExcludeDialog({ task, person, onClose }: { task: TaskSummary; person: TaskPerson; onClose: () => void }) {
  const formId = useId();
  const [scope, setScope] = useState<"task" | "project">("task");
  const [reason, setReason] = useState("");
  const exclude = useEndpointMutation("excludeAnnotator", { refresh: changedByExclusion });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { annotatorId: person.annotatorId, taskId: scope === "task" ? task.id : null, reason };
    exclude.mutate({ params: { projectId: task.projectId }, body }, { onSuccess: onClose });
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="destroy" busy={exclude.isPending} disabled={reason.trim() === ""}>
        Exclude
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Exclude ${person.label}`} footer={footer} width="narrow">
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-body">
            Their work is kept. The report leaves it out, says so with your reason, and shows agreement both ways. They get no more samples;
            what they have open goes back to the queue. You can lift this later.
          </p>
          <Choice
            label="From what"
            value={scope}
            options={[
              { value: "task", label: "This task" },
              { value: "project", label: "The whole project" },
            ]}
            onChange={setScope}
          />
          <Field label="Reason" required hint="Printed in the report and kept in the audit log. Name no other people.">
            {(control) => <Textarea {...control} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
          {exclude.isError && <FieldError>{exclude.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
