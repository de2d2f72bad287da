import { z } from "zod";
import { byName, figure } from "./report-figures";

/** Units a criterion has, and those it takes for an interval of alpha of so many points to either side, at today's spread. */
const unitsFor = z.object({
  figure,
  units: z.int(),
  needed: z.array(z.object({ half: z.number(), units: z.int() })),
});

export const nextChapter = z.object({
  precision: byName(unitsFor),
  /** Samples that fewer than two people have rated, drawn with the chances given: more likely where judges differ, never impossible. */
  samples: z.object({
    waiting: z.int(),
    seed: z.int(),
    drawn: z.array(
      z.object({
        id: z.string(),
        externalId: z.string(),
        /** Of being drawn first. */
        probability: z.number(),
        /** Of being drawn at all, given the others' keys: one divided by it is the sample's weight in a mean. Not in reports frozen before there was it. */
        inclusion: z.number().optional(),
        why: z.enum(["judges-differ", "chance"]),
      }),
    ),
  }),
});
export type NextChapter = z.infer<typeof nextChapter>;
