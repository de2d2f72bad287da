import { z } from "zod";

const days = z.int().min(1).max(3650).nullable();

/**
 * How many days the installation keeps what is not people's work; null: for ever. Ratings, actions, drafts, the audit log and what a frozen report
 * holds are never deleted by a rule.
 */
export const retention = z.object({
  /** Questions to models and their replies, of runs that have ended. */
  exchanges: days,
  /** What was sent to webhooks. */
  deliveries: days,
  /** Log files that are no longer written to. */
  logs: days,
});
export type Retention = z.infer<typeof retention>;
export type RetentionKind = keyof Retention;

/** What holds until somebody decides otherwise. */
export const defaultRetention: Retention = { exchanges: null, deliveries: 30, logs: null };
