import type { UnitQuery } from "./unit-query";

/** A rater in a link: everybody, one person, or a judge. */
export type LinkedRater = { kind: "people" } | NamedRater;
export interface NamedRater {
  kind: "annotator" | "judge";
  name: string;
}

/**
 * What the units behind the report's figures are, as parameters of the samples page: one builder per kind of figure. A panel that shows such a figure
 * links it with these, and its n is the number of `of` (units unless it says otherwise) that the page then lists.
 */
export const figureUnits = {
  /** An alpha of people: the ratings of units with two or more. */
  people: (criterion: string): UnitQuery => ({ criterion, pairable: "people", of: "ratings" }),
  /** An alpha of people and a judge. */
  withJudge: (criterion: string, judge: string): UnitQuery => ({ criterion, judge, pairable: "judge", of: "ratings" }),
  /** Units that a judge and somebody have scored: bias, correlation. */
  judged: (criterion: string, judge: string): UnitQuery => ({ criterion, judge, ratings: "1" }),
  /** People's ratings by how they compare with a judge's score. */
  changed: (criterion: string, judge: string, change?: "up" | "down" | "same" | "changed"): UnitQuery => ({
    ...{ criterion, judge, of: "ratings" },
    ...(change === undefined ? { ratings: "1" } : { change }),
  }),
  /** A rater's ratings on a criterion, or those with one score; of a label, its place in the list. */
  given: (criterion: string, rater: LinkedRater, score?: number): UnitQuery => {
    if (rater.kind === "judge")
      return { criterion, judge: rater.name, of: "ratings", ...(score !== undefined && { judgeScore: `${score}` }) };
    const own = rater.kind === "people" ? { ratings: "1" } : { human: rater.name };
    return { criterion, of: "ratings", ...own, ...(score !== undefined && { humanScore: `${score}` }) };
  },
  /** A cell of a judge's scores against the score of most people. */
  confused: (criterion: string, judge: string, cell?: { most: number; judge: number }): UnitQuery => ({
    ...{ criterion, judge, people: "most", ratings: "1" },
    ...(cell && { humanScore: `${cell.most}`, judgeScore: `${cell.judge}` }),
  }),
  /** Units that two raters have both scored, on one criterion or on all. */
  both: (criterion: string | undefined, a: NamedRater, b: NamedRater): UnitQuery => {
    const [first, second] = a.kind === "annotator" ? [a, b] : [b, a];
    return {
      ...(criterion !== undefined && { criterion }),
      other: second.name,
      ...(first.kind === "annotator" ? { human: first.name } : { judge: first.name }),
    };
  },
  /** Pairs with a known better output and a verdict; `right`: those on which that output was preferred, or was not. */
  accuracy: (criterion: string, rater: LinkedRater, of: { ties: boolean; subset?: string; right?: boolean; tied?: boolean }): UnitQuery => {
    const tie = of.tied ? "0" : undefined;
    const verdict =
      rater.kind === "judge"
        ? { judge: rater.name, ...(tie && { judgeScore: tie }) }
        : { people: "most", ...(rater.kind === "people" ? { ratings: "1" } : { human: rater.name }), ...(tie && { humanScore: tie }) };
    return {
      ...{ criterion, gold: of.ties ? "known" : "decided" },
      ...verdict,
      ...(of.subset !== undefined && { subset: of.subset }),
      ...(of.right !== undefined && { right: `${of.right}` }),
    };
  },
  /** Lines of a judge's drafts of one kind, to which people did something. */
  lines: (judge: string, item: string, outcome?: string, criterion?: string): UnitQuery => ({
    ...{ judge, item, of: "lines" },
    ...(outcome !== undefined && { outcome }),
    ...(criterion !== undefined && { criterion }),
  }),
  /** Units on which a judge is at least so many points above or below the people's median. */
  apart: (criterion: string, judge: string, apart: "above" | "below", gap: number): UnitQuery => ({
    criterion,
    judge,
    apart,
    gap: `${gap}`,
  }),
};
