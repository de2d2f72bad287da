import { z } from "zod";

/** What a key may be used for: reading, doing an annotator's work, or changing everything else. No scope includes another. */
export const keyScope = z.enum(["read", "annotate", "write"]);
export type KeyScope = z.infer<typeof keyScope>;

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Its first characters. */
  start: z.string(),
  scopes: z.array(keyScope),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  owner: z.object({ userId: z.string(), name: z.string(), email: z.string() }),
});
export type ApiKey = z.infer<typeof apiKey>;

/** How long a key works unless its maker says otherwise, in the browser, over HTTP and on the command line. */
export const defaultKeyDays = 90;

export const createApiKeyBody = z.object({
  name: z.string().trim().min(1).max(100),
  scopes: z
    .array(keyScope)
    .min(1)
    .default([...keyScope.options]),
  /** Null: it does not expire. */
  expiresInDays: z.int().min(1).max(3650).nullable().default(defaultKeyDays),
});
export type NewApiKey = z.infer<typeof createApiKeyBody>;

/** The key scope that an endpoint requires: by its method, unless it states one. "session": no key is accepted. */
export const scopeOf = (endpoint: { method: string; scope?: KeyScope | "session" }): KeyScope | "session" =>
  endpoint.scope ?? (endpoint.method === "GET" ? "read" : "write");
