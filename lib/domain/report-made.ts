import { z } from "zod";
import { madeKinds } from "./made-dimension";
import { actionRates, figure } from "./report-figures";

/** What people did with the dimensions of one kind that a judge made for single samples. All of it was done with the draft in view. */
export const madeDimensions = z.object({
  kind: z.enum(madeKinds),
  samples: z.int(),
  people: z.int(),
  /** Of their lines; headings do not count. */
  actions: actionRates,
  /** Scores that are the judge's; people minus judge, and its distance whichever way, in points. n counts ratings. */
  kept: figure,
  shift: figure,
  distance: figure,
});
export type MadeDimensions = z.infer<typeof madeDimensions>;

/** By kind, those that somebody has worked on; kinds and judges are never pooled. */
export const madeByKind = z.array(madeDimensions);
