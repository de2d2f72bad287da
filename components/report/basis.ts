import type { TaskReport } from "@/lib/domain/report";
import { basisOfAll, basisOfChapters, basisOfCriterion, basisWords, type RatingBasis, undraftedOf } from "@/lib/domain/report-basis";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { count, figuresOf } from "../charts/format";
import { anchored } from "./anchoring";
import type { CellLink } from "./figure-table";

/** Narrows a link to ratings made without a draft: those of one arm, or first scores, which their raters may have changed since, among them. */
export type Basis = Pick<UnitQuery, "arm" | "undrafted" | "undraftedOn">;

type Reported = Pick<TaskReport, "criteria" | "chapters" | "arms" | "basis">;

/** Narrows a link to the ratings that a figure is of, where the report has others. */
export function narrowedTo(report: Reported, basis: RatingBasis | null): Basis {
  if (basis === "each-its-own")
    return { undraftedOn: [...report.criteria.keys()].filter((at) => undraftedOf(report, report.criteria[at]?.name ?? "")).join() };
  if (basis !== "without-draft" || basisOfAll(report) === "without-draft") return {};
  return report.arms.includes("blind-then-drafted") ? { undrafted: "true" } : { arm: "blind" };
}

/** What a criterion's verdict rests on: ratings made without a draft where there are any. */
export const basisOf = (report: Reported, criterion: string): Basis => narrowedTo(report, basisOfCriterion(report, criterion));

/** What the chapters on judges, scores and bias rest on. */
export const chapterBasis = (report: Reported): Basis => narrowedTo(report, basisOfChapters(report));

/** A link to units among those of a basis. */
export const among = (basis: Basis, units: UnitQuery, n?: number | null): CellLink => ({
  units: { ...units, ...basis },
  ...(n !== undefined && { n }),
});

/** Links to units among those of a basis, for figures drawn by themselves; none where there are no such units. */
export type LinkTo = (units: UnitQuery | undefined, n: number) => { units: UnitQuery | undefined; n: number };
export const linksAmong =
  (basis: Basis): LinkTo =>
  (units, n) => ({ units: units && n > 0 ? among(basis, units).units : undefined, n });

const armWords: Record<string, string> = {
  blind: "blind",
  drafted: "drafted",
  "blind-then-drafted": "blind, then drafted",
  unstated: "not stated",
};

/** Arms as captions and files name them. */
export const armsInWords = (arms: readonly string[]): string =>
  arms.length === 0 ? "no ratings" : arms.map((arm) => armWords[arm] ?? arm).join("; ");

/** Arms of the ratings that figures are of, for captions and files; undefined: of all the report's. */
export function armsOf(report: Pick<TaskReport, "arms">, basis: RatingBasis | null): string | undefined {
  if (basis === "each-its-own") return basisWords[basis].short;
  if (basis !== "without-draft") return undefined;
  const undrafted = report.arms.filter((arm) => arm === "blind" || arm === "blind-then-drafted");
  return undrafted.map((arm) => (arm === "blind" ? "blind" : "first scores of blind, then drafted")).join("; ");
}

/** The same for figures that rest on what a criterion's verdict does. */
export const armsOfCriterion = (report: Reported, criterion: string): string | undefined =>
  armsOf(report, basisOfCriterion(report, criterion));

/** The same for the chapters on judges, scores, bias and criteria. */
export const armsOfChapters = (report: Reported): string | undefined => armsOf(report, basisOfChapters(report));

/** "From ratings made without a draft"; null where the report's head says it of all ratings, or there are none. */
const said = (report: Reported, basis: RatingBasis | null): string | null =>
  basis === null || basisOfAll(report) === "without-draft" ? null : `From ${basisWords[basis].ratings}`;

/** What a panel of the ratings made with a draft in view says about them. */
export const saidOfDrafted = (report: Reported): string | null => said(report, report.arms.some(anchored) ? "with-draft" : null);

/** The arms of these ratings, in words. */
export const draftedArms = ({ arms }: Pick<TaskReport, "arms">): string => armsInWords(arms.filter(anchored));

/** What a panel of all people's ratings says about them. */
export const saidOfAll = (report: Reported): string | null => said(report, basisOfAll(report));

/** What a panel says whose figures of people alone are of all their ratings, and those of a judge with people of others. */
export function saidOfBoth(report: Reported, judged: RatingBasis | null): string | null {
  const all = saidOfAll(report);
  return all === null || judged !== "without-draft" ? all : `${all}; the judge with people: ${basisWords[judged].ratings}`;
}

/** What a panel of the chapters on judges, scores, bias and criteria says. */
export const saidOfChapters = (report: Reported): string | null => said(report, basisOfChapters(report));

/** What a panel says whose figures on each criterion rest on what its verdict does. */
export function saidOfCriteria(report: Reported): string | null {
  const bases = report.criteria.map(({ name }) => basisOfCriterion(report, name));
  const without = bases.filter((basis) => basis === "without-draft").length;
  if (without === 0 || without === bases.length) return said(report, bases[0] ?? null);
  const rest = bases.find((basis) => basis !== null && basis !== "without-draft") ?? "all";
  const of = figuresOf(bases.length, "criterion", "criteria");
  return `${count(without)} of ${of} from ${basisWords["without-draft"].ratings}, the others from ${basisWords[rest].ratings}`;
}
