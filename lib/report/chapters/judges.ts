import { placesOf } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report";
import type { AltCurve, BesidePerson, JudgesChapter, Likeness } from "@/lib/domain/report-judges";
import { adjustPValues, altTestDifference, correlationDifference, humanLikeness, krippendorffAlpha } from "@/lib/stats";
import { shareOf, undefinedFigure } from "../figures";
import { encodedRatings, inputsOf, nameOf, numberOf, type RatingTable, unitOf } from "../rating-table";
import { mostValues } from "./people";
import { protocolsBesidePeople } from "./protocols";
import { judgeRanking } from "./ranking";
import {
  altTestsIn,
  asFigure,
  byCriterion,
  byJudge,
  codesIn,
  isNominal,
  levelOf,
  meanScores,
  type Scene,
  sceneOf,
  scoresIn,
  scoringJudges,
  valuesAt,
} from "./scene";
import { withoutDraft } from "./without-draft";

/** Judges beside people and each other; from ratings made without a draft, and where there are none the alternative-annotator test is not made. */
export function judges(table: RatingTable): JudgesChapter {
  const undrafted = withoutDraft(table);
  const scene = (criterion: number) => sceneOf(undrafted ?? table, criterion);
  return {
    besidePeople: byJudge(table, (judge) =>
      afterHolm(byCriterion(table, (criterion) => besidePeople(scene(criterion), judge, undrafted !== null))),
    ),
    likeness: byJudge(table, (judge) => byCriterion(table, (criterion) => likenessOf(undrafted === null ? null : scene(criterion), judge))),
    altCurves: byJudge(table, (judge) => byCriterion(table, (criterion) => altCurve(undrafted === null ? null : scene(criterion), judge))),
    ranking: judgeRanking(table),
    advantages: byCriterion(table, (criterion) => (undrafted === null ? [] : advantagesApart(scene(criterion)))),
    protocols: protocolsBesidePeople(table),
    consistency: consistency(table),
  };
}

/**
 * Each person and the judge against the mean of the others, on the units that all of these rated: the same reference for both. If all of them saw a
 * draft, each correlation is given, but not which is closer: the others have followed the judge.
 */
function besidePeople(scene: Scene, judge: number, isUndrafted: boolean): Omit<BesidePerson, "pHolm">[] {
  const { table, criterion, units, inputs } = scene;
  if (isNominal(table, criterion)) return [];
  const judged = scoresIn(scene, judge);
  return table.annotators.map((person) => {
    const others = table.annotators.filter((other) => other !== person);
    // With many people, each has rated few of the units.
    const places = placesOf(units.length, (place) => !Number.isNaN(numberOf(table, units[place] as number, person)));
    const own = valuesAt(units, places);
    const compared = {
      ...{ human: meanScores(table, own, others), a: valuesAt(judged, places), b: own.map((unit) => numberOf(table, unit, person)) },
      ...{ clusters: valuesAt(inputs, places), ...table.wanted },
    };
    const { a, b, difference, p } = correlationDifference(compared);
    const n = difference.n;
    return {
      ...{ person: nameOf(table, person), own: asFigure({ ...b, n }), judge: asFigure({ ...a, n }) },
      ...(isUndrafted ? { difference: asFigure(difference), p } : { difference: undefinedFigure("no-blind-ratings"), p: null }),
    };
  });
}

/** Whether the judge agrees with people as one of them does; not of people who have followed it. */
function likenessOf(scene: Scene | null, judge: number): Likeness {
  const none = (why: string) => ({ ...undefinedFigure(why), judgeKappa: null, peopleKappa: null, spread: null });
  if (scene === null) return none("no-blind-ratings");
  const { table, units, inputs: clusters } = scene;
  const ratings = encodedRatings(table, units, [...table.annotators, judge]);
  if (ratings.values.length > mostValues) return none("too-many-values");
  const { judgeKappa, peopleKappa, spread, ...found } = humanLikeness({
    ...{ ratings, judge: table.annotators.length, clusters, ...table.wanted },
  });
  const why = { "too-few": "fewer-than-five", "no-variation": "people-alike" }[found.why as string] ?? found.why;
  return { ...asFigure({ ...found, why }), judgeKappa, peopleKappa, spread };
}

/** A judge is set beside every person on every criterion: one in twenty of these differences would hold by chance. */
function afterHolm(found: Record<string, Omit<BesidePerson, "pHolm">[]>): Record<string, BesidePerson[]> {
  const pValues = Object.values(found).flatMap((people) => people.map(({ p }) => p));
  const { adjusted } = adjustPValues({ pValues, method: "holm" });
  let at = 0;
  return Object.fromEntries(
    Object.entries(found).map(([criterion, people]) => [criterion, people.map((one) => ({ ...one, pHolm: adjusted[at++] ?? null }))]),
  );
}

/** Every two judges by the alternative-annotator test. */
function advantagesApart(scene: Scene): { a: string; b: string; difference: Figure }[] {
  const { table, criterion, inputs: clusters } = scene;
  const scoring = scoringJudges(table);
  const shared = {
    ratings: codesIn(scene),
    clusters,
    score: isNominal(table, criterion) ? "accuracy" : "rmse",
    ...table.wanted,
  } as const;
  return scoring.flatMap((a, place) =>
    scoring.slice(place + 1).map((b) => ({
      ...{ a: nameOf(table, a), b: nameOf(table, b) },
      difference: asFigure(altTestDifference({ ...shared, a: scoresIn(scene, a), b: scoresIn(scene, b) })),
    })),
  );
}

function altCurve(scene: Scene | null, judge: number): AltCurve {
  if (scene === null) return { points: [], perPerson: [], why: "no-blind-ratings" };
  const results = altTestsIn(scene, judge);
  const [first] = results;
  return {
    points: results.map(({ epsilon, winningRate }) => ({ epsilon, winningRate })),
    perPerson: (first?.perAnnotator ?? []).map(({ id, n, rhoJudge, rhoHuman, eligible }) => ({
      ...{ name: id, n, eligible },
      ...{ judge: rhoJudge, person: rhoHuman },
    })),
    why: first?.why ?? null,
  };
}

/** How far a judge's own runs agree when it is asked the same again. */
function consistency(table: RatingTable): JudgesChapter["consistency"] {
  const repeated = table.data.judgeRepeats ?? [];
  return Object.fromEntries(
    repeated.map(({ judge, runs, scores }) => [
      nameOf(table, judge),
      byCriterion(table, (criterion) => {
        const own = scores.filter((one) => one.criterion === criterion);
        if (own.length === 0) return { runs, alpha: undefinedFigure("not-rated"), same: undefinedFigure("not-rated") };
        const clusters = inputsOf(
          table,
          own.map(({ sample }) => unitOf(table, sample, criterion)),
        );
        const level = levelOf(table, criterion);
        const same = own.map(({ of }) => of.every((score) => score === of[0]));
        return {
          runs,
          alpha: asFigure(krippendorffAlpha({ ratings: own.map(({ of }) => of), level, clusters, ...table.wanted })),
          same: shareOf(same, clusters),
        };
      }),
    ]),
  );
}
