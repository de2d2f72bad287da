import type { Figure } from "@/lib/domain/report";
import type { PeopleOnCriterion, PersonInReport, Stratum } from "@/lib/domain/report-people";
import { compareDistances, gwetAc, rawAgreement, spearman } from "@/lib/stats";
import { meanOf, meanSize, shareOf, undefinedFigure } from "../figures";
import { majority } from "../majority";
import type { RatingTable } from "../rating-table";
import { ratingsOfUnits } from "../ratings-of-units";
import { acceptable } from "./acceptable";
import { peopleInReport } from "./annotators";
import { approximateReliability } from "./approximate-reliability";
import { asFigure, byCriterion, byJudge, givenIn, hasRated, iccIn, isNominal, type Scene, scoresIn } from "./scene";
import { usedScene } from "./without-draft";

/**
 * How reliable people are: by criterion agreement beside chance-corrected agreement, reliability of one score and of their mean, judges by how far people
 * disagree, from the ratings that the verdict rests on; and each person's way of rating, from all of theirs.
 */
export function people(table: RatingTable): { perCriterion: Record<string, PeopleOnCriterion>; raters: Record<string, PersonInReport> } {
  return {
    perCriterion: byCriterion(table, (criterion) => ({
      ...onCriterion(usedScene(table, criterion).scene),
      acceptable: acceptable(table, criterion),
    })),
    raters: peopleInReport(table),
  };
}

/** Of more different scores (decimals of a scale without steps) no two need be the same: how many are says nothing. */
export const mostValues = 256;

function onCriterion(scene: Scene): Omit<PeopleOnCriterion, "acceptable"> {
  const { table, criterion } = scene;
  const rated = table.annotators.filter((rater) => hasRated(scene, rater));
  const nominal = isNominal(table, criterion);
  const { iccA1, iccAk, n } = iccIn(scene);
  const codes = ratingsOfUnits(table, scene.units, rated);
  const ofValues = (figure: () => Figure) => (codes.values.length > mostValues ? undefinedFigure("too-many-values") : figure());
  return {
    rawAgreement: ofValues(() => asFigure(rawAgreement({ ratings: codes, clusters: scene.inputs }))),
    gwet: ofValues(() => asFigure(gwetAc({ ratings: codes, weights: nominal ? "unweighted" : "quadratic", clusters: scene.inputs }))),
    oneRater: nominal ? undefinedFigure("labels") : asFigure(iccA1),
    meanOfRaters: nominal ? undefinedFigure("labels") : asFigure(iccAk),
    approximate: approximateReliability(scene),
    raters: rated.length,
    dropped: scene.people.filter((mean) => mean !== null).length - n,
    strata: strataOf(scene),
  };
}

const strata = ["unanimous", "mild", "split"] as const;

function strataOf(scene: Scene): Stratum[] {
  const { table, criterion, units } = scene;
  const scale = table.data.criteria[criterion];
  const mildRange = ((scale?.max ?? 0) - (scale?.min ?? 0)) / 4;
  const kindOf = (given: readonly number[]) => {
    if (given.length < 2) return null;
    const range = Math.max(...given) - Math.min(...given);
    if (range === 0) return "unanimous";
    const isMild = isNominal(table, criterion) ? majority(given) !== null : compareDistances(range, mildRange) <= 0;
    return isMild ? "mild" : "split";
  };
  const givenAt = givenIn(scene);
  const kinds = units.map((_, place) => kindOf(givenAt(place)));
  return strata.map((name) => {
    const places = units.map((_, place) => place).filter((place) => kinds[place] === name);
    return { name, units: places.length, judges: byJudge(table, (judge) => inStratum(scene, places, judge)) };
  });
}

function inStratum(scene: Scene, places: number[], judge: number): Stratum["judges"][string] {
  const judged = scoresIn(scene, judge);
  const nominal = isNominal(scene.table, scene.criterion);
  const givenAt = givenIn(scene);
  const differences = places.flatMap((place) => {
    const given = judged[place] ?? null;
    const theirs = nominal ? majority(givenAt(place)) : (scene.people[place] ?? null);
    return given === null || theirs === null ? [] : [{ by: given - theirs, given, theirs, input: scene.inputs[place] ?? "" }];
  });
  const inputs = differences.map(({ input }) => input);
  const none = differences.length === 0 ? "no-units" : nominal ? "labels" : null;
  const ofScores = (figure: () => Figure): Figure => (none === null ? figure() : undefinedFigure(none));
  const errors = differences.map(({ by }) => by);
  const close = errors.map((by) => (nominal ? by === 0 : compareDistances(Math.abs(by), 1) <= 0));
  return {
    bias: ofScores(() => meanOf(errors, inputs)),
    absoluteError: ofScores(() => meanSize(errors.map(Math.abs), inputs)),
    close: shareOf(close, inputs),
    spearman: ofScores(() =>
      asFigure(
        spearman({
          ...{ x: differences.map(({ given }) => given), y: differences.map(({ theirs }) => theirs), clusters: inputs },
          ...scene.table.wanted,
        }),
      ),
    ),
  };
}
