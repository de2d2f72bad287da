import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { acceptAll, instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { updateTask } from "@/lib/workflows/update-task";
import { POST } from "@/pages/api/v1/assignments/[assignmentId]/submit-and-next";

temporaryInstance();

async function finishedFirst(samples: number) {
  const { projectId, taskId, criteria } = await loadSmallStudy(smallBundle(samples));
  const account = await makeAccount({ roles: { [projectId]: "annotator" } });
  const headers = await keyHeaders(account, { scopes: ["annotate"] });
  const assignmentId = (await nextAssignment(account.actor, { taskId })).assignmentId ?? "";
  for (const criterionId of criteria) await saveActions(account.actor, { assignmentId, criterionId, actions: acceptAll() });
  const submit = async () => {
    const request = new Request("http://127.0.0.1:3000/api/v1/assignments", { method: "POST", headers });
    const response = await POST(request, { params: Promise.resolve({ assignmentId }) });
    return { status: response.status, ...((await response.json()) as { next: { id: string; sample: object } | null; why: string | null }) };
  };
  const statuses = async () =>
    (await pool().query("select status from assignments where task_id = $1 order by created_at", [taskId])).rows.map(
      ({ status }) => status,
    );
  return { taskId, assignmentId, submit, statuses };
}

test("one request submits a sample and answers with the next one; repeated after a lost reply it claims nothing more", async () => {
  const { assignmentId, submit, statuses } = await finishedFirst(3);
  const first = await submit();
  expect(first).toMatchObject({ status: 200, why: null, next: { sample: { output: "Answer 1: rain falls because drops grow heavy." } } });
  expect(first.next?.id).not.toBe(assignmentId);
  expect((await submit()).next?.id).toBe(first.next?.id);
  expect(await statuses()).toEqual(["submitted", "open"]);
});

test("the last sample is submitted, and there is no next one", async () => {
  const { submit, statuses } = await finishedFirst(1);
  expect(await submit()).toEqual({ status: 200, next: null, gate: null, why: null });
  expect(await statuses()).toEqual(["submitted"]);
});

test("what keeps the next sample back does not keep the finished one from being submitted", async () => {
  const { taskId, submit, statuses } = await finishedFirst(2);
  await updateTask(instanceAdmin, { taskId, archived: true });
  expect(await submit()).toEqual({ status: 200, next: null, gate: null, why: "This task is archived; nothing more is collected." });
  expect(await statuses()).toEqual(["submitted"]);
});
