import type { ArmColumns, ArmKind } from "@/lib/domain/arm-columns";
import { armNames } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report";
import type { Behaviours } from "@/lib/domain/report-draft-effect";
import { clusteredShare, draftInfluence } from "@/lib/stats";
import { draftsByUnit, judgeInView, placesByUnit, placesIn, unitAt } from "../arm-units";
import { undefinedFigure } from "../figures";
import { criterionOf, isLabelled, nameOf, type RatingTable, sampleOf, scoreOf } from "../rating-table";

/** A final score beside the draft that was in view, the person's own first score if there is one, and the others' scores. */
interface Seen {
  draft: number;
  final: number;
  first: number | null;
  others: number[];
}

/** Many of them, each made when it is asked for. */
interface SeenDrafts {
  places: Int32Array;
  at: (place: number) => Seen;
  criterionOf: (place: number) => number;
  /** Numbered, as in the table. */
  inputOf: (place: number) => number;
}

/**
 * Correction, scrutiny, subjectivity and outliers removed, by judge whose drafts were shown and by criterion. With a person's own first score the
 * others' are first scores too; without one, "draft only", the others' final scores.
 */
export function behaviours(table: RatingTable): Behaviours[] {
  return seenDrafts(table).flatMap(({ judge, definition, units }) => {
    if (units.places.length === 0) return [];
    const criteria = [null, ...table.data.criteria.keys()].filter((one) => one === null || !isLabelled(table, one));
    return criteria.map(
      (criterion): Behaviours => ({
        ...{ judge, definition, criterion: criterion === null ? null : (table.data.criteria[criterion]?.name ?? null) },
        ...measured(criterion === null ? units : ofCriterion(units, criterion), definition),
      }),
    );
  });
}

const rates = ["correction", "scrutiny", "subjectivity", "outlierRemoved"] as const;

const ofCriterion = (units: SeenDrafts, criterion: number): SeenDrafts => ({
  ...units,
  places: units.places.filter((place) => units.criterionOf(place) === criterion),
});

function measured({ places, at, inputOf }: SeenDrafts, definition: Behaviours["definition"]) {
  const inputs = new Map<number, number[]>();
  for (const place of places) {
    const own = inputs.get(inputOf(place));
    if (own) own.push(place);
    else inputs.set(inputOf(place), [place]);
  }
  // Counts alone, since there may be a million inputs.
  const counted = () => ({ hits: new Int32Array(inputs.size), sizes: new Int32Array(inputs.size) });
  const found = { correction: counted(), scrutiny: counted(), subjectivity: counted(), outlierRemoved: counted() };
  let [n, tied, input] = [0, 0, 0];
  for (const own of inputs.values()) {
    const seen = own.map(at);
    const one = draftInfluence({
      ...{ draft: seen.map(({ draft }) => draft), final: seen.map(({ final }) => final), others: seen.map(({ others }) => others) },
      ...(definition === "blind-score" && { blind: seen.map(({ first }) => first) }),
    });
    for (const rate of rates) {
      found[rate].hits[input] = one[rate]?.count ?? 0;
      found[rate].sizes[input] = one[rate]?.n ?? 0;
    }
    n += one.n;
    tied += one.tiedMajorities;
    input += 1;
  }
  const share = (rate: (typeof rates)[number]): Figure => {
    const { hits, sizes } = found[rate];
    const size = sizes.reduce((sum, one) => sum + one, 0);
    if (size === 0) return undefinedFigure("no-units");
    const { value, why, interval, intervalWhy } = clusteredShare({ hits, sizes });
    return { value, why, n: size, interval, intervalWhy };
  };
  return {
    ...{ n, tied },
    ...{ correction: share("correction"), scrutiny: share("scrutiny"), subjectivity: share("subjectivity") },
    outlierRemoved: definition === "blind-score" ? share("outlierRemoved") : null,
  };
}

interface SeenOfJudge {
  judge: string;
  definition: Behaviours["definition"];
  units: SeenDrafts;
}

function seenDrafts(table: RatingTable): SeenOfJudge[] {
  return table.data.arms === null ? seenInOneArm(table) : seenInArms(table, table.data.arms);
}

/** Where everybody worked with drafts, they are those of one judge. */
function seenInOneArm(table: RatingTable): SeenOfJudge[] {
  const { data, annotators } = table;
  const judge = judgeInView(data);
  if (judge === null) return [];
  const drafted = armNames.indexOf("drafted");
  if (data.ratings.arm.some((arm) => arm >= 0 && arm !== drafted)) return [];
  const width = annotators.length;
  const unitIn = (place: number) => Math.floor(place / width);
  const places: number[] = [];
  for (let unit = 0; unit < table.units; unit++) {
    if (scoreOf(table, unit, judge) === null || isLabelled(table, criterionOf(table, unit))) continue;
    for (let by = 0; by < width; by++) if (scoreOf(table, unit, annotators[by] as number) !== null) places.push(unit * width + by);
  }
  const units: SeenDrafts = {
    places: Int32Array.from(places),
    criterionOf: (place) => criterionOf(table, unitIn(place)),
    inputOf: (place) => table.inputs[sampleOf(table, unitIn(place))] as number,
    at: (place) => {
      const given = annotators.map((rater) => scoreOf(table, unitIn(place), rater));
      const others = given.filter((score, other) => other !== place % width && score !== null) as number[];
      return { draft: scoreOf(table, unitIn(place), judge) as number, final: given[place % width] as number, first: null, others };
    },
  };
  return [{ judge: nameOf(table, judge), definition: "draft-only", units }];
}

function seenInArms(table: RatingTable, arms: ArmColumns): SeenOfJudge[] {
  const { ratings } = arms;
  const { score, rater } = ratings;
  const byUnit = (kind: ArmKind) => placesByUnit(table, ratings, placesIn(ratings, [kind]));
  const [firsts, blinds, drafteds] = [byUnit("first"), byUnit("blind"), byUnit("drafted")];
  return arms.runs.flatMap(({ judge }, run) => {
    const drafts = draftsByUnit(table, arms.drafts, run);
    const isSeen = (at: number) => !Number.isNaN(drafts[unitAt(table, ratings, at)]) && !isLabelled(table, ratings.criterion[at] as number);
    const seen = (arm: "drafted" | "final"): SeenDrafts => ({
      places: placesIn(ratings, [arm], run).filter(isSeen),
      criterionOf: (at) => ratings.criterion[at] as number,
      inputOf: (at) => table.inputs[ratings.sample[at] as number] as number,
      at: (at) => {
        const unit = unitAt(table, ratings, at);
        const own = firsts(unit).find((other) => rater[other] === rater[at]);
        const others = arm === "final" ? [...firsts(unit), ...blinds(unit)] : [...drafteds(unit)];
        return {
          ...{ draft: drafts[unit] as number, final: score[at] as number },
          first: own === undefined ? null : (score[own] as number),
          others: others.filter((other) => rater[other] !== rater[at]).map((other) => score[other] as number),
        };
      },
    });
    return [
      { judge, definition: "blind-score" as const, units: seen("final") },
      { judge, definition: "draft-only" as const, units: seen("drafted") },
    ];
  });
}
