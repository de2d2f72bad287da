import { expect, test } from "vitest";
import { batchStudy, draftsOf, unitsOf } from "@/lib/testing/batch-study";
import { temporaryDatabase } from "@/lib/testing/database";
import { draftPanelRun } from "@/lib/workflows/draft-panel-run";
import { draftRecalibratedRun } from "@/lib/workflows/draft-recalibrated-run";

temporaryDatabase();

const signal = new AbortController().signal;

test("a recalibrated judge's run maps the newest scores of its judge, criterion by criterion, and fails units that it has not scored", async () => {
  const study = await batchStudy("Mapped", "pointwise", { min: 1, max: 5, step: 1, levels: [] }, ["Clear", "True"]);
  const sampleIds = [await study.addSample("rain", null, null), await study.addSample("sun", null, null)];
  const [clear = ""] = study.criterionIds;
  const of = await study.addJudge("Ada", "endpoint", {});
  const [older, newer] = [await study.addRun(of, { at: new Date("2026-01-02") }), await study.addRun(of, { at: new Date("2026-01-03") })];
  const draft = (runId: string, sample: number, criterion: number, score: number) =>
    study.addDraft(runId, sampleIds[sample] ?? "", study.criterionIds[criterion] ?? "", score);
  await draft(older, 0, 0, 1);
  const draftId = await draft(newer, 0, 0, 4);
  await draft(newer, 0, 1, 2);
  await draft(newer, 1, 0, 3);
  const steps = [
    { level: 2, value: 1.5 },
    { level: 4, value: 2.75 },
  ];
  const runId = await study.addRun(await study.addJudge("Ada, recalibrated", "recalibrated", { of, criteria: { [clear]: steps } }));
  expect(await draftPanelRun({ runId }, { signal })).toBe(0);
  expect(await draftRecalibratedRun({ runId }, { signal })).toBe(4);
  const drafts = await draftsOf(runId);
  // A level that the map has not seen takes the nearest lower one's value; a criterion without a map keeps its scores.
  expect(drafts.map(({ sample, criterion, score }) => [sample, criterion, score])).toEqual([
    ["s0", "Clear", 2.75],
    ["s0", "True", 2],
    ["s1", "Clear", 1.5],
  ]);
  expect(drafts[0]).toMatchObject({
    items: [
      { kind: "conclusion", text: "Ada gave 4; recalibrated to people's scores." },
      { kind: "score", text: "Score: 2.75" },
    ],
    details: { of: { draftId, score: 4 } },
    costUsd: 0,
  });
  expect(drafts[1]?.items[0]).toEqual({ kind: "conclusion", text: "Ada gave 2." });
  expect((await unitsOf(runId)).at(-1)).toMatchObject({ status: "failed", code: "not_scored", message: "There is no score by Ada." });
});
