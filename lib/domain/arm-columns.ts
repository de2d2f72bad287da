import { pickColumns, type RatingColumns, ratingColumns } from "./rating-columns";

/** What was in view; of the arm blind-then-drafted, which of its two scores it is. */
export const armKinds = ["blind", "drafted", "first", "final"] as const;
export type ArmKind = (typeof armKinds)[number];

/** Ratings by what was in view when they were given. `run` is an index into the runs. */
export interface ArmData {
  runs: { id: string; judge: string }[];
  ratings: {
    rater: number;
    sample: number;
    criterion: number;
    arm: ArmKind;
    run: number | null;
    score: number;
    durationMs: number | null;
    /** When it was submitted, in days since 1970 (UTC). Absent: not known. */
    day?: number | null | undefined;
  }[];
  /** The runs' scores. */
  drafts: { run: number; sample: number; criterion: number; score: number }[];
}

/** Ratings by what was in view, as parallel lists. `arm`: place in `armKinds`. */
export interface ArmRatings extends RatingColumns {
  /** Place in the list of runs; -1: none, or not known which; `runLeftOut`: one that is not in the list. */
  run: Int32Array;
}

/** The run of first scores in a report without the judge whose draft came after them: no draft was in view, and no final score is beside them. */
export const runLeftOut = -2;

/** The scores of drafts, as parallel lists. */
export interface DraftScores {
  run: Int32Array;
  sample: Int32Array;
  criterion: Int32Array;
  score: Float64Array;
}

/** The same as `ArmData`, since there may be millions of both. */
export interface ArmColumns {
  runs: ArmData["runs"];
  ratings: ArmRatings;
  drafts: DraftScores;
}

/** Rows as columns. */
export const armColumns = ({ runs, ratings, drafts }: ArmData): ArmColumns => ({
  runs,
  ratings: {
    ...ratingColumns(ratings),
    arm: Int8Array.from(ratings, ({ arm }) => armKinds.indexOf(arm)),
    run: Int32Array.from(ratings, ({ run }) => run ?? -1),
  },
  drafts: {
    run: Int32Array.from(drafts, ({ run }) => run),
    sample: Int32Array.from(drafts, ({ sample }) => sample),
    criterion: Int32Array.from(drafts, ({ criterion }) => criterion),
    score: Float64Array.from(drafts, ({ score }) => score),
  },
});

/** The same as rows: what a frozen report keeps. */
export const armRows = ({ runs, ratings, drafts }: ArmColumns): ArmData => ({
  runs,
  ratings: Array.from(ratings.score, (score, at) => ({
    rater: ratings.rater[at] as number,
    sample: ratings.sample[at] as number,
    criterion: ratings.criterion[at] as number,
    day: ratings.day[at] === -1 ? null : (ratings.day[at] as number),
    arm: armKinds[ratings.arm[at] as number] as ArmKind,
    run: (ratings.run[at] as number) < 0 ? null : (ratings.run[at] as number),
    score,
    durationMs: Number.isNaN(ratings.durationMs[at]) ? null : (ratings.durationMs[at] as number),
  })),
  drafts: Array.from(drafts.score, (score, at) => ({
    run: drafts.run[at] as number,
    sample: drafts.sample[at] as number,
    criterion: drafts.criterion[at] as number,
    score,
  })),
});

/** The ratings at these places, with samples and raters renumbered. */
export const pickArmRatings = (
  ratings: ArmRatings,
  places: Int32Array,
  renumbered: { sample?: Int32Array; rater?: Int32Array } = {},
): ArmRatings => ({ ...pickColumns(ratings, places, renumbered), run: places.map((at) => ratings.run[at] as number) });
