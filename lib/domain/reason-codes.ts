import { z } from "zod";

/** A reason that can be counted, unlike the free text beside it. Stored with each action, so it never changes. */
export const reasonCode = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "A code is lower-case letters, digits and hyphens.");
export type ReasonCode = z.infer<typeof reasonCode>;

export const codebookEntry = z.object({
  code: reasonCode,
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

/** The codebooks with, per kind, the codes that actions have; null for those who cannot edit them. */
export const reasonCodesReply = z.object({
  items: codebook,
  criteria: codebook,
  used: z.object({ items: z.array(reasonCode), criteria: z.array(reasonCode) }).nullable(),
});
export type ReasonCodesReply = z.infer<typeof reasonCodesReply>;
