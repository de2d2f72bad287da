import type { AlphaFigure, Figure } from "@/lib/domain/report";
import type { CriterionVerdict, Standing, VerdictFlag } from "@/lib/domain/report-verdict";
import { alphaDifference, alphaThresholds, compareDistances, type EncodedRatings, gathered } from "@/lib/stats";
import { alphasOf } from "../agreement";
import { shareOf, undefinedFigure } from "../figures";
import { followsPosition, positionFlips } from "../position-flips";
import { inputsOf, pending, type RatingTable, unitsOf } from "../rating-table";
import { ratingsOfUnits } from "../ratings-of-units";
import { remembered } from "../remembered";
import { approximateReliability } from "./approximate-reliability";
import { associationIn, signsDiffer } from "./association";
import {
  altTestOf,
  asFigure,
  biasIn,
  byCriterion,
  byJudge,
  epsilonOf,
  iccIn,
  isNominal,
  levelOf,
  type Scene,
  sceneOf,
  scoresIn,
  unitRatingsIn,
} from "./scene";
import { sharpened } from "./sharpened";
import { undraftedScene, usedScene, withoutDraft } from "./without-draft";

/** Fewer units or inputs are marked; as in lib/domain/verdict.ts. */
const [fewUnits, fewInputs] = [20, 10];

/**
 * Each criterion's row: agreement, what each judge adds to it, whether it could replace a person, and people's mean sharpened by it. From ratings
 * made without a draft wherever these define an agreement; the tests that drafts invalidate are made on those alone. Not `withShares`, the shares of
 * bootstrap samples are said to be still computed: they take longer than all else.
 */
export function verdict(table: RatingTable, withShares = true): Record<string, CriterionVerdict> {
  const undrafted = withoutDraft(table);
  const standing = (scene: Scene, level: Level): Standing => {
    const { agreement, judges } = standingOf(scene);
    const reaches = withShares && table.wanted.interval !== "none" ? reachesOf(scene, level) : reachesLater;
    return { agreement, reaches, judges };
  };
  return byCriterion(table, (criterion) => {
    const level = levelOf(table, criterion);
    const own = undraftedScene(table, criterion);
    const { scene, isUndrafted } = usedScene(table, criterion);
    const used = standing(scene, level);
    const isMixed = isUndrafted && undrafted !== table;
    return {
      level,
      basis: isUndrafted ? "without-draft" : "with-draft",
      used,
      all: isMixed ? standing(sceneOf(table, criterion), level) : null,
      gap: isMixed && undrafted !== null ? gap(undrafted, table, criterion, level) : null,
      altTest: byJudge(table, (judge) => alternativeIn(table, own, judge)),
      sharpened: byJudge(table, (judge) => sharpened(own, judge)),
      ceiling: ceilingOf(scene),
      flags: flagsOf(scene, used.agreement[level], isUndrafted),
      judgeFlags: byJudge(table, (judge) => judgeFlags(scene, judge)),
    };
  });
}

type Level = CriterionVerdict["level"];

/** Agreement, and what each judge adds to it. */
const standingOf = remembered((scene: Scene): Omit<Standing, "reaches"> => {
  const { table, criterion, inputs } = scene;
  const level = levelOf(table, criterion);
  return {
    agreement: alphasOf(table, criterion, table.annotators),
    judges: byJudge(table, (judge) => {
      const judged = scoresIn(scene, judge);
      const withJudge = alphasOf(table, criterion, [...table.annotators, judge], judge);
      if (judged.every((score) => score === null)) return { withJudge, ...allUndefined("not-rated"), change: undefinedFigure("not-rated") };
      const second = ratingsOfUnits(table, scene.units, [...table.annotators, judge]);
      const change = asFigure(alphaDifference({ first: unitRatingsIn(scene), second, level, clusters: inputs, ...table.wanted }));
      if (level === "nominal") return { withJudge, change, ...allUndefined("labels") };
      const bias = asFigure(biasIn(scene, judge));
      const close = closeIn(scene, judged);
      return { withJudge, change, ...associationIn(scene, judge), bias, close };
    }),
  };
});

/** The share of units on which a judge's scores are at most one point from people's mean. */
function closeIn({ table, people, inputs }: Scene, judged: readonly (number | null)[]): Figure {
  const isWithInterval = table.wanted.interval !== "none";
  const [hits, inputsOfHits]: [boolean[], number[]] = [[], []];
  let [close, n] = [0, 0];
  for (let place = 0; place < people.length; place++) {
    const mean = people[place] ?? null;
    const score = judged[place] ?? null;
    if (mean === null || score === null) continue;
    const apart = Math.abs(score - mean);
    // Means of decimals that are one point apart on paper may be more in doubles.
    const isClose = apart <= 1 || (apart < 1.001 && compareDistances(apart, 1) <= 0);
    n += 1;
    close += isClose ? 1 : 0;
    if (!isWithInterval) continue;
    hits.push(isClose);
    inputsOfHits.push(inputs[place] as number);
  }
  if (isWithInterval || n === 0) return shareOf(hits, inputsOfHits);
  return { value: close / n, why: null, n, interval: null, intervalWhy: "not-requested" };
}

/** Shares of bootstrap samples. */
function reachesOf(scene: Scene, level: Level): Standing["reaches"] {
  const { atLeast667, atLeast800, why, resamples, seed } = alphaThresholds({
    ratings: unitRatingsIn(scene),
    level,
    clusters: scene.inputs,
  });
  return { tentative: atLeast667, reliable: atLeast800, why, resamples, seed };
}

const reachesLater: Standing["reaches"] = { tentative: null, reliable: null, why: pending, resamples: 0, seed: 0 };

const allUndefined = (why: string) => ({
  ...{
    spearman: undefinedFigure(why),
    tauB: undefinedFigure(why),
    withinInputs: null,
    bias: undefinedFigure(why),
    close: undefinedFigure(why),
  },
});

/** Alpha of all ratings minus alpha of those made without a draft, on the same samples. */
function gap(undrafted: RatingTable, table: RatingTable, criterion: number, level: Level) {
  const units = unitsOf(table, criterion);
  const [first, second] = [undrafted, table].map((own) => ratingsOfUnits(own, units, table.annotators)) as [EncodedRatings, EncodedRatings];
  return asFigure(alphaDifference({ first, second, level, clusters: inputsOf(table, units), ...table.wanted }));
}

/** Null: nobody rated without a draft, and the test says nothing of people who followed the judge. */
export function alternativeIn(table: RatingTable, scene: Scene | null, judge: number): CriterionVerdict["altTest"][string] {
  const none = { winningRate: null, advantageProbability: null, passed: null, epsilon: epsilonOf(table), n: 0, eligible: 0 };
  if (scene === null) return { ...none, why: "no-blind-ratings" };
  const { perAnnotator, ...result } = altTestOf(scene, judge);
  const { winningRate, advantageProbability, passed, epsilon, n, why } = result;
  return { winningRate, advantageProbability, passed, epsilon, n, why, eligible: perAnnotator.filter(({ eligible }) => eligible).length };
}

/** The square root of the reliability of people's mean; approximate where the units that all rated are too few. */
function ceilingOf(scene: Scene): CriterionVerdict["ceiling"] {
  const approximate = approximateReliability(scene);
  return approximate ? { ...approximate.ceiling, approximate: true } : noiseCeiling(scene);
}

/** sqrt(ICC(A,k)), over the units that all annotators of the criterion rated. */
function noiseCeiling(scene: Scene): Figure {
  const { table, criterion } = scene;
  if (isNominal(table, criterion)) return undefinedFigure("labels");
  const { iccAk } = iccIn(scene);
  const { value, why, n, interval, intervalWhy } = iccAk;
  if (value === null) return asFigure({ value, why, n });
  if (value <= 0) return { ...undefinedFigure("no-reliability"), n };
  const root = (share: number) => Math.sqrt(Math.max(0, share));
  const ends = interval && { ...interval, low: root(interval.low), high: root(interval.high) };
  return asFigure({ value: Math.sqrt(value), why: null, n, interval: ends, intervalWhy });
}

function flagsOf(scene: Scene, agreement: AlphaFigure, isUndrafted: boolean): VerdictFlag[] {
  const { table } = scene;
  const flags: VerdictFlag[] = [];
  if (agreement.units < fewUnits || agreement.inputs < fewInputs) flags.push("few-units");
  if (agreement.why === "no-variation") flags.push("no-variation");
  if (!isUndrafted && scene.people.some((mean) => mean !== null)) flags.push("drafted-only");
  if (isAtTop(scene, table.annotators)) flags.push("people-at-top");
  return flags;
}

function judgeFlags(scene: Scene, judge: number): VerdictFlag[] {
  const isConstant = areAlike(scoresIn(scene, judge));
  const flags: VerdictFlag[] = isConstant ? ["judge-constant"] : isAtTop(scene, [judge]) ? ["judge-at-top"] : [];
  if (!isConstant && !isNominal(scene.table, scene.criterion) && signsDiffer(scene, judge)) flags.push("signs-differ");
  if (followsPosition(positionFlips(scene.table, judge, scene.criterion))) flags.push("position-flips");
  return flags;
}

/** Whether two or more of the scores are given, and all of these are one. */
function areAlike(scores: readonly (number | null)[]): boolean {
  const first = scores.find((score) => score !== null);
  return scores.every((score) => score === null || score === first) && scores.filter((score) => score !== null).length > 1;
}

/** Whether half of the scores or more are the highest: better outputs cannot be distinguished. */
function isAtTop({ table, criterion, units }: Scene, raters: readonly number[]): boolean {
  if (isNominal(table, criterion)) return false;
  const { codes, values } = gathered(ratingsOfUnits(table, units, raters));
  const codeOfTop = values.indexOf(table.data.criteria[criterion]?.max ?? Number.NaN) + 1;
  let [given, top] = [0, 0];
  for (let at = 0; at < codes.length; at++) {
    if (codes[at] === 0) continue;
    given += 1;
    if (codes[at] === codeOfTop) top += 1;
  }
  return given > 0 && top * 2 >= given;
}
