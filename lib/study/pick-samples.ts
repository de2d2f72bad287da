import type { PlanContent } from "@/lib/domain/study-plan";
import type { SeededRandom } from "@/lib/stats";
import { groupBy } from "./group-by";
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

/**
 * The samples of the study and those that everybody rates, both as whole inputs drawn at random. The samples come back system by system and subset by
 * subset, shuffled within each; those shared by everybody are spread among them. `needed` are in the study whatever is drawn.
 */
export function pickSamples(
  samples: readonly StudySample[],
  plan: Pick<PlanContent, "samples" | "shared">,
  random: SeededRandom,
  needed: ReadonlySet<string> = new Set(),
): { chosen: StudySample[]; shared: Set<string> } {
  const byInput = groupBy(samples, (sample) => sample.inputKey);
  const inputs = shuffled([...byInput.keys()].sort(), random);
  const isNeeded = (input: string) => byInput.get(input)?.some(({ id }) => needed.has(id)) ?? false;
  const first = needed.size === 0 ? [] : inputs.filter(isNeeded);
  const atLeast = first.reduce((sum, input) => sum + (byInput.get(input)?.length ?? 0), 0);
  const others = needed.size === 0 ? inputs : inputs.filter((input) => !isNeeded(input));
  const taken = takeInputs([...first, ...others], byInput, Math.max(atLeast, plan.samples ?? samples.length));
  const drawn = new Set(taken.inputs);
  const inDrawnOrder = inputs.filter((input) => drawn.has(input));
  const shared = new Set(takeInputs(inDrawnOrder, byInput, plan.shared).samples.map(({ id }) => id));
  const order = new Map(shuffled(taken.samples.map(({ id }) => id).sort(), random).map((id, index) => [id, index]));
  const chosen = [...taken.samples].sort(
    (a, b) => compare(a.system, b.system) || compare(a.subset, b.subset) || (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0),
  );
  return { chosen, shared };
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
