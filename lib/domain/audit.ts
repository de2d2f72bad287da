import { z } from "zod";
import { page, pageQuery } from "./page";
import { storedDay } from "./stored-time";

/** An audit event as shown. */
export const auditEvent = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Null: the product itself, or the account was deleted. */
  who: z.string().nullable(),
  verb: z.string(),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  /** What its object is called now: an annotator's code, a task's, judge's or member's name; null if that is not known any more. */
  target: z.string().nullable(),
  /** Old and new values, where something was changed, are in `before` and `after`. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const auditFilter = z.object({
  /** The id of the person who did it. */
  who: z.string().max(200).optional(),
  verb: z.string().max(100).optional(),
  kind: z.string().max(100).optional(),
  /** The id of the object. */
  target: z.string().max(2_000).optional(),
  /** First and last day, in UTC. */
  from: storedDay.optional(),
  to: storedDay.optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const auditQuery = pageQuery.extend(auditFilter.shape);
export const auditExportQuery = auditFilter.extend({ format: z.enum(["csv", "jsonl"]).default("csv") });

/** A page of events, and what the whole log can be filtered by. */
export const auditPage = page(auditEvent).extend({
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  verbs: z.array(z.string()),
  kinds: z.array(z.string()),
});
export type AuditPage = z.infer<typeof auditPage>;

type Values = Record<string, unknown>;

/** Old and new values of the fields that change, for the audit log. Fields that are undefined in `after` stay; `was` null: there was nothing before. */
export function changedFields(was: object | null, now: object): { before: Values; after: Values } {
  const [before, after] = [was ?? {}, now] as [Values, Values];
  const fields = Object.keys(after).filter((field) => after[field] !== undefined && inOneOrder(before[field]) !== inOneOrder(after[field]));
  const of = (values: Values) => Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
  return { before: of(before), after: of(after) };
}

/** The database keeps a JSON object's keys in an order of its own. */
const inOneOrder = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
