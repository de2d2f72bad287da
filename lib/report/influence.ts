import { type ArmColumns, type ArmKind, type ArmRatings, armKinds } from "@/lib/domain/arm-columns";
import type { ArmComparison, ComparedArm, Contrast, Figure, TaskReport } from "@/lib/domain/report";
import { armDifference, meanAlphaDifference, median } from "@/lib/stats";
import { alphasOf, alphasOfAnnotators } from "./agreement";
import { draftsByUnit, placesIn, unitAt } from "./arm-units";
import { meanOf, meanSize, undefinedFigure } from "./figures";
import { inputsOf, isLabelled, type RatingTable, ratingTable, unitsOf, whyNotPooled } from "./rating-table";
import { ratingsOfUnits } from "./ratings-of-units";

/** One arm's ratings, as a table of their own. */
interface Arm {
  kind: ArmKind;
  run: number | null;
  ratings: ArmRatings;
  /** Of the arm's own among the ratings. */
  places: Int32Array;
  table: RatingTable;
}

/** What seeing the draft did: agreement, distance to the draft and time, arm by arm; null where all work was done in one arm beside the judge's newest drafts. */
export function influence(table: RatingTable): TaskReport["influence"] {
  const data = table.data.arms;
  if (data === null || arePairs(table)) return null;
  const arms = armsOf(table, data);
  return {
    arms: arms.map((arm) => described(arm, data)),
    comparisons: arms.flatMap((arm, index) => {
      const without = arms.findIndex(({ kind, run }) => (arm.kind === "final" ? kind === "first" && run === arm.run : kind === "blind"));
      const isSeen = arm.kind === "drafted" || arm.kind === "final";
      const blind = arms[without];
      return isSeen && blind ? [{ with: index, without, ...compared(table, data, arm, blind) }] : [];
    }),
  };
}

/** Verdicts on pairs have no distance in points. */
const arePairs = ({ data }: RatingTable) => data.task.kind === "pairwise";

function armsOf(table: RatingTable, { ratings, runs }: ArmColumns): Arm[] {
  return armKinds.flatMap((kind) =>
    [null, ...runs.keys()].flatMap((run) => {
      const places = placesIn(ratings, [kind], run ?? -1);
      if (places.length === 0) return [];
      return [{ kind, run, ratings, places, table: ratingTable(table.data, table.wanted, [{ ratings, places }]) }];
    }),
  );
}

function described({ kind, run, ratings, places, table }: Arm, { runs }: ArmColumns): ComparedArm {
  return {
    arm: kind,
    run: run === null ? null : (runs[run] ?? null),
    ratings: places.length,
    annotators: new Set(places.map((at) => ratings.rater[at] as number)).size,
    agreement: {
      perCriterion: byCriterion(table, (criterion) => alphasOf(table, criterion, table.annotators)),
      meanOverCriteria: alphasOfAnnotators(table),
    },
    medianSeconds: median(Float64Array.from(places, (at) => seconds(ratings, at)).filter((one) => !Number.isNaN(one))),
  };
}

const byCriterion = <T>({ data }: RatingTable, of: (criterion: number) => T) =>
  Object.fromEntries(data.criteria.map(({ name }, index) => [name, of(index)]));

function compared(table: RatingTable, data: ArmColumns, drafted: Arm, blind: Arm): Omit<ArmComparison, "with" | "without"> {
  const drafts = draftsByUnit(table, data.drafts, drafted.run ?? -1);
  const above = (ratings: ArmRatings, at: number) => (ratings.score[at] as number) - (drafts[unitAt(table, ratings, at)] as number);
  const distance = (ratings: ArmRatings, at: number) => Math.abs(above(ratings, at));
  /** Labels have no distance: each is the draft's or another. */
  const departure = (ratings: ArmRatings, at: number) => {
    const apart = distance(ratings, at);
    return Number.isNaN(apart) ? apart : Number(apart > 0);
  };
  const labelled = (criterion: number) => isLabelled(table, criterion);
  const overBoth = (of: Measure, isOf: (criterion: number) => boolean, mean = meanSize) =>
    contrast(measured(table, drafted, of, isOf), measured(table, blind, of, isOf), mean);
  const own = (criterion: number, of: Measure) => overBoth(of, (one) => one === criterion);
  const unknown = drafted.run === null ? "unknown-draft" : null;
  const whyNot = unknown ?? whyNotPooled(table);
  return {
    agreement: alphaDifferences(drafted.table, blind.table),
    distance: {
      pooled: whyNot === null ? overBoth(distance, (one) => !labelled(one)) : undefinedContrast(whyNot),
      perCriterion: byCriterion(table, (criterion) =>
        unknown === null ? own(criterion, labelled(criterion) ? departure : distance) : undefinedContrast(unknown),
      ),
    },
    signed: {
      pooled: whyNot === null ? overBoth(above, (one) => !labelled(one), meanOf) : undefinedContrast(whyNot),
      perCriterion: byCriterion(table, (criterion) => {
        const why = unknown ?? (labelled(criterion) ? "labels" : null);
        return why === null ? overBoth(above, (one) => one === criterion, meanOf) : undefinedContrast(why);
      }),
    },
    seconds: {
      pooled: overBoth(seconds, () => true),
      perCriterion: byCriterion(table, (criterion) => own(criterion, seconds)),
    },
  };
}

/** A number of the rating at a place; NaN: not known. */
type Measure = (ratings: ArmRatings, at: number) => number;

const seconds: Measure = ({ durationMs }, at) => (durationMs[at] as number) / 1000;

interface Measured {
  values: Float64Array;
  inputs: number[];
}

/** What is known of the ratings on some criteria, each with its input. */
function measured(table: RatingTable, { ratings, places }: Arm, of: Measure, isOf: (criterion: number) => boolean): Measured {
  const isKnown = (at: number) => isOf(ratings.criterion[at] as number) && !Number.isNaN(of(ratings, at));
  let size = 0;
  for (const at of places) if (isKnown(at)) size += 1;
  const [values, inputs] = [new Float64Array(size), new Array<number>(size)];
  let to = 0;
  for (const at of places) {
    if (!isKnown(at)) continue;
    values[to] = of(ratings, at);
    inputs[to++] = table.inputs[ratings.sample[at] as number] as number;
  }
  return { values, inputs };
}

type Level = "nominal" | "ordinal" | "interval" | "ratio";

/** Labels have nominal differences only; the means at the other levels leave them out. */
function alphaDifferences(drafted: RatingTable, blind: RatingTable): ArmComparison["agreement"] {
  const all = blind.data.criteria.map((_, criterion) => criterion);
  const numbers = all.filter((criterion) => !isLabelled(blind, criterion));
  const clusters = inputsOf(blind, unitsOf(blind, 0));
  const tables = (of: readonly number[]) => ({
    first: of.map((criterion) => ratingsOfUnits(blind, unitsOf(blind, criterion), blind.annotators)),
    second: of.map((criterion) => ratingsOfUnits(drafted, unitsOf(drafted, criterion), drafted.annotators)),
    clusters,
    ...blind.wanted,
  });
  const levels = <T>(of: (level: Level) => T) => ({
    ...{ nominal: of("nominal"), ordinal: of("ordinal"), interval: of("interval"), ratio: of("ratio") },
  });
  const { nominal } = meanAlphaDifference(tables(all));
  const mean = numbers.length === 0 ? null : meanAlphaDifference(tables(numbers));
  return {
    perCriterion: byCriterion(blind, (criterion) => {
      const own = meanAlphaDifference(tables([criterion]));
      return levels((level) => (level !== "nominal" && isLabelled(blind, criterion) ? undefinedFigure("labels") : asFigure(own[level])));
    }),
    meanOverCriteria: levels((level) => {
      if (level === "nominal") return asFigure(nominal);
      return mean === null ? undefinedFigure("labels") : asFigure(mean[level]);
    }),
  };
}

const asFigure = ({ value, why, n, interval, intervalWhy }: Omit<Figure, "intervalWhy"> & { intervalWhy: string | null }): Figure => ({
  ...{ value, why, n, intervalWhy },
  interval: interval ?? null,
});

/** Means of both sides, and their difference, clustered by input. */
function contrast(drafted: Measured, blind: Measured, mean: typeof meanSize): Contrast {
  const side = (name: string, { values, inputs: clusters }: Measured) => ({ name, values, clusters });
  const difference = armDifference(side("drafted", drafted), side("blind", blind), 0.95);
  return {
    with: mean(drafted.values, drafted.inputs),
    without: mean(blind.values, blind.inputs),
    difference: asFigure(difference),
  };
}

const undefinedContrast = (why: string): Contrast => ({
  ...{ with: undefinedFigure(why), without: undefinedFigure(why), difference: undefinedFigure(why) },
});
