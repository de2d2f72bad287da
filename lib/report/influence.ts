import { ratingColumns } from "@/lib/domain/rating-columns";
import type { ArmComparison, ComparedArm, Contrast, Figure, TaskReport } from "@/lib/domain/report";
import type { ArmData } from "@/lib/domain/report-data";
import { anchoring, meanAlphaDifference, median } from "@/lib/stats";
import { alphasOf, alphasOfAnnotators } from "./agreement";
import { meanSize, undefinedFigure } from "./figures";
import { inputsOf, isLabelled, type RatingTable, ratingsOf, ratingTable, unitsOf, whyNotPooled } from "./rating-table";

type Rating = ArmData["ratings"][number];

/** One arm's ratings, as a table of their own. */
interface Arm {
  kind: Rating["arm"];
  run: number | null;
  ratings: Rating[];
  table: RatingTable;
}

/** What seeing the draft did: agreement, distance to the draft and time, arm by arm; null where all work was done in one arm. */
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

const order: Rating["arm"][] = ["blind", "drafted", "first", "final"];

function armsOf(table: RatingTable, { ratings, runs }: ArmData): Arm[] {
  return order.flatMap((kind) =>
    [null, ...runs.keys()].flatMap((run) => {
      const own = ratings.filter((rating) => rating.arm === kind && rating.run === run);
      if (own.length === 0) return [];
      return [{ kind, run, ratings: own, table: ratingTable({ ...table.data, ratings: ratingColumns(own) }, table.wanted) }];
    }),
  );
}

function described({ kind, run, ratings, table }: Arm, { runs }: ArmData): ComparedArm {
  return {
    arm: kind,
    run: run === null ? null : (runs[run] ?? null),
    ratings: ratings.length,
    annotators: new Set(ratings.map(({ rater }) => rater)).size,
    agreement: {
      perCriterion: byCriterion(table, (criterion) => alphasOf(table, criterion, table.annotators)),
      meanOverCriteria: alphasOfAnnotators(table),
    },
    medianSeconds: median(secondsOf(ratings)),
  };
}

const secondsOf = (ratings: readonly Rating[]) => ratings.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs / 1000]));

const byCriterion = <T>({ data }: RatingTable, of: (criterion: number) => T) =>
  Object.fromEntries(data.criteria.map(({ name }, index) => [name, of(index)]));

function compared(table: RatingTable, data: ArmData, drafted: Arm, blind: Arm): Omit<ArmComparison, "with" | "without"> {
  const draftAt = new Map(
    data.drafts.filter(({ run }) => run === drafted.run).map(({ sample, criterion, score }) => [`${sample} ${criterion}`, score]),
  );
  const distance = ({ sample, criterion, score }: Rating) => {
    const draft = draftAt.get(`${sample} ${criterion}`);
    return draft === undefined ? null : Math.abs(score - draft);
  };
  /** Labels have no distance: each is the draft's or another. */
  const departure = (rating: Rating) => {
    const apart = distance(rating);
    return apart === null ? null : Number(apart > 0);
  };
  const seconds = ({ durationMs }: Rating) => (durationMs === null ? null : durationMs / 1000);
  const labelled = (criterion: number) => isLabelled(table, criterion);
  const numbersOf = (ratings: readonly Rating[]) => ratings.filter(({ criterion }) => !labelled(criterion));
  const own = (criterion: number, of: (rating: Rating) => number | null) =>
    contrast(table, ofCriterion(drafted.ratings, criterion), ofCriterion(blind.ratings, criterion), of);
  const unknown = drafted.run === null ? "unknown-draft" : null;
  const whyNot = unknown ?? whyNotPooled(table);
  return {
    agreement: alphaDifferences(drafted.table, blind.table),
    distance: {
      pooled: whyNot === null ? contrast(table, numbersOf(drafted.ratings), numbersOf(blind.ratings), distance) : undefinedContrast(whyNot),
      perCriterion: byCriterion(table, (criterion) =>
        unknown === null ? own(criterion, labelled(criterion) ? departure : distance) : undefinedContrast(unknown),
      ),
    },
    seconds: {
      pooled: contrast(table, drafted.ratings, blind.ratings, seconds),
      perCriterion: byCriterion(table, (criterion) => own(criterion, seconds)),
    },
  };
}

const ofCriterion = (ratings: readonly Rating[], criterion: number) => ratings.filter((rating) => rating.criterion === criterion);

type Level = "nominal" | "ordinal" | "interval" | "ratio";

/** Labels have nominal differences only; the means at the other levels leave them out. */
function alphaDifferences(drafted: RatingTable, blind: RatingTable): ArmComparison["agreement"] {
  const all = blind.data.criteria.map((_, criterion) => criterion);
  const numbers = all.filter((criterion) => !isLabelled(blind, criterion));
  const clusters = inputsOf(blind, unitsOf(blind, 0));
  const tables = (of: readonly number[]) => ({
    first: of.map((criterion) => ratingsOf(blind, unitsOf(blind, criterion), blind.annotators)),
    second: of.map((criterion) => ratingsOf(drafted, unitsOf(drafted, criterion), drafted.annotators)),
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

/** Means of both sides, of distances or times, and their difference, clustered by input. */
function contrast(
  table: RatingTable,
  drafted: readonly Rating[],
  blind: readonly Rating[],
  of: (rating: Rating) => number | null,
): Contrast {
  const side = (ratings: readonly Rating[]) => {
    const present = ratings.flatMap((rating) => {
      const value = of(rating);
      return value === null ? [] : [{ value, input: table.data.samples[rating.sample]?.inputKey ?? "" }];
    });
    return { values: present.map(({ value }) => value), inputs: present.map(({ input }) => input) };
  };
  const [with_, without] = [side(drafted), side(blind)];
  const { clustered } = anchoring({
    ...{ drafted: with_.values, draftedClusters: with_.inputs },
    ...{ blind: without.values, blindClusters: without.inputs },
  });
  return {
    with: meanSize(with_.values, with_.inputs),
    without: meanSize(without.values, without.inputs),
    difference: clustered ? asFigure(clustered) : undefinedFigure("no-units"),
  };
}

const undefinedContrast = (why: string): Contrast => ({
  ...{ with: undefinedFigure(why), without: undefinedFigure(why), difference: undefinedFigure(why) },
});
