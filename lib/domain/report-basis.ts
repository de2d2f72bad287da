import type { AlphaFigures, Figure, TaskReport } from "./report";
import type { BasisOfPeople } from "./report-figures";
import type { Standing, WithinInputs } from "./report-verdict";

// The firewall: people who saw a judge's draft are not independent of it, so validity rests on ratings made without one. Page, command line and
// comparison all take their figures from here, and say which ratings they are of.

/**
 * Which of people's ratings a figure is of; "all" are made with a draft in view, without one, or not said to be either; "each-its-own" are, on each
 * criterion, those that its own figures are of.
 */
export type RatingBasis = "without-draft" | "with-draft" | "not-stated" | "all" | "each-its-own";

/** A basis as a label, and at the end of "From …". */
export const basisWords: Readonly<Record<RatingBasis, { short: string; ratings: string }>> = {
  "without-draft": { short: "without a draft", ratings: "ratings made without a draft" },
  "with-draft": { short: "with a draft", ratings: "ratings made with a draft in view" },
  "not-stated": { short: "draft not stated", ratings: "ratings of which the data do not say whether a draft was in view" },
  all: { short: "all ratings", ratings: "all ratings, made with a draft in view or without" },
  "each-its-own": { short: "each criterion’s own ratings", ratings: "the ratings that each criterion’s own figures are of" },
};

type Verdicts = Pick<TaskReport, "chapters">;
type Rated = Verdicts & Pick<TaskReport, "arms" | "basis" | "criteria">;

/** A criterion's figures from ratings made without a draft, where the task has others too; null where all its ratings are alike. */
export function undraftedOf({ chapters }: Verdicts, criterion: string): Standing | null {
  const verdict = chapters.verdict[criterion];
  return verdict && verdict.all !== null ? verdict.used : null;
}

/** Alpha among people on a criterion, at every level: from ratings made without a draft where there are any. */
export const alphasOfPeople = (report: TaskReport, criterion: string): AlphaFigures | undefined =>
  undraftedOf(report, criterion)?.agreement ?? report.agreement.perCriterion[criterion]?.annotators;

/** Alpha with the judge as one more rater, from the same ratings. */
export const alphasWithJudge = (report: TaskReport, criterion: string, judge: string): AlphaFigures | undefined =>
  undraftedOf(report, criterion)?.judges[judge]?.withJudge ?? report.agreement.perCriterion[criterion]?.withJudge[judge];

/** How alike the judge and people order a criterion's units, from the same ratings; scores on a scale of their own are no part of a verdict. */
export const tauBOf = (report: TaskReport, criterion: string, judge: string): Figure | undefined =>
  report.chapters.verdict[criterion]?.used.judges[judge]?.tauB ?? report.correlation[judge]?.perCriterion[criterion]?.kendallTauB;

/** "within 12 of 16 inputs": how many define the correlation. */
export function withinWords({ definedGroups, totalGroups }: WithinInputs): string {
  const [defined, all] = [definedGroups, totalGroups].map((number) => number.toLocaleString("en-US"));
  return `within ${defined === all ? "" : `${defined} of `}${all} ${totalGroups === 1 ? "input" : "inputs"}`;
}

/** The judge minus people on a criterion, from the same ratings. */
export const biasOf = (report: TaskReport, criterion: string, judge: string): Figure | undefined =>
  undraftedOf(report, criterion)?.judges[judge]?.bias ?? report.bias[judge]?.perCriterion[criterion];

/** What a judge's figures on a criterion are of: scores on a scale of their own have correlations alone. */
export function basisOfJudge(report: Rated, criterion: string, judge: string): RatingBasis | null {
  const used = report.chapters.verdict[criterion]?.used;
  return used !== undefined && used.judges[judge] === undefined ? basisOfChapters(report) : basisOfCriterion(report, criterion);
}

/** What figures of a judge and people are of that say so themselves; those of earlier reports are of all ratings. */
export const basisSaid = (report: Pick<TaskReport, "arms">, basis: BasisOfPeople | undefined): RatingBasis | null =>
  basis === "without-draft" ? basis : basisOfAll(report);

/** What figures of all people's ratings are of; null where nobody has rated. */
export function basisOfAll({ arms }: Pick<TaskReport, "arms">): RatingBasis | null {
  if (arms.length === 0) return null;
  if (arms.every((arm) => arm === "blind")) return "without-draft";
  if (arms.every((arm) => arm === "unstated")) return "not-stated";
  return arms.some((arm) => arm === "blind" || arm === "unstated") ? "all" : "with-draft";
}

/** What a criterion's agreement, and the judge's with it, are of. */
export const basisOfCriterion = (report: Rated, criterion: string): RatingBasis | null =>
  undraftedOf(report, criterion) === null ? basisOfAll(report) : "without-draft";

/** Agreement over all criteria, from the ratings that the criteria's own figures are of; earlier reports have it of all ratings. */
export const agreementOverCriteria = ({ agreement }: Pick<TaskReport, "agreement">) => agreement.used ?? agreement;

/** What that agreement is of. */
export function basisOverCriteria(report: Rated & Pick<TaskReport, "agreement">): RatingBasis | null {
  if (!report.agreement.used) return basisOfAll(report);
  const others = report.criteria.some(({ name }) => undraftedOf(report, name) === null && hasPairs(report, name));
  return others ? "each-its-own" : "without-draft";
}

/** Whether two people have rated the same on a criterion, so that it has a part in means over the criteria. */
const hasPairs = ({ agreement }: Pick<TaskReport, "agreement">, criterion: string): boolean =>
  (agreement.perCriterion[criterion]?.annotators.nominal.n ?? 0) > 0;

/** Whether agreement over all criteria is of all ratings where criteria's own figures are not: in reports of earlier versions. */
export const isMixedOverCriteria = (report: Verdicts & Pick<TaskReport, "criteria" | "agreement">): boolean =>
  !report.agreement.used && isMixed(report);

/** What correlations and the figures of the chapters on judges, scores, bias and criteria are of: ratings made without a draft as soon as there is one. */
export function basisOfChapters(report: Rated): RatingBasis | null {
  if (report.basis !== undefined) return basisSaid(report, report.basis);
  const hasUndrafted = report.arms.includes("blind") || isMixed(report);
  return hasUndrafted ? "without-draft" : basisOfAll(report);
}

/** Whether some ratings of the task were made without a draft and others with one. */
export const isMixed = (report: Verdicts & Pick<TaskReport, "criteria">): boolean =>
  report.criteria.some(({ name }) => undraftedOf(report, name) !== null);
