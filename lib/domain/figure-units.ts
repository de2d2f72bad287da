import { smallGroups } from "./grouped-by";
import type { Subgroup } from "./report-bias";
import type { UnitQuery } from "./unit-query";

/** A rater in a link: everybody, one person, or a judge. */
export type LinkedRater = { kind: "people" } | NamedRater;
export interface NamedRater {
  kind: "annotator" | "judge";
  name: string;
}

/** Scores from a point of the scale up to the next; the last point has none. */
export interface ScoreRange {
  from: number;
  below: number | undefined;
}
type SharedGroup = Pick<Subgroup, "by" | "column" | "group" | "isValue">;

/** Above every scale. */
const beyond = 1e9;

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
  /** The same in a group. */
  inGroup: (criterion: string, judge: string, { by, column, group, isValue }: SharedGroup): UnitQuery => {
    const isOf = { system: { system: group }, subset: { subset: group }, column: { columnValue: group } };
    const own = by === "month" || by === "day" ? { firstRated: group } : isOf[by];
    return {
      ...figureUnits.judged(criterion, judge),
      ...(column !== undefined && { column }),
      ...(group === smallGroups && !isValue ? { small: by } : own),
    };
  },
  /** Ratings made with a draft of a judge in view, by how they compare with it. */
  changed: (criterion: string, judge: string, change?: "up" | "down" | "same" | "changed"): UnitQuery => ({
    ...{ criterion, judge, shown: "true", of: "ratings" },
    ...(change !== undefined && { change }),
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
  /** Units that somebody has scored, each of them: chance-corrected agreement whose chance is of all ratings. */
  rated: (criterion: string): UnitQuery => ({ criterion, ratings: "1" }),
  /** Units that two or more people have scored. */
  pairable: (criterion: string): UnitQuery => ({ criterion, pairable: "people" }),
  /** Units that everybody who rated the criterion has scored: reliability of scores. */
  complete: (criterion: string): UnitQuery => ({ criterion, everybody: "true" }),
  /** Units that a person and somebody else have scored, on all criteria. */
  withOthers: (human: string): UnitQuery => ({ human, besides: "1" }),
  /** Units that a person, somebody else and a judge have scored. */
  besideOthers: (criterion: string, human: string, judge: string): UnitQuery => ({ criterion, human, judge, besides: "1" }),
  /** Units that two raters have both scored, on one criterion or on all. */
  both: (criterion: string | undefined, a: NamedRater, b: NamedRater): UnitQuery => {
    const [first, second] = a.kind === "annotator" ? [a, b] : [b, a];
    return {
      ...(criterion !== undefined && { criterion }),
      other: second.name,
      ...(first.kind === "annotator" ? { human: first.name } : { judge: first.name }),
    };
  },
  /** Units that two judges and somebody have scored. */
  judgedByBoth: (criterion: string, a: string, b: string): UnitQuery => ({ criterion, judge: a, other: b, ratings: "1" }),
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
  /** Lines of a judge's drafts that people overruled for a reason. */
  overruled: (judge: string, reason: string): UnitQuery => ({ judge, item: "all", reason, of: "lines" }),
  /** Dimensions of a kind that a judge made for single samples: their lines, to which people did something, or people's scores of them. */
  made: (judge: string, made: string, of: "lines" | "ratings" | "samples", outcome?: string): UnitQuery => ({
    ...{ judge, item: "all", made, of },
    ...(outcome !== undefined && { outcome }),
  }),
  /** Samples that people, or a judge, have scored on both of two criteria. */
  onBoth: (criterion: string, also: string, judge?: string): UnitQuery => ({
    ...{ criterion, also, of: "samples" },
    ...(judge === undefined ? { ratings: "1" } : { judge }),
  }),
  /** Inputs with two or more outputs that a judge and somebody have scored. */
  inputs: (criterion: string, judge: string): UnitQuery => ({ criterion, judge, ratings: "1", outputs: "2", of: "inputs" }),
  /** Units that a judge and somebody have scored, on one criterion or on all, of one system's outputs. */
  ofSystem: (criterion: string | undefined, judge: string, system: string): UnitQuery => ({
    ...(criterion !== undefined && { criterion }),
    ...{ judge, ratings: "1", system },
  }),
  /** Units that a judge and somebody have scored, on all criteria, as units or as the samples they are in. */
  judgedAll: (judge: string, of: "units" | "samples"): UnitQuery => ({ judge, ratings: "1", of }),
  /** Units that somebody and a judge have scored, the judge with this score. */
  judgedAt: (criterion: string, judge: string, score: number): UnitQuery => ({ criterion, judge, ratings: "1", judgeScore: `${score}` }),
  /** A cell, or all of a row or column, of people's median by a judge's score, both counted at the lower point of the scale; without an end, the last point. */
  met: (criterion: string, judge: string, people: ScoreRange | null, judged: ScoreRange | null): UnitQuery => ({
    ...{ criterion, judge, ratings: "1" },
    ...(people && { people: "median", humanScore: `${people.from}`, humanBelow: `${people.below ?? beyond}` }),
    ...(judged && { judgeScore: `${judged.from}`, judgeBelow: `${judged.below ?? beyond}` }),
  }),
  /** Units with this mean of people's scores and this score of a judge. */
  meanAt: (criterion: string, judge: string, people: number, judged: number): UnitQuery => ({
    ...{ criterion, judge, people: "mean", humanScore: `${people}`, judgeScore: `${judged}` },
  }),
  /** Units of a judge on which people's median, or most people's label, is this, and the judge's score one. */
  agreedOn: (criterion: string, judge: string, people: number, of: "median" | "most", judged?: number): UnitQuery => ({
    ...{ criterion, judge, ratings: "1", people: of, humanScore: `${people}` },
    ...(judged !== undefined && { judgeScore: `${judged}` }),
  }),
  /** Units by how far the people who rated them are apart. */
  spread: (criterion: string, spread: "unanimous" | "mild" | "split"): UnitQuery => ({ criterion, spread }),
  /** Ratings whose time is known, by one person or by all. */
  timed: (human: string | null): UnitQuery => ({ timed: "true", of: "ratings", ...(human !== null && { human }) }),
  /** The samples on whose every criterion a person's time is known, or the ratings of all people of whom that is so. */
  timedWhole: (human: string | null): UnitQuery => ({
    ...{ timed: "true", whole: "true" },
    ...(human === null ? { of: "ratings" } : { human, of: "samples" }),
  }),
  /** People's ratings in one arm, in two or in all, on one criterion or on all: all, those of units with two or more, or those whose time is known. */
  inArm: (
    criterion: string | null,
    arm: string | null,
    what: Pick<UnitQuery, "pairable" | "timed" | "armToo" | "undrafted"> = {},
  ): UnitQuery => ({
    ...(criterion !== null && { criterion }),
    ...(arm !== null && { arm }),
    ...{ ratings: "1", of: "ratings", ...what },
  }),
  /** Units with an adjudicator's label, on one criterion or on all. */
  adjudicated: (criterion?: string): UnitQuery => ({ adjudicated: "true", ...(criterion !== undefined && { criterion }) }),
  /** Ratings made beside a judge's drafts in an arm, all of them or by what became of the draft, where the score went, or what the person did about a mistake. */
  besideDraft: (
    criterion: string | null,
    judge: string,
    arm: "drafted" | "blind-then-drafted",
    what: Pick<UnitQuery, "shown" | "fate" | "moved" | "firstScore" | "humanScore" | "behaviour" | "could">,
  ): UnitQuery => ({ ...(criterion !== null && { criterion }), judge, arm, of: "ratings", ...what }),
  /** Scores given beside a judge's drafts that were wrong on purpose, by one person or by all. */
  planted: (judge: string, planted: "all" | "caught", human?: string): UnitQuery => ({
    ...{ judge, planted, of: "ratings", ...(human !== undefined && { human }) },
  }),
  /** Units on which a judge was asked more than once: in the other order, to review its verdict, after a claim, or the same again. */
  askedAgain: (criterion: string, judge: string, what: Pick<UnitQuery, "swapped" | "reviewed" | "claimed" | "repeated">): UnitQuery => ({
    criterion,
    judge,
    ...what,
  }),
  /** All ratings of one person. */
  by: (human: string): UnitQuery => ({ human, of: "ratings" }),
  /** Those of units that they scored a second time. */
  twice: (human: string): UnitQuery => ({ human, again: "true", of: "ratings" }),
  /** Units on which a judge is at least so many points above or below the people's median. */
  apart: (criterion: string, judge: string, apart: "above" | "below" | "either", gap: number): UnitQuery => ({
    criterion,
    judge,
    apart,
    gap: `${gap}`,
  }),
};
