import { z } from "zod";

const limit = z.int().positive().max(1_000_000_000).nullable();

/** A base URL without trailing slashes in its path, so that each server has one address however it was typed. Non-URLs are returned unchanged. */
export function plainBaseUrl(text: string): string {
  const [, path = text, rest = ""] = /^([^?#]*)(.*)$/su.exec(text) ?? [];
  return path.replace(/\/+$/u, "") + rest;
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

/** A model server with its limits and judges. */
export const endpointSummary = endpointLimits.extend({
  baseUrl: z.string(),
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

/** Servers by address: those of judges in use with these judges, and those that have limits. */
export function serversOf(judges: readonly AskedJudge[], limited: readonly ({ baseUrl: string } & EndpointLimits)[]): EndpointSummary[] {
  const asked = judges.flatMap(({ id, name, kind, baseUrl, archivedAt }) =>
    kind === "endpoint" && baseUrl !== null && archivedAt === null ? [{ id, name, baseUrl: plainBaseUrl(baseUrl) }] : [],
  );
  const addresses = [...new Set([...asked, ...limited].map(({ baseUrl }) => baseUrl))].sort();
  return addresses.map((baseUrl) => {
    const { requestsPerMinute, tokensPerMinute, concurrency } = limited.find((one) => one.baseUrl === baseUrl) ?? unlimited;
    const there = asked.filter((judge) => judge.baseUrl === baseUrl).map(({ id, name }) => ({ id, name }));
    return { baseUrl, requestsPerMinute, tokensPerMinute, concurrency, judges: there };
  });
}
