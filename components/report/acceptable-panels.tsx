import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { Acceptable } from "@/lib/domain/report-people";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { DistributionBars } from "../charts/distribution-bars";
import { count, decimals, figuresOf, percent, signed } from "../charts/format";
import { onOneAxis, prepareDistribution } from "../charts/prepare-distribution";
import { plainCriterionName } from "../words/criterion-name";
import { armsInWords } from "./basis";
import { distanceOf } from "./cells";
import { FigurePanel } from "./figure-panel";
import type { FigureColumn } from "./figure-table";
import { distributionTables } from "./judge-tables";

interface Own {
  criterion: TaskReport["criteria"][number];
  own: Acceptable;
}

const ofPeople: FigureColumn[] = [
  { head: "ratings with several", explained: "several-acceptable", format: percent, n: "ratings" },
  { head: "people give the same", explained: "equal-share", format: percent },
  { head: "people accept each other’s", explained: "accepted-share", format: percent },
];
const ofJudge: FigureColumn[] = [
  { head: "people give the judge’s", explained: "equal-share", format: percent },
  { head: "people accept the judge’s", explained: "accepted-share", format: percent },
  { head: "more often than a person’s", explained: "accepted-difference", format: signed },
];

/** Criteria on which several scores can be acceptable: how often a score is acceptable to others, and which scores are. */
export function AcceptablePanels({ report, judge }: { report: TaskReport; judge: string | null }) {
  const criteria = report.criteria.flatMap((criterion) => {
    const own = report.chapters.people.perCriterion[criterion.name]?.acceptable;
    return own ? [{ criterion, own }] : [];
  });
  const basis = basisOf(report, criteria);
  return (
    <>
      <FigurePanel
        title="Where several scores are acceptable"
        description={`How often a score is one that other people gave or marked as also acceptable${judge === null ? "" : `; judge: ${judge}`}`}
        basis={basis}
        table={{
          ...{ label: "Acceptable scores", first: "Criterion", n: "units" },
          columns: judge === null ? ofPeople : [...ofPeople, ...ofJudge],
          rows: criteria.map(({ criterion: { name }, own }) => rowOf(report, name, own, judge)),
        }}
        remark="Alpha counts two different scores as disagreement even where each person accepts the other’s."
      />
      {judge !== null && <PerceptionPanel {...{ report, judge, criteria, basis }} />}
    </>
  );
}

const isBlind = ({ arms }: TaskReport, { basis }: Acceptable) => basis === "blind" && arms.some((arm) => arm !== "blind");
const armsOf = (report: TaskReport, own: Acceptable) => (isBlind(report, own) ? armsInWords(["blind"]) : undefined);
const armOf = (report: TaskReport, own: Acceptable) => (isBlind(report, own) ? { arm: "blind" } : {});

/** What the figures are of, where the report has other ratings too. */
function basisOf(report: TaskReport, criteria: readonly Own[]): string | null {
  const blind = criteria.filter(({ own }) => isBlind(report, own));
  if (blind.length === 0) return null;
  return blind.length === criteria.length
    ? "From blind ratings"
    : `${blind.map(({ criterion }) => plainCriterionName(criterion.name)).join(", ")}: from blind ratings`;
}

function rowOf(report: TaskReport, name: string, own: Acceptable, judge: string | null) {
  const arm = armOf(report, own);
  const [shared, judged] = [figureUnits.pairable(name), judge === null ? {} : figureUnits.judged(name, judge)];
  const of = judge === null ? undefined : own.judges[judge];
  return {
    name,
    arms: armsOf(report, own),
    label: plainCriterionName(name),
    units: { ...shared, ...arm },
    cells: [
      { figure: own.several, n: true, link: { units: { ...figureUnits.given(name, { kind: "people" }), ...arm } } },
      { figure: own.exact, n: true, link: { units: { ...shared, ...arm } } },
      { figure: own.accepted, n: true, link: { units: { ...shared, ...arm } } },
      ...(of
        ? [
            { figure: of.exact, n: true, link: { units: { ...judged, ...arm } } },
            { figure: of.accepted, n: true, link: { units: { ...judged, ...arm } } },
            { figure: of.difference, n: true, link: { units: { ...shared, ...judged, ...arm } } },
          ]
        : []),
    ],
  };
}

/** A point of the drawn scale as a score; of labels, the place in the list. */
const scoreAt = (criterion: Own["criterion"] | undefined, point: number | string): number =>
  criterion?.labels?.indexOf(`${point}`) ?? Number(point);

const title = "Which scores people accept, and which the judge gives";

/** By people's median: all scores acceptable to them, and the judge's (perception chart of Elangovan et al. 2025). */
function PerceptionPanel({
  report,
  judge,
  criteria,
  basis,
}: {
  report: TaskReport;
  judge: string;
  criteria: readonly Own[];
  basis: string | null;
}) {
  const groups = criteria.flatMap(({ criterion, own }) =>
    (own.judges[judge]?.byMedian ?? []).map((group) => {
      const point = criterion.labels?.[group.people] ?? String(group.people);
      const unitsOf = (judged?: number): UnitQuery => ({
        ...figureUnits.agreedOn(criterion.name, judge, group.people, criterion.labels ? "most" : "median", judged),
        ...armOf(report, own),
      });
      return { ...group, criterion, own, unitsOf, name: `${plainCriterionName(criterion.name)}: ${point}` };
    }),
  );
  const drawn = onOneAxis(
    groups.map(({ name, criterion, own, acceptable, judge: given }) => {
      const named = (counts: Record<string, number>) =>
        criterion.labels
          ? Object.fromEntries(Object.entries(counts).map(([place, number]) => [criterion.labels?.[Number(place)] ?? place, number]))
          : counts;
      const series = (of: string, counts: Record<string, number>) => ({
        ...{ name: of, mean: null, histogram: named(counts) },
        n: Object.values(counts).reduce((sum, number) => sum + number, 0),
      });
      const points = criterion.labels?.map((label) => ({ value: label, label }));
      return {
        ...{ name, arms: armsOf(report, own) },
        distribution: prepareDistribution(criterion, [series("acceptable to people", acceptable), series(judge, given)], points),
      };
    }),
  );
  return (
    <FigurePanel
      title={title}
      description={`Units by people’s median score, or most people’s label: all scores acceptable to people, and those of ${judge}, as shares`}
      basis={basis}
      drawn={distributionTables(title, drawn).map((table) => ({ ...table, n: "scores" }))}
      table={{
        ...{ label: "Acceptable scores by people’s median", first: "People’s median", n: "units" },
        columns: [
          { head: "units", explained: "unit-count", format: count },
          { head: "divergence, bits", explained: "accepted-divergence", format: decimals },
        ],
        rows: groups.map(({ name, units, divergence, own, unitsOf }) => ({
          ...{ name, arms: armsOf(report, own), units: unitsOf() },
          cells: [
            { value: units, link: { units: unitsOf(), n: units } },
            { figure: distanceOf(divergence), link: { units: unitsOf() } },
          ],
        })),
      }}
    >
      <div className="mb-6 grid gap-x-8 gap-y-7 sm:grid-cols-2 xl:grid-cols-3">
        {drawn.map(({ name, distribution }, place) => (
          <div key={name} className="flex min-w-0 flex-col justify-end">
            <h3 className="mb-3 text-small font-medium wrap-anywhere text-ink">{`${name} (${figuresOf(groups[place]?.units ?? 0, "unit")})`}</h3>
            <DistributionBars
              distribution={distribution}
              figure={name}
              // No list has the ratings to which a score is acceptable, so both lead to units.
              isCounted={false}
              unitsOf={(series, point) =>
                groups[place]?.unitsOf(series === judge && point !== undefined ? scoreAt(groups[place]?.criterion, point) : undefined) ?? {}
              }
            />
          </div>
        ))}
      </div>
    </FigurePanel>
  );
}
