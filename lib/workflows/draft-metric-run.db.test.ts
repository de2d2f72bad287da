import { describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { metricCriterion, metricDeclarations } from "@/lib/domain/metric";
import { preferenceScale, preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import { batchStudy, draftsOf, unitsOf } from "@/lib/testing/batch-study";
import { temporaryDatabase } from "@/lib/testing/database";
import { draftMetricRun } from "@/lib/workflows/draft-metric-run";

temporaryDatabase();

const signal = new AbortController().signal;
let studies = 0;

/** A task whose only criterion is ROUGE-L's own, with this many samples that match two thirds of their reference. */
async function rougeStudy(samples: number) {
  const study = await batchStudy(`Rouge ${++studies}`, "pointwise", metricDeclarations["rouge-l"].scale, [metricCriterion("rouge-l").name]);
  const judgeId = await study.addJudge("ROUGE-L", "metric", { metric: "rouge-l" });
  await pool().query(
    `insert into samples (task_id, external_id, position, input, output, reference, input_key, content_hash)
     select $1, 's' || n, n, 'Why?', 'rain falls', 'so rain falls down', 'k' || n, '' from generate_series(0, $2 - 1) n`,
    [study.taskId, samples],
  );
  return { ...study, judgeId };
}

const countDrafts = async (runId: string) =>
  Number((await pool().query<{ n: string }>("select count(*) as n from drafts where run_id = $1", [runId])).rows[0]?.n);
const setStatus = (runId: string, status: string) => pool().query("update runs set status = $2 where id = $1", [runId, status]);

describe("a metric's run", () => {
  test("drafts every unit with its full score, at no cost", async () => {
    const { addRun, judgeId } = await rougeStudy(2);
    const runId = await addRun(judgeId);
    expect(await draftMetricRun({ runId }, { signal })).toBe(2);
    const draft = {
      criterion: "ROUGE-L",
      score: 2 / 3,
      items: [{ kind: "score", text: "Score: 0.6666666666666666" }],
      raw: "ROUGE-L against the reference: 0.6666666666666666",
      details: { metric: "rouge-l" },
      costUsd: 0,
    };
    expect(await draftsOf(runId)).toEqual([
      { ...draft, sample: "s0" },
      { ...draft, sample: "s1" },
    ]);
    expect(await unitsOf(runId)).toMatchObject([
      { status: "done", attempts: 1, code: null },
      { status: "done", attempts: 1, code: null },
    ]);
  });

  test("fails units of samples without a reference and says so; once the reference is added, a retry drafts them", async () => {
    const { addRun, addSample, judgeId } = await rougeStudy(1);
    const missing = await addSample("rain falls", null, null);
    const runId = await addRun(judgeId);
    expect(await draftMetricRun({ runId }, { signal })).toBe(2);
    expect(await unitsOf(runId)).toEqual([
      { sample: "s0", status: "done", attempts: 1, code: null, message: null },
      {
        sample: "s1",
        status: "failed",
        attempts: 1,
        code: "metric_undefined",
        message: "ROUGE-L needs a reference, and the sample has none.",
      },
    ]);
    expect(await countDrafts(runId)).toBe(1);
    await pool().query("update samples set reference = 'rain falls' where id = $1", [missing]);
    await pool().query("update run_units set status = 'pending' where run_id = $1 and status = 'failed'", [runId]);
    expect(await draftMetricRun({ runId }, { signal })).toBe(1);
    expect((await draftsOf(runId)).map((draft) => draft.score)).toEqual([2 / 3, 1]);
    expect(await unitsOf(runId)).toMatchObject([{ status: "done" }, { status: "done", attempts: 2, code: null, message: null }]);
  });

  test("prefers on the preference scale where the task is pairwise", async () => {
    const study = await batchStudy("Pairs", "pairwise", preferenceScale, ["Overall"]);
    await study.addSample("rain", "rain falls down", null);
    await study.addSample("rain falls down", "rain", null);
    await study.addSample("rain", "sun", null);
    const runId = await study.addRun(await study.addJudge("Longer", "metric", { metric: "length" }));
    await draftMetricRun({ runId }, { signal });
    const drafts = await draftsOf(runId);
    expect(drafts.map((draft) => draft.score)).toEqual([-1, 1, 0]);
    expect(drafts[0]).toMatchObject({
      items: [
        { kind: "conclusion", text: "Length: [A] 1, [B] 3." },
        { kind: "score", text: "Verdict: [B]" },
      ],
      details: { a: 1, b: 3 },
    });
  });

  test("fails a tie where the scale has none", async () => {
    const study = await batchStudy("Pairs without tie", "pairwise", preferenceScaleWithoutTie, ["Overall"]);
    await study.addSample("rain", "sun", null);
    const runId = await study.addRun(await study.addJudge("Longer", "metric", { metric: "length" }));
    await draftMetricRun({ runId }, { signal });
    expect(await unitsOf(runId)).toMatchObject([{ status: "failed", code: "metric_undefined", message: expect.stringMatching(/no tie/) }]);
  });

  test("makes no progress while paused or cancelled, and continues when resumed", async () => {
    const { addRun, judgeId } = await rougeStudy(3);
    const runId = await addRun(judgeId);
    for (const status of ["paused", "cancelled"]) {
      await setStatus(runId, status);
      expect(await draftMetricRun({ runId }, { signal })).toBe(0);
    }
    expect(await countDrafts(runId)).toBe(0);
    await setStatus(runId, "running");
    expect(await draftMetricRun({ runId }, { signal })).toBe(3);
  });

  test("keeps complete batches when it is stopped in the middle, and the next worker does the rest", async () => {
    const { addRun, judgeId } = await rougeStudy(1200);
    const runId = await addRun(judgeId);
    let asked = 0;
    const thirdBatch = {
      throwIfAborted() {
        if (++asked === 3) throw new Error("the worker ends");
      },
    };
    await expect(draftMetricRun({ runId }, { signal: thirdBatch })).rejects.toThrow("the worker ends");
    expect(await countDrafts(runId)).toBe(1000);
    expect((await unitsOf(runId)).filter((unit) => unit.status === "pending")).toHaveLength(200);
    expect(await draftMetricRun({ runId }, { signal })).toBe(200);
    expect(await countDrafts(runId)).toBe(1200);
  });

  test("drafts each unit once when several workers process it", async () => {
    const { addRun, judgeId } = await rougeStudy(2300);
    const runId = await addRun(judgeId);
    const worked = await Promise.all([1, 2, 3].map(() => draftMetricRun({ runId }, { signal })));
    expect(worked.reduce((sum, count) => sum + count)).toBe(2300);
    expect(await countDrafts(runId)).toBe(2300);
    expect((await unitsOf(runId)).every((unit) => unit.status === "done" && unit.attempts === 1)).toBe(true);
  });

  test("loads texts of many megabytes a few at a time", async () => {
    const { addRun, addSample, judgeId } = await rougeStudy(0);
    for (let index = 0; index < 5; index++) await addSample("rain falls. ".repeat(250_000), null, `rain falls ${index}`);
    await addSample("rain", null, "rain");
    const runId = await addRun(judgeId);
    expect(await draftMetricRun({ runId }, { signal })).toBe(6);
    expect(await countDrafts(runId)).toBe(6);
  });

  test("leaves the runs of other judges alone", async () => {
    const { addRun, addJudge } = await rougeStudy(2);
    const runId = await addRun(await addJudge("panel", "panel", { metric: "rouge-l" }));
    expect(await draftMetricRun({ runId }, { signal })).toBe(0);
    expect(await draftMetricRun({ runId: "019a0000-0000-7000-8000-000000000000" }, { signal })).toBe(0);
    expect(await countDrafts(runId)).toBe(0);
  });
});
