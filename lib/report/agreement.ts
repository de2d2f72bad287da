import type { AlphaFigure, AlphaFigures, MeanAlphaFigures, TaskReport } from "@/lib/domain/report";
import { type AlphaLevel, alphaAtAllLevels, gathered, meanAlpha } from "@/lib/stats";
import { levelOf } from "./chapters/scene";
import { undefinedFigure } from "./figures";
import { measuresOfTwo } from "./pair-measures";
import {
  forgetEncoded,
  hasOwnScale,
  inputsOf,
  isLabelled,
  nameOf,
  numberOf,
  numberUnits,
  partOf,
  pending,
  type RatingTable,
  sampleOf,
  scoreOf,
  unitsOf,
  whyNotPooled,
} from "./rating-table";
import { ratingsOfUnits } from "./ratings-of-units";
import { remembered } from "./remembered";

type Agreement = TaskReport["agreement"];

const withJudge = <T>(table: RatingTable, of: (judge: number) => T) =>
  Object.fromEntries(table.judges.map((judge) => [nameOf(table, judge), of(judge)]));
const besidePeople = ({ annotators }: RatingTable, judge: number) => [...annotators, judge];

/** Krippendorff's alpha among the annotators, and with each judge as an additional rater: per criterion, and as the mean over criteria. */
export const agreement = (table: RatingTable): Pick<Agreement, "meanOverCriteria" | "perCriterion"> => ({
  meanOverCriteria: {
    annotators: alphasOfAnnotators(table),
    withJudge: withJudge(table, (judge) => meanAlphas(table, besidePeople(table, judge), judge)),
  },
  perCriterion: Object.fromEntries(
    table.data.criteria.map(({ name }, criterion) => [
      name,
      {
        annotators: alphasOf(table, criterion, table.annotators),
        withJudge: withJudge(table, (judge) => alphasOf(table, criterion, besidePeople(table, judge), judge)),
      },
    ]),
  ),
});

/** The same pooled over all criteria. */
export const pooledAgreement = (table: RatingTable): Agreement["pooled"] => ({
  why: whyNotPooled(table),
  annotators: pooledAlphas(table, table.annotators),
  withJudge: withJudge(table, (judge) => pooledAlphas(table, besidePeople(table, judge), judge)),
});

/** In its place until it is computed. */
export const pooledLater = (table: RatingTable): Agreement["pooled"] => {
  const why = whyNotPooled(table);
  const later = undefinedAlphas(why ?? pending);
  return { why, annotators: later, withJudge: withJudge(table, () => later) };
};

/** The annotators' agreement as the mean over the criteria. */
export const alphasOfAnnotators = (table: RatingTable): MeanAlphaFigures => meanAlphas(table, table.annotators);

/** Alpha at every level; undefined if `judge` is named but has no ratings. At level `always` with its interval even where none is wanted. */
function alphas(
  table: RatingTable,
  units: readonly number[],
  raters: readonly number[],
  judge?: number,
  always?: AlphaLevel,
): AlphaFigures {
  if (raters.some((rater) => hasOwnScale(table, rater))) return undefinedAlphas("own-scale");
  if (judge !== undefined && !units.some((unit) => scoreOf(table, unit, judge) !== null)) return undefinedAlphas("not-rated");
  const result = alphaAtAllLevels({
    ratings: ratingsOfUnits(table, units, raters),
    clusters: inputsOf(table, units),
    ...table.wanted,
    always,
  });
  const inputs = pairableInputs(table, [units], raters);
  return atEachLevel((level) => {
    const { value, why, n, interval, intervalWhy, pairableUnits } = result[level];
    return { value, why, n, interval, intervalWhy, units: pairableUnits, inputs };
  });
}

const known = remembered((_: RatingTable) => new Map<string, AlphaFigures>());

/**
 * Alpha on one criterion; of labels, only the nominal one. People's own comes with its interval at the conclusion's level even where intervals are not
 * wanted. Remembered, since several chapters show it.
 */
export function alphasOf(table: RatingTable, criterion: number, raters: readonly number[], judge?: number): AlphaFigures {
  const key = `${criterion} ${raters.join()} ${judge}`;
  const found = known(table).get(key);
  if (found) return found;
  const all = alphas(table, unitsOf(table, criterion), raters, judge, raters === table.annotators ? levelOf(table, criterion) : undefined);
  const own = isLabelled(table, criterion) ? { ...undefinedAlphas("labels"), nominal: all.nominal } : all;
  known(table).set(key, own);
  return own;
}

function pooledAlphas(table: RatingTable, raters: readonly number[], judge?: number): AlphaFigures {
  const why = whyNotPooled(table);
  return why === null ? alphas(table, numberUnits(table), raters, judge) : undefinedAlphas(why);
}

/** The nominal mean over all criteria; at the other levels, over those with numbers. */
function meanAlphas(table: RatingTable, raters: readonly number[], judge?: number): MeanAlphaFigures {
  const criteria = table.data.criteria.map((_, criterion) => criterion);
  const withNumbers = criteria.filter((criterion) => !isLabelled(table, criterion));
  const all = meanAlphasOver(table, criteria, raters, judge);
  if (withNumbers.length === criteria.length) return all;
  return { ...meanAlphasOver(table, withNumbers, raters, judge), nominal: all.nominal };
}

function meanAlphasOver(table: RatingTable, criteria: readonly number[], raters: readonly number[], judge?: number): MeanAlphaFigures {
  const totalCriteria = table.criteria;
  const undefinedMean = (why: string) => atEachLevel(() => ({ ...undefinedAlpha(why), definedCriteria: 0, totalCriteria }));
  if (criteria.length === 0 && table.criteria > 0) return undefinedMean("labels");
  if (raters.some((rater) => hasOwnScale(table, rater))) return undefinedMean("own-scale");
  const all = criteria.map((criterion) => unitsOf(table, criterion));
  const rated = all.filter((units) => judge === undefined || units.some((unit) => scoreOf(table, unit, judge) !== null));
  if (rated.length === 0) return undefinedMean(judge === undefined ? "no-pairable-units" : "not-rated");
  const result = meanAlpha({
    ...table.wanted,
    tables: rated.map((units) => ratingsOfUnits(table, units, raters)),
    clusters: inputsOf(table, unitsOf(table, 0)),
  });
  const inputs = pairableInputs(table, rated, raters);
  return atEachLevel((level) => {
    const { value, why, n, interval, intervalWhy, pairableUnits, definedTables } = result[level];
    return { value, why, n, interval, intervalWhy, units: pairableUnits, inputs, definedCriteria: definedTables, totalCriteria };
  });
}

/** Alpha of every two raters, people only where they have a unit in common: among hundreds most pairs have none. */
export function agreementOfPairs(table: RatingTable): Agreement["pairs"] {
  const raters = [...table.annotators, ...table.judges];
  const rated = new Map(raters.map((rater) => [rater, ratedSamples(table, rater)]));
  return raters.flatMap((a, index) =>
    raters.slice(index + 1).flatMap((b, place) => {
      const { either, both } = inTwo(rated.get(a) ?? [], rated.get(b) ?? []);
      const arePeople = index + 1 + place < table.annotators.length;
      if (arePeople && both.length === 0) return [];
      const measures = measuresOfTwo(table, a, b, both);
      if (arePeople && Object.values(measures).every(({ exact }) => exact.n === 0)) return [];
      // With many raters there are very many pairs, and most pairs have rated few of the samples. Units that only one of the two rated add nothing but
      // their values, which the sums need to be rounded alike.
      const isMost = 2 * either.length >= table.data.samples.length;
      const alphasOfTwo = isMost
        ? agreementOfTwo(table, [a, b])
        : agreementOfTwo(partOf(table, { raters: [a, b], samples: either }), [0, 1]);
      return [{ a: nameOf(table, a), b: nameOf(table, b), ...alphasOfTwo, measures }];
    }),
  );
}

function agreementOfTwo(table: RatingTable, two: readonly number[]): Omit<Agreement["pairs"][number], "a" | "b" | "measures"> {
  const found = {
    ...withoutRatio(pooledAlphas(table, two)),
    perCriterion: Object.fromEntries(
      table.data.criteria.map(({ name }, criterion) => [name, withoutRatio(alphasOf(table, criterion, two))]),
    ),
    meanOverCriteria: withoutRatio(meanAlphas(table, two)),
  };
  forgetEncoded(table, two);
  return found;
}

/** The samples on which a rater has rated something, in their order. */
function ratedSamples(table: RatingTable, rater: number): number[] {
  const samples: number[] = [];
  for (let unit = 0; unit < table.units; unit++) {
    const sample = sampleOf(table, unit);
    if (sample !== samples.at(-1) && !Number.isNaN(numberOf(table, unit, rater))) samples.push(sample);
  }
  return samples;
}

/** The numbers that are in one of two rising lists or both, and those in both. */
function inTwo(first: readonly number[], second: readonly number[]): { either: number[]; both: number[] } {
  const [either, both]: [number[], number[]] = [[], []];
  for (let a = 0, b = 0; a < first.length || b < second.length; ) {
    const [one, other] = [first[a] ?? Infinity, second[b] ?? Infinity];
    either.push(Math.min(one, other));
    if (one === other) both.push(one);
    if (one <= other) a += 1;
    if (other <= one) b += 1;
  }
  return { either, both };
}

const withoutRatio = <T>({ nominal, ordinal, interval }: Record<keyof AlphaFigures, T>) => ({ nominal, ordinal, interval });

const atEachLevel = <T>(of: (level: keyof AlphaFigures) => T) => ({
  nominal: of("nominal"),
  ordinal: of("ordinal"),
  interval: of("interval"),
  ratio: of("ratio"),
});

const undefinedAlpha = (why: string): AlphaFigure => ({ ...undefinedFigure(why), units: 0, inputs: 0 });
const undefinedAlphas = (why: string): AlphaFigures => atEachLevel(() => undefinedAlpha(why));

/** The number of inputs with a unit that two or more of the raters have rated. */
function pairableInputs(table: RatingTable, lists: readonly (readonly number[])[], raters: readonly number[]): number {
  const isPairable = new Uint8Array(table.data.samples.length);
  let inputs = 0;
  for (const units of lists) {
    const { sizes } = gathered(ratingsOfUnits(table, units, raters));
    for (let place = 0; place < units.length; place++) {
      const input = table.inputs[sampleOf(table, units[place] as number)] as number;
      if ((sizes[place] as number) < 2 || isPairable[input] === 1) continue;
      isPairable[input] = 1;
      inputs += 1;
    }
  }
  return inputs;
}
