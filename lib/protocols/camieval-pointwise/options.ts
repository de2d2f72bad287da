import { z } from "zod";
import type { OpenBrief } from "../define-protocol";
import type { camievalPointwisePrompts } from "./prompts";

export const options = z.strictObject({
  /** Dimensions made for each sample, besides relevance, factuality and adherence. 0: those three only. */
  dimensions: z.int().min(0).max(8).default(3),
  /** "together": all scores in one reply; "one-by-one": a question for each dimension, then one for the whole. */
  scoring: z.enum(["together", "one-by-one"]).default("together"),
  /** "given": the sample's own; "generated": the judge writes one. */
  reference: z.enum(["generated", "given"]).default("generated"),
});

export type PointBrief = OpenBrief<z.output<typeof options>, keyof typeof camievalPointwisePrompts>;
