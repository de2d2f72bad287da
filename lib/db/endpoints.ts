import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { type EndpointLimits, plainBaseUrl } from "@/lib/domain/endpoint";
import type { Gate, Pass, RequestSize } from "@/lib/domain/gate";
import { inTransaction, pool } from "./client";

/** How far below its pace a limit may fall and still catch up: the burst that is allowed. */
const burstMs = 1000;
/** Share of the limit that is the pace: with the burst, no minute has more requests than the limit allows, wherever it begins. */
const pace = 0.98;
/** A place further ahead is not given out: limits change, and workers that die take their places with them. */
const farthestMs = 5000;
/** A request under way holds its lease by renewing it; that of a dead worker runs out. */
const leaseMs = 60_000;
/** How long to wait before asking again where all places are taken. */
const takenMs = 200;

/** Limits of the project's servers of models; one that is not listed has none. */
export async function listEndpoints(projectId: string): Promise<({ baseUrl: string } & EndpointLimits)[]> {
  const result = await pool().query<{ baseUrl: string } & EndpointLimits>(
    `select base_url as "baseUrl", requests_per_minute as "requestsPerMinute", tokens_per_minute as "tokensPerMinute", concurrency
     from endpoints where project_id = $1 and coalesce(requests_per_minute, tokens_per_minute, concurrency) is not null order by base_url`,
    [projectId],
  );
  return result.rows;
}

/** Sets the limits of a server, for requests that are still to come. What was planned under the old ones is forgotten. */
export async function saveEndpointLimits(projectId: string, baseUrl: string, limits: EndpointLimits): Promise<void> {
  const { requestsPerMinute, tokensPerMinute, concurrency } = limits;
  await pool().query(
    `insert into endpoints (project_id, base_url, requests_per_minute, tokens_per_minute, concurrency) values ($1, $2, $3, $4, $5)
     on conflict (project_id, base_url) do update
     set requests_per_minute = $3, tokens_per_minute = $4, concurrency = $5, next_request_at = null, next_token_at = null`,
    [projectId, plainBaseUrl(baseUrl), requestsPerMinute, tokensPerMinute, concurrency],
  );
}

/** A place in the queue of an endpoint. `leaseId` null: none yet, ask again after `waitMs`. */
export interface Reservation {
  waitMs: number;
  leaseId: string | null;
}

/**
 * Asks for a place under an endpoint's limits, for a request of about so many tokens: when it may go out at the earliest, with a lease that counts it among
 * those under way. One statement decides, with the row locked before it looks, so that all workers of all processes keep to one pace. `now` is the
 * database's clock unless a test says otherwise.
 */
export async function reserveRequest(endpointId: string, tokens: number, now: Date | null = null): Promise<Reservation> {
  return inTransaction(async (client) => {
    // A statement of its own: the next one must see the leases of whoever held the row before.
    await client.query("select from endpoints where id = $1 for update", [endpointId]);
    const result = await client.query<Reservation>(decide, [endpointId, tokens, now, burstMs, farthestMs, leaseMs, takenMs, pace]);
    return result.rows[0] ?? { waitMs: 0, leaseId: null };
  });
}

const decide = `
  with plan as (
    select e.id, e.requests_per_minute as rpm, e.tokens_per_minute as tpm, c.now,
           greatest(e.next_request_at, c.now - $4 * interval '1 ms') as request_at,
           greatest(e.next_token_at, c.now - $4 * interval '1 ms') as token_at,
           e.blocked_until,
           e.concurrency is null
             or (select count(*) from endpoint_leases l where l.endpoint_id = e.id and l.expires_at > c.now) < e.concurrency as is_free
    from endpoints e, (select coalesce($3::timestamptz, clock_timestamp()) as now) c
    where e.id = $1
  ), placed as (
    select *, greatest(now, blocked_until, case when rpm is not null then request_at end, case when tpm is not null then token_at end) as at
    from plan
  ), decided as (
    select *, is_free and at <= now + $5 * interval '1 ms' as is_given from placed
  ), moved as (
    update endpoints e
    set next_request_at = case when d.rpm is not null then greatest(d.request_at, d.at - $4 * interval '1 ms') + interval '1 min' / (d.rpm * $8::float8) end,
        next_token_at = case when d.tpm is not null then greatest(d.token_at, d.at - $4 * interval '1 ms') + interval '1 min' * ($2::float8 / (d.tpm * $8::float8)) end
    from decided d where e.id = d.id and d.is_given
  ), leased as (
    insert into endpoint_leases (endpoint_id, expires_at) select id, at + $6 * interval '1 ms' from decided where is_given returning id
  )
  select case when is_given then extract(epoch from at - now) * 1000
              when not is_free then $7
              else greatest(extract(epoch from at - now) * 1000 - $5, 1) end::float8 as "waitMs",
         (select id from leased) as "leaseId"
  from decided`;

/** Ends a lease (and clears away those that dead workers left), corrects what was reckoned in tokens by what was used, and passes on for how long the endpoint wants nothing more. */
export async function settleRequest(
  endpointId: string,
  settled: { leaseId: string; moreTokens: number; holdMs: number | null },
  now: Date | null = null,
): Promise<void> {
  await pool().query(
    `with ended as (
       delete from endpoint_leases
       where id = $2 or (endpoint_id = $1 and expires_at < coalesce($5::timestamptz, clock_timestamp()) - interval '1 hour')
     )
     update endpoints
     set next_token_at = case when tokens_per_minute is not null then next_token_at + interval '1 min' * ($3::float8 / (tokens_per_minute * $6::float8)) end,
         blocked_until = case when $4::float8 is null then blocked_until
                              else greatest(blocked_until, coalesce($5::timestamptz, clock_timestamp()) + $4 * interval '1 ms') end
     where id = $1`,
    [endpointId, settled.leaseId, settled.moreTokens, settled.holdMs, now, pace],
  );
}

/** Holds all requests to a server back, of every worker, whether or not it has limits. */
export async function holdEndpoint(projectId: string, baseUrl: string, holdMs: number): Promise<void> {
  await pool().query(
    `insert into endpoints (project_id, base_url, blocked_until) values ($1, $2, clock_timestamp() + $3 * interval '1 ms')
     on conflict (project_id, base_url) do update set blocked_until = greatest(endpoints.blocked_until, excluded.blocked_until)`,
    [projectId, baseUrl, holdMs],
  );
}

interface Standing {
  id: string;
  isLimited: boolean;
  blockedMs: number;
}

async function findStanding(projectId: string, baseUrl: string): Promise<Standing | null> {
  const result = await pool().query<Standing>(
    `select id, coalesce(requests_per_minute, tokens_per_minute, concurrency) is not null as "isLimited",
            greatest(coalesce(extract(epoch from blocked_until - clock_timestamp()) * 1000, 0), 0)::float8 as "blockedMs"
     from endpoints where project_id = $1 and base_url = $2`,
    [projectId, baseUrl],
  );
  return result.rows[0] ?? null;
}

/** The gate of a server of models: its limits, and the pauses that it asked any worker for. */
export function endpointGate(projectId: string, judgesUrl: string): Gate {
  const baseUrl = plainBaseUrl(judgesUrl);
  return {
    enter: async (size, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const standing = await findStanding(projectId, baseUrl);
        if (standing !== null && standing.blockedMs > 0) await pause(standing.blockedMs, signal);
        else if (standing === null || !standing.isLimited) return openPass(projectId, baseUrl);
        else {
          const pass = await enterLimited(standing.id, size, signal);
          if (pass !== null) return pass;
        }
      }
    },
  };
}

/** Where nothing is limited, only a pause that is asked for has to be passed on. */
const openPass = (projectId: string, baseUrl: string): Pass => ({
  leave: async ({ holdMs }) => {
    if (holdMs !== null && holdMs > 0) await holdEndpoint(projectId, baseUrl, holdMs);
  },
});

/** Null: there was no place yet, or the endpoint asked for a pause before it came; ask again. */
async function enterLimited(endpointId: string, size: RequestSize, signal: AbortSignal): Promise<Pass | null> {
  const reserved = expectedTokens(size);
  const { waitMs, leaseId } = await reserveRequest(endpointId, reserved);
  if (leaseId === null) {
    await pause(waitMs, signal);
    return null;
  }
  const giveBack = () => settleRequest(endpointId, { leaseId, moreTokens: -reserved, holdMs: null });
  if (waitMs > 0) {
    try {
      await pause(waitMs, signal);
    } catch (error) {
      await giveBack();
      throw error;
    }
    if (await isBlocked(endpointId)) {
      await giveBack();
      return null;
    }
  }
  const renewing = setInterval(() => void renew(leaseId), leaseMs / 3);
  renewing.unref();
  return {
    leave: async ({ answered, inputTokens, outputTokens, holdMs }) => {
      clearInterval(renewing);
      const used = inputTokens === null && outputTokens === null ? reserved : (inputTokens ?? 0) + (outputTokens ?? 0);
      await settleRequest(endpointId, { leaseId, moreTokens: (answered ? used : 0) - reserved, holdMs });
    },
  };
}

/** Four bytes are about a token, an image most often about a thousand; most replies are far shorter than they may be. What was really used is made good afterwards. */
const expectedTokens = ({ bytes, images, maxOutputTokens }: RequestSize) => Math.ceil(bytes / 4 + images * 1000 + maxOutputTokens / 2);

async function isBlocked(endpointId: string): Promise<boolean> {
  const result = await pool().query("select from endpoints where id = $1 and blocked_until > clock_timestamp()", [endpointId]);
  return result.rows.length > 0;
}

/** Failing to renew only lets another request in early; the next turn tries again. */
const renew = (leaseId: string) =>
  pool()
    .query("update endpoint_leases set expires_at = clock_timestamp() + $2 * interval '1 ms' where id = $1", [leaseId, leaseMs])
    .catch(() => null);

/** Waits, or throws the signal's reason. Never for longer than a minute: limits may change meanwhile. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(Math.max(Math.ceil(ms), 1), 60_000), undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}
