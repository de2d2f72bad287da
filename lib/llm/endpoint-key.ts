import "server-only";
import { env } from "@/lib/env";
import { decryptKey } from "./encrypt-key";

const openAi = "https://api.openai.com/v1";

/**
 * The key for calling a judge: its own, else the environment's. The environment's key goes only to its own host (OPENAI_BASE_URL, or OpenAI), because
 * anyone who adds a judge chooses where requests go. Null: no key.
 */
export function endpointKey(judge: { baseUrl: string; apiKeyEncrypted: string | null; projectId: string }): string | null {
  if (judge.apiKeyEncrypted !== null) return decryptKey(judge.apiKeyEncrypted, judge.projectId);
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = env();
  const isMeant = sameOrigin(judge.baseUrl, OPENAI_BASE_URL || openAi);
  return isMeant ? OPENAI_API_KEY || null : null;
}

/** Whether two URLs point to the same server, so that a key for one may be used for the other. */
export const sameOrigin = (a: string, b: string): boolean => URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;
