import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { findStoredReport } from "@/lib/db/stored-reports";
import type { TaskReport } from "@/lib/domain/report";
import type { ChapterChoice } from "@/lib/domain/report-chapter-names";
import { temporaryDatabase } from "@/lib/testing/database";
import { recordStatements } from "@/lib/testing/plans";
import { acceptAll, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { computeReport } from "./compute-report";
import { nextAssignment } from "./next-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

test("the verdict's values do not wait for what people did with drafts, which is read once for those that need it", async () => {
  const { projectId, taskId, criteria } = await loadSmallStudy(smallBundle(3));
  const annotator = await member(projectId, "annotator");
  for (let turn = 0; turn < 3; turn++) {
    const assignmentId = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
    for (const criterionId of criteria) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
    await submitAssignment(annotator, { assignmentId });
  }
  const { rows } = await pool().query<{ lines: number }>(
    "select sum((kind.value ->> 'accept')::int)::int as lines from evaluations, jsonb_each(tally) as kind where kind.key <> 'heading'",
  );
  const lines = rows[0]?.lines;
  const values = async (valuesFor: ChapterChoice) => {
    const { statements } = await recordStatements(() => computeReport({ projectId, taskId, view: "without", valuesFor }, 1));
    const { body = "{}" } = (await findStoredReport({ taskId, view: "without" })) ?? {};
    return {
      items: (JSON.parse(body) as TaskReport).counts.items,
      readsWork: statements.filter(({ text }) => text.includes("tally")).length,
    };
  };
  expect(await values("verdict")).toEqual({ items: null, readsWork: 0 });
  await pool().query("alter table actions rename to gone");
  await expect(values("people")).rejects.toThrow("actions");
  await pool().query("alter table gone rename to actions");
  const read = await values("people");
  expect(read).toEqual({ items: lines, readsWork: expect.any(Number) });
  expect(read.readsWork).toBeGreaterThan(0);
  expect(lines).toBeGreaterThan(0);
  expect(await values("influence")).toEqual({ items: lines, readsWork: 0 });
});
