import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import type { DraftEffect, DraftFates } from "@/lib/domain/report-draft-effect";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { UnitSelection } from "@/lib/domain/unit-selection";
import { FigureLink } from "../charts/figure-link";
import { count, percent } from "../charts/format";
import { IntervalPlot } from "../charts/interval-plot";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { type SegmentStyle, StackedBars, segmentLooks } from "../charts/stacked-bars";
import { plainCriterionName } from "../words/criterion-name";
import { type FateKey, fateRows, hitsOf, keptWords } from "./fate-rows";
import { FigurePanel } from "./figure-panel";
import type { FigureCell, FigureRow } from "./figure-table";

type Fate = NonNullable<UnitSelection["fate"]>;

/** What drafts are kept for, and what changes: right ones kept are as unremarkable as wrong ones put right. */
const styles: Record<FateKey, SegmentStyle> = {
  "right-kept": { label: "kept", className: segmentLooks.plain },
  "right-still-right": { label: "changed, still right", className: "border border-edge bg-card" },
  "right-made-wrong": { label: "made wrong", className: segmentLooks.hatched },
  "wrong-kept": { label: "kept", className: segmentLooks.solid },
  "wrong-still-wrong": { label: "changed, still wrong", className: segmentLooks.hatched },
  "wrong-put-right": { label: "put right", className: segmentLooks.plain },
};

export interface EffectProps {
  report: TaskReport;
  effect: DraftEffect;
  /** Whether the lists behind its figures have just their ratings. */
  isCounted: boolean;
}

/** How far the draft pulled people, and what became of right drafts and of wrong ones. */
export function FatesPanel({ report, effect, isCounted }: EffectProps) {
  const { judge, kind, index, drafts } = effect;
  const arm = kind === "drafted" ? "drafted" : "blind-then-drafted";
  const how = kind === "drafted" ? "with the draft from the start" : "after their own first score";
  const criteria = report.criteria.filter(({ labels }) => labels === null).map(({ name }) => name);
  const shown = [
    { name: "", label: "All criteria", pull: index.pooled, of: drafts.pooled as typeof drafts.pooled | undefined },
    ...criteria.flatMap((name) => {
      const pull = index.perCriterion[name];
      return pull ? [{ name, label: plainCriterionName(name), pull, of: drafts.perCriterion[name] }] : [];
    }),
  ];
  const fateOf = (criterion: string) => (fate: Fate) => figureUnits.besideDraft(criterion === "" ? null : criterion, judge, arm, { fate });
  const plot = prepareIntervalPlot(
    shown.map(({ of }) => of?.wrong.kept ?? { value: null }),
    [],
  );
  return (
    <FigurePanel
      title={`Right drafts, wrong drafts: ${judge}`}
      description={pullWords(effect, how)}
      table={{
        label: `What became of the drafts of ${judge}, ${how}`,
        first: "Criterion",
        columns: [
          { head: "anchoring index", explained: "anchoring-index" },
          { head: "wrong drafts kept", format: percent, explained: "draft-fate" },
          { head: "put right", format: percent, explained: "draft-fate" },
          { head: "changed, still wrong", format: percent, explained: "draft-fate" },
          { head: "right drafts kept", format: percent, explained: "draft-fate" },
          { head: "made wrong", format: percent, explained: "draft-fate" },
        ],
        rows: shown.map(
          ({ name, label, pull, of }): FigureRow => ({
            name,
            label,
            units: { ...(name !== "" && { criterion: name }), judge, ratings: "1", arm },
            cells: [{ figure: pull }, ...fateCells(of, fateOf(name), isCounted)],
          }),
        ),
        plot: {
          head: "wrong drafts kept",
          axis: plot,
          drawn: (row) => plot.marks[row] && <IntervalPlot plot={plot} mark={plot.marks[row]} />,
          format: (share) => `${share * 100}\u00a0%`,
        },
        n: "ratings",
      }}
      remark="Right: less than a point from the median of three or more other people’s scores made without a draft. Anchoring index: 1 minus the mean distance to the draft with it in view over that without; 0 is no pull, 1 is everybody taking it. Only where chance decided the arm is it the draft’s doing."
    >
      <div className="mb-5 flex flex-col gap-3">
        <p className="text-body text-ink">{keptWords(drafts.pooled)}</p>
        <StackedBars
          rows={fateRows(drafts.pooled)}
          styles={styles}
          counted="rating"
          nothing="None."
          unitsOf={(_, key) => fateOf("")(key)}
          isCounted={isCounted}
        />
      </div>
    </FigurePanel>
  );
}

/** What became of wrong drafts and of right ones: each share opens the ratings that it counts, and "of 12" all that it is of. */
function fateCells(of: DraftEffect["drafts"]["pooled"] | undefined, unitsOf: (fate: Fate) => UnitQuery, isCounted: boolean): FigureCell[] {
  const cell = (all: "wrong" | "right", fate: Fate, figure: Figure | undefined): FigureCell => {
    if (figure === undefined || figure.value === null) return { figure };
    const n = hitsOf(figure);
    return {
      figure,
      link: n === 0 ? { units: unitsOf(all), n: isCounted ? figure.n : null } : { units: unitsOf(fate), n: isCounted ? n : null },
      detail: {
        words: (
          <>
            {count(n)} of{" "}
            <FigureLink units={unitsOf(all)} n={isCounted ? figure.n : null} figure={`${all} drafts`}>
              {count(figure.n)}
            </FigureLink>
          </>
        ),
        cells: [],
      },
    };
  };
  const ends: ["wrong" | "right", Fate, keyof Omit<DraftFates, "n">][] = [
    ["wrong", "wrong-kept", "kept"],
    ["wrong", "wrong-put-right", "changedRight"],
    ["wrong", "wrong-still-wrong", "changedWrong"],
    ["right", "right-kept", "kept"],
    ["right", "right-made-wrong", "changedWrong"],
  ];
  return ends.map(([all, fate, figure]) => cell(all, fate, of?.[all][figure]));
}

/** What the index allows to say; nothing more than its interval, and nothing of a cause. */
export function pullWords({ index: { pooled } }: DraftEffect, how: string): string {
  const { value, interval } = pooled;
  if (value !== null && interval && interval.low > 0)
    return `Scores given ${how}. They are ${percent(value)} closer to the draft than scores made without it (${percent(interval.low)} to ${percent(interval.high)}).`;
  if (interval && interval.high < 0) return `Scores given ${how}. They are further from the draft than scores made without it.`;
  return `Scores given ${how}. Whether they are closer to the draft than scores made without it is not clear yet.`;
}
