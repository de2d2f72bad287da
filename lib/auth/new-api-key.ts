import "server-only";
import { createHash, randomBytes } from "node:crypto";

/** What is stored of a key. It is long and random, so one round is enough. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

/** A key to show once, and what is stored of it. */
export function newApiKey(): { key: string; start: string; keyHash: string } {
  const key = `rl_${randomBytes(36).toString("base64url")}`;
  return { key, start: key.slice(0, 7), keyHash: hashKey(key) };
}
