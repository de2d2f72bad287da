import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { BesidePerson, Likeness } from "@/lib/domain/report-judges";
import { shownSign } from "@/lib/domain/shown-difference";
import { pText, signed } from "../charts/format";
import { PairedPlot, SideMark } from "../charts/paired-plot";
import { preparePairedPlot } from "../charts/prepare-paired-plot";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { FigurePanel } from "./figure-panel";
import { type FigureCell, type FigureColumn, type FigureRow, valueCell } from "./figure-table";

/** Whether the judge is like one of the people: each person and the judge against the mean of the others, on the same units. */
export function BesidePeoplePanel({ report, judge }: { report: TaskReport; judge: string }) {
  const found = report.chapters.judges.besidePeople[judge] ?? {};
  const people = report.criteria.flatMap(({ name }) => (found[name] ?? []).map((person) => ({ name, person })));
  const plot = preparePairedPlot(
    people.map(({ person: { own, judge } }) => ({ above: own, below: judge })),
    [],
  );
  return (
    <FigurePanel
      title="Is the judge like one of the people?"
      description={`Pearson’s correlation of each person, and of ${judge}, with the mean of the other people on the same units`}
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "The judge in each person’s place",
        first: "Instead of",
        columns: [
          { head: "person", explained: "beside-people", mark: <SideMark isFilled={false} /> },
          { head: "judge", explained: "beside-people", mark: <SideMark isFilled /> },
          { head: "judge minus person", format: signed, explained: "correlation-difference" },
          { head: "p", format: pText, explained: "jackknife-p" },
          { head: "p after Holm", format: pText, explained: "holm" },
          { head: "which is closer", explained: null },
        ],
        rows: people.map(({ name, person }) => rowOf(report, name, judge, person)),
        ...(people.some(({ person }) => person.own.value !== null) && {
          plot: {
            head: "person and judge",
            axis: plot,
            drawn: (row) => plot.pairs[row] && <PairedPlot plot={plot} pair={plot.pairs[row]} />,
          },
        }),
        n: "units",
      }}
      second={likenessTable(report, judge)}
      remark="Each row has a reference of its own, the same for both: the people other than this one. Holm’s correction covers this table; who is closer is said where p holds and the interval leaves zero out."
    />
  );
}

function likenessTable(report: TaskReport, judge: string) {
  const found = report.chapters.judges.likeness?.[judge] ?? {};
  const hasPeople = Object.values(found).some(({ why }) => why !== "fewer-than-five");
  const explained = "human-likeness";
  return {
    about: `Mean Cohen’s kappa of ${judge} with people, and of each person with the others; n counts people`,
    arms: armsOfChapters(report),
    label: "The judge’s agreement among people’s",
    first: "Criterion",
    columns: [
      { head: "judge", explained },
      { head: "people", explained },
      { head: "their standard deviation", explained },
      { head: "z", format: signed, explained },
      { head: "the paper’s word", explained: null },
    ] satisfies FigureColumn[],
    rows: report.criteria.flatMap(({ name }): FigureRow[] => {
      const own = found[name];
      if (own === undefined || !hasPeople) return [];
      const { judgeKappa, peopleKappa, spread } = own;
      return [
        {
          name,
          label: plainCriterionName(name),
          units: among(chapterBasis(report), figureUnits.judged(name, judge)).units,
          cells: [
            ...[judgeKappa, peopleKappa, spread].map((kappa) => valueCell(kappa, own.why)),
            { figure: own, n: true },
            likenessWords(own),
          ],
        },
      ];
    }),
    n: "people",
    remark:
      "Judge’s Verdict (Han et al. 2025) calls z between −1 and 1 human-like, within the variation between people, and above 1 super-consistent: more agreement than people’s with each other, whether reliable or oversimplified. Said where the whole interval lies there.",
  };
}

/** What the paper calls a judge whose z lies there; below −1 it has no word. */
function likenessWords({ value, interval }: Likeness): FigureCell {
  if (value === null) return {};
  const { low, high } = interval ?? { low: -Infinity, high: Infinity };
  if (low > 1) return { text: "super-consistent" };
  if (high < -1) return { text: "neither: less than people" };
  return { text: low > -1 && high < 1 ? "human-like" : "cannot tell yet" };
}

function rowOf(
  report: TaskReport,
  criterion: string,
  name: string,
  { person, own, judge, difference, p = null, pHolm = null }: BesidePerson,
): FigureRow {
  const why = difference.why ?? difference.intervalWhy ?? null;
  const link = among(chapterBasis(report), figureUnits.besideOthers(criterion, person, name));
  return {
    name: `${criterion} ${person}`,
    label: `${plainCriterionName(criterion)}: ${person}`,
    // Who rated nothing without a draft has no samples to show.
    units: own.n === 0 ? undefined : link.units,
    cells: [
      { figure: own, n: true, link },
      { figure: judge, link },
      { figure: difference, link },
      valueCell(p, why),
      valueCell(pHolm, why),
      closer(difference, pHolm),
    ],
  };
}

/** More ratings like these will not tell who is closer: people followed the judge. */
function closer(difference: BesidePerson["difference"], pHolm: number | null): FigureCell {
  if (difference.why === "no-blind-ratings") return {};
  const sign = shownSign(difference, pHolm);
  return { text: sign === 0 ? "cannot tell yet" : sign > 0 ? "the judge" : "the person" };
}
