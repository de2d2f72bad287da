import { JoinedTexts } from "@/lib/datasets/training/input-text";
import { splitOf } from "@/lib/datasets/training/split-of";
import type { HeldOutWear, SplitPart } from "@/lib/domain/judge-improvement";
import { claimLevel } from "@/lib/domain/shown-difference";

/** A sample, as far as a split needs it: its input's key and a hash of its input's text. */
export interface SplitSample {
  id: string;
  inputKey: string;
  textHash: string;
}

/** Where a sample is: its part, and the input it shares with others, which is the cluster of every interval. */
export interface SplitPlace {
  part: SplitPart;
  input: string;
}

/**
 * The part of each sample, by its id, from the seed, the share and its input alone. Samples that share an input's key or its text are on one side:
 * no wording of a held-out input can reach a prompt under another name.
 */
export function splitSamples(samples: readonly SplitSample[], split: { seed: number; heldOutShare: number }): Map<string, SplitPlace> {
  const joined = new JoinedTexts();
  for (const { inputKey, textHash } of samples) joined.join(`key ${inputKey}`, `text ${textHash}`);
  return new Map(
    samples.map(({ id, textHash }) => {
      const input = joined.of(`text ${textHash}`);
      const isHeldOut = splitOf(input, split.seed, [1 - split.heldOutShare, 0, split.heldOutShare]) === "test";
      return [id, { part: isHeldOut ? "held-out" : "develop", input }];
    }),
  );
}

/** From this many uses, the chance of at least one false claim exceeds 20 %. */
export const mostUses = 5;

/**
 * How far the held-out part is used up. Each proof has a 5 % chance of a false claim; after k independent ones, at least one is false with
 * probability 1 - 0.95^k, and choosing by earlier results fits the next candidate to the held-out part. Worn out at five uses: 23 %.
 */
export function wearOf(uses: number): HeldOutWear {
  return { uses, limit: mostUses, chanceOfFalseClaim: 1 - (1 - claimLevel) ** uses, worn: uses >= mostUses };
}
