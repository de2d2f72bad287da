import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { Moves } from "@/lib/domain/report-draft-effect";
import type { PanelTable } from "@/lib/paper/panel-table";
import { Fans } from "../charts/fans";
import { FigureLink } from "../charts/figure-link";
import { count, figuresOf, pText, signed } from "../charts/format";
import { type Fans as PreparedFans, prepareFans } from "../charts/prepare-fans";
import { plainCriterionName } from "../words/criterion-name";
import { countCell } from "./cells";
import type { EffectProps } from "./fates-panel";
import { FigurePanel } from "./figure-panel";
import { valueCell } from "./figure-table";

/** What first scores did, where nothing before names the draft. */
const wayWords = {
  towards: "moved towards the draft",
  stayed: "stayed as far from the draft",
  away: "moved away from the draft",
};

/** How first scores moved once the draft was shown. Nothing where nobody scored before seeing it. */
export function MovesPanel({ report, effect: { judge, moves }, isCounted }: EffectProps) {
  const moved = report.criteria.flatMap(({ name, labels }) => {
    const own = moves[name];
    return labels === null && own && own.towards + own.stayed + own.away > 0 ? [{ name, own }] : [];
  });
  const arm = "blind-then-drafted";
  const all = (criterion: string) => figureUnits.besideDraft(criterion, judge, arm, { shown: "true" });
  const total = (way: "towards" | "stayed" | "away") => moved.reduce((sum, { own }) => sum + own[way], 0);
  const scores = total("towards") + total("stayed") + total("away");
  const link = (way: "towards" | "stayed" | "away", words: string) => (
    <FigureLink
      units={figureUnits.besideDraft(null, judge, arm, { moved: way })}
      n={isCounted || total(way) === 0 ? total(way) : null}
      figure={`first scores that ${wayWords[way]}`}
      className="underline decoration-edge"
    >
      {count(total(way))} {words}
    </FigureLink>
  );
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
          units: all(name),
          cells: [
            ...(["towards", "stayed", "away"] as const).map((moved) => ({
              value: own[moved],
              link: { units: figureUnits.besideDraft(name, judge, arm, { moved }), n: isCounted || own[moved] === 0 ? own[moved] : null },
            })),
            { figure: own.shift, n: true, link: { units: all(name), ...(!isCounted && { n: null }) } },
            valueCell(own.p, own.shift.why),
          ],
        })),
        n: "ratings",
      }}
      drawn={[movesTable(moved, judge)]}
      remark="p: the sign of each input’s moves flipped at random. Stayed: as far from the draft as before, on either side of it."
    >
      <p className="mb-3 text-body text-ink">
        Of {figuresOf(scores, "first score")}, {link("towards", "moved towards the draft")}, {link("away", "away from it")}, and{" "}
        {link("stayed", "stayed as far")}.
      </p>
      {fansOf(report, moved).map(({ names, fans }) => (
        <section key={names.join()} className="mb-5" aria-label={`Moves on ${names.map(plainCriterionName).join(", ")}`}>
          {names.length < moved.length && <p className="mb-1 text-small text-soft">{names.map(plainCriterionName).join(", ")}</p>}
          <Fans
            {...fans}
            unitsOf={(first, { final, way }) =>
              figureUnits.besideDraft(names.length === 1 ? (names[0] ?? null) : null, judge, arm, {
                ...{ shown: "true", firstScore: `${first}` },
                ...(final !== undefined && { humanScore: `${final}` }),
                ...(way !== undefined && { moved: way }),
              })
            }
            // Of several criteria with one scale among others, the list has all.
            isCounted={isCounted && (names.length === 1 || names.length === moved.length)}
          />
        </section>
      ))}
    </FigurePanel>
  );
}

interface Moved {
  name: string;
  own: Moves;
}

/** Criteria that share a scale together, where that has few enough points to draw. */
function fansOf(report: TaskReport, moved: readonly Moved[]): { names: string[]; fans: PreparedFans }[] {
  const scaleOf = (name: string) => report.criteria.find((criterion) => criterion.name === name);
  const keyOf = ({ name }: Moved) => `${scaleOf(name)?.min} ${scaleOf(name)?.max}`;
  return [...new Set(moved.map(keyOf))].flatMap((key) => {
    const alike = moved.filter((one) => keyOf(one) === key);
    const scale = scaleOf(alike[0]?.name ?? "");
    const fans =
      scale &&
      prepareFans(
        alike.map(({ own }) => own),
        scale,
      );
    return fans ? [{ names: alike.map(({ name }) => name), fans }] : [];
  });
}

/** How often each first score became each final one, and which way that was. */
function movesTable(moved: readonly Moved[], judge: string): PanelTable {
  const areWaysKnown = moved.every(({ own }) => own.ways !== undefined);
  const heads = areWaysKnown ? ["scores", "towards the draft", "away from it"] : ["scores"];
  return {
    title: `From first score to final score, ${judge}`,
    labels: ["Criterion", "First score", "Final score"],
    columns: heads.map((head) => ({ head, figure: "move-count", format: count })),
    rows: moved.flatMap(({ name, own: { values, counts, ways } }) =>
      counts.flatMap((row, from) =>
        row.map((number, to) => ({
          labels: [plainCriterionName(name), `${values[from]}`, `${values[to]}`],
          cells: [number, ...(areWaysKnown && ways ? [ways.towards[from]?.[to] ?? 0, ways.away[from]?.[to] ?? 0] : [])].map((one) =>
            countCell(one),
          ),
        })),
      ),
    ),
  };
}
