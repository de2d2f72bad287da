import { arm as armName } from "./assignment";

/** One rating: an annotator's evaluation in a submitted assignment, or a judge's newest draft in a plain run, if it has a score. */
export interface ReportRating {
  /** Rater, sample and criterion by their place in the report's lists. */
  rater: number;
  sample: number;
  criterion: number;
  score: number;
  /** Null: a judge's. */
  arm: string | null;
  startedAt?: number | null;
  durationMs: number | null;
  /** When its assignment was submitted, in days since 1970 (UTC). Absent or null: a judge's. */
  day?: number | null;
}

/** The same ratings as parallel lists, since there may be a million of them. */
export interface RatingColumns {
  rater: Int32Array;
  sample: Int32Array;
  criterion: Int32Array;
  score: Float64Array;
  /** Place in `armNames`; -1: a judge's. */
  arm: Int8Array;
  /** NaN: not known. */
  durationMs: Float64Array;
  /** Days since 1970 (UTC); -1: a judge's. */
  day: Int32Array;
}

export const armNames: readonly string[] = armName.options;

/** Columns of so many ratings, to be filled in. */
export const emptyColumns = (ratings: number): RatingColumns => ({
  rater: new Int32Array(ratings),
  sample: new Int32Array(ratings),
  criterion: new Int32Array(ratings),
  score: new Float64Array(ratings),
  arm: new Int8Array(ratings),
  durationMs: new Float64Array(ratings),
  day: new Int32Array(ratings),
});

/** Ratings row by row as columns. */
export function ratingColumns(ratings: readonly ReportRating[]): RatingColumns {
  const columns = emptyColumns(ratings.length);
  ratings.forEach(({ rater, sample, criterion, score, arm, durationMs, day }, at) => {
    columns.rater[at] = rater;
    columns.sample[at] = sample;
    columns.criterion[at] = criterion;
    columns.score[at] = score;
    columns.arm[at] = arm === null ? -1 : armNames.indexOf(arm);
    columns.durationMs[at] = durationMs ?? Number.NaN;
    columns.day[at] = day ?? -1;
  });
  return columns;
}

/** The same as rows: what a frozen report keeps. */
export function ratingRows({ rater, sample, criterion, score, arm, durationMs, day }: RatingColumns): ReportRating[] {
  return Array.from(score, (value, at) => ({
    rater: rater[at] as number,
    sample: sample[at] as number,
    criterion: criterion[at] as number,
    score: value,
    arm: armNames[arm[at] as number] ?? null,
    durationMs: Number.isNaN(durationMs[at]) ? null : (durationMs[at] as number),
    day: day[at] === -1 ? null : (day[at] as number),
  }));
}

/** Where places are collected, between two uses: a list as long as that of all ratings is larger than most lists of those kept. */
let spare: Int32Array | null = null;

/** The places of a list that are kept, in their order. */
export function placesOf(length: number, keep: (at: number) => boolean): Int32Array {
  const places = spare !== null && spare.length >= length ? spare : new Int32Array(length);
  // Not for places that are asked for by `keep`.
  spare = null;
  let kept = 0;
  for (let at = 0; at < length; at++) if (keep(at)) places[kept++] = at;
  spare = places;
  return places.slice(0, kept);
}

/** The ratings at these places, with samples and raters renumbered. */
export function pickColumns(
  columns: RatingColumns,
  places: Int32Array,
  renumbered: { sample?: Int32Array; rater?: Int32Array } = {},
): RatingColumns {
  const { rater, sample, criterion, score, arm, durationMs, day } = columns;
  const picked = emptyColumns(places.length);
  for (let to = 0; to < places.length; to++) {
    const at = places[to] as number;
    picked.rater[to] = renumbered.rater ? (renumbered.rater[rater[at] as number] as number) : (rater[at] as number);
    picked.sample[to] = renumbered.sample ? (renumbered.sample[sample[at] as number] as number) : (sample[at] as number);
    picked.criterion[to] = criterion[at] as number;
    picked.score[to] = score[at] as number;
    picked.arm[to] = arm[at] as number;
    picked.durationMs[to] = durationMs[at] as number;
    picked.day[to] = day[at] as number;
  }
  return picked;
}

/** Ratings one after the other. */
export function joinColumns(first: RatingColumns, second: RatingColumns): RatingColumns {
  const joined = emptyColumns(first.score.length + second.score.length);
  for (const name of Object.keys(joined) as (keyof RatingColumns)[]) {
    joined[name].set(first[name]);
    joined[name].set(second[name], first[name].length);
  }
  return joined;
}
