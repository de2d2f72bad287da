import { completeColumn, describe } from "./paired-values";
import { type Estimate, StatsInputError } from "./result";
import { compensatedSum } from "./sums";

export interface CriteriaConsistencyResult {
  /** Mean over the sampled lists of their likeness to the reference list. `n` counts lists. */
  cc: Estimate;
  /** Mean over all pairs of sampled lists of their likeness. `n` counts pairs. Never the intraclass correlation. */
  icc: Estimate;
  /** Where the vectors come from. */
  basis: "embeddings" | "lexical";
}

/**
 * How much repeated proposals of criteria are alike, from one embedding vector per criterion.
 *
 * Likeness of two lists = mean, over every criterion of both, of the cosine with its most similar counterpart in the other list. CC: the
 * sampled lists against the reference list (made at temperature 0); ICC: the sampled lists against each other. Empty lists are left out.
 * Undefined: CC without a reference or a sampled list, ICC with fewer than two sampled lists (`too-few`).
 *
 * @param input reference[criterion][dimension]; samples[list][criterion][dimension]
 * @throws StatsInputError for vectors of unequal length, or of length 0
 * @example criteriaConsistency({ reference: [[1, 0]], samples: [[[1, 0]], [[0, 1]]] }).cc.value // 0.5
 * Source: Li et al. 2023 (CoEval).
 */
export function criteriaConsistency(input: {
  reference: readonly ArrayLike<number>[];
  samples: readonly (readonly ArrayLike<number>[])[];
}): CriteriaConsistencyResult {
  if (!Array.isArray(input.samples)) throw new StatsInputError("samples", `must be an array of lists, got ${describe(input.samples)}`);
  const dimension = { length: -1 };
  const reference = unitVectors("reference", input.reference, dimension);
  const samples = input.samples.map((list, i) => unitVectors(`samples[${i}]`, list, dimension)).filter((list) => list.length > 0);
  const toReference = reference.length === 0 ? [] : samples.map((list) => likeness(reference, list));
  const between = samples.flatMap((list, i) => samples.slice(0, i).map((other) => likeness(list, other)));
  return { cc: meanOrFew(toReference), icc: meanOrFew(between), basis: "embeddings" };
}

/**
 * The same figures without an embedding model: cosine of word counts. It sees shared words, not shared meaning, so it reads lower; the result
 * says `lexical`, and the two must not be compared.
 *
 * @param input reference[criterion]; samples[list][criterion]: the criteria's texts
 * @example lexicalCriteriaConsistency({ reference: ["Clear language"], samples: [["Clear language"], ["clear words"]] }).icc.value // 0.5
 */
export function lexicalCriteriaConsistency(input: {
  reference: readonly string[];
  samples: readonly (readonly string[])[];
}): CriteriaConsistencyResult {
  if (!Array.isArray(input.samples)) throw new StatsInputError("samples", `must be an array of lists, got ${describe(input.samples)}`);
  const reference = wordLists("reference", input.reference);
  const samples = input.samples.map((list, i) => wordLists(`samples[${i}]`, list));
  const vocabulary = [...new Set([reference, ...samples].flat(2))].sort();
  const places = new Map(vocabulary.map((word, place) => [word, place]));
  const vector = (words: string[]): Float64Array => {
    const counts = new Float64Array(vocabulary.length);
    for (const word of words) counts[places.get(word) as number] = (counts[places.get(word) as number] as number) + 1;
    return counts;
  };
  const result = criteriaConsistency({ reference: reference.map(vector), samples: samples.map((list) => list.map(vector)) });
  return { ...result, basis: "lexical" };
}

function wordLists(argument: string, texts: unknown): string[][] {
  if (!Array.isArray(texts)) throw new StatsInputError(argument, `must be an array of texts, got ${describe(texts)}`);
  return texts.map((text: unknown, row) => {
    if (typeof text !== "string") throw new StatsInputError(argument, `row ${row}: must be a text, got ${describe(text)}`);
    const words =
      text
        .normalize("NFKC")
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) throw new StatsInputError(argument, `row ${row}: has no words`);
    return words;
  });
}

function unitVectors(argument: string, vectors: unknown, dimension: { length: number }): Float64Array[] {
  if (!Array.isArray(vectors)) throw new StatsInputError(argument, `must be an array of vectors, got ${describe(vectors)}`);
  return vectors.map((vector: unknown, row) => {
    const values = completeColumn(`${argument}[${row}]`, vector);
    if (dimension.length < 0) dimension.length = values.length;
    if (values.length !== dimension.length)
      throw new StatsInputError(argument, `row ${row}: has ${values.length} dimensions, not ${dimension.length}`);
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (largest === 0) throw new StatsInputError(argument, `row ${row}: a vector of length 0 has no direction`);
    const scaled = values.map((value) => value / largest);
    const length = Math.sqrt(compensatedSum(scaled.map((value) => value * value)));
    return scaled.map((value) => value / length);
  });
}

function likeness(one: Float64Array[], other: Float64Array[]): number {
  const cosines = one.map((a) => other.map((b) => cosine(a, b)));
  const best = [
    ...cosines.map((row) => row.reduce((most, value) => Math.max(most, value), -1)),
    ...other.map((_, j) => cosines.reduce((most, row) => Math.max(most, row[j] as number), -1)),
  ];
  return compensatedSum(best.sort((x, y) => x - y)) / best.length;
}

function cosine(a: Float64Array, b: Float64Array): number {
  return Math.max(-1, Math.min(1, compensatedSum(a.map((value, i) => value * (b[i] as number)))));
}

function meanOrFew(values: number[]): Estimate {
  const n = values.length;
  if (n === 0) return { value: null, why: "too-few", n };
  return { value: compensatedSum(values.sort((a, b) => a - b)) / n, why: null, n };
}
