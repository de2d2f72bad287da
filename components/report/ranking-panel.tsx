import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { withinWords } from "@/lib/domain/report-basis";
import type { Ranking } from "@/lib/domain/report-judges";
import type { WithinInputs } from "@/lib/domain/report-verdict";
import { shownSign } from "@/lib/domain/shown-difference";
import { swapTestInWords } from "@/lib/domain/swap-test";
import { count, pText, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { whySentence } from "../words/why";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { FigurePanel } from "./figure-panel";
import { type CellLink, type Detail, type FigureCell, type FigureColumn, type FigureRow, valueCell } from "./figure-table";
import { hasOwnScale } from "./rater-label";

/** All judges on all criteria, and whether the differences between them are more than chance. */
export function RankingPanel({ report }: { report: TaskReport }) {
  const { ranking } = report.chapters.judges;
  const criteria = report.criteria.flatMap(({ name }) => ((ranking[name]?.judges.length ?? 0) > 0 ? [name] : []));
  const judges = report.raters.filter(({ kind }) => kind === "judge").map(({ name }) => name);
  if (judges.length < 2 || criteria.length === 0) return null;
  const scoring = new Set(report.raters.filter((rater) => !hasOwnScale(rater)).map(({ name }) => name));
  // A metric's scores on a scale of its own belong to samples, not to units: its figures lead to people's ratings.
  const linkTo = (criterion: string, judge: string) =>
    scoring.has(judge)
      ? among(chapterBasis(report), figureUnits.judged(criterion, judge))
      : { ...among(chapterBasis(report), figureUnits.given(criterion, { kind: "people" })), n: null };
  const isRefused = criteria.every((name) => ranking[name]?.judges.every(({ figure }) => figure.why === "no-blind-ratings"));
  const unitsOf = (judge: string) =>
    among(chapterBasis(report), scoring.has(judge) ? figureUnits.judgedAll(judge, "units") : { ratings: "1", of: "ratings" }).units;
  const rows = (isRefused ? [] : judges).map(
    (judge): FigureRow => ({
      name: judge,
      units: unitsOf(judge),
      cells: criteria.map((name) => cellOf(ranking[name], judge, linkTo(name, judge))),
    }),
  );
  const pairs = criteria.flatMap((name) => (ranking[name]?.pairs ?? []).map((pair) => ({ name, pair })));
  // Frozen reports may be older than the rank correlation.
  const isRank = criteria.some((name) => ranking[name]?.statistic === "spearman");
  const isWithin = criteria.some((name) => ranking[name]?.judges.some(({ withinInputs }) => withinInputs));
  const averaged = isWithin
    ? " Where inputs have outputs of several systems, correlations are within each input, averaged over those that define one: of a pair, for both judges."
    : "";
  const inputs: FigureColumn[] = isWithin
    ? [{ head: "inputs averaged over", format: count, explained: "inputs-averaged", n: "inputs" }]
    : [];
  const { each, test } = swapTestInWords(report.counts);
  const shown = pairs.filter(({ pair }) => shownSign(pair.difference, pair.pHolm) !== 0).length;
  return (
    <>
      <FigurePanel
        title="Which judge is closest to people?"
        description={`${isRank ? "Spearman’s" : "Pearson’s"} correlation of each judge with people’s mean, ${isWithin ? "within inputs" : "over all units"}`}
        basis={saidOfChapters(report)}
        table={{
          arms: armsOfChapters(report),
          label: "All judges on all criteria",
          first: "Judge",
          columns: criteria.map((name) => ({
            ...{ head: plainCriterionName(name), explained: isRank ? "spearman" : "pearson" },
            details: [{ head: `${plainCriterionName(name)}, letters`, explained: null }, ...inputs],
          })),
          rows,
          n: "units",
        }}
        refused={whySentence("no-blind-ratings")}
        remark={`Judges with a letter in common are not shown to differ on that criterion. Differences that hold after Holm’s correction, with an interval that leaves zero out: ${shown} of ${count(pairs.length)}.${averaged}`}
      />
      <FigurePanel
        title="Judges two by two"
        description="Difference of the correlations on the units that both have scored"
        basis={saidOfChapters(report)}
        table={{
          arms: armsOfChapters(report),
          label: "Differences between judges",
          first: "Judges",
          columns: [
            { head: "difference", format: signed, explained: isRank ? "rank-difference" : "correlation-difference", details: inputs },
            { head: "p", format: pText, explained: "perm-both" },
            { head: "p after Holm", format: pText, explained: "holm" },
            { head: "which is closer", explained: null },
          ],
          rows: pairs.map(({ name, pair: { a, b, difference, withinInputs, p, pHolm } }) => ({
            name: `${name} ${a} ${b}`,
            label: `${plainCriterionName(name)}: ${a} and ${b}`,
            units:
              scoring.has(a) && scoring.has(b)
                ? among(chapterBasis(report), figureUnits.judgedByBoth(name, a, b)).units
                : linkTo(name, scoring.has(a) ? a : b).units,
            cells: [
              { figure: difference, n: true, detail: withinDetail(withinInputs) },
              valueCell(p, difference.why),
              valueCell(pHolm, difference.why),
              { text: closer(a, b, shownSign(difference, pHolm)) },
            ],
          })),
          n: "units",
        }}
        remark={`p: both judges’ scores are swapped at random, ${each} (${test}; Deutsch et al. 2021). Holm’s correction covers all pairs and criteria of this table.`}
      />
    </>
  );
}

const closer = (a: string, b: string, sign: number) => (sign === 0 ? "cannot tell yet" : sign > 0 ? a : b);

function cellOf(ranking: Ranking | undefined, judge: string, link: CellLink): FigureCell {
  const own = ranking?.judges.find(({ name }) => name === judge);
  if (own === undefined) return {};
  const letters = own.groups.join("");
  const within = withinDetail(own.withinInputs);
  const words = [letters, within?.words].filter(Boolean).join(", ");
  return { figure: own.figure, n: true, detail: { words, cells: [{ text: letters }, ...(within?.cells ?? [])] }, link };
}

const withinDetail = (within: WithinInputs | null | undefined): Detail | undefined =>
  within ? { words: withinWords(within), cells: [{ value: within.definedGroups, of: within.totalGroups }] } : undefined;
