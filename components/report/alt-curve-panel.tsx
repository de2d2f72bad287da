import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { AltCurve } from "@/lib/domain/report-judges";
import type { PanelTable } from "@/lib/paper/panel-table";
import { FigureLink } from "../charts/figure-link";
import { asChosen, count, percent } from "../charts/format";
import { prepareShareCurve } from "../charts/prepare-share-curve";
import { ShareCurve } from "../charts/share-curve";
import { plainCriterionName } from "../words/criterion-name";
import { whySentence } from "../words/why";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { countCell } from "./cells";
import { FigurePanel } from "./figure-panel";
import { valueCell } from "./figure-table";

/** The alternative-annotator test at every price of a person's work: a single winning rate jumps with few people. */
export function AltCurvePanel({ report, judge }: { report: TaskReport; judge: string }) {
  const curves = report.criteria.flatMap(({ name }) => {
    const curve = report.chapters.judges.altCurves[judge]?.[name];
    return curve ? [{ name, curve }] : [];
  });
  const drawn = curves.filter(({ curve }) => curve.points.length > 0);
  const leftOut = curves.flatMap(({ name, curve }) => (curve.points.length === 0 ? plainCriterionName(name) : []));
  const tested = drawn.filter(({ curve }) => curve.points.some(({ winningRate }) => winningRate !== null));
  const epsilons = drawn[0]?.curve.points.map(({ epsilon }) => epsilon) ?? [];
  return (
    <FigurePanel
      title="Could the judge replace a person?"
      description={`Share of people whom ${judge} may replace, by the advantage ε granted to it for being cheaper; half is needed, and the verdict uses the full dot`}
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Alternative-annotator test",
        first: "Criterion",
        columns: epsilons.map((epsilon) => ({ head: `ε = ${asChosen(epsilon)}`, format: percent, explained: "winning-rate" })),
        rows: drawn.map(({ name, curve }) => ({
          name,
          label: plainCriterionName(name),
          units: among(chapterBasis(report), figureUnits.judged(name, judge)).units,
          detail: { words: closeTo(curve), cells: [{ value: curve.perPerson.filter(({ eligible }) => eligible).length }] },
          cells: curve.points.map(({ winningRate }) => valueCell(winningRate, curve.why ?? "no-units")),
        })),
        details: [{ head: "people tested", format: count, explained: "eligible-people" }],
      }}
      refused={curves.some(({ curve }) => curve.why === "no-blind-ratings") ? whySentence("no-blind-ratings") : undefined}
      remark={`Under each criterion: in how many units the judge is at least as close to the others as this person. Who has fewer than 30 units is not tested.${
        leftOut.length === 0 ? "" : ` Left out: ${new Intl.ListFormat("en").format(leftOut)}. ${whySentence("no-blind-ratings")}`
      }`}
      more={[{ ...perPersonTable(drawn, judge), arms: armsOfChapters(report) }]}
    >
      <div className="mb-5 grid gap-x-8 gap-y-5 empty:hidden sm:grid-cols-2 xl:grid-cols-4">
        {tested.map(({ name, curve }) => (
          <div key={name} className="min-w-0">
            <h3 className="mb-1 text-small font-medium wrap-anywhere text-ink">{plainCriterionName(name)}</h3>
            <FigureLink units={among(chapterBasis(report), figureUnits.judged(name, judge)).units} n={null} figure="winning rate">
              <ShareCurve
                curve={curveOf(curve, report.chapters.verdict[name]?.altTest[judge]?.epsilon)}
                summary={`Winning rate on ${plainCriterionName(name)}: ${curveWords(curve)}`}
                needed={0.5}
              />
            </FigureLink>
          </div>
        ))}
      </div>
    </FigurePanel>
  );
}

const closeTo = ({ perPerson }: AltCurve): string =>
  perPerson
    .map(({ name, judge, n, eligible }) => `${name} ${judge === null ? "–" : percent(judge)}${eligible ? "" : ` (only ${n} units)`}`)
    .join(", ");

/** How often the judge is at least as close to the others as each person, and that person as the judge. */
function perPersonTable(curves: readonly { name: string; curve: AltCurve }[], judge: string): PanelTable {
  const close = { figure: "advantage-of-one", format: percent } as const;
  return {
    title: "Who is at least as close to the other people",
    about: `Share of units on which ${judge}, and the person, are at least as close to the others; who has fewer than 30 units is not tested`,
    labels: ["Criterion", "Person"],
    columns: [{ head: judge, ...close }, { head: "person", ...close }, { head: "tested" }],
    rows: curves.flatMap(({ name, curve: { perPerson, why } }) =>
      perPerson.map(({ name: person, n, eligible, ...shares }) => ({
        labels: [plainCriterionName(name), person],
        cells: [countCell(shares.judge, n, why ?? undefined), countCell(shares.person, n, why ?? undefined), eligible ? "yes" : "no"],
      })),
    ),
    n: "units",
  };
}

/** Marked at the verdict's epsilon. */
const curveOf = ({ points }: AltCurve, epsilon: number | undefined) =>
  prepareShareCurve(
    points.map(({ epsilon: at, winningRate }) => ({ at, share: winningRate })),
    epsilon,
  );

const curveWords = ({ points }: AltCurve) =>
  points
    .map(({ epsilon, winningRate }) => `${winningRate === null ? "not defined" : percent(winningRate)} at epsilon ${asChosen(epsilon)}`)
    .join(", ");
