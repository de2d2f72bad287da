import { type EndpointLimits, plainBaseUrl } from "@/lib/domain/endpoint";
import type { ModelRole } from "@/lib/domain/judge";
import type { RoleUse, UseByRole } from "./estimate-drafting";

/** The participant in a role, with its prices per million tokens. */
export interface Participant {
  name: string;
  model: string;
  baseUrl: string;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
}

type Participants = Partial<Record<ModelRole, Participant>>;

const entriesOf = (use: UseByRole) => Object.entries(use) as [ModelRole, RoleUse][];

/** The sum over all roles. */
export function sumOfUse(use: UseByRole) {
  const total = (key: keyof RoleUse) => entriesOf(use).reduce((sum, [, of]) => sum + of[key], 0);
  return {
    requests: total("requests"),
    images: total("images"),
    inputTokens: { expected: Math.round(total("inputTokens")), most: Math.round(total("inputTokensMost")) },
    outputTokens: { expected: Math.round(total("outputTokens")), most: Math.round(total("outputTokensMost")) },
  };
}

/** The cost in US dollars; null with the reason if a price is missing. */
export function priceUse(
  use: UseByRole,
  participants: Participants,
): { costUsd: { expected: number; most: number } | null; costWhy: string | null } {
  const unpriced = new Set<string>();
  let [expected, most] = [0, 0];
  for (const [role, of] of entriesOf(use)) {
    const participant = participants[role];
    if (participant === undefined || participant.inputPriceUsd === null || participant.outputPriceUsd === null) {
      unpriced.add(participant?.model ?? role);
      continue;
    }
    expected += (of.inputTokens * participant.inputPriceUsd + of.outputTokens * participant.outputPriceUsd) / 1_000_000;
    most += (of.inputTokensMost * participant.inputPriceUsd + of.outputTokensMost * participant.outputPriceUsd) / 1_000_000;
  }
  if (unpriced.size === 0) return { costUsd: { expected, most }, costWhy: null };
  return { costUsd: null, costWhy: `No price is known for ${[...unpriced].map((model) => `"${model}"`).join(", ")}.` };
}

/** The least time in seconds that the requests take under the endpoints' per-minute limits; null if there are no limits. */
export function secondsAtLimits(
  use: UseByRole,
  participants: Participants,
  limits: readonly ({ baseUrl: string } & EndpointLimits)[],
): number | null {
  const seconds = limits.flatMap(({ baseUrl, requestsPerMinute, tokensPerMinute }) => {
    const there = entriesOf(use).filter(([role]) => plainBaseUrl(participants[role]?.baseUrl ?? "") === baseUrl);
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
