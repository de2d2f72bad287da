import "server-only";
import { getAssignment, setFlag } from "@/lib/db/assignments";
import { demandOwnAssignment } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";

/** Leaves the annotator's note for the researcher on an assignment; an empty note takes it back. */
export async function flagAssignment(actor: Actor, input: { assignmentId: string; note: string }): Promise<{ ok: true }> {
  demandOwnAssignment(actor, await getAssignment(input.assignmentId));
  await setFlag(input.assignmentId, input.note.trim() || null);
  return { ok: true };
}
