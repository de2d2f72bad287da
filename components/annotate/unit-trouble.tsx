"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/domain/action";
import { applyActions, type EvaluationState } from "@/lib/review/apply-actions";
import type { Desk } from "./commands";
import { PairText } from "./pair-text";
import { isPair, journalUnit } from "./unit-view";
import { outcomeNames, scoreName } from "./words";

/** What blocks saving this criterion: a conflicting version or a refusal. */
export function UnitTrouble({ desk }: { desk: Desk }) {
  const { view, handle } = desk;
  const { trouble } = view.journal;
  const criterionId = view.criterion.id;
  if (trouble === null) return null;
  if (trouble.kind === "refused") {
    const drop = (
      <Button size="small" variant="danger" onClick={() => handle.outbox.resolve(criterionId, { keep: "theirs" })}>
        Discard unsaved changes here
      </Button>
    );
    return (
      <Banner tone="bad" role="alert" action={drop} className="mb-3">
        Not saved: {trouble.message}
      </Banner>
    );
  }
  const unit = journalUnit(view.criterion, view.draft, desk.opened.task);
  return (
    <section role="alert" aria-label="Two versions" className="mb-3 rounded-panel bg-caution-soft p-4 text-caution">
      <p className="font-semibold">This criterion was changed elsewhere too</p>
      <p className="mt-1 text-small">Another tab or device continued from the same point. Both versions are kept until you choose one.</p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Version
          title="Here"
          pair={isPair(desk.opened)}
          evaluation={view.evaluation}
          choose="Keep this one"
          onChoose={() => handle.outbox.resolve(criterionId, { keep: "mine", unit })}
        />
        <Version
          title="Elsewhere"
          pair={isPair(desk.opened)}
          evaluation={evaluationOf(desk, trouble.theirs)}
          choose="Use that one"
          onChoose={() => handle.outbox.resolve(criterionId, { keep: "theirs" })}
        />
      </div>
    </section>
  );
}

const evaluationOf = (desk: Desk, actions: readonly Action[]): EvaluationState =>
  applyActions({ ...journalUnit(desk.view.criterion, desk.view.draft, desk.opened.task), actions });

interface VersionProps {
  title: string;
  pair: boolean;
  evaluation: EvaluationState;
  choose: string;
  onChoose: () => void;
}

function Version({ title, pair, evaluation, choose, onChoose }: VersionProps) {
  const decided = evaluation.lines.filter((line) => line.outcome !== "open" && line.kind !== "heading");
  return (
    <div className="flex flex-col gap-2 rounded-control border bg-card p-3 text-small text-ink">
      <p className="font-semibold">{title}</p>
      <p>
        {pair ? "Choice" : "Score"} {evaluation.score === null ? "not given" : scoreName(evaluation.score, pair)}
      </p>
      <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto">
        {decided.map((line) => (
          <li key={line.id} className="manuscript" dir="auto">
            {line.outcome !== "open" && <span className="text-soft">{outcomeNames[line.outcome]}: </span>}
            {pair ? <PairText text={line.text} /> : line.text}
          </li>
        ))}
      </ul>
      <Button size="small" className="mt-auto self-start" onClick={onChoose}>
        {choose}
      </Button>
    </div>
  );
}
