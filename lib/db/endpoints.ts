import "server-only";
import { type Expression, sql } from "kysely";
import { type EndpointLimits, plainBaseUrl } from "@/lib/domain/endpoint";
import { type Db, db, inTransaction } from "./client";
import { given } from "./given";

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

/** The address of a base URL's server. One rule, in the database, so that rows and requests cannot disagree. */
export const addressOf = (baseUrl: string | Expression<string | null>) => sql<string>`server_address(${baseUrl})`;

/** The strictest limits that any project states for a server. */
const strictest = (on: Db, address: Expression<string>) =>
  on
    .selectFrom("endpoints as x")
    .select(({ fn }) => [
      fn.min("x.requestsPerMinute").as("requestsPerMinute"),
      fn.min("x.tokensPerMinute").as("tokensPerMinute"),
      fn.min("x.concurrency").as("concurrency"),
    ])
    .where(({ ref }) => addressOf(ref("x.baseUrl")), "=", address);

/** The limits that hold for each of these base URLs' servers, whichever projects stated them. */
export async function listLimitsInForce(baseUrls: readonly string[]): Promise<({ baseUrl: string } & EndpointLimits)[]> {
  if (baseUrls.length === 0) return [];
  return db()
    .selectFrom(
      given(
        baseUrls.map((baseUrl) => ({ baseUrl })),
        { baseUrl: "text" },
      ),
    )
    .crossJoinLateral((eb) => strictest(db(), addressOf(eb.ref("given.baseUrl"))).as("l"))
    .select(["given.baseUrl", "l.requestsPerMinute", "l.tokensPerMinute", "l.concurrency"])
    .orderBy("given.baseUrl")
    .execute();
}

/** Limits that a project states for its model servers; a server that is not listed has none from it. */
export async function listEndpoints(projectId: string): Promise<({ baseUrl: string } & EndpointLimits)[]> {
  return db()
    .selectFrom("endpoints")
    .select(["baseUrl", "requestsPerMinute", "tokensPerMinute", "concurrency"])
    .where("projectId", "=", projectId)
    .where(({ fn }) => fn.coalesce("requestsPerMinute", "tokensPerMinute", "concurrency"), "is not", null)
    .orderBy("baseUrl")
    .execute();
}

/** Sets what a project states of a server's limits and returns what that replaces. Schedules made under the old limits are discarded. */
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
  await on.updateTable("endpoints").set({ requestsPerMinute, tokensPerMinute, concurrency }).where("id", "=", before.id).execute();
  await on
    .updateTable("servers")
    .set({ nextRequestAt: null, nextTokenAt: null })
    .where("address", "=", addressOf(server.baseUrl))
    .execute();
  return before;
}

/** A slot at a server. `leaseId` null: none yet, ask again after `waitMs`. */
export interface Reservation {
  waitMs: number;
  leaseId: string | null;
}

/**
 * Claims a slot under a server's limits for a request of about this many tokens: the earliest time it may be sent, and a lease that counts it as
 * under way. One statement decides, after locking the row, so that all workers in all processes share one pace. `now` is the database's clock unless
 * a test sets it.
 */
export async function reserveRequest(address: string, tokens: number, now: Date | null = null): Promise<Reservation> {
  return inTransaction(async (tx) => {
    await tx
      .insertInto("servers")
      .values({ address })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // A separate statement: the next one must see the leases of the previous lock holder.
    await tx.selectFrom("servers").select("address").where("address", "=", address).forUpdate().execute();
    return (await decision(tx, address, tokens, now).executeTakeFirst()) ?? { waitMs: 0, leaseId: null };
  });
}

/** When the next request may go out, before changed limits and pauses are taken into account. */
const plan = (tx: Db, address: string, now: Date | null) =>
  tx
    .selectFrom("servers as e")
    .innerJoinLateral(
      (eb) => strictest(tx, eb.ref("e.address")).as("s"),
      (join) => join.onTrue(),
    )
    .innerJoin(sql<{ now: Date }>`(select ${clock(now)} as now)`.as<"c">(sql`c`), (join) => join.onTrue())
    .select(["e.address", "s.requestsPerMinute", "s.tokensPerMinute", "e.blockedUntil", "c.now"])
    .select((eb) => {
      const burstAgo = earlier(eb.ref("c.now"), milliseconds(burstMs));
      const leased = eb
        .selectFrom("serverLeases as l")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("l.address", "=", "e.address")
        .whereRef("l.expiresAt", ">", "c.now");
      return [
        latest(eb.ref("e.nextRequestAt"), burstAgo).as("requestAt"),
        latest(eb.ref("e.nextTokenAt"), burstAgo).as("tokenAt"),
        eb.or([eb("s.concurrency", "is", null), eb(leased, "<", eb.ref("s.concurrency"))]).as("isFree"),
      ];
    })
    .where("e.address", "=", address);

const decision = (tx: Db, address: string, tokens: number, now: Date | null) =>
  tx
    .with("plan", () => plan(tx, address, now))
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
        .updateTable("servers as e")
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
        .whereRef("e.address", "=", "d.address")
        .where("d.isGiven", "=", true),
    )
    .with("leased", (cte) =>
      cte
        .insertInto("serverLeases")
        .columns(["address", "expiresAt"])
        .expression((eb) =>
          eb
            .selectFrom("decided")
            .select(({ ref }) => ["address", later(ref("at"), milliseconds(leaseMs)).as("expiresAt")])
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
 * Ends a lease and any left by dead workers, replaces the expected tokens with those used, and records how long the server wants no requests.
 */
export async function settleRequest(
  address: string,
  { leaseId, moreTokens, holdMs }: { leaseId: string; moreTokens: number; holdMs: number | null },
  now: Date | null = null,
): Promise<void> {
  await db()
    .with("ended", (cte) =>
      cte.deleteFrom("serverLeases").where((eb) => {
        const isAbandoned = eb("expiresAt", "<", sql<Date>`${clock(now)} - interval '1 hour'`);
        return eb.or([eb("id", "=", leaseId), eb.and([eb("address", "=", address), isAbandoned])]);
      }),
    )
    .with("s", (cte) => strictest(cte as unknown as Db, sql.val(address)))
    .updateTable("servers")
    .from("s")
    .set((eb) => {
      const nextTokenAt = later(eb.ref("nextTokenAt"), shareOfLimit(moreTokens, eb.ref("s.tokensPerMinute")));
      return {
        nextTokenAt: eb.case().when("s.tokensPerMinute", "is not", null).then(nextTokenAt).end(),
        ...(holdMs === null ? {} : { blockedUntil: latest(eb.ref("blockedUntil"), later(clock(now), milliseconds(holdMs))) }),
      };
    })
    .where("servers.address", "=", address)
    .execute();
}

/** Holds back every project's and worker's requests to a server, whether or not it has limits. */
export async function holdServer(baseUrl: string, holdMs: number): Promise<void> {
  await db()
    .insertInto("servers")
    .values({ address: addressOf(baseUrl), blockedUntil: later(clock(null), milliseconds(holdMs)) })
    .onConflict((conflict) =>
      conflict.column("address").doUpdateSet(({ ref }) => ({
        blockedUntil: latest(ref("servers.blockedUntil"), ref("excluded.blockedUntil")),
      })),
    )
    .execute();
}

/** A server's state: its address and limits, the requests under way at it (counted under limits only), and how long a pause it requested. */
export interface ServerState extends EndpointLimits {
  address: string;
  blockedMs: number;
  underWay: number;
  /** Runs in progress whose judge is there, of all projects. */
  runs: number;
}

const leasesAt = (address: Expression<string>) =>
  db()
    .selectFrom("serverLeases as l")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("l.address", "=", address)
    .where("l.expiresAt", ">", clock(null));

const runsAt = (address: Expression<string>) =>
  db()
    .selectFrom("runs as r")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("r.status", "=", "running")
    .where(({ ref }) => addressOf(ref("j.baseUrl")), "=", address);

/** The state of a base URL's server. */
export async function readServer(baseUrl: string): Promise<ServerState> {
  return db()
    .selectFrom(sql<{ address: string }>`(select ${addressOf(baseUrl)} as address)`.as<"a">(sql`a`))
    .crossJoinLateral((eb) => strictest(db(), eb.ref("a.address")).as("s"))
    .leftJoin("servers as e", "e.address", "a.address")
    .select((eb) => [
      "a.address",
      "s.requestsPerMinute",
      "s.tokensPerMinute",
      "s.concurrency",
      eb
        .fn<number>("greatest", [eb.fn.coalesce(millisecondsBetween(clock(null), eb.ref("e.blockedUntil")), eb.lit(0)), eb.lit(0)])
        .as("blockedMs"),
      eb.fn.coalesce(leasesAt(eb.ref("a.address")), eb.lit(0)).as("underWay"),
      eb.fn.coalesce(runsAt(eb.ref("a.address")), eb.lit(0)).as("runs"),
    ])
    .executeTakeFirstOrThrow();
}

/** Whether the server wants no request now. */
export async function isBlocked(address: string): Promise<boolean> {
  const blocked = db().selectFrom("servers").select("address").where("address", "=", address).where("blockedUntil", ">", clock(null));
  return (await blocked.executeTakeFirst()) !== undefined;
}

/** Renews the lease of a request under way. A failure only lets another request in early; the next renewal tries again. */
export const renewLease = (leaseId: string) =>
  db()
    .updateTable("serverLeases")
    .set({ expiresAt: later(clock(null), milliseconds(leaseMs)) })
    .where("id", "=", leaseId)
    .execute()
    .catch(() => null);
