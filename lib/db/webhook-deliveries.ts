import "server-only";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { found } from "@/lib/domain/errors";
import { cutPage, type Page, readCursor } from "@/lib/domain/page";
import { type DeliveredEvent, secondsAfterTry, type WebhookDelivery, type WebhookTry, webhookTries } from "@/lib/domain/webhook";
import { carriedTrace } from "@/lib/telemetry/tracing";
import { type Db, db } from "./client";

/** The queue's name of the job that sends a delivery. */
export const deliverJobName = "deliverWebhook";

/** An event to notify a webhook of; each key is delivered once. */
export interface NewDelivery {
  webhookId: string;
  event: DeliveredEvent;
  key: string;
  payload: Record<string, unknown>;
}

/** Keeps deliveries that were not kept before. Returns the new ones' ids, which are to be queued once this is committed. */
export async function createDeliveries(tx: Db, deliveries: readonly NewDelivery[]): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const made = await tx
    .insertInto("webhookDeliveries")
    .values(deliveries.map(({ payload, ...rest }) => ({ ...rest, payload: JSON.stringify(payload) })))
    .onConflict((conflict) => conflict.columns(["webhookId", "event", "key"]).doNothing())
    .returning("id")
    .execute();
  return made.map(({ id }) => id);
}

/**
 * Queues deliveries, before judges' work: they take moments, it takes minutes. If no worker has ever started there is no queue yet; the first one to
 * start looks for deliveries itself.
 */
export async function queueDeliveries(ids: readonly string[]): Promise<void> {
  try {
    for (const deliveryId of ids) {
      await sql`select graphile_worker.add_job(${deliverJobName}, ${JSON.stringify({ deliveryId, ...carriedTrace() })}::json, job_key := ${`delivery:${deliveryId}`},
                                               max_attempts := ${webhookTries}, priority := -1)`.execute(db());
    }
  } catch (error) {
    const isQueueMissing = ["3F000", "42883"].includes((error as { code?: string }).code ?? "");
    if (!isQueueMissing) throw error;
  }
}

/** Pending deliveries without a job, as a crash between two statements or a restored backup may leave them. */
export async function listForgottenDeliveries(): Promise<string[]> {
  const forgotten = await db()
    .selectFrom("webhookDeliveries as d")
    .select("d.id")
    .where("d.status", "=", "pending")
    .where(({ ref }) => sql<SqlBool>`not exists (select from graphile_worker.jobs j where j.key = 'delivery:' || ${ref("d.id")})`)
    .limit(1000)
    .execute();
  return forgotten.map(({ id }) => id);
}

const columns = ["id", "event", "payload", "status", "tries", "createdAt", "nextTryAt"] as const;
type Row = Pick<Selectable<DB["webhookDeliveries"]>, (typeof columns)[number]>;

const toDelivery = ({ createdAt, nextTryAt, ...row }: Row): WebhookDelivery => ({
  ...row,
  createdAt: createdAt.toISOString(),
  nextTryAt: nextTryAt?.toISOString() ?? null,
});

/** A webhook's deliveries, newest first; paged by (time, id). Throws bad_request for a cursor that is not one. */
export async function listDeliveryRows(input: {
  webhookId: string;
  cursor?: string | undefined;
  limit: number;
}): Promise<Page<WebhookDelivery>> {
  const cursor = readCursor(input.cursor, "time and id");
  let rows = db()
    .selectFrom("webhookDeliveries")
    .select(columns)
    .select(({ cast, ref }) => cast<string>(ref("createdAt"), "text").as("cursorTime"))
    .where("webhookId", "=", input.webhookId);
  if (cursor !== null)
    rows = rows.where(({ refTuple, tuple, eb }) =>
      eb(refTuple("createdAt", "id"), "<", tuple(sql<Date>`${cursor[0]}::timestamptz`, sql<string>`${cursor[1]}::uuid`)),
    );
  const read = await rows
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(input.limit + 1)
    .execute();
  const page = cutPage(read, input.limit, ({ cursorTime, id }) => `${cursorTime}_${id}`);
  return {
    items: page.rows.map(({ cursorTime: _, ...row }) => toDelivery(row)),
    nextCursor: page.nextCursor,
    total: null,
  };
}

/** Throws not_found if the webhook has no such delivery. */
export async function getDelivery(webhookId: string, id: string, on: Db = db()): Promise<WebhookDelivery> {
  const row = await on
    .selectFrom("webhookDeliveries")
    .select(columns)
    .where("webhookId", "=", webhookId)
    .where("id", "=", id)
    .executeTakeFirst();
  return toDelivery(found(row, "delivery"));
}

/** A delivery that is to be sent, with where to; null: it is gone or has arrived. */
export async function findDeliveryToSend(id: string) {
  const row = await db()
    .selectFrom("webhookDeliveries as d")
    .innerJoin("webhooks as w", "w.id", "d.webhookId")
    .select(["d.id", "d.payload", "d.tries", "w.id as webhookId", "w.projectId", "w.url", "w.secret", "w.active"])
    .where("d.id", "=", id)
    .where("d.status", "=", "pending")
    .executeTakeFirst();
  return row ?? null;
}

/** Adds a try to a delivery's log; the last of the job's tries ends it. */
export async function noteTry(id: string, attempt: WebhookTry, { isLast, tries }: { isLast: boolean; tries: number }): Promise<void> {
  const status = attempt.error === null ? "delivered" : isLast ? "failed" : "pending";
  const nextTryAt = status === "pending" ? sql<Date>`now() + make_interval(secs => ${secondsAfterTry(tries)})` : null;
  await db()
    .updateTable("webhookDeliveries")
    .set(({ ref }) => ({ status, nextTryAt, tries: sql`${ref("tries")} || ${JSON.stringify([attempt])}::jsonb` }))
    .where("id", "=", id)
    .execute();
}

/** Makes a delivery pending again; it is to be queued once this is committed. */
export async function reopenDelivery(tx: Db, id: string): Promise<void> {
  await tx.updateTable("webhookDeliveries").set({ status: "pending", nextTryAt: null }).where("id", "=", id).execute();
}
