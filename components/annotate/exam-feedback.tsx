"use client";

import { figuresOf } from "@/components/charts/format";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Markdown } from "@/components/ui/markdown";
import { scoreName } from "@/components/words/score-name";
import type { ExamPlace, MarkedUnit, TryResult } from "@/lib/domain/exam";
import { isCategorical } from "@/lib/domain/labels";
import type { Desk } from "./commands";
import { isPair } from "./unit-view";

/** Says that a sample is part of the exam and, once it is submitted, how it went. */
export function ExamNotice({ desk, exam }: { desk: Desk; exam: ExamPlace }) {
  const { feedback, result, number, of } = exam;
  if (feedback === null)
    return (
      <Banner tone="accent" className="rounded-none">
        Exam, sample {number} of {of}. Once you submit it, you see the answers; it cannot be changed then.
      </Banner>
    );
  const within = feedback.filter((unit) => unit.within).length;
  const next = desk.opened.editable && (
    <Button size="small" variant="primary" busy={desk.leaving} onClick={desk.submit}>
      {goOnWords(exam)}
    </Button>
  );
  return (
    <Banner tone={result === null ? "accent" : result.passed ? "good" : "caution"} role="status" className="rounded-none" action={next}>
      Exam, sample {number} of {of}: {within} of {figuresOf(feedback.length, "criterion", "criteria")} within tolerance.{" "}
      {result !== null && resultWords(result)}
    </Banner>
  );
}

/** What the button says that leads on from an exam sample's answers. */
export const goOnWords = ({ result }: ExamPlace): string =>
  result === null ? "Next exam sample" : result.passed ? "Start the work" : "Go on";

/** "You passed the exam: 12 of 15 scores within tolerance (80 %)." */
export const resultWords = ({ passed, within, scored }: TryResult): string =>
  `You ${passed ? "passed" : "did not pass"} the exam: ${within} of ${scored} scores within tolerance (${Math.round((100 * within) / Math.max(scored, 1))} %).`;

/** The known answer on the criterion at hand, beside the annotator's own. */
export function ExamAnswer({ desk, unit }: { desk: Desk; unit: MarkedUnit }) {
  const { scale } = desk.view.criterion;
  const name = (score: number) => scoreName(score, isPair(desk.opened), scale);
  return (
    <section aria-label="Answer" className="mx-3 mb-3 flex flex-col gap-2 rounded-panel border bg-paper p-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>
          You: <strong>{unit.given === null ? "no score" : name(unit.given)}</strong>
        </span>
        <span>
          Answer: <strong>{name(unit.score)}</strong>
          {unit.tolerance > 0 && !isCategorical(scale) && <span className="text-soft"> ± {unit.tolerance}</span>}
        </span>
        <Badge tone={unit.within ? "good" : "caution"}>{unit.within ? "within tolerance" : "not within tolerance"}</Badge>
      </p>
      {unit.why !== "" && <Markdown text={unit.why} className="max-w-measure text-reading" />}
    </section>
  );
}
