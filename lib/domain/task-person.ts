import { z } from "zod";
import { exclusion } from "./exclusion";
import { figure } from "./report-figures";

/** Agreement with the other annotators; `n` counts the ratings compared, `units` the person's own that somebody else rated too. */
const personAgreement = figure.extend({ units: z.int(), inputs: z.int(), others: z.int() });
export type PersonAgreement = z.infer<typeof personAgreement>;

/** One annotator's part in a task, for those who lead it. */
export const taskPerson = z.object({
  annotatorId: z.uuid(),
  /** What they are called here: their code if a study of the task promised it, else their name. */
  label: z.string(),
  /** Null: hidden behind the code from all but admins. */
  name: z.string().nullable(),
  code: z.string(),
  hasAccount: z.boolean(),
  open: z.int(),
  submitted: z.int(),
  skipped: z.int(),
  flagged: z.int(),
  /** How often a reviewer returned their work. */
  returned: z.int(),
  /** Time spent on all their work in the task. */
  activeMs: z.number(),
  /** Submitted samples per active hour; null if none is timed. */
  perHour: z.number().nullable(),
  /** How many samples the rate is computed from. */
  timedSamples: z.int(),
  lastActiveAt: z.iso.datetime().nullable(),
  /** What their active time costs at the plan's pay; null without pay. */
  cost: z.number().nullable(),
  agreement: personAgreement,
  /** Share of the drafts' lines that they accepted unchanged, of those they acted on; n counts the lines. */
  kept: figure,
  exclusions: z.array(exclusion.omit({ annotatorId: true })),
});
export type TaskPerson = z.infer<typeof taskPerson>;

export const taskPeople = z.object({
  items: z.array(taskPerson),
  /** The plan's pay for an hour, which cost is computed with. */
  pay: z.object({ currency: z.string(), perHour: z.number() }).nullable(),
  /** Whether people are called by code, and how agreement is measured. */
  byCode: z.boolean(),
  level: z.enum(["ordinal", "nominal"]),
});
export type TaskPeople = z.infer<typeof taskPeople>;
