import { type EndpointLimits, plainBaseUrl } from "@/lib/domain/endpoint";
import type { ModelRole } from "@/lib/domain/judge";
import type { RoleUse, UseByRole } from "./estimate-drafting";

/** Who takes a role, and what asking there costs per million tokens. */
export interface Party {
  name: string;
  model: string;
  baseUrl: string;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
}

type Parties = Partial<Record<ModelRole, Party>>;

const entriesOf = (use: UseByRole) => Object.entries(use) as [ModelRole, RoleUse][];

/** What all roles come to together. */
export function sumOfUse(use: UseByRole) {
  const total = (key: keyof RoleUse) => entriesOf(use).reduce((sum, [, of]) => sum + of[key], 0);
  return {
    requests: total("requests"),
    images: total("images"),
    inputTokens: { expected: Math.round(total("inputTokens")), most: Math.round(total("inputTokensMost")) },
    outputTokens: { expected: Math.round(total("outputTokens")), most: Math.round(total("outputTokensMost")) },
  };
}

/** What it costs in US dollars; null with the reason where a price is missing. */
export function priceUse(use: UseByRole, parties: Parties): { costUsd: { expected: number; most: number } | null; costWhy: string | null } {
  const unpriced = new Set<string>();
  let [expected, most] = [0, 0];
  for (const [role, of] of entriesOf(use)) {
    const party = parties[role];
    if (party === undefined || party.inputPriceUsd === null || party.outputPriceUsd === null) {
      unpriced.add(party?.model ?? role);
      continue;
    }
    expected += (of.inputTokens * party.inputPriceUsd + of.outputTokens * party.outputPriceUsd) / 1_000_000;
    most += (of.inputTokensMost * party.inputPriceUsd + of.outputTokensMost * party.outputPriceUsd) / 1_000_000;
  }
  if (unpriced.size === 0) return { costUsd: { expected, most }, costWhy: null };
  return { costUsd: null, costWhy: `No price is known of ${[...unpriced].map((model) => `"${model}"`).join(", ")}.` };
}

/** Seconds that the endpoints' limits per minute make the requests take at least; null where none of them has such a limit. */
export function secondsAtLimits(
  use: UseByRole,
  parties: Parties,
  limits: readonly ({ baseUrl: string } & EndpointLimits)[],
): number | null {
  const seconds = limits.flatMap(({ baseUrl, requestsPerMinute, tokensPerMinute }) => {
    const there = entriesOf(use).filter(([role]) => plainBaseUrl(parties[role]?.baseUrl ?? "") === baseUrl);
    if (there.length === 0) return [];
    const sum = sumOfUse(Object.fromEntries(there));
    const tokens = sum.inputTokens.expected + sum.outputTokens.expected;
    return [
      ...(requestsPerMinute === null ? [] : [(sum.requests / requestsPerMinute) * 60]),
      ...(tokensPerMinute === null ? [] : [(tokens / tokensPerMinute) * 60]),
    ];
  });
  return seconds.length === 0 ? null : Math.max(...seconds);
}
