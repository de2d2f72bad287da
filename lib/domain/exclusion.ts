import { z } from "zod";
import { AppError } from "./errors";

/** Whether reports and exports have the work of excluded people. */
export const excludedWork = z.enum(["without", "with"]);
export type ExcludedWork = z.infer<typeof excludedWork>;

/** An annotator left out of reports, and why. */
export const exclusion = z.object({
  id: z.uuid(),
  annotatorId: z.uuid(),
  /** Null: every task of the project. */
  taskId: z.uuid().nullable(),
  reason: z.string(),
  excludedAt: z.iso.datetime(),
  /** Null: the command line, or an account that was deleted. */
  excludedBy: z.string().nullable(),
});
export type Exclusion = z.infer<typeof exclusion>;

export const excludeAnnotatorBody = z.object({
  annotatorId: z.uuid(),
  /** Null: every task of the project. */
  taskId: z.uuid().nullable().default(null),
  reason: z.string().trim().min(1).max(2_000),
});

/** What excluded people are told when they ask for work. */
export const noLongerPart = (): AppError =>
  new AppError("conflict", "You no longer take part in this task. Your work is kept; a researcher of the project can tell you more.");
