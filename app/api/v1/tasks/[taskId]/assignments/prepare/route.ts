import { endpoints } from "@/lib/domain/api";
import { AppError } from "@/lib/domain/errors";
import { route } from "@/lib/http/route";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";

export const POST = route(endpoints.prepareAssignment, async ({ actor, params, body }) => {
  const assignmentId = await nextAssignment(actor, { taskId: params.taskId, after: body.after }).then(
    (next) => next.assignmentId,
    (error: unknown) => {
      // What keeps the next sample back is said once this one is submitted.
      if (error instanceof AppError && error.code === "conflict") return null;
      throw error;
    },
  );
  return { next: assignmentId === null ? null : await openAssignment(actor, { assignmentId }) };
});
