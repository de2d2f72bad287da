"use client";

import { buttonPoints } from "@/components/scores/button-points";
import { ScoreControl } from "@/components/scores/score-control";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { scoreName } from "@/components/words/score-name";
import { scoreText } from "@/lib/domain/labels";
import { draftedScore, type EvaluationLine } from "@/lib/review/fold-actions";
import { AlsoAcceptable } from "./also-acceptable";
import type { Desk } from "./commands";
import { chooseScore } from "./decide";
import { besideLabel, Contradiction, DepartureButtons, LineFrame, placeOf, textOf, withoutMarkers } from "./draft-line";
import { LineReason } from "./line-reason";
import { RedlineText } from "./redline-text";
import { isPair } from "./unit-view";
import { outcomeWords, scoreNoun } from "./words";

/** A score line no longer than this, apart from the number, is treated as saying only the number. */
const bareScoreText = 24;

/** The score, merged with the draft's score line if there is one. */
export function ScoreLine({ line: stored, desk }: { line: EvaluationLine | undefined; desk: Desk }) {
  const line = stored && withoutMarkers(stored);
  const { view } = desk;
  const stop = view.scoreLineId;
  const current = desk.stop === stop;
  const draftScore = draftedScore({ draftScore: view.draft?.score ?? null, scale: view.criterion.scale });
  const outcome = line === undefined || line.outcome === "open" ? null : line.outcome;
  const pair = isPair(desk.opened);
  const { scale } = view.criterion;
  const noun = scoreNoun(pair, scale);
  const place = placeOf(desk, stop);
  const saysMore =
    line !== undefined && line.text.replace(draftScore === null ? "" : scoreText(scale, draftScore), "").length > bareScoreText;
  const words = view.evaluation.score === null ? "not given" : scoreName(view.evaluation.score, pair, scale);
  return (
    <LineFrame id={stop} label={noun} words={words} desk={desk}>
      <ScoreControl
        key={view.criterion.id}
        scale={scale}
        value={view.evaluation.score}
        draftScore={draftScore}
        unfinished={desk.unfinished.get(place)}
        onType={(typed) => desk.unfinished.set(place, typed)}
        onChoose={(score) => chooseScore(desk, score)}
        onSet={(score) => void desk.act({ kind: "set-score", score })}
        disabled={desk.readOnly || (desk.beginning && buttonPoints(scale) === null)}
        pair={pair}
        label={`${noun} for ${view.criterion.name}`}
      />
      <AlsoAcceptable desk={desk} />
      {line !== undefined && saysMore && (
        <p className="mt-2 text-small text-soft">
          {line.outcome === "revise" && line.original !== null ? (
            <RedlineText before={line.original} after={line.text} pair={pair} />
          ) : (
            <span className="manuscript" dir="auto">
              {textOf(line.text, desk)}
            </span>
          )}
        </p>
      )}
      {line !== undefined && draftScore === null && (
        <p className="mt-1 text-small text-caution">The draft has no readable {noun.toLowerCase()}.</p>
      )}
      <div className={cn("mt-1.5 flex flex-wrap items-center gap-1.5 empty:hidden", besideLabel)}>
        {current && <DepartureButtons desk={desk} />}
        {line !== undefined && outcome !== null && !(current && outcome === "accept") && (
          <Badge>{textOf(outcomeWords(outcome, line, desk.opened.task.reasons), desk)}</Badge>
        )}
        {stored !== undefined && <Contradiction line={stored} desk={desk} />}
      </div>
      <LineReason stop={stop} desk={desk} />
    </LineFrame>
  );
}
