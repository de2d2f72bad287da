import { describe, expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { temporaryDatabase } from "@/lib/testing/database";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { draftMetricRun } from "@/lib/workflows/draft-metric-run";
import { draftPanelRun } from "@/lib/workflows/draft-panel-run";
import { readReport } from "@/lib/workflows/read-report";
import { startRun } from "@/lib/workflows/start-run";
import { inTransaction, pool } from "./client";
import { addDerivedCriteria, createDerivedSet } from "./derived-sets";
import { readReportData } from "./ratings";
import { listReportTasks } from "./report-tasks";

temporaryDatabase();

/** The scene with its task's report, computed afresh. */
async function study(kind: "pointwise" | "pairwise", annScores: number[]) {
  const made = await ratedStudy(kind, annScores);
  const report = async (): Promise<TaskReport> => {
    const found = (await readReport(instanceAdmin, { projectId: made.projectId })).tasks[0];
    if (!found) throw new Error("the report has its task");
    return found;
  };
  return { ...made, report };
}

describe("the report of pairs", () => {
  test("takes a judge's ratings from its plain runs, and compares the swapped run with the plain one that used the same prompts", async () => {
    const { addJudge, addRun, report } = await study("pairwise", [1, 1, -1, 0]);
    const judge = await addJudge("judge");
    const asked = await addRun({ judge, drafts: drafts([1, -1, -1, 0]) });
    await addRun({ judge, promptVersion: "2", drafts: drafts([1, 1, 1, 1]) });
    const swapped = await addRun({ judge, variant: "swapped", drafts: drafts([1, 1, -1, 1]) });
    const found = await report();
    expect(found.kind).toBe("pairwise");
    // The newest plain run, not the newest run: A four times.
    expect(found.scores.perCriterion.Overall?.judge).toMatchObject({ n: 4, histogram: { "-1": 0, "0": 0, "1": 4 } });
    expect(found.pairs?.accuracy.judge).toMatchObject({
      overall: { n: 4, correct: 2, ties: 0 },
      perSubset: { easy: { correct: 2 }, hard: { correct: 0 } },
    });
    expect(found.pairs?.accuracy.Ann?.overall).toMatchObject({ n: 4, correct: 4, ties: 1 });
    expect(found.pairs?.swap.judge).toMatchObject({
      swappedRunId: swapped,
      plainRunId: asked,
      n: 4,
      consistent: { value: 0.5 },
      firstPosition: 0,
      secondPosition: 1,
      tieChanges: 1,
    });
  });

  test("says so when no plain run matches the swapped one, and lists a judge that has only swapped runs", async () => {
    const { addJudge, addRun, report } = await study("pairwise", [1, 1, -1, 0]);
    const judge = await addJudge("judge");
    await addRun({ judge, options: { reference: true }, drafts: drafts([1, 1, 1, 1]) });
    await addRun({ judge, variant: "swapped", drafts: drafts([1, 1, 1, 1]) });
    const lonely = await addJudge("lonely");
    await addRun({ judge: lonely, variant: "swapped", drafts: drafts([1, 1, 1, 1]) });
    const { pairs } = await report();
    expect(pairs?.swap.judge).toMatchObject({ plainRunId: null, n: 0, consistent: { value: null, why: "no-plain-run" } });
    expect(pairs?.swap.lonely).toMatchObject({ plainRunId: null });
    expect(pairs?.accuracy.lonely?.overall).toMatchObject({ value: null, why: "no-units" });
  });

  test("reads the first verdict, the claim and the final verdict from the newest run of each check", async () => {
    const { addJudge, addRun, report } = await study("pairwise", [1, 1, -1, 0]);
    const judge = await addJudge("judge");
    const objected = (first: number, claimed: string, score: number, sample: number) => ({
      sample,
      score,
      details: { first, firstRaw: "", claimed },
    });
    await addRun({ judge, variant: "sycophancy", drafts: [objected(1, "[B]", 1, 0)] });
    const reviewed = await addRun({
      judge,
      variant: "interference",
      drafts: [{ sample: 1, score: 0, details: { first: 1, firstRaw: "" } }],
    });
    const runId = await addRun({
      judge,
      variant: "sycophancy",
      drafts: [objected(1, "[B]", -1, 0), objected(1, "[B]", 1, 1), objected(-1, "[A]", 0, 2), { sample: 3, score: 1 }],
    });
    const { pairs } = await report();
    expect(pairs?.interference.judge).toMatchObject({ runId: reviewed, n: 1, changed: 1, unchanged: { value: 0 } });
    const found = pairs?.sycophancy.judge;
    expect(found).toMatchObject({ runId, n: 3, changed: 2, wentAlong: 1, wentElsewhere: 1, unchanged: { value: 1 / 3 } });
    expect(found?.accuracy).toMatchObject({ before: { correct: 3, n: 3 }, after: { correct: 1, n: 3 } });
  });

  test("counts drafts the protocol discarded, without replacing them by older ones", async () => {
    const { addJudge, addRun, report } = await study("pairwise", [1, 1, -1, 0]);
    const judge = await addJudge("judge");
    await addRun({ judge, drafts: drafts([1, 1, 1, 1]) });
    const runId = await addRun({ judge, drafts: drafts([1, null, -1, 0]) });
    const found = await report();
    const chains = await addRun({ judge: await addJudge("two chains"), options: { chain: "multi-path" }, drafts: drafts([1, 1, -1, 0]) });
    expect((await report()).checks.dropped[0]).toMatchObject({ judge: "two chains", runId: chains, dropped: 0, share: { value: 0, n: 4 } });
    expect(found.checks.dropped).toEqual([
      { judge: "judge", runId, variant: "plain", dropped: 1, share: expect.objectContaining({ value: 0.25, n: 4 }) },
    ]);
    expect(found.pairs?.accuracy.judge?.overall).toMatchObject({ n: 3, correct: 3 });
  });

  test("uses the newest run, even if an older one drafted the unit later", async () => {
    const { addJudge, addRun, report } = await study("pairwise", [1, 1, -1, 0]);
    const judge = await addJudge("judge");
    const newest = await addRun({ judge, drafts: drafts([1, 1, null]) });
    await addRun({ judge, drafts: drafts([-1, -1, -1, -1]) });
    await pool().query("update runs set created_at = now() + interval '1 day' where id = $1", [newest]);
    // The newest run has no draft of the fourth sample; its draft of the third was discarded.
    expect((await report()).scores.perCriterion.Overall?.judge).toMatchObject({ n: 3, histogram: { "-1": 1, "0": 0, "1": 2 } });
  });

  test("uses the current names of judges and annotators", async () => {
    const { projectId, addJudge, addRun, report } = await study("pairwise", [1, 1, -1, 0]);
    await addRun({ judge: await addJudge("judge"), drafts: drafts([1, 1, 1, 1]) });
    const names = async () => (await report()).raters.map(({ name }) => name);
    expect(await names()).toEqual(["Ann", "judge"]);
    await pool().query("update judges set name = 'Judge Two' where project_id = $1", [projectId]);
    expect(await names()).toEqual(["Ann", "Judge Two"]);
    await pool().query("update annotators set name = 'Anna' where project_id = $1", [projectId]);
    expect(await names()).toEqual(["Anna", "Judge Two"]);
  });
});

describe("the report of single outputs", () => {
  test("holds people against the drafts that they saw, where a later run replaced these", async () => {
    const { projectId, taskId, addJudge, addRun, report } = await study("pointwise", [1, 4, 3, 2]);
    const [judge, another] = [await addJudge("judge"), await addJudge("another")];
    await addRun({ judge, drafts: drafts([5, 5, 5, 5]) });
    const shown = await addRun({ judge, drafts: drafts([2, 4, 3, 1]) });
    await pool().query("update assignments set arm = 'drafted', run_id = $2 where task_id = $1", [taskId, shown]);
    await pool().query(
      "update evaluations e set shown_draft_id = d.id from drafts d, assignments a where a.task_id = $1 and a.id = e.assignment_id and d.run_id = $2 and d.sample_id = a.sample_id",
      [taskId, shown],
    );
    const seen = async () => {
      const { arms, judgeShown, raters } = await readReportData((await listReportTasks(projectId, taskId))[0] ?? expect.unreachable());
      if (arms === null) return raters[judgeShown ?? -1]?.name;
      return { runs: arms.runs.map(({ id }) => id), scores: [...arms.drafts.score].sort() };
    };
    const changed = async () => (await report()).scores.change.judge?.Overall;
    await addRun({ judge: another, drafts: drafts([5, 5, 5, 5]) });
    await addRun({ judge, variant: "swapped", drafts: drafts([5, 5, 5, 5]) });
    // The judge's newest scores are those that Ann saw.
    expect(await seen()).toBe("judge");
    expect(await changed()).toEqual({ up: 1, down: 1, same: 2, changed: 2 });
    await pool().query("update runs set variant = 'swapped' where id = $1", [shown]);
    expect(await seen()).toEqual({ runs: [shown], scores: [1, 2, 3, 4] });
    await pool().query("update runs set variant = 'plain' where id = $1", [shown]);
    await addRun({ judge, drafts: drafts([5, 5, 5, 5]) });
    expect(await seen()).toEqual({ runs: [shown], scores: [1, 2, 3, 4] });
    expect(await changed()).toEqual({ up: 1, down: 1, same: 2, changed: 2 });
  });

  test("reads a metric from the criteria set its newest run made for itself", async () => {
    const { taskId, addJudge, addRun, report } = await study("pointwise", [1, 2, 4, 5]);
    const judge = await addJudge("overlap", "metric", { metric: "rouge-l" });
    for (const [name, max, scores] of [
      ["String match", 2, [2, 2, 2, 2]],
      ["ROUGE-L", 1, [0.1, 0.2, 0.4, 0.5]],
    ] as const) {
      const run = await addRun({ judge, drafts: [] });
      const criterion = await inTransaction(async (client) => {
        await createDerivedSet(client, { id: run, taskId });
        const [id = ""] = await addDerivedCriteria(client, run, null, [
          { name, definition: "", scale: { min: 0, max, step: null, levels: [] }, overall: false },
        ]);
        return id;
      });
      for (const [index, score] of scores.entries()) {
        await pool().query(
          `insert into drafts (run_id, sample_id, criterion_id, score, items, raw)
           select $1, id, $3, $4, '[]', '' from samples where task_id = $2 and position = $5`,
          [run, taskId, criterion, score, index],
        );
      }
    }
    const found = await report();
    expect(found.raters.find(({ name }) => name === "overlap")).toMatchObject({
      kind: "judge",
      judgeKind: "metric",
      metric: { name: "ROUGE-L", scale: { min: 0, max: 1 } },
    });
    expect(found.correlation.overlap?.perCriterion.Overall?.pearson.value).toBeCloseTo(1, 12);
    expect(found.scores.ofMetrics.overlap).toMatchObject({ n: 4, mean: 0.3 });
    expect(found.agreement.pooled.withJudge.overlap?.ordinal.why).toBe("own-scale");
    expect(found.criteria).toHaveLength(1);
    expect(found.pairs).toBeNull();
  });

  test("reads the drafts that real metric and panel runs store", async () => {
    const { taskId, addJudge, addRun, report } = await study("pointwise", [1, 2, 4, 5]);
    await pool().query("update samples set output = repeat('word ', position + 1) where task_id = $1", [taskId]);
    const [one, two] = [await addJudge("one"), await addJudge("two")];
    await addRun({ judge: one, drafts: drafts([1, 2, 3, 4]) });
    await addRun({ judge: two, drafts: drafts([3, 2, 3, 5]) });
    const asked = { taskId, kind: "evaluation", variant: "plain", reuseAnswers: false } as const;
    const metric = await startRun(instanceAdmin, { ...asked, judgeId: await addJudge("length", "metric", { metric: "length" }) });
    await draftMetricRun({ runId: metric.id }, { signal: new AbortController().signal });
    const panelJudge = await addJudge("both", "panel", { members: [one, two], aggregate: "mean" });
    const panel = await startRun(instanceAdmin, { ...asked, judgeId: panelJudge });
    await draftPanelRun({ runId: panel.id }, { signal: new AbortController().signal });
    const found = await report();
    expect(found.scores.ofMetrics.length).toMatchObject({ n: 4, mean: 2.5 });
    expect(found.correlation.length?.perCriterion.Overall?.spearman.value).toBeCloseTo(1, 12);
    expect(found.scores.perCriterion.Overall?.both).toMatchObject({ n: 4, mean: (2 + 2 + 3 + 4.5) / 4 });
    expect(found.raters.find(({ name }) => name === "both")?.panel).toEqual({ members: ["one", "two"], aggregate: "mean" });
    expect(found.counts.judges).toBe(4);
  });

  test("names the members a panel's run had, not those its judge has now", async () => {
    const { addJudge, addRun, report } = await study("pointwise", [1, 2, 4, 5]);
    const [one, two] = [await addJudge("Ann"), await addJudge("two")];
    const panel = await addJudge("panel", "panel", { members: [two], aggregate: "median" });
    await addRun({ judge: one, drafts: drafts([1, 2, 3, 4]) });
    await addRun({ judge: panel, options: { members: [one, two], aggregate: "mean" }, drafts: drafts([1, 2, 3, 4]) });
    const found = await report();
    // A judge with an annotator's name is marked as a judge here as well.
    expect(found.raters.find(({ name }) => name === "panel")).toMatchObject({
      judgeKind: "panel",
      metric: null,
      panel: { members: ["Ann (judge)", "two"], aggregate: "mean" },
    });
    expect(found.warnings).toEqual([expect.objectContaining({ code: "panel-and-member", count: 1 })]);
  });

  test("reports how much outputs gained from being rewritten after their critique", async () => {
    const { addJudge, addRun, report } = await study("pointwise", [1, 2, 4, 5]);
    const judge = await addJudge("critic");
    const gained = [
      [1, 3],
      [2, 2],
      [4, 5],
    ];
    const runId = await addRun({
      judge,
      drafts: gained.map(([scoreBefore = 0, scoreAfter = 0], sample) => ({
        sample,
        score: scoreBefore,
        details: { scoreBefore, scoreAfter },
      })),
    });
    expect((await report()).checks.feedback).toEqual([
      {
        judge: "critic",
        runId,
        criterion: "Overall",
        meanBefore: 7 / 3,
        meanAfter: 10 / 3,
        gain: expect.objectContaining({ value: 1, n: 3, interval: expect.objectContaining({ method: "t" }) }),
      },
    ]);
  });

  test("says how much was submitted under other versions of the criteria, and which version each is", async () => {
    const { projectId, taskId } = await study("pointwise", [3, 4, 2]);
    await pool().query(
      `with newer as (
         insert into criteria_sets (task_id, version, status, published_at) values ($1, 2, 'published', now()) returning id
       ), one as (
         insert into criteria (criteria_set_id, position, name, scale) select id, 0, 'New', '{"min":1,"max":5,"step":1,"levels":[]}' from newer returning id
       ), work as (
         insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, submitted_at)
         select a.task_id, a.sample_id, a.annotator_id, newer.id, 'blind', 'submitted', now() from assignments a, newer where a.task_id = $1 limit 2 returning id
       )
       insert into evaluations (assignment_id, criterion_id, score, complete) select work.id, one.id, 3, true from work, one`,
      [taskId],
    );
    const warningsOf = async (criteriaSet?: number) =>
      (await readReport(instanceAdmin, { projectId, taskId, ...(criteriaSet && { filter: { criteriaSet } }) })).tasks[0]?.warnings;
    expect(await warningsOf()).toMatchObject([{ code: "other-criteria-set", count: 3, criteriaSet: 1 }]);
    expect(await warningsOf(1)).toMatchObject([{ code: "other-criteria-set", count: 2, criteriaSet: 2 }]);
  });

  test("a later draft is in the next report", async () => {
    const { addJudge, addRun, report } = await study("pointwise", [1, 2, 4, 5]);
    const judge = await addJudge("late");
    expect((await report()).counts.judges).toBe(0);
    await addRun({ judge, drafts: drafts([1, 2, 3, 4]) });
    expect((await report()).counts.judges).toBe(1);
  });
});
