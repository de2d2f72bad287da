import { isCategorical } from "@/lib/domain/labels";
import type { SampleDetail, SampleEvaluation, SampleRater, SampleUnit } from "@/lib/domain/sample-detail";
import { count, decimals } from "../charts/format";
import { cn } from "../ui/cn";
import { Kbd } from "../ui/kbd";
import { armWords } from "../words/arm-words";
import { plainCriterionName } from "../words/criterion-name";
import { scoreName, scoreNames } from "../words/score-name";
import { ScoreStrip } from "./score-strip";
import { countedScores } from "./unit-headline";

interface MatrixProps {
  sample: SampleDetail;
  judges: readonly string[];
  /** The judge that people are compared with. */
  judge: string | null;
  /** The criterion looked at. */
  current: string;
  onChoose: (criterionId: string) => void;
}

const head = "px-3 py-2 align-bottom base:text-right text-label font-medium text-soft whitespace-nowrap";
const cell = "px-3 py-1.5 text-right tabular-nums whitespace-nowrap";

/** Everybody's scores: a row per criterion, a column per judge, metric and person, then the adjudicators' label and the known answer where there are any. */
export function ScoreMatrix({ sample, judges, judge, current, onChoose }: MatrixProps) {
  const pair = sample.task.kind === "pairwise";
  const labelled = sample.units.some(({ label }) => label !== null);
  const known = sample.units.some(({ gold }) => gold !== null);
  const strips = !pair && sample.units.some(({ criterion }) => !isCategorical(criterion.scale));
  return (
    <section aria-label="Scores" className="relative overflow-x-auto rounded-panel border bg-card" tabIndex={0}>
      <table className="w-full text-body">
        <caption className="sr-only">Scores by criterion and rater</caption>
        <thead>
          <tr className="border-b">
            <th scope="col" className={cn(head, "sticky left-0 z-10 bg-card text-left")}>
              Criterion <Kbd>↑</Kbd> <Kbd>↓</Kbd>
            </th>
            {strips && (
              <>
                <th scope="col" className={cn(head, "max-md:hidden")}>
                  <span className="sr-only">Drawn</span>
                </th>
                <th scope="col" className={head}>
                  spread
                </th>
              </>
            )}
            {judges.map((name) => (
              <th key={name} scope="col" className={head}>
                <span className="block text-ink">{name}</span>judge
              </th>
            ))}
            {sample.metrics.map(({ judge: name, metric, scale }) => (
              <th key={name} scope="col" className={head} title={metric}>
                <span className="block text-ink">{name}</span>
                {shortly(scale.min)} to {shortly(scale.max)}
              </th>
            ))}
            {sample.raters.map(({ id, name, excluded, ...work }) => (
              <th key={id} scope="col" className={cn(head, "border-l border-transparent")} title={excluded ?? undefined}>
                <span className="block text-ink">{name}</span>
                {excluded === null ? workWords(work) : "excluded"}
              </th>
            ))}
            {labelled && (
              <th scope="col" className={head}>
                <span className="block text-ink">Adjudicated</span>label
              </th>
            )}
            {known && (
              <th scope="col" className={head}>
                <span className="block text-ink">Known</span>answer
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sample.units.map((unit, place) => {
            const { criterion } = unit;
            const given = scoreOfJudge(unit, judge);
            const people = countedScores(unit, sample.raters).map(({ score }) => score);
            const named = (score: number | null) => (score === null ? "–" : scoreName(score, pair, criterion.scale));
            const chosen = criterion.id === current;
            return (
              <tr key={criterion.id} className={cn("border-t first:border-t-0", chosen && "bg-accent-soft")}>
                <th
                  scope="row"
                  className={cn("sticky left-0 z-10 max-w-64 min-w-36 p-0 text-left font-normal", chosen ? "bg-accent-soft" : "bg-card")}
                >
                  <button
                    type="button"
                    aria-current={chosen ? "true" : undefined}
                    onClick={() => onChoose(criterion.id)}
                    className={cn(
                      "block w-full border-l-2 px-3 py-1.5 text-left hover:text-accent focus-visible:-outline-offset-2",
                      chosen ? "border-accent font-medium" : "border-transparent",
                    )}
                  >
                    {plainCriterionName(criterion.name)}
                  </button>
                </th>
                {strips && (
                  <>
                    <td className="px-3 max-md:hidden">
                      {!isCategorical(criterion.scale) && <ScoreStrip scale={criterion.scale} people={people} judge={given} />}
                    </td>
                    <td className={cn(cell, spreadOf(people) > 1 && "font-semibold")}>
                      {isCategorical(criterion.scale) || people.length < 2 ? "–" : trimmed(spreadOf(people))}
                    </td>
                  </>
                )}
                {judges.map((name) => (
                  <td key={name} className={cell}>
                    {named(scoreOfJudge(unit, name))}
                  </td>
                ))}
                {place === 0 &&
                  sample.metrics.map(({ judge: name, score }) => (
                    // One score for the sample, beside all of its criteria.
                    <td key={name} rowSpan={sample.units.length} className={cn(cell, "border-x bg-card")}>
                      {shortly(score)}
                    </td>
                  ))}
                {sample.raters.map(({ id, planted, excluded }) => {
                  const evaluation = unit.evaluations.find(({ rater }) => rater === id);
                  return (
                    <td key={id} className={cn(cell, "border-l border-transparent", excluded !== null && "text-soft line-through")}>
                      <PersonScore evaluation={evaluation} judge={planted ? null : given} named={named} />
                      {evaluation && evaluation.alsoAcceptable.length > 0 && (
                        <span className="text-soft"> (also {scoreNames(evaluation.alsoAcceptable, criterion.scale)})</span>
                      )}
                    </td>
                  );
                })}
                {labelled && <td className={cell}>{named(unit.label?.score ?? null)}</td>}
                {known && <td className={cell}>{named(unit.gold?.score ?? null)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="flex flex-wrap gap-x-5 border-t px-3 py-1.5 text-label text-soft">
        {strips && <span className="max-md:hidden">● people, larger where several gave it</span>}
        {strips && judge !== null && <span className="max-md:hidden">▾ {judge}</span>}
        {judge !== null && (
          <span>
            <b className="font-semibold text-ink">Bold</b>: differs from {judge}
          </span>
        )}
        {sample.metrics.length > 0 && <span>Metrics score the whole {sample.task.outputName}, on a scale of their own</span>}
        {sample.units.some(({ evaluations }) => evaluations.some(({ blindScore }) => blindScore !== null)) && (
          <span>2 → 1: blind, then with the draft</span>
        )}
      </p>
    </section>
  );
}

const workWords = ({ arm, round, planted }: Pick<SampleRater, "arm" | "round" | "planted">): string => {
  if (planted) return "wrong draft";
  return round > 0 ? "second time" : armWords(arm);
};

/** The score that figures take from a judge; null: none. */
export const scoreOfJudge = (unit: SampleUnit, judge: string | null): number | null =>
  unit.drafts.find((draft) => draft.judge === judge && draft.current)?.score ?? null;

const spreadOf = (scores: readonly number[]) => (scores.length === 0 ? 0 : Math.max(...scores) - Math.min(...scores));
/** A metric's score, or an end of its scale, which may be in the thousands. */
const shortly = (value: number) => (Number.isInteger(value) ? count(value) : decimals(value));
const trimmed = (value: number) => decimals(value, Number.isInteger(value) ? 0 : 1);

interface ScoreProps {
  evaluation: SampleEvaluation | undefined;
  judge: number | null;
  named: (score: number | null) => string;
}

function PersonScore({ evaluation, judge, named }: ScoreProps) {
  if (evaluation === undefined || evaluation.score === null) return <span className="text-soft">–</span>;
  const { score, blindScore } = evaluation;
  const differs = judge !== null && score !== judge;
  return (
    <>
      {blindScore !== null && (
        <span className="text-soft">
          {named(blindScore)} <span aria-hidden="true">→</span>
          <span className="sr-only">then</span>{" "}
        </span>
      )}
      <span className={differs ? "font-semibold text-ink" : "text-soft"}>
        {named(score)}
        {differs && <span className="sr-only">, differs from the judge</span>}
      </span>
    </>
  );
}
