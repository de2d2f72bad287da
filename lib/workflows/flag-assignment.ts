import "server-only";
import { getAssignment, setFlag } from "@/lib/db/assignments";
import { demandOpen, demandOwnAssignment } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";
import { swapText } from "@/lib/review/swap-pair";

/** Sets the annotator's note to the researcher on an assignment; an empty note removes it. */
export async function flagAssignment(actor: Actor, input: { assignmentId: string; note: string }): Promise<{ ok: true }> {
  const assignment = await getAssignment(input.assignmentId);
  demandOwnAssignment(actor, assignment);
  if (assignment.status === "prepared") demandOpen(assignment);
  await setFlag(input.assignmentId, swapText(input.note.trim(), assignment.swapped) || null);
  return { ok: true };
}
