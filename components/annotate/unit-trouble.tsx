"use client";

import { PairText } from "@/components/texts/pair-text";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { kindNames } from "@/components/words/line-words";
import { scoreName, scoreNames } from "@/components/words/score-name";
import { applyActions } from "@/lib/review/apply-actions";
import { compareEvaluations, type Difference } from "@/lib/review/compare-evaluations";
import type { EvaluationLine } from "@/lib/review/fold-actions";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";
import { RedlineText } from "./redline-text";
import { isPair, journalUnit } from "./unit-view";
import { outcomeWords, scoreNoun } from "./words";

/** What blocks saving this criterion: a conflicting version or a refusal. */
export function UnitTrouble({ desk }: { desk: Desk }) {
  const { view, handle } = desk;
  const { trouble } = view.journal;
  if (trouble === null) return null;
  if (trouble.kind === "refused") {
    const drop = (
      <Button size="small" variant="danger" onClick={() => handle.outbox.resolve(view.criterion.id, { keep: "theirs" })}>
        Discard unsaved changes here
      </Button>
    );
    return (
      <Banner tone="bad" role="alert" action={drop} className="mb-3">
        Not saved: {trouble.message}
      </Banner>
    );
  }
  const theirs = applyActions({ ...journalUnit(view.criterion, view.draft, desk.opened.task), actions: trouble.theirs });
  const differences = compareEvaluations(view.evaluation, theirs);
  return (
    <section role="alert" aria-label="Two versions" className="mb-3 rounded-panel bg-caution-soft p-4 text-caution">
      <p className="font-semibold">This criterion was changed elsewhere too</p>
      <p className="mt-1 text-small">
        {differences.length === 0
          ? "Another tab or device continued from the same point, with the same decisions. Either version will do."
          : "Another tab or device continued from the same point. Both versions are kept until you choose. They differ in this:"}
      </p>
      <ul className="mt-3 flex max-h-64 flex-col gap-3 overflow-y-auto text-small text-ink empty:hidden">
        {differences.map((difference) => (
          <Compared key={difference.kind === "line" ? difference.id : difference.kind} difference={difference} desk={desk} />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CommandButton command={command("keep-mine")} desk={desk} />
        <CommandButton command={command("take-theirs")} desk={desk} />
      </div>
    </section>
  );
}

function Compared({ difference, desk }: { difference: Difference; desk: Desk }) {
  const pair = isPair(desk.opened);
  const { scale } = desk.view.criterion;
  const label =
    difference.kind === "also" ? "Also acceptable" : difference.kind === "score" ? scoreNoun(pair, scale) : kindOfLine(difference);
  return (
    <li className="rounded-control border bg-card p-3">
      <p className="mb-1 text-label text-soft">{label}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {(["mine", "theirs"] as const).map((whose) => (
          <div key={whose} className="contents">
            <dt className="font-medium">{whose === "mine" ? "Here" : "Elsewhere"}</dt>
            <dd dir="auto">
              {difference.kind === "line" ? (
                <Said line={difference[whose]} desk={desk} />
              ) : difference.kind === "also" ? (
                scoreNames(difference[whose], scale)
              ) : difference[whose] === null ? (
                "not given"
              ) : (
                scoreName(difference[whose], pair, scale)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** A score line is called like the score. */
function kindOfLine({ mine, theirs }: Difference & { kind: "line" }): string {
  return kindNames[(mine ?? theirs)?.kind ?? "explanation"];
}

function Said({ line, desk }: { line: EvaluationLine | null; desk: Desk }) {
  if (line === null) return "not there";
  if (line.outcome === "open") return "not decided";
  const pair = isPair(desk.opened);
  const text =
    line.outcome === "revise" && line.original !== null ? (
      <RedlineText before={line.original} after={line.text} pair={pair} />
    ) : (
      <span className="manuscript">{pair ? <PairText text={line.text} /> : line.text}</span>
    );
  return (
    <>
      <span className="text-soft">{outcomeWords(line.outcome, line, desk.opened.task.reasons)}: </span>
      {text}
    </>
  );
}
