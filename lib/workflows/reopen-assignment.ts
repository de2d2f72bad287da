import "server-only";
import { getAssignment, markReopened, retakeSlot } from "@/lib/db/assignments";
import { inTransaction } from "@/lib/db/client";
import { demandOwnAssignment } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";

/** Opens again what the annotator submitted, skipped or lost. Throws lease_lost when other annotators hold all of the sample's slots. */
export async function reopenAssignment(actor: Actor, input: { assignmentId: string }) {
  return inTransaction(async (client) => {
    const assignment = await getAssignment(input.assignmentId, { client, lock: true });
    demandOwnAssignment(actor, assignment);
    if (assignment.status === "submitted") await markReopened(client, assignment);
    else if (assignment.status !== "open") await retakeSlot(client, assignment);
    return { id: assignment.id, status: "open" as const, submittedAt: null };
  });
}
