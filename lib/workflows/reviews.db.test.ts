import { beforeEach, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import type { ReviewState } from "@/lib/domain/review";
import { temporaryDatabase } from "@/lib/testing/database";
import { next, type PlannedStudy, people, plannableStudy, rateOne, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { action } from "@/lib/testing/small-study";
import { addComment } from "./add-comment";
import { approveAssignment } from "./approve-assignment";
import { getReview } from "./get-review";
import { listAssignments } from "./list-assignments";
import { listReviews } from "./list-reviews";
import { openAssignment } from "./open-assignment";
import { readProgress } from "./read-progress";
import { readReport } from "./read-report";
import { reopenAssignment } from "./reopen-assignment";
import { returnAssignment } from "./return-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

let study: PlannedStudy;
let ann: Actor;
let work: string;

beforeEach(async () => {
  study = await plannableStudy(4);
  const [one] = await people(study.projectId, 1);
  if (!one) expect.fail("an annotator");
  ann = one;
  await started(study, { people: 1, overlap: 1, arms: [{ arm: "blind", runId: null, share: 1 }] });
  work = (await rateOne(study, ann))?.assignmentId ?? "";
});

const inState = async (state: ReviewState) =>
  (await listReviews(study.researcher, { taskId: study.taskId, state, limit: 50 })).items.map(({ assignmentId }) => assignmentId);
const counts = async () => (await listReviews(study.researcher, { taskId: study.taskId, limit: 50 })).counts;
const ratings = async () => (await readReport(study.researcher, { projectId: study.projectId })).tasks[0]?.counts.ratings;
const giveBack = (comment = "Read the last sentence again.") => returnAssignment(study.researcher, { assignmentId: work, comment });
const rescore = async (score: number) => {
  const criterionId = study.criteria[0] ?? "";
  const opened = await openAssignment(ann, { assignmentId: work });
  const parentId = opened.units.find((unit) => unit.criterionId === criterionId)?.actions.at(-1)?.id ?? null;
  await saveActions(ann, { assignmentId: work, criterionId, actions: [action({ kind: "set-score", score, parentId })] });
};

describe("returning work", () => {
  test("opens it for its annotator before anything else, with its comments, and takes it out of the report until it is submitted again", async () => {
    await rateOne(study, ann);
    const other = await next(study, ann);
    expect(other).not.toBe(work);
    expect(await ratings()).toBe(4);
    expect(await giveBack()).toEqual({ returned: 1 });
    expect(await next(study, ann)).toBe(work);
    expect(await openAssignment(ann, { assignmentId: work })).toMatchObject({
      status: "open",
      returnedAt: expect.any(String),
      comments: 1,
      editable: true,
    });
    expect(
      (await listAssignments(ann, { taskId: study.taskId, mine: true, limit: 9 })).items.filter(({ returned }) => returned),
    ).toMatchObject([{ id: work }]);
    expect(await ratings()).toBe(2);
    await rescore(5);
    await submitAssignment(ann, { assignmentId: work });
    expect(await ratings()).toBe(4);
    expect(await openAssignment(ann, { assignmentId: work })).toMatchObject({ returnedAt: null });
    expect(await next(study, ann)).toBe(other);
  });

  test("is counted and logged each time, and the reviewer sees what changed since the last return", async () => {
    await giveBack();
    await rescore(5);
    await submitAssignment(ann, { assignmentId: work });
    expect(await giveBack("Better; now the first one.")).toEqual({ returned: 2 });
    await rescore(4);
    await submitAssignment(ann, { assignmentId: work });
    const review = await getReview(study.researcher, { assignmentId: work });
    expect(review).toMatchObject({
      state: "resubmitted",
      history: [{ verdict: "returned", by: study.researcher.name }, { verdict: "returned" }],
    });
    // Two of the first criterion's three scores were there when it was last returned; the second criterion's only score did not change.
    expect(new Map(review.before?.map(({ criterionId, actions }) => [criterionId, actions]))).toEqual(
      new Map([
        [study.criteria[0], 2],
        [study.criteria[1], 1],
      ]),
    );
    const { rows } = await pool().query(
      "select user_id, target_id, (details->>'returned')::int as returned, details->>'annotatorId' = (select id::text from annotators where user_id = $2) as theirs from audit_events where verb = 'assignment.return' and project_id = $1 order by at",
      [study.projectId, ann.userId],
    );
    expect(rows).toEqual([1, 2].map((returned) => ({ user_id: study.researcher.userId, target_id: work, returned, theirs: true })));
  });

  test("needs a comment: in the request, or by a reviewer since the work was submitted", async () => {
    expect(await refusal(giveBack(""))).toMatchObject({
      code: "conflict",
      message: "Say in a comment what should change before you return this.",
    });
    await addComment(ann, { on: "assignment", id: work, text: "I was unsure here." });
    expect((await refusal(giveBack(""))).code).toBe("conflict");
    await addComment(study.researcher, { on: "assignment", id: work, criterionId: study.criteria[1], text: "Why a 3?" });
    expect(await giveBack("")).toEqual({ returned: 1 });
    await submitAssignment(ann, { assignmentId: work });
    // An old comment does not say what to change now.
    expect((await refusal(giveBack(""))).code).toBe("conflict");
  });

  test("is refused for open and imported work, for exams and gold, for one's own, and when its annotator is gone", async () => {
    await pool().query(
      "insert into memberships (project_id, user_id, role) values ($1, $2, 'researcher') on conflict (project_id, user_id) do update set role = 'researcher'",
      [study.projectId, ann.userId],
    );
    const promoted = { ...ann, memberships: new Map([[study.projectId, "researcher" as const]]) };
    expect((await refusal(returnAssignment(promoted, { assignmentId: work, comment: "x" }))).message).toContain("your own work");
    for (const purpose of ["exam", "calibration", "gold"]) {
      await pool().query("update assignments set purpose = $2, slot = null where id = $1", [work, purpose]);
      expect((await refusal(giveBack())).message).toContain("Only work is reviewed");
      expect((await refusal(approveAssignment(study.researcher, { assignmentId: work }))).code).toBe("conflict");
      expect(Object.values(await counts())).toEqual([0, 0, 0, 0]);
    }
    await pool().query("update assignments set purpose = 'work' where id = $1", [work]);
    await pool().query(
      `with brought as (insert into imports (project_id, format, file_name, status) values ($1, 'csv', 'a.csv', 'done') returning id)
       update assignments set import_id = brought.id from brought where assignments.id = $2`,
      [study.projectId, work],
    );
    expect((await refusal(giveBack())).message).toContain("Imported work cannot be reviewed");
    expect(Object.values(await counts())).toEqual([0, 0, 0, 0]);
    await pool().query("update assignments set import_id = null where id = $1", [work]);
    await pool().query("delete from memberships where user_id = $1", [ann.userId]);
    expect((await refusal(giveBack())).message).toContain("no longer annotates");
    await pool().query("update assignments set status = 'open', submitted_at = null where id = $1", [work]);
    expect((await refusal(giveBack())).message).toBe("Only submitted work can be reviewed.");
  });

  test("reserves the sample for two weeks, which a save does not shorten", async () => {
    await giveBack();
    const days = async () =>
      (
        await pool().query<{ days: number }>("select extract(day from leased_until - now())::int as days from assignments where id = $1", [
          work,
        ])
      ).rows[0]?.days;
    expect(await days()).toBe(13);
    await rescore(2);
    expect(await days()).toBe(13);
  });
});

test("the queue tells not reviewed, returned, resubmitted and approved work apart, and the share approved is shown per annotator", async () => {
  expect(await inState("not-reviewed")).toEqual([work]);
  const second = (await rateOne(study, ann))?.assignmentId ?? "";
  expect((await getReview(study.researcher, { assignmentId: work })).nextId).toBe(second);
  await approveAssignment(study.researcher, { assignmentId: second });
  await approveAssignment(study.researcher, { assignmentId: second });
  await giveBack();
  expect(await counts()).toEqual({ "not-reviewed": 0, returned: 1, resubmitted: 0, approved: 1 });
  expect((await getReview(study.researcher, { assignmentId: second })).nextId).toBe(null);
  await submitAssignment(ann, { assignmentId: work });
  expect(await inState("resubmitted")).toEqual([work]);
  await approveAssignment(study.researcher, { assignmentId: work });
  expect(await inState("approved")).toEqual([second, work]);
  expect((await readProgress(study.researcher, { taskId: study.taskId })).items).toMatchObject([{ submitted: 2, approved: 2 }]);
  // What its annotator changes after approval waits for a reviewer again.
  await reopenAssignment(ann, { assignmentId: second });
  expect(await counts()).toEqual({ "not-reviewed": 0, returned: 0, resubmitted: 0, approved: 1 });
  await submitAssignment(ann, { assignmentId: second });
  expect(await inState("resubmitted")).toEqual([second]);
  expect((await readProgress(study.researcher, { taskId: study.taskId })).items).toMatchObject([{ submitted: 2, approved: 1 }]);
  const { rows } = await pool().query("select count(*)::int as n from audit_events where verb = 'assignment.approve' and project_id = $1", [
    study.projectId,
  ]);
  expect(rows).toEqual([{ n: 2 }]);
});

test("the queue is paged without gaps and can be limited to one annotator", async () => {
  for (let n = 0; n < 3; n++) await rateOne(study, ann);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listReviews(study.researcher, { taskId: study.taskId, limit: 2, cursor });
    seen.push(...page.items.map(({ assignmentId }) => assignmentId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(4);
  expect(seen).toHaveLength(4);
  expect(seen[0]).toBe(work);
  const nobody = "00000000-0000-4000-8000-000000000000";
  expect((await listReviews(study.researcher, { taskId: study.taskId, annotator: nobody, limit: 9 })).items).toEqual([]);
});
