import "server-only";
import { markMentionsSeen as markSeen } from "@/lib/db/mentions";
import type { Actor } from "@/lib/domain/policy";

/** Marks the actor's own mentions in these comments as seen; others' ids change nothing. */
export async function markMentionsSeen(actor: Actor, input: { commentIds: string[] }): Promise<{ ok: true }> {
  await markSeen(actor.userId, input.commentIds);
  return { ok: true };
}
