import { actionGroups } from "@/lib/domain/action-groups";
import { armColumns } from "@/lib/domain/arm-columns";
import { placesOf, type RatingColumns, ratingColumns } from "@/lib/domain/rating-columns";
import { reasonGroups } from "@/lib/domain/reason-groups";
import type { ReportColumns, ReportData } from "@/lib/domain/report-data";
import type { EncodedRatings } from "@/lib/stats";
import { remembered } from "./remembered";

/** A task's ratings in the form the statistics read: one row per unit, ordered by sample, then criterion. */
export interface RatingTable {
  /** Of the whole report: of its ratings, a table may have only some. */
  data: ReportColumns;
  /** The table's own ratings. */
  rated: readonly Rated[];
  annotators: number[];
  judges: number[];
  /** `codes[unit * raters + rater]`: places in `values`. A byte each for up to 255 different scores, since there may be hundreds of millions of cells. */
  codes: Uint8Array | Uint32Array;
  /** The score of each code, in rising order after the first, which is NaN: missing. */
  values: Float64Array;
  raters: number;
  units: number;
  criteria: number;
  /** The one score per sample of each metric with a scale of its own; NaN is missing. */
  ownScores: ReadonlyMap<number, Float64Array>;
  /** Each sample's input, numbered in the order of the inputs' keys: labels of the clusters that intervals delete or resample. */
  inputs: readonly number[];
  /** Spread into what is asked of the statistics: with "none", values come without the intervals that take seconds in large studies. */
  wanted: IntervalWish;
}

/** Of a list of ratings those at some places; null: all. */
export interface Rated {
  ratings: RatingColumns;
  places: Int32Array | null;
}

/** Why a figure that comes with the intervals is missing from a report of values alone. */
export const pending = "being-computed";

export interface IntervalWish {
  interval?: "none";
}

/** Whether a rater's scores have their own scale: they can then be correlated with the criteria's scores, but not compared directly. */
export const hasOwnScale = (table: RatingTable, rater: number): boolean => table.ownScores.has(rater);

export const nameOf = (table: RatingTable, rater: number): string => table.data.raters[rater]?.name ?? "";

/** Whether the criterion is categorical: its scores only name labels. */
export const isLabelled = ({ data }: RatingTable, criterion: number): boolean => Boolean(data.criteria[criterion]?.labels);

/** The criteria whose scores are numbers. */
const numberCriteria = ({ data }: RatingTable) => data.criteria.filter(({ labels }) => !labels);

/**
 * Why scores cannot be put in one table, averaged or subtracted over criteria: they have different scales, or all of them labels. Otherwise null, and
 * the criteria with labels are left out.
 */
export function whyNotPooled(table: RatingTable): "labels" | "mixed-scales" | null {
  const numbers = numberCriteria(table);
  if (numbers.length === 0 && table.criteria > 0) return "labels";
  return new Set(numbers.map(({ min, max }) => `${min}..${max}`)).size > 1 ? "mixed-scales" : null;
}

export const unitOf = (table: RatingTable, sample: number, criterion: number): number => sample * table.criteria + criterion;
export const sampleOf = (table: RatingTable, unit: number): number => Math.floor(unit / table.criteria);
export const criterionOf = (table: RatingTable, unit: number): number => unit % table.criteria;

/** The rating of one rater for one unit; null if missing. */
export function scoreOf(table: RatingTable, unit: number, rater: number): number | null {
  const score = numberOf(table, unit, rater);
  return Number.isNaN(score) ? null : score;
}

/** The same with NaN for missing, for loops over many. */
export const numberOf = ({ codes, values, raters }: RatingTable, unit: number, rater: number): number =>
  values[codes[unit * raters + rater] ?? 0] as number;

/** The rater's score for the unit or, if the rater has its own scale, for the unit's sample; null if missing. */
export function anyScoreOf(table: RatingTable, unit: number, rater: number): number | null {
  const own = table.ownScores.get(rater)?.[sampleOf(table, unit)];
  return own === undefined ? scoreOf(table, unit, rater) : Number.isNaN(own) ? null : own;
}

/** A task's data as columns. */
export function asColumns(data: ReportData | ReportColumns): ReportColumns {
  if (!inRows(data)) return data;
  const { actionCounts, reasonCounts, made = [], planted, ...others } = data;
  const work = { actionCounts: actionGroups(actionCounts), reasonCounts: reasonGroups(reasonCounts), made, ...(planted && { planted }) };
  return { ...others, ratings: ratingColumns(data.ratings), arms: data.arms && armColumns(data.arms), draftWork: () => work };
}

const inRows = (data: ReportData | ReportColumns): data is ReportData => Array.isArray(data.ratings);

/** Arranges a task's ratings for the statistics, or some of them. */
export function ratingTable(source: ReportData | ReportColumns, wanted: IntervalWish = {}, some?: readonly Rated[]): RatingTable {
  const data = asColumns(source);
  const rated = some ?? [{ ratings: data.ratings, places: null }];
  const raters = data.raters.length;
  const criteria = data.criteria.length;
  const units = data.samples.length * criteria;
  const values = differentOf(rated.map(({ ratings: { score }, places }) => ({ scores: score, places })));
  const codeOf = codesOf(values);
  const codes = emptyCodes(units * raters, values.length + 1);
  for (const { ratings, places } of rated) {
    const { rater, sample, criterion, score } = ratings;
    const count = places?.length ?? score.length;
    for (let n = 0; n < count; n++) {
      const at = places === null ? n : (places[n] as number);
      const cell = ((sample[at] as number) * criteria + (criterion[at] as number)) * raters + (rater[at] as number);
      codes[cell] = codeOf(score[at] as number);
    }
  }
  const ownScores = new Map(
    data.raters.flatMap(({ metric }, rater) =>
      metric?.scale ? [[rater, new Float64Array(data.samples.length).fill(Number.NaN)] as const] : [],
    ),
  );
  for (const own of data.metricScores) ownScores.get(own.rater)?.fill(own.score, own.sample, own.sample + 1);
  const ofKind = (kind: "annotator" | "judge") => data.raters.flatMap((rater, index) => (rater.kind === kind ? [index] : []));
  const inputs = inputRanks(data.samples);
  return {
    data,
    rated,
    annotators: ofKind("annotator"),
    judges: ofKind("judge"),
    codes,
    values: Float64Array.from([Number.NaN, ...values]),
    raters,
    units,
    criteria,
    ownScores,
    inputs,
    wanted,
  };
}

/** The table of some raters and samples alone, who and which are numbered anew; `data.ratings` is still that of all. */
export function partOf(table: RatingTable, { raters, samples }: { raters: readonly number[]; samples: readonly number[] }): RatingTable {
  const { data, criteria, values, ownScores } = table;
  const codes = emptyCodes(samples.length * criteria * raters.length, values.length);
  let cell = 0;
  for (const sample of samples)
    for (let criterion = 0; criterion < criteria; criterion++)
      for (const rater of raters) codes[cell++] = table.codes[unitOf(table, sample, criterion) * table.raters + rater] as number;
  const inputs = samples.map((sample) => table.inputs[sample] as number);
  const rankOf = new Map([...new Set(inputs)].sort((a, b) => a - b).map((input, rank) => [input, rank]));
  const own = (rater: number) => Float64Array.from(samples, (sample) => ownScores.get(rater)?.[sample] ?? Number.NaN);
  return {
    ...table,
    data: {
      ...data,
      samples: samples.flatMap((sample) => data.samples[sample] ?? []),
      raters: raters.flatMap((rater) => data.raters[rater] ?? []),
    },
    annotators: [...raters.keys()],
    judges: [],
    codes,
    raters: raters.length,
    units: samples.length * criteria,
    ownScores: new Map(raters.flatMap((rater, place) => (ownScores.has(rater) ? [[place, own(rater)] as const] : []))),
    inputs: inputs.map((input) => rankOf.get(input) as number),
  };
}

const ranksOf = new WeakMap<ReportColumns["samples"], number[]>();

/** Each sample's input, numbered in the order of the inputs' keys. Remembered, since the tables of one report (by arm, without drafts) have the same samples. */
export function inputRanks(samples: ReportColumns["samples"]): number[] {
  const known = ranksOf.get(samples);
  if (known) return known;
  const keys = [...new Set(samples.map(({ inputKey }) => inputKey))].sort();
  const rankOf = new Map(keys.map((key, rank) => [key, rank]));
  const ranks = samples.map(({ inputKey }) => rankOf.get(inputKey) ?? -1);
  ranksOf.set(samples, ranks);
  return ranks;
}

const all = -1;

/** Every unit, or those of one criterion. */
export const unitsOf = (table: RatingTable, criterion?: number): readonly number[] => listedUnits(table, criterion ?? all);

/** One list serves all tables of the same samples and criteria. */
function listedUnits(table: RatingTable, criterion: number): readonly number[] {
  const lists = listsOfUnits(table.data.samples);
  const key = `${table.criteria} ${criterion}`;
  const found = lists.get(key);
  if (found) return found;
  const [first, step] = criterion === all ? [0, 1] : [criterion, table.criteria];
  const units: number[] = [];
  for (let unit = first; unit < table.units; unit += step) units.push(unit);
  // A criterion has one unit of each sample: one list of inputs serves all criteria.
  if (criterion !== all) inputsOfUnits(table.inputs).set(units, table.inputs);
  lists.set(key, units);
  return units;
}

const listsOfUnits = remembered((_: ReportColumns["samples"]) => new Map<string, readonly number[]>());

/** The units of the criteria with numbers: what may be pooled. */
export const numberUnits = remembered((table: RatingTable): readonly number[] => {
  if (table.data.criteria.every(({ labels }) => !labels)) return unitsOf(table);
  return unitsOf(table).filter((unit) => !isLabelled(table, criterionOf(table, unit)));
});

/** `ratings[unit][rater]` of the chosen units and raters. */
export const ratingsOf = (table: RatingTable, units: readonly number[], raters: readonly number[]): (number | null)[][] =>
  units.map((unit) => raters.map((rater) => scoreOf(table, unit, rater)));

const codesOfRaters = remembered((_: RatingTable) => new Map<string, WeakMap<readonly number[], EncodedRatings>>());

/** The same as codes. Remembered by raters and list of units, since what a statistic prepares from a table serves the next one. */
export function encodedRatings(table: RatingTable, units: readonly number[], raters: readonly number[]): EncodedRatings {
  const key = raters.join();
  const known = codesOfRaters(table).get(key) ?? new WeakMap<readonly number[], EncodedRatings>();
  codesOfRaters(table).set(key, known);
  const found = known.get(units) ?? pickedCodes(table, units, raters);
  known.set(units, found);
  return found;
}

/** Lets go of what is remembered of these raters: of every two, it is more than all else together. */
export function forgetEncoded(table: RatingTable, raters: readonly number[]): void {
  codesOfRaters(table).delete(raters.join());
}

/** The same, not remembered. */
export function pickedCodes(
  { codes: all, values: known, raters: width }: RatingTable,
  units: readonly number[],
  raters: readonly number[],
) {
  const picked = emptyCodes(units.length * raters.length, known.length);
  let at = 0;
  for (let place = 0; place < units.length; place++) {
    const from = (units[place] as number) * width;
    for (let by = 0; by < raters.length; by++) picked[at++] = all[from + (raters[by] as number)] as number;
  }
  return withOwnValues(picked, units.length, raters.length, known);
}

/** Codes of a table with that table's values as codes of just the values that are among them. */
export function withOwnValues(picked: RatingTable["codes"], units: number, raters: number, known: Float64Array): EncodedRatings {
  const isUsed = new Uint8Array(known.length);
  for (let at = 0; at < picked.length; at++) isUsed[picked[at] as number] = 1;
  isUsed[0] = 1;
  let used = -1;
  const codeOf = Uint32Array.from(isUsed, (isOne) => (used += isOne));
  const values = Array.from(known.filter((_, code) => code > 0 && isUsed[code] === 1));
  const shared = { units, raters, values, declared: false };
  if (used === known.length - 1) return { codes: picked, ...shared };
  const codes = emptyCodes(picked.length, used + 1);
  for (let place = 0; place < picked.length; place++) codes[place] = codeOf[picked[place] as number] as number;
  return { codes, ...shared };
}

/** Room for codes of so many different ones: a byte each, if that is enough. */
export const emptyCodes = (cells: number, different: number): Uint8Array | Uint32Array =>
  different <= 256 ? new Uint8Array(cells) : new Uint32Array(cells);

/** Scores as codes: `scores[unit * raters + rater]`, NaN is missing. */
export function encodedScores(scores: Float64Array, units: number, raters: number): EncodedRatings & { values: number[] } {
  const values = differentOf([{ scores, places: null }]);
  const codeOf = codesOf(values);
  const codes = emptyCodes(scores.length, values.length + 1);
  for (let at = 0; at < codes.length; at++) codes[at] = codeOf(scores[at] as number);
  return { codes, units, raters, values, declared: false };
}

/** Whole scores below this, nearly all there are, are looked up in a list, which takes less time than a map. */
const few = 256;
const isOfFew = (score: number): boolean => score >= 0 && score < few && Number.isInteger(score);

/** The different numbers, in rising order. */
function differentOf(lists: readonly { scores: Float64Array; places: Int32Array | null }[]): number[] {
  const [isGiven, others] = [new Uint8Array(few), new Set<number>()];
  for (const { scores, places } of lists) {
    const count = places?.length ?? scores.length;
    for (let n = 0; n < count; n++) {
      const score = scores[places === null ? n : (places[n] as number)] as number;
      if (isOfFew(score)) isGiven[score] = 1;
      else if (!Number.isNaN(score)) others.add(score);
    }
  }
  return [...placesOf(few, (score) => isGiven[score] === 1), ...others].sort((a, b) => a - b);
}

/** Each of the numbers, in rising order, by its code; 0: it is none of them. */
function codesOf(values: readonly number[]): (score: number) => number {
  const [ofFew, ofOthers] = [new Uint32Array(few), new Map<number, number>()];
  values.forEach((value, place) => {
    if (isOfFew(value)) ofFew[value] = place + 1;
    else ofOthers.set(value, place + 1);
  });
  return (score) => (isOfFew(score) ? (ofFew[score] as number) : (ofOthers.get(score) ?? 0));
}

const inputsOfUnits = remembered((_: RatingTable["inputs"]) => new WeakMap<readonly number[], readonly number[]>());

/** The input each unit belongs to, as in `table.inputs`. Remembered by list of units. */
export function inputsOf(table: RatingTable, units: readonly number[]): readonly number[] {
  const known = inputsOfUnits(table.inputs).get(units);
  if (known) return known;
  const inputs = new Array<number>(units.length);
  for (let place = 0; place < units.length; place++) inputs[place] = table.inputs[sampleOf(table, units[place] as number)] ?? -1;
  inputsOfUnits(table.inputs).set(units, inputs);
  return inputs;
}
