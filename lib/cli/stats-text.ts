import "server-only";
import type { AlphaResult } from "@/lib/stats/alpha";
import type { AltTestResult } from "@/lib/stats/alt-test";
import type { JudgeComparison } from "@/lib/stats/compare-judges";
import type { CorrelationEstimate, Correlations } from "@/lib/stats/correlation";
import type { GroupedCorrelations, GroupedEstimate } from "@/lib/stats/grouped-correlation";
import type { Interval } from "@/lib/stats/result";

/** Results for people: few digits, aligned. The full doubles are in --json. */

const WHY: Record<string, string> = {
  "no-units": "there are no units",
  "no-pairable-units": "no unit has two ratings",
  "no-variation": "every rating is the same",
  "constant-input": "one side never varies",
  "too-few": "too few units",
  "no-eligible-annotators": "no annotator has enough units",
  "negative-values": "ratio level needs values of 0 or more",
  "undefined-replicates": "too many resamples are undefined",
  "degenerate-replicates": "resamples hardly vary",
};

function because(why: string | null): string {
  return why === null ? "not defined" : `not defined: ${WHY[why] ?? why}`;
}

function number(value: number | null | undefined, digits = 4): string {
  return typeof value === "number" ? value.toFixed(digits) : "-";
}

function pValue(p: number | null | undefined): string {
  if (typeof p !== "number") return "-";
  return p !== 0 && p < 0.0001 ? p.toExponential(1) : p.toFixed(4);
}

function intervalText(interval: Interval | null, why: string | null): string {
  if (interval === null) return why === "not-requested" ? "" : `no interval (${WHY[why ?? ""] ?? why ?? "undefined"})`;
  const bootstrap = interval.resamples === null ? "" : `, ${interval.resamples} resamples, seed ${interval.seed}`;
  return `${Number((interval.confidence * 100).toPrecision(10))} % [${number(interval.low)}, ${number(interval.high)}] (${interval.method}${bootstrap})`;
}

/** Columns padded to their widest cell. */
export function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)), []);
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** What `stats alpha` prints. */
export function alphaText(result: AlphaResult): string {
  const { level, value, why, interval, intervalWhy, units, pairableUnits, raters, ratings } = result;
  const figure = value === null ? because(why) : `${number(value)}   ${intervalText(interval, intervalWhy)}`.trimEnd();
  return [
    `Krippendorff's alpha (${level})   ${figure}`,
    `${units} units, ${pairableUnits} with two or more ratings; ${raters} raters; ${ratings} ratings`,
  ].join("\n");
}

/** What `stats correlate` prints. */
export function correlationText(result: Correlations | GroupedCorrelations): string {
  const line = (name: string, estimate: CorrelationEstimate | GroupedEstimate): string[] => [
    name,
    estimate.value === null ? because(estimate.why) : number(estimate.value),
    "definedGroups" in estimate ? `${estimate.definedGroups}/${estimate.totalGroups}` : pValue(estimate.p),
    intervalText(estimate.interval, estimate.intervalWhy),
  ];
  const grouped = "definedGroups" in result.pearson;
  return `${alignedTable([
    ["", "value", grouped ? "groups" : "p", "interval"],
    line("Pearson", result.pearson),
    line("Spearman", result.spearman),
    line("Kendall tau-b", result.kendallTauB),
  ])}\nn = ${result.n}`;
}

/** What `stats alt-test` prints. */
export function altTestText(result: AltTestResult): string {
  const rows = result.perAnnotator.map(({ id, n, rhoJudge, rhoHuman, p, rejected, eligible }) => [
    id,
    String(n),
    number(rhoJudge),
    number(rhoHuman),
    pValue(p),
    eligible ? (rejected ? "judge may replace" : "not shown") : "not eligible",
  ]);
  const rate =
    result.winningRate === null ? because(result.why) : `${number(result.winningRate)} (passed at 0.5: ${result.passed ? "yes" : "no"})`;
  return [
    `Winning rate            ${rate}`,
    `Advantage probability   ${number(result.advantageProbability)}`,
    `epsilon ${result.epsilon}, score ${result.score}, ${result.n} units`,
    "",
    alignedTable([["annotator", "n", "rho judge", "rho human", "p", "verdict"], ...rows]),
  ].join("\n");
}

/** What `stats compare` prints. */
export function comparisonText(result: JudgeComparison): string {
  const { a, b, difference, permBoth, williams, absoluteError, exactAgreement, definedGroups, totalGroups } = result;
  const estimate = (value: number | null, why: string | null): string => (value === null ? because(why) : number(value));
  return `${alignedTable([
    ["", "value", "p", ""],
    [`a with human (${result.statistic})`, estimate(a.value, a.why), "", ""],
    ["b with human", estimate(b.value, b.why), "", ""],
    ["a minus b", estimate(difference.value, difference.why), "", intervalText(difference.interval, difference.intervalWhy)],
    [
      totalGroups === undefined ? "PERM-BOTH" : "groups swapped",
      "",
      pValue(permBoth.p),
      permBoth.permutations === null ? "" : `${permBoth.permutations} ${permBoth.exact ? "(all)" : `random, seed ${permBoth.seed}`}`,
    ],
    ...(williams
      ? [["Williams' t", number(williams.t), pValue(williams.p), williams.df === null ? because(williams.why) : `df ${williams.df}`]]
      : []),
    ["|b error| minus |a error|", estimate(absoluteError.value, absoluteError.why), pValue(absoluteError.p), "sign flips"],
    [
      "exact hits",
      estimate(exactAgreement.value, exactAgreement.why),
      pValue(exactAgreement.p),
      "share only a has among those only one has; McNemar",
    ],
  ])}\nn = ${result.n}${totalGroups === undefined ? "" : `, within ${definedGroups} of ${totalGroups} groups`}`;
}
