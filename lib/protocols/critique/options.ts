import { z } from "zod";

export const critiqueOptions = z
  .strictObject({
    /** "given": shown to the judge if the sample has one. */
    reference: z.enum(["given", "none"]).default("given"),
    /** "multi-path": two chains of derived critiques; only pairs on which both agree are kept. */
    chain: z.enum(["single", "multi-path"]).default("single"),
    /** How many times the judge is asked; the result is the mean score or the majority verdict. */
    samples: z.int().min(1).max(20).default(1),
    /** Used when `samples` is above 1. */
    temperature: z.number().min(0).max(2).default(0.9),
    /** Another model revises the output using the critique, and the judge scores both versions. */
    feedback: z.boolean().default(false),
  })
  .refine((value) => value.chain === "single" || (value.samples === 1 && !value.feedback && value.reference === "given"), {
    path: ["chain"],
    error: "The two chains start from the reference and ask each question once: reference given, one sample, no feedback.",
  });
export type CritiqueOptions = z.output<typeof critiqueOptions>;
