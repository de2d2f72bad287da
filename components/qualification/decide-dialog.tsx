"use client";

import { type FormEvent, useId, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { ExamDecision, Examinee } from "@/lib/domain/exam";
import type { TaskSummary } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { Field, FieldError } from "../ui/field";
import { Textarea } from "../ui/textarea";

const words: Record<ExamDecision, { title: (name: string) => string; verb: string; description: string }> = {
  pass: { title: (name) => `Pass ${name}?`, verb: "Pass by hand", description: "They are given work, whatever their tries say." },
  revoke: {
    title: (name) => `Revoke ${name}'s pass?`,
    verb: "Revoke the pass",
    description: "They are given no more work until they pass. Work they have begun stays theirs.",
  },
  "grant-try": { title: (name) => `Grant ${name} another try?`, verb: "Grant a try", description: "They may take the exam once more." },
};

interface DecideDialogProps {
  task: TaskSummary;
  person: Examinee;
  decision: ExamDecision;
  onClose: () => void;
}

/** Asks for the reason of a decision about somebody's exam. */
export function DecideDialog({ task, person: { annotatorId, name }, decision, onClose }: DecideDialogProps) {
  const form = useId();
  const [reason, setReason] = useState("");
  const decide = useEndpointMutation("decideExam", { refresh: ["getExam"] });
  const { title, verb, description } = words[decision];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decide.mutate({ params: { taskId: task.id, annotatorId }, body: { decision, reason } }, { onSuccess: onClose });
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button disabled={decide.isPending}>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={form} variant="primary" busy={decide.isPending} disabled={reason.trim() === ""}>
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title(name)} description={description} width="narrow" footer={footer}>
        <form id={form} onSubmit={submit} className="flex flex-col gap-3">
          <Field label="Reason" hint="For the audit log.">
            {(control) => <Textarea {...control} rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
          {decide.isError && <FieldError>{decide.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
