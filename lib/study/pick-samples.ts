import { groupBy } from "@/lib/domain/group-by";
import type { DrawChances, PlanContent } from "@/lib/domain/study-plan";
import { type SeededRandom, weightedDraw } from "@/lib/stats";
import { shuffled } from "./shuffled";

/** What the allocation balances over. */
export interface StudySample {
  id: string;
  /** Its id in the file that it came from. */
  externalId: string;
  /** Samples with the same input; they enter the study together. */
  inputKey: string;
  /** Who wrote the output; of a pair, both. Null: not stated. */
  system: string | null;
  subset: string | null;
}

/** Where judges differ, and the stream that draws by it. */
export interface WeightedDraw {
  /** By sample that two judges or more have scored: the widest difference of their scores on a criterion, as a share of its scale. */
  apart: ReadonlyMap<string, number>;
  random: SeededRandom;
}

interface Picked {
  chosen: StudySample[];
  shared: Set<string>;
  /** Null: all had the same chance. */
  chances: DrawChances | null;
}

/**
 * The samples of the study and those that everybody rates, both as whole inputs drawn at random. The samples come back system by system and subset by
 * subset, shuffled within each; those shared by everybody are spread among them. `needed` are in the study whatever is drawn.
 *
 * With `weighted`, an input's weight is 1 plus the mean of how far judges are apart on its samples: a maximum would favour inputs with many samples. The
 * number of inputs is fixed before the draw, as their known chances require, so that the study has about as many samples as asked for. Which are shared
 * follows from another shuffle, or an input drawn early would be more likely to be rated in each arm.
 */
export function pickSamples(
  samples: readonly StudySample[],
  plan: Pick<PlanContent, "samples" | "shared">,
  random: SeededRandom,
  { needed = new Set(), weighted = null }: { needed?: ReadonlySet<string>; weighted?: WeightedDraw | null } = {},
): Picked {
  const byInput = groupBy(samples, (sample) => sample.inputKey);
  const inputs = shuffled([...byInput.keys()].sort(), random);
  const isNeeded = (input: string) => byInput.get(input)?.some(({ id }) => needed.has(id)) ?? false;
  const first = needed.size === 0 ? [] : inputs.filter(isNeeded);
  const others = needed.size === 0 ? inputs : inputs.filter((input) => !isNeeded(input));
  const wanted = plan.samples ?? samples.length;
  const chanceOf = weighted && drawInputs(others, byInput, Math.ceil((wanted * inputs.length) / samples.length) - first.length, weighted);
  for (const input of first) chanceOf?.set(input, 1);
  const atLeast = first.reduce((sum, input) => sum + (byInput.get(input)?.length ?? 0), 0);
  const drawn = chanceOf ?? new Set(takeInputs([...first, ...others], byInput, Math.max(atLeast, wanted)).inputs);
  const inDrawnOrder = inputs.filter((input) => drawn.has(input));
  const shared = new Set(takeInputs(inDrawnOrder, byInput, plan.shared).samples.map(({ id }) => id));
  const inStudy = inDrawnOrder.flatMap((input) => byInput.get(input) ?? []);
  const order = new Map(shuffled(inStudy.map(({ id }) => id).sort(), random).map((id, index) => [id, index]));
  const chosen = inStudy.sort(
    (a, b) => compare(a.system, b.system) || compare(a.subset, b.subset) || (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0),
  );
  const chances = chanceOf && Object.fromEntries(samples.map(({ id, inputKey }) => [id, chanceOf.get(inputKey) ?? null]));
  return { chosen, shared, chances };
}

/** The chance of each input that is drawn. */
function drawInputs(
  inputs: readonly string[],
  byInput: ReadonlyMap<string, StudySample[]>,
  count: number,
  { apart, random }: WeightedDraw,
): Map<string, number> {
  const weights = inputs.map((input) => {
    const own = byInput.get(input) ?? [];
    return 1 + own.reduce((sum, { id }) => sum + (apart.get(id) ?? 0), 0) / own.length;
  });
  return new Map(weightedDraw(weights, Math.max(0, count), random).map(({ place, inclusion }) => [inputs[place] as string, inclusion]));
}

/** Inputs in order until there are at least this many samples. */
function takeInputs(inputs: readonly string[], byInput: ReadonlyMap<string, StudySample[]>, wanted: number) {
  const samples: StudySample[] = [];
  let used = 0;
  while (samples.length < wanted && used < inputs.length) samples.push(...(byInput.get(inputs[used++] as string) ?? []));
  return { inputs: inputs.slice(0, used), samples };
}

/** By code units, so that the order is the same on every machine; what is not stated comes first. */
const compare = (a: string | null, b: string | null) => (a === b ? 0 : a === null || (b !== null && a < b) ? -1 : 1);
