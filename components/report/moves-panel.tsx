import { figureUnits } from "@/lib/domain/figure-units";
import type { Moves } from "@/lib/domain/report-draft-effect";
import type { PanelTable } from "@/lib/paper/panel-table";
import { count, pText, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { countCell } from "./cells";
import type { EffectProps } from "./fates-panel";
import { FigurePanel } from "./figure-panel";
import { valueCell } from "./figure-table";

/** How first scores moved once the draft was shown. Nothing where nobody scored before seeing it. */
export function MovesPanel({ report, effect: { judge, moves }, isCounted }: EffectProps) {
  const moved = report.criteria.flatMap(({ name, labels }) => {
    const own = moves[name];
    return labels === null && own && own.towards + own.stayed + own.away > 0 ? [{ name, own }] : [];
  });
  return (
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
        ],
        rows: moved.map(({ name, own }) => ({
          name,
          label: plainCriterionName(name),
          units: { criterion: name, judge, ratings: "1", arm: "blind-then-drafted" },
          cells: [
            ...(["towards", "stayed", "away"] as const).map((moved) => ({
              value: own[moved],
              link: { units: figureUnits.besideDraft(name, judge, "blind-then-drafted", { moved }), n: isCounted ? own[moved] : null },
            })),
            { figure: own.shift, n: true },
            valueCell(own.p, own.shift.why),
          ],
        })),
        n: "ratings",
      }}
      drawn={[movesTable(moved, judge)]}
      remark="p: the sign of each input’s moves flipped at random."
    />
  );
}

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
