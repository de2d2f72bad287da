import "server-only";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { defaultRetention, type Retention, type RetentionKind } from "@/lib/domain/retention";
import { env } from "@/lib/env";
import { type Db, db } from "./client";

/** How long what is not work is kept. */
export async function readRetention(on: Db = db()): Promise<Retention> {
  const rows = await on.selectFrom("retentionRules").select(["kind", "days"]).execute();
  return { ...defaultRetention, ...Object.fromEntries(rows.map(({ kind, days }) => [kind, days])) };
}

/** Sets the rules and returns those that they replace. */
export async function saveRetentionRows(tx: Db, rules: Retention, updatedById: string): Promise<Retention> {
  // So that of two changes at once the later one sees what the earlier one left.
  await sql`lock table ${sql.table("retentionRules" satisfies keyof DB)} in share row exclusive mode`.execute(tx);
  const before = await readRetention(tx);
  const values = Object.entries(rules).map(([kind, days]) => ({ kind, days, updatedById, updatedAt: tx.fn<Date>("now") }));
  await tx
    .insertInto("retentionRules")
    .values(values)
    .onConflict((conflict) =>
      conflict.column("kind").doUpdateSet(({ ref }) => ({
        days: ref("excluded.days"),
        updatedById: ref("excluded.updatedById"),
        updatedAt: ref("excluded.updatedAt"),
      })),
    )
    .execute();
  return before;
}

const rowsAtOnce = 5000;

/** Deletes what is older than its rule allows. Returns how much of each kind. */
export async function applyRetention(): Promise<Record<RetentionKind, number>> {
  const rules = await readRetention();
  return {
    exchanges: rules.exchanges === null ? 0 : await deleteExchanges(rules.exchanges),
    deliveries: rules.deliveries === null ? 0 : await deleteDeliveries(rules.deliveries),
    logs: rules.logs === null ? 0 : await deleteLogs(rules.logs),
  };
}

/** Runs that ended longer ago. Those of a watch are left: a change of the model behind a name is seen in who answered. */
const runsBefore = (days: number) =>
  db()
    .selectFrom("runs as r")
    .select("r.id")
    .where("r.status", "in", ["done", "cancelled", "failed"])
    .where("r.endedAt", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .where(({ exists, not, selectFrom }) => not(exists(selectFrom("judgeWatchAsks as w").select("w.id").whereRef("w.runId", "=", "r.id"))));

/**
 * Exchanges of runs that ended longer ago, and what their failed units have of them. Drafts have what the report and exports need, and a frozen report
 * has its own copy. In pieces, so that no save waits for a long transaction.
 */
async function deleteExchanges(days: number): Promise<number> {
  const unread = db().updateTable("runUnits").set({ rawReply: null }).where("rawReply", "is not", null);
  await unread.where("runId", "in", runsBefore(days)).execute();
  let deleted = 0;
  for (;;) {
    const old = db().selectFrom("exchanges").select("id").where("runId", "in", runsBefore(days)).limit(rowsAtOnce);
    const { numDeletedRows } = await db().deleteFrom("exchanges").where("id", "in", old).executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
    if (numDeletedRows < rowsAtOnce) return deleted;
  }
}

/** Deliveries that are not waiting for another attempt. */
async function deleteDeliveries(days: number): Promise<number> {
  const { numDeletedRows } = await db()
    .deleteFrom("webhookDeliveries")
    .where("status", "!=", "pending")
    .where("createdAt", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Log files that were set aside when they were full, on this machine. */
async function deleteLogs(days: number): Promise<number> {
  const folder = join(env().REDLINE_DATA_DIR, "logs");
  const names = await readdir(folder).catch(() => []);
  let deleted = 0;
  for (const name of names.filter((one) => one.endsWith(".log.old"))) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < days * 86_400_000) continue;
    await rm(join(folder, name), { force: true });
    deleted++;
  }
  return deleted;
}
