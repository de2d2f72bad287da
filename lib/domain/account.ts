import { z } from "zod";

/** A person who can sign in, as shown in lists. */
export const account = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  instanceAdmin: z.boolean(),
  /** False until the invitation link has been used. */
  hasPassword: z.boolean(),
  /** A disabled account cannot sign in and has no sessions or keys. */
  disabled: z.boolean(),
});
export type Account = z.infer<typeof account>;
