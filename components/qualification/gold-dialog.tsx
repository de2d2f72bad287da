"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { GoldAnswer, GoldSample, GoldUse } from "@/lib/domain/gold";
import type { TaskSummary } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";
import { Field, FieldError } from "../ui/field";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { Textarea } from "../ui/textarea";
import { AnswerFields } from "./answer-fields";

const uses: { value: GoldUse; label: string; description: string }[] = [
  { value: "exam", label: "Exam", description: "Annotators see the answers after each sample" },
  { value: "hidden", label: "Hidden among the work", description: "Given out unannounced where a study's plan says so" },
  { value: "attention", label: "Attention check", description: "So obvious that everybody who reads it answers correctly" },
];

interface GoldDialogProps {
  task: TaskSummary;
  sample: { sampleId: string; externalId: string };
  /** Null: it has no known answers yet. */
  gold: GoldSample | null;
  onClose: () => void;
}

/** The known answers of one sample, beside its text. */
export function GoldDialog({ task, sample: { sampleId, externalId }, gold, onClose }: GoldDialogProps) {
  const params = { taskId: task.id };
  const sets = useQuery(endpointQuery("listCriteriaSets", { params }));
  const samples = useQuery(endpointQuery("listSamples", { params, query: { search: externalId, limit: 50 } }));
  const [answers, setAnswers] = useState(() => new Map(gold?.answers.map((answer) => [answer.criterionId, answer])));
  const [use, setUse] = useState<GoldUse>(gold?.use ?? "exam");
  const [note, setNote] = useState(gold?.note ?? "");
  const save = useEndpointMutation("saveGoldSample", { refresh: ["listGoldSamples", "getExam", "listTasks"] });
  const forget = useEndpointMutation("deleteGoldSample", { refresh: ["listGoldSamples", "getExam", "listTasks"] });
  const sample = samples.data?.items.find(({ id }) => id === sampleId);
  const published = sets.data?.items.find(({ status }) => status === "published");
  const criteria = published?.criteria.filter((one) => one.sampleId === null || one.sampleId === sampleId) ?? [];
  const put = (answer: GoldAnswer | null, criterionId: string) =>
    setAnswers((before) => {
      const next = new Map(before);
      if (answer === null) next.delete(criterionId);
      else next.set(criterionId, answer);
      return next;
    });
  const failed = sets.isError ? sets : samples.isError ? samples : null;
  const busy = save.isPending || forget.isPending;
  const body = { use, note, answers: criteria.flatMap(({ id }) => answers.get(id) ?? []) };
  const footer = (
    <>
      {gold !== null && (
        <Button
          className="mr-auto"
          busy={forget.isPending}
          disabled={busy}
          onClick={() => forget.mutate({ params: { taskId: task.id, sampleId } }, { onSuccess: onClose })}
        >
          Give it out as work again
        </Button>
      )}
      <DialogClose asChild>
        <Button disabled={busy}>Cancel</Button>
      </DialogClose>
      <Button
        variant="primary"
        busy={save.isPending}
        disabled={busy || published === undefined}
        onClick={() => save.mutate({ params: { taskId: task.id, sampleId }, body }, { onSuccess: onClose })}
      >
        Save
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Answers for ${externalId}`} width="wide" footer={footer}>
        {failed !== null && (
          <ErrorState title="The sample could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />
        )}
        {failed === null && (sample === undefined || !sets.isSuccess) && <SkeletonRows label="Loading the sample" rows={6} />}
        {sample !== undefined && sets.isSuccess && (
          <div className="flex flex-col gap-5">
            <section
              className="flex max-h-60 flex-col gap-3 overflow-y-auto rounded-panel border bg-paper p-4"
              tabIndex={0}
              aria-label="Sample"
            >
              <p className="manuscript text-soft">{sample.input}</p>
              <p className="manuscript">{sample.output}</p>
              {sample.outputB !== null && <p className="manuscript border-t pt-3">{sample.outputB}</p>}
            </section>
            <Field label="Used for">
              {(control) => <Select {...control} className="sm:w-96" value={use} onValueChange={setUse} options={uses} />}
            </Field>
            {published === undefined && <p className="text-caution">Publish criteria first: answers are scores on them.</p>}
            {criteria.map((criterion) => (
              <AnswerFields
                key={criterion.id}
                criterion={criterion}
                pair={task.kind === "pairwise"}
                answer={answers.get(criterion.id) ?? null}
                onChange={(answer) => put(answer, criterion.id)}
              />
            ))}
            <Field label="Note for researchers">
              {(control) => <Textarea {...control} rows={2} value={note} onChange={(event) => setNote(event.target.value)} />}
            </Field>
            {(save.error ?? forget.error) && <FieldError>{(save.error ?? forget.error)?.message}</FieldError>}
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
