import type { TaskReport } from "@/lib/domain/report";
import type { Behaviours, DraftEffect, Moves } from "@/lib/domain/report-draft-effect";
import type { PanelTable } from "@/lib/paper/panel-table";
import { count, figuresOf, percent, pText, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { countCell } from "./cells";
import { FigurePanel } from "./figure-panel";
import { type FigureRow, valueCell } from "./figure-table";

/** What drafts do to people: how far they pull, what becomes of wrong ones, how first scores move, and who is put right by whom. */
export function DraftEffectPanels({ report }: { report: TaskReport }) {
  const { effects, behaviours } = report.chapters.influence;
  return (
    <>
      {effects.map((effect) => (
        <EffectPanels key={`${effect.judge} ${effect.kind}`} report={report} effect={effect} />
      ))}
      <BehavioursPanel behaviours={behaviours} />
    </>
  );
}

function EffectPanels({ report, effect }: { report: TaskReport; effect: DraftEffect }) {
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
      { figure: of?.wrong.kept, n: true },
      { figure: of?.wrong.changedRight },
      { figure: of?.wrong.changedWrong },
      { figure: of?.right.kept, n: true },
      { figure: of?.right.changedWrong },
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
              { value: own.towards },
              { value: own.stayed },
              { value: own.away },
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

/** What the index allows to say; nothing more than its interval. */
export function pullWords({ index: { pooled } }: DraftEffect, how: string): string {
  if (pooled.value === null || !pooled.interval) return `Scores given ${how}. Whether the draft pulled them cannot be told yet.`;
  const { low, high } = pooled.interval;
  if (low > 0)
    return `Scores given ${how}. The draft pulled them: they are ${percent(pooled.value)} closer to it (${percent(low)} to ${percent(high)}).`;
  if (high < 0) return `Scores given ${how}. They are further from the draft than scores made without it.`;
  return `Scores given ${how}. Whether the draft pulled them cannot be told yet.`;
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
            { figure: one.correction, n: true },
            { figure: one.scrutiny, n: true },
            { figure: one.subjectivity, n: true },
            { figure: one.outlierRemoved ?? { value: null, why: "no-first-score" }, n: true },
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
