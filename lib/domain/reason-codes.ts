import { z } from "zod";

/** Reasons for changing a draft, which can be counted, unlike the free text beside them. */
export const reasonCodes = [
  "wrong-score",
  "made-up",
  "overlooked-evidence",
  "misread-text",
  "misapplied-criterion",
  "unclear",
  "other",
] as const;

const codebookEntry = z.object({
  /** Stored with each action, so it never changes. */
  code: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "A code is lower-case letters, digits and hyphens."),
  label: z.string().trim().min(1).max(100),
  /** No longer offered; actions that have it keep it. */
  retired: z.boolean().default(false),
});
export type CodebookEntry = z.infer<typeof codebookEntry>;

const codebook = z
  .array(codebookEntry)
  .min(1)
  .max(50)
  .refine((entries) => new Set(entries.map(({ code }) => code)).size === entries.length, "Two reasons have the same code.");

/** A project's reasons: for lines of drafts, and for criteria. */
export const reasonCodebooks = z.object({ items: codebook, criteria: codebook });
export type ReasonCodebooks = z.infer<typeof reasonCodebooks>;
