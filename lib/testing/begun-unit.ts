import { randomUUID } from "node:crypto";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { action, loadSmallStudy, member, smallBundle } from "./small-study";

export const score = (value: number, parentId: string | null) => action({ kind: "set-score", score: value, parentId });

/** A session of the account, by its token. */
export async function startSession(userId: string): Promise<string> {
  const token = randomUUID();
  await pool().query(
    "insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1, $1, $2, now() + interval '1 day', now(), now())",
    [token, userId],
  );
  return token;
}

/** An annotator with a session, whose first save on a unit has gone the usual way. */
export async function begun() {
  const study = await loadSmallStudy(smallBundle(1));
  const annotator = await member(study.projectId, "annotator");
  await member(study.projectId, "annotator", "a colleague");
  const token = await startSession(annotator.userId);
  // In another browser, where they stay signed in.
  await startSession(annotator.userId);
  const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
  const [criterionId = "", second = ""] = study.criteria;
  const first = score(1, null);
  const body = (actions: NewAction[], activeMs?: number) => ({ assignmentId, criterionId, actions, ...(activeMs && { activeMs }) });
  await saveActions(annotator, body([first]));
  const stored = async () =>
    (
      await pool().query<{ id: string }>(
        "select a.id from actions a join evaluations e on e.id = a.evaluation_id where e.assignment_id = $1 and e.criterion_id = $2 order by a.seq",
        [assignmentId, criterionId],
      )
    ).rows.map(({ id }) => id);
  return { ...study, annotator, token, assignmentId, criterionId, second, first, body, stored };
}
export type Begun = Awaited<ReturnType<typeof begun>>;
