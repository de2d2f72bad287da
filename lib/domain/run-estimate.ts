import { z } from "zod";

const bounds = z.object({ expected: z.number(), most: z.number() });

/** What a run would ask and cost, reckoned without asking anything. */
export const runEstimate = z.object({
  units: z.int(),
  samples: z.int(),
  /** How many of the samples were put into prompts to reckon from; the others are taken to be like them. */
  samplesLookedAt: z.int(),
  requests: z.int(),
  /** Expected: a token for every four characters. Most: one for every byte, and replies as long as the judge allows. */
  inputTokens: bounds,
  outputTokens: bounds,
  /** US dollars; null: `costWhy` says why. */
  costUsd: bounds.nullable(),
  costWhy: z.string().nullable(),
  /** How long the limits of the endpoints make it take at least; null where they have none. */
  seconds: z.number().nullable(),
  notes: z.array(z.string()),
});
export type RunEstimate = z.infer<typeof runEstimate>;
