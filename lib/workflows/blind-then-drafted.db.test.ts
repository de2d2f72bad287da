import { beforeEach, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { planContent } from "@/lib/domain/study-plan";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { action, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { revealDrafts } from "./reveal-drafts";
import { saveActions } from "./save-actions";
import { savePlan } from "./save-plan";
import { startPlan } from "./start-plan";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

let annotator: Actor;
let assignmentId: string;
let criteria: string[];

beforeEach(async () => {
  const study = await loadSmallStudy(smallBundle(2));
  const researcher = await member(study.projectId, "researcher");
  annotator = await member(study.projectId, "annotator");
  const run = await pool().query<{ id: string }>("select id from runs where task_id = $1", [study.taskId]);
  const arms = [{ arm: "blind-then-drafted" as const, runId: run.rows[0]?.id ?? "" }];
  const plan = planContent.parse({ design: "within", arms, people: 1, overlap: 1 });
  await savePlan(researcher, { taskId: study.taskId, ...plan });
  await startPlan(researcher, { taskId: study.taskId });
  assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
  criteria = study.criteria;
});

const open = () => openAssignment(annotator, { assignmentId });
const unitOf = async (criterionId: string) => (await open()).units.find((unit) => unit.criterionId === criterionId);
const save = (criterionId: string, actions: ReturnType<typeof action>[]) => saveActions(annotator, { assignmentId, criterionId, actions });

/** Scores the first criterion 2 with a line of its own and the second 4, which is the draft's score; returns the last action of each. */
async function rateBlind() {
  const [clear = "", truth = ""] = criteria;
  const line = action({ kind: "add", itemKind: "evidence", text: "my own line", parentId: null });
  const two = action({ kind: "set-score", score: 2, parentId: line.id });
  await save(clear, [line, two]);
  const four = action({ kind: "set-score", score: 4, parentId: null });
  await save(truth, [four]);
  return { clear, truth, two, four };
}

test("no byte of a draft is sent before the annotator's own rating is complete, and none can be had by asking", async () => {
  expect(JSON.stringify(await open())).not.toContain("SECRET-DRAFT");
  expect((await refusal(revealDrafts(annotator, { assignmentId }))).message).toBe("Rate first: Clear, True.");
  const { clear } = await rateBlind();
  expect((await unitOf(clear))?.draft).toBeNull();
  expect((await refusal(submitAssignment(annotator, { assignmentId }))).message).toMatch(/^Look at the draft first/);
});

test("the draft then waits for decisions, and the blind score holds until the score line is decided", async () => {
  const { clear, truth, two } = await rateBlind();
  await revealDrafts(annotator, { assignmentId });
  const unit = await unitOf(clear);
  expect(unit?.draft).toMatchObject({ score: 4, madeBlind: 2 });
  expect((await refusal(submitAssignment(annotator, { assignmentId }))).message).toBe("Not finished yet: Clear, True.");
  const rest = ["0", "2"].map((itemId) => action({ kind: "accept", itemId, parentId: null }));
  rest.forEach((one, index) => {
    one.parentId = rest[index - 1]?.id ?? two.id;
  });
  expect((await save(clear, rest)).evaluation).toEqual({ score: 2, complete: false });
  const kept = action({ kind: "set-score", score: 2, reasonCode: "other", parentId: rest[1]?.id ?? null });
  expect((await save(clear, [kept])).evaluation).toEqual({ score: 2, complete: true });
  const { rows } = await pool().query(
    "select blind_score, blind_actions, score, tally from evaluations where assignment_id = $1 and criterion_id = $2",
    [assignmentId, clear],
  );
  expect(rows[0]).toMatchObject({ blind_score: 2, blind_actions: 2, score: 2 });
  expect(rows[0].tally).toEqual({
    conclusion: { accept: 1, revise: 0, remove: 0, add: 0 },
    score: { accept: 0, revise: 1, remove: 0, add: 0 },
    evidence: { accept: 1, revise: 0, remove: 0, add: 0 },
  });
  expect((await unitOf(truth))?.draft).not.toBeNull();
});

test("accepting the draft's score changes the final one and keeps the blind one", async () => {
  const { clear, two } = await rateBlind();
  await revealDrafts(annotator, { assignmentId });
  const accepted = action({ kind: "accept", itemId: "1", parentId: two.id });
  expect((await save(clear, [accepted])).evaluation.score).toBe(4);
  const { rows } = await pool().query("select blind_score, score from evaluations where assignment_id = $1 and criterion_id = $2", [
    assignmentId,
    clear,
  ]);
  expect(rows).toEqual([{ blind_score: 2, score: 4 }]);
});

test("what was done blind cannot be undone, and revealing again changes nothing", async () => {
  const { clear, two } = await rateBlind();
  await revealDrafts(annotator, { assignmentId });
  const before = await open();
  await revealDrafts(annotator, { assignmentId });
  expect((await open()).units).toEqual(before.units);
  const undo = action({ kind: "undo", undoesId: two.id, parentId: two.id });
  expect((await refusal(save(clear, [undo]))).message).toBe("Work done before the draft was shown cannot be undone.");
});
