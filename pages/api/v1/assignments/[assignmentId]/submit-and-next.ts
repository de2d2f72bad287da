import { endpoints } from "@/lib/domain/api";
import { AppError } from "@/lib/domain/errors";
import { nodeRoute } from "@/lib/http/node-route";
import { route } from "@/lib/http/route";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { submitAssignment } from "@/lib/workflows/submit-assignment";

export const POST = route(endpoints.submitAndNext, async ({ actor, params }) => {
  const { taskId } = await submitAssignment(actor, params);
  const { assignmentId, ...rest } = await nextAssignment(actor, { taskId }).catch((error: unknown) => {
    // The work is submitted, whatever keeps the next sample back.
    if (error instanceof AppError && error.code === "conflict") return { assignmentId: null, why: error.message, gate: null };
    throw error;
  });
  return { next: assignmentId === null ? null : await openAssignment(actor, { assignmentId }), ...rest };
});

export default nodeRoute(POST);
/** The route reads the body itself. */
export const config = { api: { bodyParser: false, externalResolver: true } };
