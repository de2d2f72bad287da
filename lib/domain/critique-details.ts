import { z } from "zod";
import { swapOutputNames } from "./pair-outputs";

/** One critique with its conclusion: a score for one output, a preference for a pair. */
export const critique = z.object({
  text: z.string(),
  score: z.number(),
  /** How the model judged its own first version against the critiques it started from. */
  reflection: z.string().optional(),
});
export type Critique = z.infer<typeof critique>;

const ofOutputs = z.object({ A: critique.optional(), B: critique.optional() });

/** A critique protocol's intermediate results, as stored in a draft's `details`. Critiques that were not made are absent. */
export const critiqueDetails = z.object({
  /** By what was judged and whether a reference was shown. The output of a pointwise sample is A. */
  critiques: z.object({
    pointwise: z.object({ referenced: ofOutputs, free: ofOutputs }),
    pairwise: z.object({ referenced: critique.optional(), free: critique.optional() }),
  }),
  /** The end of each of the two chains. `critiques.pairwise.free` belongs to the first. */
  chains: z.array(z.object({ name: z.string(), free: critique })).optional(),
  /** All scores in the order of asking, if the judge was asked several times. */
  sampleScores: z.array(z.number()).optional(),
  /** The output as another model revised it after the critique, and the judge's scores of both. */
  revision: z.string().optional(),
  scoreBefore: z.number().optional(),
  scoreAfter: z.number().optional(),
  /** "BA": everything above was produced, and is stored, with the outputs swapped. */
  order: z.literal("BA").optional(),
});
export type CritiqueDetails = z.infer<typeof critiqueDetails>;

const turned = (one: Critique): Critique => ({
  ...one,
  text: swapOutputNames(one.text),
  // 0 - score, since the opposite of a tie is a tie and not -0.
  score: 0 - one.score,
  ...(one.reflection === undefined ? {} : { reflection: swapOutputNames(one.reflection) }),
});

/** Details in the sample's own order: those of a swapped run are swapped back, all others unchanged. */
export function inSampleOrder(details: CritiqueDetails): CritiqueDetails {
  if (details.order !== "BA") return details;
  const { order: _, critiques, chains, sampleScores, ...rest } = details;
  const { referenced, free } = critiques.pairwise;
  const outputs = ({ A, B }: z.infer<typeof ofOutputs>) => ({ ...(B ? { A: B } : {}), ...(A ? { B: A } : {}) });
  return {
    ...rest,
    critiques: {
      pointwise: { referenced: outputs(critiques.pointwise.referenced), free: outputs(critiques.pointwise.free) },
      pairwise: { ...(referenced ? { referenced: turned(referenced) } : {}), ...(free ? { free: turned(free) } : {}) },
    },
    ...(chains ? { chains: chains.map((chain) => ({ ...chain, free: turned(chain.free) })) } : {}),
    ...(sampleScores ? { sampleScores: sampleScores.map((score) => 0 - score) } : {}),
  };
}
