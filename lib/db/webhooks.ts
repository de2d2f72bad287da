import "server-only";
import { sql } from "kysely";
import { found } from "@/lib/domain/errors";
import type { Webhook, WebhookEvent } from "@/lib/domain/webhook";
import { type Db, db } from "./client";

type Row = Awaited<ReturnType<ReturnType<typeof selectWebhooks>["executeTakeFirstOrThrow"]>>;

const toWebhook = ({ lastStatus, lastAt, createdAt, ...row }: Row): Webhook => ({
  ...row,
  createdAt: createdAt.toISOString(),
  last: lastStatus === null || lastAt === null ? null : { status: lastStatus, at: lastAt.toISOString() },
});

const selectWebhooks = (on: Db) =>
  on
    .selectFrom("webhooks as w")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("webhookDeliveries as d")
          .select(["d.status as lastStatus", "d.createdAt as lastAt"])
          .whereRef("d.webhookId", "=", "w.id")
          .orderBy("d.createdAt", "desc")
          .limit(1)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .select(["w.id", "w.projectId", "w.url", "w.events", "w.active", "w.createdAt", "newest.lastStatus", "newest.lastAt"]);

/** A project's webhooks, the oldest first. */
export const listWebhookRows = async (projectId: string): Promise<Webhook[]> =>
  (await selectWebhooks(db()).where("w.projectId", "=", projectId).orderBy("w.createdAt").execute()).map(toWebhook);

/** Throws not_found. */
export const getWebhook = async (id: string, on: Db = db()): Promise<Webhook> =>
  toWebhook(found(await selectWebhooks(on).where("w.id", "=", id).executeTakeFirst(), "webhook"));

/** Stores a webhook, which is notified of what happens from now on. */
export async function createWebhookRow(
  tx: Db,
  row: { id: string; projectId: string; url: string; events: WebhookEvent[]; secret: string; reportVersion: string },
): Promise<void> {
  await tx
    .insertInto("webhooks")
    .values({ ...row, watchedUntil: sql<Date>`now()`, watchedFrom: sql<Date>`now()` })
    .execute();
}

/** Changes a webhook; one that is switched on again is notified of what happens from then on. */
export async function updateWebhookRow(
  tx: Db,
  id: string,
  change: {
    url?: string | undefined;
    events?: WebhookEvent[] | undefined;
    active?: boolean | undefined;
    reportVersion?: string | undefined;
  },
): Promise<void> {
  const { active, ...rest } = change;
  await tx
    .updateTable("webhooks")
    .set({
      ...rest,
      ...(active !== undefined && { active }),
      ...(active === true && { watchedUntil: sql<Date>`now()`, watchedFrom: sql<Date>`now()` }),
      id,
    })
    .where("id", "=", id)
    .execute();
}

export async function deleteWebhookRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom("webhooks").where("id", "=", id).execute();
}

/** How far back a look goes beyond the one before: a change may be committed after changes that began later. */
const overlapMinutes = 10;

/** A webhook with what its next look needs. */
export interface WatchingWebhook {
  id: string;
  projectId: string;
  projectName: string;
  events: WebhookEvent[];
  /** What happened at or before this time is not reported. */
  since: Date;
  reportVersion: string;
  /** Whether a change of the report was reported less than a minute ago. */
  notifiedLately: boolean;
}

/** Active webhooks of projects that are not archived. */
export const listWatchingWebhooks = (): Promise<WatchingWebhook[]> =>
  db()
    .selectFrom("webhooks as w")
    .innerJoin("projects as p", "p.id", "w.projectId")
    .select(["w.id", "w.projectId", "p.name as projectName", "w.events", "w.reportVersion"])
    .select(({ ref }) => [
      sql<Date>`greatest(${ref("w.watchedFrom")}, ${ref("w.watchedUntil")} - make_interval(mins => ${overlapMinutes}))`.as("since"),
      sql<boolean>`coalesce(${ref("w.reportToldAt")} > now() - interval '1 minute', false)`.as("notifiedLately"),
    ])
    .where("w.active", "=", true)
    .where("p.archivedAt", "is", null)
    .execute();

/** Notes that a webhook has been notified of everything up to a time. */
export async function noteWatched(tx: Db, id: string, until: Date, reportVersion: string | null): Promise<void> {
  await tx
    .updateTable("webhooks")
    .set({ watchedUntil: until, ...(reportVersion !== null && { reportVersion, reportToldAt: sql<Date>`now()` }) })
    .where("id", "=", id)
    .execute();
}
