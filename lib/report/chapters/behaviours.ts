import type { ArmColumns, ArmKind } from "@/lib/domain/arm-columns";
import { armNames, placesOf } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report";
import type { Behaviours } from "@/lib/domain/report-draft-effect";
import { clusteredShare, type InfluencedUnit, type InfluenceRateName, influenceRates, majorityOf } from "@/lib/stats";
import { draftsByUnit, judgeInView, placesByUnit, placesIn, unitAt } from "../arm-units";
import { undefinedFigure } from "../figures";
import { criterionOf, isLabelled, nameOf, numberOf, type RatingTable, sampleOf, scoreOf } from "../rating-table";

/** Final scores beside the drafts that were in view, each by a place. */
interface SeenDrafts {
  places: Int32Array;
  /**
   * The score, the draft, and the person's own first score in the arm that has one; the majority of the others' is null where it is a tie. Null: nobody
   * else rated the unit, or a first score is missing.
   */
  at: (place: number) => Seen | null;
  criterionOf: (place: number) => number;
  /** Numbered, as in the table. */
  inputOf: (place: number) => number;
}

type Seen = Omit<InfluencedUnit, "majority"> & { majority: number | null };

/**
 * Correction, scrutiny, subjectivity and outliers removed, by judge whose drafts were shown and by criterion. With a person's own first score the
 * others' are first scores too; without one, "draft only", the others' final scores.
 */
export function behaviours(table: RatingTable): Behaviours[] {
  return seenDrafts(table).flatMap(({ judge, definition, units }) => {
    if (units.places.length === 0) return [];
    const told = toldBy(units, definition);
    const criteria = [null, ...table.data.criteria.keys()].filter((one) => one === null || !isLabelled(table, one));
    return criteria.map(
      (criterion): Behaviours => ({
        ...{ judge, definition, criterion: criterion === null ? null : (table.data.criteria[criterion]?.name ?? null) },
        ...measured(units, told, criterion, definition),
      }),
    );
  });
}

/** What each place tells of a draft's influence: bits, two for each rate of `influenceRates`, whether it could show it and whether it does, before those. */
const [counts, tie, firstOfRates] = [1, 2, 4];

function toldBy({ places, at }: SeenDrafts, definition: Behaviours["definition"]): Uint16Array {
  const told = new Uint16Array(places.length);
  for (let n = 0; n < places.length; n++) {
    const seen = at(places[n] as number);
    if (seen === null) continue;
    const { majority } = seen;
    if (majority === null) {
      told[n] = tie;
      continue;
    }
    const unit = { ...seen, majority };
    let bits = counts;
    let bit = firstOfRates;
    for (const { among, shows } of influenceRates[definition]) {
      if (among(unit)) bits |= shows(unit) ? bit | (bit << 1) : bit;
      bit <<= 2;
    }
    told[n] = bits;
  }
  return told;
}

/** The rates on a criterion, or on all of them. */
function measured(units: SeenDrafts, told: Uint16Array, criterion: number | null, definition: Behaviours["definition"]) {
  const { places, inputOf, criterionOf } = units;
  const own = placesOf(places.length, (n) => criterion === null || criterionOf(places[n] as number) === criterion);
  const clusterOf = new Map<number, number>();
  const clusters = own.map((n) => {
    const input = inputOf(places[n] as number);
    const cluster = clusterOf.get(input) ?? clusterOf.size;
    clusterOf.set(input, cluster);
    return cluster;
  });
  const amount = (bit: number) => own.reduce((sum, n) => sum + (((told[n] as number) & bit) === 0 ? 0 : 1), 0);
  const share = (bit: number): Figure => {
    const [hits, sizes] = [new Int32Array(clusterOf.size), new Int32Array(clusterOf.size)];
    for (let place = 0; place < own.length; place++) {
      const bits = told[own[place] as number] as number;
      const cluster = clusters[place] as number;
      if ((bits & bit) !== 0) sizes[cluster] = (sizes[cluster] as number) + 1;
      if ((bits & (bit << 1)) !== 0) hits[cluster] = (hits[cluster] as number) + 1;
    }
    const size = sizes.reduce((sum, one) => sum + one, 0);
    if (size === 0) return undefinedFigure("no-units");
    const { value, why, interval, intervalWhy } = clusteredShare({ hits, sizes });
    return { value, why, n: size, interval, intervalWhy };
  };
  const shares = Object.fromEntries(
    influenceRates[definition].map(({ rate }, place) => [rate, share(firstOfRates << (2 * place))] as const),
  ) as Record<InfluenceRateName, Figure>;
  const { correction, scrutiny, subjectivity, outlierRemoved = null } = shares;
  return { n: amount(counts), tied: amount(tie), correction, scrutiny, subjectivity, outlierRemoved };
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
      const unit = unitIn(place);
      const others: number[] = [];
      for (let by = 0; by < width; by++) {
        const score = numberOf(table, unit, annotators[by] as number);
        if (by !== place % width && !Number.isNaN(score)) others.push(score);
      }
      const final = numberOf(table, unit, annotators[place % width] as number);
      return seenBeside({ draft: numberOf(table, unit, judge), final, blind: null }, others);
    },
  };
  return [{ judge: nameOf(table, judge), definition: "draft-only", units }];
}

function seenInArms(table: RatingTable, arms: ArmColumns): SeenOfJudge[] {
  const { ratings } = arms;
  const { score, rater } = ratings;
  const byUnit = (kind: ArmKind) => placesByUnit(table, ratings, placesIn(ratings, [kind]));
  const [firsts, blinds, drafteds] = [byUnit("first"), byUnit("blind"), byUnit("drafted")];
  const yardsticks = { final: [firsts, blinds], drafted: [drafteds] };
  const isOfRater = (by: number | undefined) => (other: number) => rater[other] === by;
  return arms.runs.flatMap(({ judge }, run) => {
    const drafts = draftsByUnit(table, arms.drafts, run);
    const isSeen = (at: number) => !Number.isNaN(drafts[unitAt(table, ratings, at)]) && !isLabelled(table, ratings.criterion[at] as number);
    const seen = (arm: "drafted" | "final"): SeenDrafts => ({
      places: placesIn(ratings, [arm], run).filter(isSeen),
      criterionOf: (at) => ratings.criterion[at] as number,
      inputOf: (at) => table.inputs[ratings.sample[at] as number] as number,
      at: (at) => {
        const unit = unitAt(table, ratings, at);
        const others: number[] = [];
        for (const of of yardsticks[arm]) {
          const places = of(unit);
          for (let n = 0; n < places.length; n++)
            if (rater[places[n] as number] !== rater[at]) others.push(score[places[n] as number] as number);
        }
        const own = arm === "final" ? firsts(unit).find(isOfRater(rater[at])) : undefined;
        if (arm === "final" && own === undefined) return null;
        const blind = own === undefined ? null : (score[own] as number);
        return seenBeside({ draft: drafts[unit] as number, final: score[at] as number, blind }, others);
      },
    });
    return [
      { judge, definition: "blind-score" as const, units: seen("final") },
      { judge, definition: "draft-only" as const, units: seen("drafted") },
    ];
  });
}

const seenBeside = (own: Omit<Seen, "majority">, others: readonly number[]): Seen | null =>
  others.length === 0 ? null : { ...own, majority: majorityOf(others) };
