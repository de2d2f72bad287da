import { Fragment } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import type { Behaviours, DraftEffect } from "@/lib/domain/report-draft-effect";
import type { UnitSelection } from "@/lib/domain/unit-selection";
import { count, figuresOf, percent } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { hitsOf } from "./fate-rows";
import { FatesPanel } from "./fates-panel";
import { FigurePanel } from "./figure-panel";
import type { FigureCell } from "./figure-table";
import { MovesPanel } from "./moves-panel";

/** What drafts do to people: how far they pull, what becomes of wrong ones, how first scores move, and who is put right by whom. */
export function DraftEffectPanels({ report }: { report: TaskReport }) {
  const { effects, behaviours } = report.chapters.influence;
  return (
    <>
      {effects.map((effect, place) => {
        const { judge, kind } = effect;
        const isAlike = (one: DraftEffect) => one.judge === judge && one.kind === kind;
        const run = effects.slice(0, place).filter(isAlike).length;
        // Drafts of several runs of one judge have one list together.
        const isCounted = effects.filter(isAlike).length === 1;
        return (
          <Fragment key={`${judge} ${kind} ${run}`}>
            <FatesPanel report={report} effect={effect} isCounted={isCounted} />
            <MovesPanel report={report} effect={effect} isCounted={isCounted} />
          </Fragment>
        );
      })}
      <BehavioursPanel behaviours={behaviours} />
    </>
  );
}

function BehavioursPanel({ behaviours }: { behaviours: Behaviours[] }) {
  return (
    <FigurePanel
      title="Who puts whom right"
      description="People’s final scores where they, the draft and most of the others differ"
      table={{
        label: "Correction, scrutiny, subjectivity and outliers",
        first: "Drafts of",
        columns: [
          { head: "correction", format: percent, explained: "behaviour" },
          { head: "scrutiny", format: percent, explained: "behaviour" },
          { head: "subjectivity", format: percent, explained: "behaviour" },
          { head: "outlier removed", format: percent, explained: "behaviour" },
        ],
        rows: behaviours.map((one, place) => ({
          name: `${place}`,
          label: `${one.judge}: ${one.criterion === null ? "all criteria" : plainCriterionName(one.criterion)}`,
          units: { ...(one.criterion !== null && { criterion: one.criterion }), judge: one.judge, ratings: "1" },
          detail: {
            words: `${one.definition === "draft-only" ? "draft only, " : ""}${figuresOf(one.n, "score")}${one.tied === 0 ? "" : `; ${count(one.tied)} without a majority left out`}`,
            cells: [{ text: one.definition === "draft-only" ? "draft only" : "with first scores" }, { value: one.n }, { value: one.tied }],
          },
          cells: [
            behaviourCell(behaviours, one, "correction", one.correction),
            behaviourCell(behaviours, one, "scrutiny", one.scrutiny),
            behaviourCell(behaviours, one, "subjectivity", one.subjectivity),
            one.outlierRemoved === null
              ? { figure: { value: null, why: "no-first-score" } }
              : behaviourCell(behaviours, one, "outlier-removed", one.outlierRemoved),
          ],
        })),
        details: [
          { head: "definition", explained: null },
          { head: "scores", format: count, explained: "rating-count" },
          { head: "scores without a majority, left out", format: count, explained: "rating-count" },
        ],
        n: "scores",
      }}
      remark="Correction: the majority’s score is given where the draft is wrong and the person’s first score was right. Scrutiny: the draft’s score is refused where both draft and first score are wrong. Subjectivity: the first score stays where the draft agrees with the majority. Outlier removed: it does not. “Draft only” knows no first score: subjectivity is then another score than the majority’s where the draft agrees with it. The majority is of the others’ scores."
    />
  );
}

/** A share of ratings with the ratings that it counts; where there are none, those that could have been. */
function behaviourCell(
  all: readonly Behaviours[],
  { judge, criterion, definition }: Behaviours,
  behaviour: NonNullable<UnitSelection["behaviour"]>,
  figure: Figure,
): FigureCell {
  const hits = hitsOf(figure);
  const arm = definition === "draft-only" ? "drafted" : "blind-then-drafted";
  const alike = all.filter((one) => one.judge === judge && one.criterion === criterion && one.definition === definition);
  const isCounted = alike.length === 1;
  if (hits === 0) {
    const units = figureUnits.besideDraft(criterion, judge, arm, { could: behaviour });
    return { figure, n: true, link: { units, n: isCounted ? figure.n : null } };
  }
  const units = figureUnits.besideDraft(criterion, judge, arm, { behaviour });
  return {
    figure,
    detail: { words: `${count(hits)} of ${count(figure.n)}`, cells: [] },
    link: { units, n: isCounted ? hits : null },
  };
}
