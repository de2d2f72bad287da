"use client";

import { useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { AdjudicationUnit } from "@/lib/domain/adjudication";
import { isCategorical } from "@/lib/domain/labels";
import { buttonPoints, keyOfPlace, preferencePoints } from "../scores/button-points";
import { ScoreControl } from "../scores/score-control";
import { Button } from "../ui/button";
import { Field, FieldError } from "../ui/field";
import { Kbd } from "../ui/kbd";
import { Panel } from "../ui/panel";
import { Textarea } from "../ui/textarea";
import { usePageKeys } from "../ui/use-page-keys";
import { scoreName } from "../words/score-name";

const refresh = ["getAdjudication", "readReport"] as const;

/** The adjudicator's label: first without the judge's draft, then confirmed or changed beside it. */
export function LabelForm({ unit, onDone }: { unit: AdjudicationUnit; onDone: () => void }) {
  const { task, sample, criterion, mine } = unit;
  const [score, setScore] = useState(mine?.finalScore ?? mine?.firstScore ?? null);
  const [reason, setReason] = useState(mine?.reason ?? "");
  const first = useEndpointMutation("adjudicate", { refresh });
  const final = useEndpointMutation("confirmAdjudication", { refresh });
  const busy = first.isPending || final.isPending;
  const send = () => {
    if (score === null || busy) return;
    const label = { score, reason };
    if (mine !== null) final.mutate({ params: { adjudicationId: mine.id }, body: label }, { onSuccess: onDone });
    else
      first.mutate(
        { params: { taskId: task.id }, body: { sampleId: sample.id, criterionId: criterion.id, ...label } },
        { onSuccess: ({ confirmed }) => confirmed && onDone() },
      );
  };
  const isNamed = task.pairwise || isCategorical(criterion.scale);
  const points = (task.pairwise ? preferencePoints(criterion.scale) : buttonPoints(criterion.scale)) ?? [];
  const digits = isNamed
    ? points.flatMap((point, place) => {
        const key = keyOfPlace(place);
        return key === null ? [] : [[key, () => setScore(point)] as const];
      })
    : points.filter((point) => point >= 0 && point < 10).map((point) => [String(point), () => setScore(point)] as const);
  usePageKeys({ ...Object.fromEntries(digits), enter: send });
  const error = first.error ?? final.error;
  return (
    <Panel title="Your label" description={sentenceOf(unit)}>
      <div className="flex flex-col gap-4">
        <ScoreControl
          label={`Your label for ${criterion.name}`}
          scale={criterion.scale}
          value={score}
          draftScore={null}
          pair={task.pairwise}
          onChoose={setScore}
        />
        <Field label="Reason" hint="Optional.">
          {(control) => <Textarea {...control} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" disabled={score === null} busy={busy} onClick={send} className="pointer-coarse:h-11!">
            {buttonWords(unit, score)} <Kbd>↵</Kbd>
          </Button>
        </div>
        {error && <FieldError>{error.message}</FieldError>}
      </div>
    </Panel>
  );
}

function sentenceOf({ mine, judge, task, criterion }: AdjudicationUnit): string {
  if (mine === null) return "The judge's draft is shown once you have given it.";
  const given = scoreName(mine.firstScore, task.pairwise, criterion.scale);
  if (mine.finalScore !== null)
    return `You confirmed ${scoreName(mine.finalScore, task.pairwise, criterion.scale)}. A change supersedes it; the history stays.`;
  return judge === null ? `You gave ${given}. Its draft is gone.` : `You gave ${given} before you saw the draft. Keep it or change it.`;
}

function buttonWords({ mine, task, criterion }: AdjudicationUnit, score: number | null): string {
  if (mine === null) return "Give this label";
  const named = score === null ? "" : ` ${scoreName(score, task.pairwise, criterion.scale)}`;
  return score === (mine.finalScore ?? mine.firstScore) ? `Confirm${named}` : `Change to${named}`;
}
