import { z } from "zod";
import { tryResult } from "./exam";

/** What an annotator has to do before they are given work in a task. */
export const workGate = z.discriminatedUnion("kind", [
  /** Agree to the study's text. */
  z.object({ kind: z.literal("consent"), text: z.string() }),
  /** Read the guidelines. `before`: the version they read last; null: none. */
  z.object({ kind: z.literal("guidelines"), version: z.int(), text: z.string(), before: z.string().nullable() }),
  /** Begin a try of the exam. Without a try left, a researcher decides. */
  z.object({
    kind: z.literal("exam"),
    instructions: z.string(),
    samples: z.int(),
    passMark: z.number(),
    triesLeft: z.int(),
    /** How the last try ended; null: there was none. */
    last: tryResult.nullable(),
  }),
  /** Wait until the calibration round is closed: all its samples are rated. */
  z.object({ kind: z.literal("calibration"), round: z.int(), samples: z.int() }),
]);
export type WorkGate = z.infer<typeof workGate>;
