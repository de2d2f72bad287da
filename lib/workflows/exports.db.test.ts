import { afterAll, expect, test } from "vitest";
import { disconnect, pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { commitImport } from "./commit-import";
import { createProject } from "./create-project";
import { exportProject } from "./export-project";
import { nextAssignment } from "./next-assignment";
import { saveActions } from "./save-actions";
import { stageImport } from "./stage-import";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();
afterAll(disconnect);

const textOf = async (body: AsyncIterable<string>) => {
  let text = "";
  for await (const part of body) text += part;
  return text;
};

async function worked() {
  const study = await loadSmallStudy(smallBundle(3));
  const annotator = await member(study.projectId, "annotator", "Ann");
  const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
  const [clear = "", truth = ""] = study.criteria;
  const removed = action({ kind: "remove", itemId: "2", reasonCode: "made-up", reason: "not said", parentId: null });
  const accepted = action({ kind: "accept", itemId: "0", parentId: removed.id });
  const scored = action({ kind: "set-score", score: 2, parentId: accepted.id });
  await saveActions(annotator, { assignmentId: assignmentId ?? "", criterionId: clear, actions: [removed, accepted, scored] });
  await saveActions(annotator, { assignmentId: assignmentId ?? "", criterionId: truth, actions: acceptAll() });
  await submitAssignment(annotator, { assignmentId: assignmentId ?? "" });
  return study;
}

test("the sample table has a column for every criterion and rater, and imports again", async () => {
  const study = await worked();
  const { body, fileName } = await exportProject(instanceAdmin, { projectId: study.projectId, format: "csv" });
  expect(fileName).toMatch(/\.csv$/);
  const text = await textOf(body);
  const [header, first] = text.split("\r\n");
  expect(header).toContain("Clear | Ann,Clear | draft judge,True | Ann,True | draft judge");
  expect(first).toMatch(/,2,4,4,4$/);
  const project = await createProject(instanceAdmin, { name: "Back again", description: "" });
  const bytes = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  const staged = await stageImport(instanceAdmin, { projectId: project.id, fileName: "again.csv", format: "auto", body: bytes });
  expect(staged.problems).toEqual([]);
  expect((await commitImport(instanceAdmin, { importId: staged.id, skipBadRows: false })).counts.samples).toBe(3);
});

test("the ratings table has one row per rating and nobody's unsubmitted work", async () => {
  const study = await worked();
  const late = await member(study.projectId, "annotator", "Late");
  const { assignmentId } = await nextAssignment(late, { taskId: study.taskId });
  await saveActions(late, { assignmentId: assignmentId ?? "", criterionId: study.criteria[0] ?? "", actions: acceptAll() });
  const rows = (await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "long-csv" })).body))
    .trim()
    .split("\r\n");
  expect(rows[0]).toBe("unit,rater,value,criterion,sample,input,system,rater_kind,arm");
  expect(rows.filter((row) => row.includes(",annotator,"))).toHaveLength(2);
  expect(rows.filter((row) => row.includes(",judge,"))).toHaveLength(6);
  expect(rows.some((row) => row.includes("Late"))).toBe(false);
});

test("JSON Lines hold every evaluation with the draft seen, each action with its reason, and what they leave", async () => {
  const study = await worked();
  const lines = (await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "jsonl" })).body))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.filter((line) => line.type === "sample")).toHaveLength(3);
  const evaluation = lines.find((line) => line.type === "evaluation" && line.criterion === "Clear");
  expect(evaluation).toMatchObject({ rater: "Ann", arm: "drafted", score: 2, complete: true, draft: { judge: "draft judge", score: 4 } });
  expect(evaluation.actions.map((made: { kind: string }) => made.kind)).toEqual(["remove", "accept", "set-score"]);
  expect(evaluation.actions[0]).toMatchObject({ reasonCode: "made-up", reason: "not said", itemId: "2" });
  expect(evaluation.items.map((item: { id: string }) => item.id)).toEqual(["0", "1"]);
});

test("an export that is given up in the middle gives its connection back", async () => {
  const study = await worked();
  for (let turn = 0; turn < 25; turn++) {
    const { body } = await exportProject(instanceAdmin, { projectId: study.projectId, format: "jsonl" });
    for await (const part of body) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
  }
  expect((await pool().query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
