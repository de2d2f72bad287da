import "server-only";
import { expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";

const eb = expressionBuilder<{ a: DB["assignments"]; e: DB["evaluations"] }, "a" | "e">();

/** When assignment `a` was submitted, in days since 1970 (UTC); -1: not known. */
export const submittedDay = sql<number>`coalesce((${eb.ref("a.submittedAt")} at time zone 'UTC')::date - date '1970-01-01', -1)`;

/** How long evaluation `e` of assignment `a` took, in milliseconds; -1: not known. In the workspace, zero means that no time was measured. */
export const measuredMs = sql<number>`coalesce(nullif(${eb.ref("e.durationMs")}, case when ${eb.ref("a.importId")} is null then 0 end), -1)`;
