import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import type { Behaviours, DraftEffect, DraftFates, Moves } from "@/lib/domain/report-draft-effect";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { UnitSelection } from "@/lib/domain/unit-selection";
import type { PanelTable } from "@/lib/paper/panel-table";
import { FigureLink } from "../charts/figure-link";
import { count, figuresOf, percent, pText, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { countCell } from "./cells";
import { FigurePanel } from "./figure-panel";
import { type FigureCell, type FigureRow, valueCell } from "./figure-table";

/** What drafts do to people: how far they pull, what becomes of wrong ones, how first scores move, and who is put right by whom. */
export function DraftEffectPanels({ report }: { report: TaskReport }) {
  const { effects, behaviours } = report.chapters.influence;
  return (
    <>
      {effects.map((effect) => (
        <EffectPanels
          key={`${effect.judge} ${effect.kind}`}
          report={report}
          effect={effect}
          // Drafts of several runs of one judge have one list together.
          isCounted={effects.filter(({ judge, kind }) => judge === effect.judge && kind === effect.kind).length === 1}
        />
      ))}
      <BehavioursPanel behaviours={behaviours} />
    </>
  );
}

interface EffectProps {
  report: TaskReport;
  effect: DraftEffect;
  /** Whether the lists behind its figures have just their ratings. */
  isCounted: boolean;
}

function EffectPanels({ report, effect, isCounted }: EffectProps) {
  const { judge, kind, index, drafts, moves } = effect;
  const criteria = report.criteria.filter(({ labels }) => labels === null).map(({ name }) => name);
  const arm = kind === "drafted" ? "drafted" : "blind-then-drafted";
  const how = kind === "drafted" ? "with the draft from the start" : "after their own first score";
  const row = (name: string, label: string, pull: typeof index.pooled, of: typeof drafts.pooled | undefined): FigureRow => ({
    name,
    label,
    units: { ...(name !== "" && { criterion: name }), judge, ratings: "1", arm },
    cells: [
      { figure: pull },
      ...fateCells(of, (fate) => figureUnits.besideDraft(name === "" ? null : name, judge, arm, { fate }), isCounted),
    ],
  });
  const moved = criteria.flatMap((name) => {
    const own = moves[name];
    return own && own.towards + own.stayed + own.away > 0 ? [{ name, own }] : [];
  });
  return (
    <>
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
          rows: [
            row("", "All criteria", index.pooled, drafts.pooled),
            ...criteria.flatMap((name) => {
              const pull = index.perCriterion[name];
              return pull ? [row(name, plainCriterionName(name), pull, drafts.perCriterion[name])] : [];
            }),
          ],
          n: "ratings",
        }}
        remark="Right: less than a point from the median of three or more other people’s scores made without a draft. Anchoring index: 1 minus the mean distance to the draft with it in view over that without; 0 is no pull, 1 is everybody taking it. Only where chance decided the arm is it the draft’s doing."
      />
      <FigurePanel
        title={`First score, final score: ${judge}`}
        description="Scored without the draft, then again with it"
        table={{
          label: `First and final scores, ${judge}`,
          first: "Criterion",
          columns: [
            { head: "towards the draft", format: count, explained: "move-count" },
            { head: "stayed", format: count, explained: "move-count" },
            { head: "away", format: count, explained: "move-count" },
            { head: "closer by, points", format: signed, explained: "move-shift" },
            { head: "p", format: pText, explained: "sign-flip" },
            { head: "moves", explained: null, notExported: true },
          ],
          rows: moved.map(({ name, own }) => ({
            name,
            label: plainCriterionName(name),
            units: { criterion: name, judge, ratings: "1", arm },
            cells: [
              ...(["towards", "stayed", "away"] as const).map((moved) => ({
                value: own[moved],
                link: { units: figureUnits.besideDraft(name, judge, arm, { moved }), n: isCounted ? own[moved] : null },
              })),
              { figure: own.shift, n: true },
              valueCell(own.p, own.shift.why),
              { text: movesText(own) },
            ],
          })),
          n: "ratings",
        }}
        more={[movesTable(moved, judge)]}
        remark="p: the sign of each input’s moves flipped at random. Moves: from the first score to the final one, and how often."
      />
    </>
  );
}

type Fate = NonNullable<UnitSelection["fate"]>;

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

/** How many of its n a share counts. */
const hitsOf = ({ value, n }: Figure): number => Math.round((value ?? 0) * n);

/** What the index allows to say; nothing more than its interval. */
export function pullWords({ index: { pooled } }: DraftEffect, how: string): string {
  if (pooled.value === null || !pooled.interval) return `Scores given ${how}. Whether the draft pulled them is not clear yet.`;
  const { low, high } = pooled.interval;
  if (low > 0)
    return `Scores given ${how}. The draft pulled them: they are ${percent(pooled.value)} closer to it (${percent(low)} to ${percent(high)}).`;
  if (high < 0) return `Scores given ${how}. They are further from the draft than scores made without it.`;
  return `Scores given ${how}. Whether the draft pulled them is not clear yet.`;
}

const movesText = ({ values, counts }: Moves): string =>
  counts
    .flatMap((row, from) =>
      row.flatMap((number, to) => (from === to || number === 0 ? [] : [`${values[from]} → ${values[to]}: ${number}`])),
    )
    .join(", ") || "none";

/** How often each first score became each final one. */
const movesTable = (moved: readonly { name: string; own: Moves }[], judge: string): PanelTable => ({
  title: `From first score to final score, ${judge}`,
  labels: ["Criterion", "First score", "Final score"],
  columns: [{ head: "scores", figure: "move-count", format: count }],
  rows: moved.flatMap(({ name, own: { values, counts } }) =>
    counts.flatMap((row, from) =>
      row.map((number, to) => ({ labels: [plainCriterionName(name), `${values[from]}`, `${values[to]}`], cells: [countCell(number)] })),
    ),
  ),
});

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
        rows: behaviours.map((one) => ({
          name: `${one.judge} ${one.definition} ${one.criterion ?? ""}`,
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

/** A share of ratings with the ratings that it counts; where there are none, the row's. */
function behaviourCell(
  all: readonly Behaviours[],
  { judge, criterion, definition }: Behaviours,
  behaviour: NonNullable<UnitSelection["behaviour"]>,
  figure: Figure,
): FigureCell {
  const hits = hitsOf(figure);
  if (hits === 0) return { figure, n: true };
  const arm = definition === "draft-only" ? "drafted" : "blind-then-drafted";
  const alike = all.filter((one) => one.judge === judge && one.criterion === criterion && one.definition === definition);
  const units = figureUnits.besideDraft(criterion, judge, arm, { behaviour });
  return {
    figure,
    detail: { words: `${count(hits)} of ${count(figure.n)}`, cells: [] },
    link: { units, n: alike.length === 1 ? hits : null },
  };
}
