import { z } from "zod";

export const bounds = z.object({ expected: z.number(), most: z.number() });

/** A run's requests and cost, estimated without any request. */
export const runEstimate = z.object({
  units: z.int(),
  samples: z.int(),
  /** How many samples the estimate is based on; the others are assumed to be like them. */
  samplesLookedAt: z.int(),
  requests: z.int(),
  /** Expected: one token per four characters. Maximum: one per byte, and replies as long as the judge allows. */
  inputTokens: bounds,
  outputTokens: bounds,
  /** US dollars; null: `costWhy` says why. */
  costUsd: bounds.nullable(),
  costWhy: z.string().nullable(),
  /** Minimum duration under the endpoints' limits; null if they have none. */
  seconds: z.number().nullable(),
  notes: z.array(z.string()),
});
export type RunEstimate = z.infer<typeof runEstimate>;
