import "server-only";
import { createHash } from "node:crypto";
import type { ModelEndpoint } from "./chat-once";

/**
 * A name for a question: sha256 over where it goes and everything that decides the answer. What an endpoint merely calls otherwise, or leaves out because it
 * does not take it, changes nothing, so the same question has the same name before and after that was found out. `asked`: the messages and the schema,
 * or the texts; `repeat` tells repetitions of one question apart.
 */
export function requestHash(endpoint: ModelEndpoint, asked: Record<string, unknown>, repeat = 0): string {
  const { baseUrl, model, temperature, maxTokens, seed } = endpoint;
  return createHash("sha256")
    .update(stableJson({ baseUrl, model, temperature, maxTokens, seed, repeat, ...asked }))
    .digest("hex");
}

/** JSON whose text does not depend on the order in which keys were set. */
const stableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
