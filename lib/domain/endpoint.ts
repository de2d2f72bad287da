import { z } from "zod";

const limit = z.int().positive().max(1_000_000_000).nullable();

/** A base URL without trailing slashes in its path, so that each server has one address however it was typed. Non-URLs are returned unchanged. */
export function plainBaseUrl(text: string): string {
  const [, path = text, rest = ""] = /^([^?#]*)(.*)$/su.exec(text) ?? [];
  return path.replace(/(?<!\/)\/+$/u, "") + rest;
}

export const baseUrl = z.url().max(2000).overwrite(plainBaseUrl);

/** A model server's limits; null: no limit of that kind. */
export const endpointLimits = z.object({
  requestsPerMinute: limit,
  tokensPerMinute: limit,
  /** Concurrent requests, of all its judges together. */
  concurrency: z.int().min(1).max(1000).nullable(),
});
export type EndpointLimits = z.infer<typeof endpointLimits>;

/** An omitted limit is removed. */
export const saveEndpointLimitsBody = z.object({
  baseUrl,
  requestsPerMinute: limit.default(null),
  tokensPerMinute: limit.default(null),
  concurrency: endpointLimits.shape.concurrency.default(null),
});

/** A model server with the limits that the project states and its judges. */
export const endpointSummary = endpointLimits.extend({
  baseUrl: z.string(),
  /** The limits that hold: the strictest that any project states for this server. */
  inForce: endpointLimits,
  judges: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type EndpointSummary = z.infer<typeof endpointSummary>;

const unlimited: EndpointLimits = { requestsPerMinute: null, tokensPerMinute: null, concurrency: null };

interface AskedJudge {
  id: string;
  name: string;
  kind: string;
  baseUrl: string | null;
  archivedAt: string | null;
}

type Limited = { baseUrl: string } & EndpointLimits;

/** Base URLs of judges in use, and those that have limits. */
export const serverUrls = (judges: readonly AskedJudge[], limited: readonly Limited[]): string[] =>
  [...new Set([...askedOf(judges), ...limited].map(({ baseUrl }) => baseUrl))].sort();

const askedOf = (judges: readonly AskedJudge[]) =>
  judges.flatMap(({ id, name, kind, baseUrl, archivedAt }) =>
    kind === "endpoint" && baseUrl !== null && archivedAt === null ? [{ id, name, baseUrl: plainBaseUrl(baseUrl) }] : [],
  );

/** Servers by base URL: those of judges in use with these judges, and those that have limits. */
export function serversOf(judges: readonly AskedJudge[], limited: readonly Limited[], inForce: readonly Limited[] = []): EndpointSummary[] {
  const asked = askedOf(judges);
  return serverUrls(judges, limited).map((baseUrl) => {
    const limitsIn = (list: readonly Limited[]): EndpointLimits => {
      const { requestsPerMinute, tokensPerMinute, concurrency } = list.find((one) => one.baseUrl === baseUrl) ?? unlimited;
      return { requestsPerMinute, tokensPerMinute, concurrency };
    };
    const there = asked.filter((judge) => judge.baseUrl === baseUrl).map(({ id, name }) => ({ id, name }));
    return { baseUrl, ...limitsIn(limited), inForce: limitsIn(inForce), judges: there };
  });
}
