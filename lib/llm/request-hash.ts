import "server-only";
import { createHash } from "node:crypto";
import type { ModelEndpoint } from "./send-request";

/**
 * Identifies a question: sha256 over its destination and everything that determines the answer. Parameters that an endpoint refuses or calls by another
 * name change nothing, so a question has the same hash before and after that is found out. `asked`: the messages and the schema, or the texts; `repeat`
 * distinguishes repetitions of one question.
 */
export function requestHash(endpoint: ModelEndpoint, asked: Record<string, unknown>, repeat = 0): string {
  const { baseUrl, model, temperature, topP, maxTokens, seed } = endpoint;
  return createHash("sha256")
    .update(stableJson({ baseUrl, model, temperature, ...(topP != null && { topP }), maxTokens, seed, repeat, ...asked }))
    .digest("hex");
}

/** JSON with sorted keys. */
const stableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
