"use client";

import { useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Criterion } from "@/lib/domain/criterion";
import type { Examinee, MarkedUnit } from "@/lib/domain/exam";
import { isCategorical, scoreText } from "@/lib/domain/labels";
import { preferenceOf } from "@/lib/domain/pair-outputs";
import type { TaskSummary } from "@/lib/domain/project";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Field, FieldError } from "../ui/field";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { Textarea } from "../ui/textarea";

interface ExamTryProps {
  task: TaskSummary;
  one: Examinee["tries"][number];
  criteria: readonly Criterion[];
}

/** One try: its result, every answer beside the known one, and the note to the annotator. */
export function ExamTry({ task, one, criteria }: ExamTryProps) {
  const result =
    one.passed === null ? "not finished" : `${one.within} of ${one.scored} within tolerance, ${one.passed ? "passed" : "not passed"}`;
  return (
    <details>
      <summary className="w-fit rounded-mark text-small">
        Try {one.number}: {result}
      </summary>
      <div className="flex flex-col gap-4 py-3">
        <Table label={`Answers of try ${one.number}`}>
          <TableHead>
            <TableRow>
              <HeaderCell>Sample</HeaderCell>
              <HeaderCell>Criterion</HeaderCell>
              <HeaderCell numeric>Given</HeaderCell>
              <HeaderCell numeric>Answer</HeaderCell>
              <HeaderCell>Within tolerance</HeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {one.samples.flatMap((sample) =>
              sample.units.map((unit) => (
                <Answer
                  key={`${sample.sampleId} ${unit.criterionId}`}
                  sample={sample.externalId}
                  unit={unit}
                  pair={task.kind === "pairwise"}
                  criterion={criteria.find(({ id }) => id === unit.criterionId)}
                />
              )),
            )}
          </TableBody>
        </Table>
        <Note task={task} one={one} />
      </div>
    </details>
  );
}

interface AnswerProps {
  sample: string;
  unit: MarkedUnit;
  pair: boolean;
  criterion: Criterion | undefined;
}

function Answer({ sample, unit, pair, criterion }: AnswerProps) {
  const name = (score: number) => (pair ? preferenceOf(score) : scoreText(criterion?.scale ?? {}, score));
  const hasTolerance = unit.tolerance > 0 && !(criterion && isCategorical(criterion.scale));
  return (
    <TableRow>
      <Cell>{sample}</Cell>
      <Cell>{criterion?.name}</Cell>
      <Cell numeric>{unit.given === null ? "–" : name(unit.given)}</Cell>
      <Cell numeric>
        {name(unit.score)}
        {hasTolerance && ` ± ${unit.tolerance}`}
      </Cell>
      <Cell>
        <Badge tone={unit.within ? "good" : "caution"}>{unit.within ? "yes" : "no"}</Badge>
      </Cell>
    </TableRow>
  );
}

function Note({ task, one }: Pick<ExamTryProps, "task" | "one">) {
  const [typed, setTyped] = useState(one.note);
  const save = useEndpointMutation("noteExamTry", { refresh: ["getExam"] });
  return (
    <div className="flex max-w-measure flex-col gap-2">
      <Field label="Note to the annotator" hint="They read it with the result of this try.">
        {(control) => <Textarea {...control} rows={2} value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
      {save.isError && <FieldError>{save.error.message}</FieldError>}
      <Button
        size="small"
        className="self-start"
        busy={save.isPending}
        disabled={typed.trim() === one.note}
        onClick={() => save.mutate({ params: { taskId: task.id, tryId: one.id }, body: { note: typed } })}
      >
        Save the note
      </Button>
    </div>
  );
}
