import type { FigureName } from "@/lib/domain/explanations";
import type { Figure, TaskReport } from "@/lib/domain/report";
import {
  agreementOverCriteria,
  alphasOfPeople,
  alphasWithJudge,
  basisOfAll,
  basisOfChapters,
  basisOfCriterion,
  basisOfJudge,
  basisOverCriteria,
  basisSaid,
  biasOf,
  type RatingBasis,
  tauBOf,
} from "@/lib/domain/report-basis";
import type { AlternativeTest } from "@/lib/domain/report-verdict";
import { plainCriterionName } from "../words/criterion-name";
import type { Level } from "./headline";
import { levelOf } from "./level-of";

/** A report and the judge that is looked at in it. */
export interface ComparedReport {
  report: TaskReport;
  /** Which data it was computed from. */
  dataVersion: string;
  judge: string | null;
}

/** A side's figure, and which ratings it is of; null: of none by people. */
export type ComparedFigure = Figure & { basis: RatingBasis | null };

const compared = (figure: Figure | undefined, basis: RatingBasis | null): ComparedFigure | undefined => figure && { ...figure, basis };

/** A figure of both reports. */
export interface ComparedRow {
  /** Null: over all criteria. */
  criterion: string | null;
  name: string;
  explained: FigureName;
  signed: boolean;
  isShare: boolean;
  first: ComparedFigure | undefined;
  second: ComparedFigure | undefined;
  /** The second minus the first with the interval of paired data; null where nothing pairs them. */
  difference: Figure | null;
}

/** Differences that reports have from paired data: between two judges, and between work with and without a draft. */
interface Pairing {
  spearman: (criterion: string) => Figure | null;
  advantage: (criterion: string) => Figure | null;
  alpha: (criterion: string | null) => Figure | null;
}

/**
 * Two reports figure by figure: one criterion after the other, those of the first report first. `whole` is the report of the same task that is not
 * narrowed to an arm, which has the paired differences between arms.
 */
export function comparedRows(first: ComparedReport, second: ComparedReport, level: Level, whole: TaskReport | null): ComparedRow[] {
  const pairing = pairingOf(first, second, level, whole);
  const names = [...new Set([first, second].flatMap(({ report }) => report.criteria.map(({ name }) => name)))];
  const several = names.length > 1;
  return [
    ...(several ? [meanRow(first, second, level, pairing)] : []),
    ...verdictRows(first, second),
    ...names.flatMap((name) => criterionRows(name, first, second, level, pairing)),
  ].filter((row) => row.first !== undefined || row.second !== undefined);
}

function meanRow(first: ComparedReport, second: ComparedReport, level: Level, pairing: Pairing): ComparedRow {
  const of = ({ report }: ComparedReport) =>
    compared(agreementOverCriteria(report).meanOverCriteria.annotators[level], basisOverCriteria(report));
  const shared = { criterion: null, name: "alpha, mean over criteria", explained: "alpha", signed: false, isShare: false } as const;
  return { ...shared, first: of(first), second: of(second), difference: pairing.alpha(null) };
}

/** Pairs of outputs: who is right, and who chooses as people do. */
function verdictRows(first: ComparedReport, second: ComparedReport): ComparedRow[] {
  const row = (
    name: string,
    explained: FigureName,
    of: (side: ComparedReport) => Figure | undefined,
    basisOf: (side: ComparedReport) => RatingBasis | null = ({ report }) => basisOfAll(report),
  ): ComparedRow => {
    const figureOf = (side: ComparedReport) => compared(of(side), basisOf(side));
    const shown = { criterion: null, name, explained, signed: false, isShare: true, difference: null };
    return { ...shown, first: figureOf(first), second: figureOf(second) };
  };
  const accuracyOf = ({ report, judge }: ComparedReport) =>
    compared(judge === null ? undefined : report.pairs?.accuracy[judge]?.overall, null);
  const agreementOf = ({ report, judge }: ComparedReport) => (judge === null ? undefined : report.pairs?.agreementWithAnnotators[judge]);
  const basisOfAgreement = (side: ComparedReport) => basisSaid(side.report, agreementOf(side)?.basis);
  return [
    // Who is right is known without people.
    { ...row("accuracy of the judge", "accuracy", () => undefined), first: accuracyOf(first), second: accuracyOf(second) },
    row("judge as most people", "majority-share", (side) => agreementOf(side)?.share, basisOfAgreement),
    row("two people alike", "equal-share", ({ report }) => report.pairs?.betweenAnnotators),
    { ...row("kappa of people", "people-kappa", ({ report }) => report.pairs?.kappaBetweenAnnotators), isShare: false },
    { ...row("kappa of judge and most people", "cohen-kappa", (side) => agreementOf(side)?.kappa, basisOfAgreement), isShare: false },
  ];
}

/** The level of a criterion's agreement, or of its mean over criteria. */
const levelIn = ({ criteria }: TaskReport, name: string | null, level: Level): Level =>
  levelOf(criteria.find((criterion) => criterion.name === name) ?? { labels: null }, level);

/** A criterion's figures, from the same ratings as those of its own report. */
function criterionRows(name: string, first: ComparedReport, second: ComparedReport, level: Level, pairing: Pairing): ComparedRow[] {
  const row = (
    shown: Pick<ComparedRow, "name" | "explained"> & { signed?: boolean },
    of: (side: ComparedReport) => ComparedFigure | undefined,
    difference: Figure | null = null,
  ): ComparedRow => ({
    ...{ criterion: name, signed: false, isShare: false, ...shown, difference },
    ...{ first: of(first), second: of(second) },
  });
  const at = (report: TaskReport) => levelIn(report, name, level);
  const withJudge =
    (of: (report: TaskReport, judge: string) => Figure | undefined) =>
    ({ report, judge }: ComparedReport) =>
      judge === null ? undefined : compared(of(report, judge), basisOfJudge(report, name, judge));
  const ranked = ({ report, judge }: ComparedReport) => report.chapters.judges.ranking[name]?.judges.find((one) => one.name === judge);
  // A correlation within inputs says another thing than one over all units: a row has one of them.
  const judged = [first, second].filter(({ judge }) => judge !== null);
  const isWithin = judged.length > 0 && judged.every((side) => ranked(side)?.withinInputs);
  const isOnBasis = (side: ComparedReport) =>
    side.report.chapters.judges.ranking[name]?.statistic === "spearman" &&
    ranked(side)?.figure.why !== "no-blind-ratings" &&
    isWithin === Boolean(ranked(side)?.withinInputs);
  // Where judges are not ranked because of a draft, or on another basis, the correlation over all units has the ratings it is of beside it.
  const spearman = (side: ComparedReport) => {
    const found = ranked(side)?.figure;
    if (found === undefined || side.judge === null) return undefined;
    if (isOnBasis(side)) return compared(found, basisOfChapters(side.report));
    return compared(side.report.correlation[side.judge]?.perCriterion[name]?.spearman, basisOfAll(side.report));
  };
  return [
    row(
      { name: "alpha between people", explained: "alpha" },
      (side) => compared(alphasOfPeople(side.report, name)?.[at(side.report)], basisOfCriterion(side.report, name)),
      pairing.alpha(name),
    ),
    row(
      { name: "alpha with the judge", explained: "alpha-with-judge" },
      withJudge((report, judge) => alphasWithJudge(report, name, judge)?.[at(report)]),
    ),
    row(
      { name: isWithin ? "Spearman within inputs, judge and people" : "Spearman, judge and people", explained: "spearman" },
      spearman,
      [first, second].every(isOnBasis) ? pairing.spearman(name) : null,
    ),
    row(
      { name: "tau-b, judge and people", explained: "kendall-tau-b" },
      withJudge((report, judge) => tauBOf(report, name, judge)),
    ),
    row(
      { name: "judge minus people", explained: "signed-error", signed: true },
      withJudge((report, judge) => biasOf(report, name, judge)),
    ),
    ...alternativeRows(name, first, second, pairing),
  ];
}

/** The alternative-annotator test, where both reports have it. Its figures have no interval; two judges' advantages have one of their difference. */
function alternativeRows(criterion: string, first: ComparedReport, second: ComparedReport, pairing: Pairing): ComparedRow[] {
  const [one, other] = [first, second].map(({ report, judge }) => report.chapters.verdict[criterion]?.altTest[judge ?? ""]);
  if (one?.winningRate == null || other?.winningRate == null) return [];
  const row = (name: string, explained: FigureName, of: (test: AlternativeTest) => number | null): ComparedRow => {
    const figureOf = ({ report }: ComparedReport, test: AlternativeTest) =>
      compared({ value: of(test), why: test.why, n: test.n, interval: null, intervalWhy: "not-requested" }, basisOfChapters(report));
    const shown = { criterion, name, explained, signed: false, isShare: true, difference: null };
    return { ...shown, first: figureOf(first, one), second: figureOf(second, other) };
  };
  const epsilons = [...new Set([one.epsilon, other.epsilon])].join(" and ");
  return [
    row(`winning rate at epsilon ${epsilons}`, "winning-rate", ({ winningRate }) => winningRate),
    {
      ...row("advantage probability", "advantage-probability", ({ advantageProbability }) => advantageProbability),
      difference: pairing.advantage(criterion),
    },
  ];
}

function pairingOf(first: ComparedReport, second: ComparedReport, level: Level, whole: TaskReport | null): Pairing {
  const { ranking, advantages = {} } = first.report.chapters.judges;
  const ofJudges = (pairs: readonly JudgesApart[] = []) =>
    haveSameData(first, second) ? judgesApart(pairs, first.judge, second.judge) : null;
  return {
    spearman: (criterion) => ofJudges(ranking[criterion]?.pairs),
    advantage: (criterion) => ofJudges(advantages[criterion]),
    alpha: (criterion) =>
      whole === null
        ? null
        : armsApart(whole, [first.report.filter.arm, second.report.filter.arm], criterion, levelIn(whole, criterion, level)),
  };
}

/** Whether two reports are of the same ratings, so that their judges can be compared unit by unit. */
const haveSameData = (first: ComparedReport, second: ComparedReport): boolean =>
  first.dataVersion === second.dataVersion && isAlike(first.report, second.report, []);

/** Whether two reports are of one task and narrowed in the same way, some fields apart. */
export function isAlike(first: TaskReport, second: TaskReport, apart: readonly string[]): boolean {
  const rest = ({ filter }: TaskReport) => JSON.stringify(Object.entries(filter).filter(([field]) => !apart.includes(field)));
  return first.taskId === second.taskId && first.excluded.shown === second.excluded.shown && rest(first) === rest(second);
}

interface JudgesApart {
  a: string;
  b: string;
  /** The first's figure minus the second's, on the units of both. */
  difference: Figure;
}

/** The second judge's figure minus the first's, on the units of both. */
function judgesApart(pairs: readonly JudgesApart[], first: string | null, second: string | null): Figure | null {
  const found = pairs.find(({ a, b }) => (a === first && b === second) || (a === second && b === first));
  if (found === undefined || found.difference.value === null || !found.difference.interval) return null;
  return found.a === second ? found.difference : negated(found.difference);
}

/** Alpha in the second arm minus alpha in the first: where one run's drafts were shown and the other arm saw none. */
function armsApart(
  { influence }: TaskReport,
  [first, second]: readonly [string | undefined, string | undefined],
  criterion: string | null,
  level: Level,
): Figure | null {
  const comparisons = (influence?.comparisons ?? []).filter((one) => influence?.arms[one.with]?.arm === "drafted");
  const [only] = comparisons;
  if (only === undefined || comparisons.length > 1 || [first, second].sort().join() !== "blind,drafted") return null;
  const { perCriterion, meanOverCriteria } = only.agreement;
  const found = (criterion === null ? meanOverCriteria : perCriterion[criterion])?.[level];
  if (found === undefined || found.value === null || !found.interval) return null;
  return second === "drafted" ? found : negated(found);
}

const negated = ({ interval, value, ...rest }: Figure): Figure => ({
  ...rest,
  value: value === null ? null : -value,
  interval: interval ? { ...interval, low: -interval.high, high: -interval.low } : null,
});

/** What a row is called: its criterion, or that it is over all. */
export const rowLabel = ({ criterion, name }: ComparedRow): string =>
  criterion === null ? name : `${plainCriterionName(criterion)}: ${name}`;
