"use client";

import { Badge } from "@/components/ui/badge";
import type { EvaluationLine } from "@/lib/review/apply-actions";
import { CommandButton } from "./command-button";
import { chooseScore, command, type Desk } from "./commands";
import { LineFrame } from "./draft-line";
import { LineReason } from "./line-reason";
import { RedlineText } from "./redline-text";
import { ScoreControl } from "./score-control";
import { outcomeWords } from "./words";

/** A draft's score line no longer than this says nothing beside the number. */
const bareScoreText = 24;

/** The score: one thing with the draft's score line, where there is one. */
export function ScoreLine({ line, desk }: { line: EvaluationLine | undefined; desk: Desk }) {
  const { view } = desk;
  const stop = view.scoreLineId;
  const current = desk.stop === stop;
  const draftScore = view.draft?.score ?? null;
  const outcome = line === undefined || line.outcome === "open" ? null : line.outcome;
  const words = view.evaluation.score === null ? "not given" : String(view.evaluation.score);
  return (
    <LineFrame id={stop} label="Score" words={words} desk={desk}>
      <ScoreControl
        key={view.criterion.id}
        scale={view.criterion.scale}
        value={view.evaluation.score}
        draftScore={draftScore}
        onChoose={(score) => chooseScore(desk, score)}
        disabled={desk.readOnly}
        label={`Score for ${view.criterion.name}`}
      />
      {line !== undefined && line.text.length > bareScoreText && (
        <p className="mt-2 text-small text-soft">
          {line.outcome === "revise" && line.original !== null ? (
            <RedlineText before={line.original} after={line.text} />
          ) : (
            <span className="manuscript" dir="auto">
              {line.text}
            </span>
          )}
        </p>
      )}
      {line !== undefined && draftScore === null && <p className="mt-1 text-small text-caution">The draft holds no readable score.</p>}
      <div className="mt-1.5 flex flex-wrap items-center gap-1.5 empty:hidden">
        {current && !desk.readOnly && line !== undefined && draftScore !== null && (
          <CommandButton command={command("accept")} desk={desk} pressed={outcome === "accept"} />
        )}
        {current && command("reason").available(desk) && <CommandButton command={command("reason")} desk={desk} variant="quiet" />}
        {line !== undefined && outcome !== null && !(current && outcome === "accept") && (
          <Badge>{outcomeWords(outcome, line.reasonCode, line.reason)}</Badge>
        )}
      </div>
      <LineReason stop={stop} desk={desk} />
    </LineFrame>
  );
}
