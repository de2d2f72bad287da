import { z } from "zod";

/** The result of one check of the installation. */
export const instanceCheck = z.object({
  name: z.string(),
  /** False for what keeps people from working, or soon will. */
  ok: z.boolean(),
  /** What was found. */
  message: z.string(),
  /** One sentence of what to do; null: nothing. A check that is ok may have one, as advice. */
  remedy: z.string().nullable(),
});
export type InstanceCheck = z.infer<typeof instanceCheck>;
