import "server-only";

// The OpenAI client reads Retry-After only for its own retries, without an upper bound, and ignores the allowance headers.

/** Longer pauses are not honoured: the endpoint is asked again after this. */
const longestHoldMs = 10 * 60_000;

/** Seconds, milliseconds in OpenAI's own header, or an HTTP date. Null: the header is absent, unreadable or in the past. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const milliseconds = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (milliseconds > 0 && Number.isFinite(milliseconds)) return milliseconds;
  const given = headers.get("retry-after")?.trim();
  if (!given) return null;
  const seconds = Number(given);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

/** Pairs of headers: the remaining allowance, and when it is replenished. */
const allowances = [
  ["x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"],
  ["x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"],
  ["anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"],
  ["anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"],
  ["ratelimit-remaining", "ratelimit-reset"],
] as const;

/**
 * The pause that an answer's headers ask for: Retry-After of a refusal, or the time until an exhausted allowance is replenished. Null: no pause.
 */
export function holdMs(status: number, headers: Headers, now: number): number | null {
  const asked = status === 429 || status === 503 ? retryAfterMs(headers, now) : null;
  const emptied = allowances.flatMap(([remaining, reset]) => {
    const left = headers.get(remaining)?.trim();
    const ms = left !== undefined && left !== "" && Number(left) <= 0 ? resetMs(headers.get(reset), now) : null;
    return ms === null ? [] : [ms];
  });
  const holds = asked === null ? emptied : [asked, ...emptied];
  return holds.length === 0 ? null : Math.min(longestHoldMs, Math.max(...holds));
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** "1.2s", "6m0s", "250ms", plain seconds, or a point in time. */
function resetMs(given: string | null, now: number): number | null {
  const text = given?.trim() ?? "";
  if (text === "") return null;
  if (/^\d+(?:\.\d+)?$/u.test(text)) return Number(text) * 1000;
  if (/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/u.test(text)) {
    return [...text.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)(ms|[smhd])/gu)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ""] ?? 0),
      0,
    );
  }
  const ms = Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
