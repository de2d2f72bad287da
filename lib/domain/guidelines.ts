import { z } from "zod";

/** A version of a task's guidelines, as researchers see it. */
export const guidelineVersion = z.object({
  version: z.int(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** Null: it came with the task's import. */
  createdBy: z.string().nullable(),
  /** Who said that they have read it. */
  readBy: z.array(z.object({ name: z.string(), at: z.iso.datetime() })),
});
export type GuidelineVersion = z.infer<typeof guidelineVersion>;
