import "server-only";
import { type Expression, sql } from "kysely";
import { type EndpointLimits, plainBaseUrl } from "@/lib/domain/endpoint";
import { type Db, db, inTransaction } from "./client";

/** How far a limit may fall behind its pace and still catch up: the allowed burst. */
const burstMs = 1000;
/** The pace as a share of the limit: even with the burst, no 60-second window has more requests than the limit allows. */
const pace = 0.98;
/** Slots further ahead are not given out: limits change, and a worker that dies takes its slots with it. */
const farthestMs = 5000;
/** A request under way renews its lease; a dead worker's lease expires. */
export const leaseMs = 60_000;
/** How long to wait before asking again when all slots are taken. */
const takenMs = 200;

type Moment = Expression<Date | string | null | undefined>;

/** The database's clock unless a test says otherwise. */
const clock = (now: Date | null) => (now === null ? sql<Date>`clock_timestamp()` : sql<Date>`${now}::timestamptz`);
const milliseconds = (ms: number | Expression<number | null>) => sql<string>`${ms}::float8 * interval '1 ms'`;
const minutes = (n: Expression<number>) => sql<string>`${n} * interval '1 min'`;
const later = (moment: Moment, duration: Expression<string>) => sql<Date>`${moment} + ${duration}`;
const earlier = (moment: Moment, duration: Expression<string>) => sql<Date>`${moment} - ${duration}`;
/** The latest of the moments that are known. */
const latest = (...moments: Moment[]) => sql<Date>`greatest(${sql.join(moments)})`;
const millisecondsBetween = (from: Moment, to: Moment) => sql<number>`(extract(epoch from ${to} - ${from}) * 1000)::float8`;
/** How many minutes of a limit this amount uses up. */
const shareOfLimit = (amount: number, limit: Expression<number | null>) =>
  minutes(sql<number>`(${amount}::float8 / (${limit} * ${pace}::float8))`);

const endpointOf = (projectId: string, baseUrl: string) =>
  db().selectFrom("endpoints").where("projectId", "=", projectId).where("baseUrl", "=", baseUrl);

/** Limits of the project's model servers; a server that is not listed has none. */
export async function listEndpoints(projectId: string): Promise<({ baseUrl: string } & EndpointLimits)[]> {
  return db()
    .selectFrom("endpoints")
    .select(["baseUrl", "requestsPerMinute", "tokensPerMinute", "concurrency"])
    .where("projectId", "=", projectId)
    .where(({ fn }) => fn.coalesce("requestsPerMinute", "tokensPerMinute", "concurrency"), "is not", null)
    .orderBy("baseUrl")
    .execute();
}

/** Sets a server's limits for future requests and returns those that they replace. Schedules made under the old limits are discarded. */
export async function saveEndpointLimits(
  projectId: string,
  baseUrl: string,
  limits: EndpointLimits,
  on: Db = db(),
): Promise<EndpointLimits> {
  const { requestsPerMinute, tokensPerMinute, concurrency } = limits;
  const server = { projectId, baseUrl: plainBaseUrl(baseUrl) };
  await on
    .insertInto("endpoints")
    .values(server)
    .onConflict((conflict) => conflict.columns(["projectId", "baseUrl"]).doNothing())
    .execute();
  const before = await on
    .selectFrom("endpoints")
    .select(["id", "requestsPerMinute", "tokensPerMinute", "concurrency"])
    .where("projectId", "=", server.projectId)
    .where("baseUrl", "=", server.baseUrl)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const values = { requestsPerMinute, tokensPerMinute, concurrency, nextRequestAt: null, nextTokenAt: null };
  await on.updateTable("endpoints").set(values).where("id", "=", before.id).execute();
  return before;
}

/** A slot at an endpoint. `leaseId` null: none yet, ask again after `waitMs`. */
export interface Reservation {
  waitMs: number;
  leaseId: string | null;
}

/**
 * Claims a slot under an endpoint's limits for a request of about this many tokens: the earliest time it may be sent, and a lease that counts it as
 * under way. One statement decides, after locking the row, so that all workers in all processes share one pace. `now` is the database's clock unless
 * a test sets it.
 */
export async function reserveRequest(endpointId: string, tokens: number, now: Date | null = null): Promise<Reservation> {
  return inTransaction(async (tx) => {
    // A separate statement: the next one must see the leases of the previous lock holder.
    await tx.selectFrom("endpoints").select("id").where("id", "=", endpointId).forUpdate().execute();
    return (await decision(tx, endpointId, tokens, now).executeTakeFirst()) ?? { waitMs: 0, leaseId: null };
  });
}

/** When the next request may go out, before changed limits and pauses are taken into account. */
const plan = (tx: Db, endpointId: string, now: Date | null) =>
  tx
    .selectFrom("endpoints as e")
    .innerJoin(sql<{ now: Date }>`(select ${clock(now)} as now)`.as<"c">(sql`c`), (join) => join.onTrue())
    .select(["e.id", "e.requestsPerMinute", "e.tokensPerMinute", "e.blockedUntil", "c.now"])
    .select((eb) => {
      const burstAgo = earlier(eb.ref("c.now"), milliseconds(burstMs));
      const leased = eb
        .selectFrom("endpointLeases as l")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("l.endpointId", "=", "e.id")
        .whereRef("l.expiresAt", ">", "c.now");
      return [
        latest(eb.ref("e.nextRequestAt"), burstAgo).as("requestAt"),
        latest(eb.ref("e.nextTokenAt"), burstAgo).as("tokenAt"),
        eb.or([eb("e.concurrency", "is", null), eb(leased, "<", eb.ref("e.concurrency"))]).as("isFree"),
      ];
    })
    .where("e.id", "=", endpointId);

const decision = (tx: Db, endpointId: string, tokens: number, now: Date | null) =>
  tx
    .with("plan", () => plan(tx, endpointId, now))
    .with("placed", (cte) =>
      cte
        .selectFrom("plan")
        .selectAll()
        .select((eb) => {
          const byRequests = eb.case().when("requestsPerMinute", "is not", null).then(eb.ref("requestAt")).end();
          const byTokens = eb.case().when("tokensPerMinute", "is not", null).then(eb.ref("tokenAt")).end();
          return latest(eb.ref("now"), eb.ref("blockedUntil"), byRequests, byTokens).as("at");
        }),
    )
    .with("decided", (cte) =>
      cte
        .selectFrom("placed")
        .selectAll()
        .select((eb) => eb.and([eb("isFree", "=", true), eb("at", "<=", later(eb.ref("now"), milliseconds(farthestMs)))]).as("isGiven")),
    )
    .with("moved", (cte) =>
      cte
        .updateTable("endpoints as e")
        .from("decided as d")
        .set((eb) => {
          const burstBefore = earlier(eb.ref("d.at"), milliseconds(burstMs));
          const next = (at: Moment, amount: number, limit: Expression<number | null>) =>
            later(latest(at, burstBefore), shareOfLimit(amount, limit));
          const { requestsPerMinute, tokensPerMinute } = {
            requestsPerMinute: eb.ref("d.requestsPerMinute"),
            tokensPerMinute: eb.ref("d.tokensPerMinute"),
          };
          return {
            nextRequestAt: eb
              .case()
              .when(requestsPerMinute, "is not", null)
              .then(next(eb.ref("d.requestAt"), 1, requestsPerMinute))
              .end(),
            nextTokenAt: eb
              .case()
              .when(tokensPerMinute, "is not", null)
              .then(next(eb.ref("d.tokenAt"), tokens, tokensPerMinute))
              .end(),
          };
        })
        .whereRef("e.id", "=", "d.id")
        .where("d.isGiven", "=", true),
    )
    .with("leased", (cte) =>
      cte
        .insertInto("endpointLeases")
        .columns(["endpointId", "expiresAt"])
        .expression((eb) =>
          eb
            .selectFrom("decided")
            .select(({ ref }) => ["id as endpointId", later(ref("at"), milliseconds(leaseMs)).as("expiresAt")])
            .where("isGiven", "=", true),
        )
        .returning("id"),
    )
    .selectFrom("decided")
    .select((eb) => {
      const wait = millisecondsBetween(eb.ref("now"), eb.ref("at"));
      const later = eb.fn<number>("greatest", [eb(wait, "-", farthestMs), eb.lit(1)]);
      return [
        eb.case().when("isGiven", "=", true).then(wait).when("isFree", "=", false).then(takenMs).else(later).end().as("waitMs"),
        eb.selectFrom("leased").select("id").as("leaseId"),
      ];
    });

/**
 * Ends a lease and any left by dead workers, replaces the expected tokens with those used, and records how long the endpoint wants no requests.
 */
export async function settleRequest(
  endpointId: string,
  { leaseId, moreTokens, holdMs }: { leaseId: string; moreTokens: number; holdMs: number | null },
  now: Date | null = null,
): Promise<void> {
  await db()
    .with("ended", (cte) =>
      cte.deleteFrom("endpointLeases").where((eb) => {
        const isAbandoned = eb("expiresAt", "<", sql<Date>`${clock(now)} - interval '1 hour'`);
        return eb.or([eb("id", "=", leaseId), eb.and([eb("endpointId", "=", endpointId), isAbandoned])]);
      }),
    )
    .updateTable("endpoints")
    .set((eb) => {
      const nextTokenAt = later(eb.ref("nextTokenAt"), shareOfLimit(moreTokens, eb.ref("tokensPerMinute")));
      return {
        nextTokenAt: eb.case().when("tokensPerMinute", "is not", null).then(nextTokenAt).end(),
        ...(holdMs === null ? {} : { blockedUntil: latest(eb.ref("blockedUntil"), later(clock(now), milliseconds(holdMs))) }),
      };
    })
    .where("id", "=", endpointId)
    .execute();
}

/** Holds back every worker's requests to a server, whether or not it has limits. */
export async function holdEndpoint(projectId: string, baseUrl: string, holdMs: number): Promise<void> {
  await db()
    .insertInto("endpoints")
    .values({ projectId, baseUrl, blockedUntil: later(clock(null), milliseconds(holdMs)) })
    .onConflict((conflict) =>
      conflict.columns(["projectId", "baseUrl"]).doUpdateSet(({ ref }) => ({
        blockedUntil: latest(ref("endpoints.blockedUntil"), ref("excluded.blockedUntil")),
      })),
    )
    .execute();
}

/** A server's state: whether it has limits, and how long a pause it requested. */
export async function findEndpoint(
  projectId: string,
  baseUrl: string,
): Promise<{ id: string; isLimited: boolean; blockedMs: number } | null> {
  const endpoint = await endpointOf(projectId, baseUrl)
    .select((eb) => [
      "id",
      eb(eb.fn.coalesce("requestsPerMinute", "tokensPerMinute", "concurrency"), "is not", null)
        .$castTo<boolean>()
        .as("isLimited"),
      eb
        .fn<number>("greatest", [eb.fn.coalesce(millisecondsBetween(clock(null), eb.ref("blockedUntil")), eb.lit(0)), eb.lit(0)])
        .as("blockedMs"),
    ])
    .executeTakeFirst();
  return endpoint ?? null;
}

/** Whether the endpoint wants no request now. */
export async function isBlocked(endpointId: string): Promise<boolean> {
  const blocked = db().selectFrom("endpoints").select("id").where("id", "=", endpointId).where("blockedUntil", ">", clock(null));
  return (await blocked.executeTakeFirst()) !== undefined;
}

/** Renews the lease of a request under way. A failure only lets another request in early; the next renewal tries again. */
export const renewLease = (leaseId: string) =>
  db()
    .updateTable("endpointLeases")
    .set({ expiresAt: later(clock(null), milliseconds(leaseMs)) })
    .where("id", "=", leaseId)
    .execute()
    .catch(() => null);
