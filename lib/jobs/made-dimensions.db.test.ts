import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import { figureUnits } from "@/lib/domain/figure-units";
import { outcomes } from "@/lib/domain/outcomes";
import type { Actor } from "@/lib/domain/policy";
import { planContent, planSizeBody } from "@/lib/domain/study-plan";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { action, instanceAdmin, member } from "@/lib/testing/small-study";
import { addComment } from "@/lib/workflows/add-comment";
import { exportProject } from "@/lib/workflows/export-project";
import { getSample } from "@/lib/workflows/get-sample";
import { listUnits } from "@/lib/workflows/list-units";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { previewPlan } from "@/lib/workflows/preview-plan";
import { readReport } from "@/lib/workflows/read-report";
import { revealDrafts } from "@/lib/workflows/reveal-drafts";
import { saveActions } from "@/lib/workflows/save-actions";
import { sizePlan } from "@/lib/workflows/size-plan";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;
let annotator: Actor;
let assignmentId: string;

/** A task with an overall criterion alone, drafted by CAMIEval: the dimensions of a sample are the judge's. */
beforeAll(async () => {
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
  study = await judgedStudy(standIn.url, 2, ["Overall"]);
  await pool().query("update criteria_sets set status = 'draft'");
  await pool().query("update criteria set overall = true");
  await pool().query("update criteria_sets set status = 'published'");
  const weak = await study.addJudge("weak");
  const judge = await study.addJudge("camieval", { protocol: "camieval-pointwise", roles: { weak: weak.id } });
  await study.start(judge.id, "evaluation", {});
  await draftJudge(judge.id, {
    stopping: new AbortController().signal,
    ending: new AbortController().signal,
    sliceMs: 60_000,
    work: (piece, given) => workPiece(piece, { ...given, rereads: 0 }),
    giveUp,
  });
  annotator = await member(study.projectId, "annotator");
  assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
});
afterAll(async () => {
  await standIn.close();
});

const opened = () => openAssignment(annotator, { assignmentId });
const made = async () => (await opened()).criteria.slice(0, -1);
const save = (criterionId: string, actions: NewAction[]) => saveActions(annotator, { assignmentId, criterionId, actions });
/** Accepts every line of a unit but the given ones, after an earlier action. */
async function acceptLines(criterionId: string, but: readonly string[] = [], after: string | null = null) {
  const items = (await opened()).units.find((unit) => unit.criterionId === criterionId)?.draft?.items ?? [];
  const actions: NewAction[] = [];
  for (const { id, kind } of items)
    if (kind !== "heading" && !but.includes(id))
      actions.push(action({ kind: "accept", itemId: id, parentId: actions.at(-1)?.id ?? after }));
  return actions;
}

describe("the dimensions that a judge made for a sample", () => {
  test("are units of the sample like any other, with a draft each, before the overall one", async () => {
    const { criteria, units, sample } = await opened();
    expect(criteria.map(({ name }) => name).slice(0, 3)).toEqual(["Relevance", "Factuality", "Adherence"]);
    expect(criteria).toHaveLength(3 + 3 + 1);
    expect(criteria.at(-1)).toMatchObject({ name: "Overall", sampleId: null });
    expect(criteria.slice(0, -1).every(({ sampleId }) => sampleId === sample.id)).toBe(true);
    for (const { draft } of units) expect(draft?.items.some(({ kind }) => kind === "explanation")).toBe(true);
  });

  test("are read, not redlined, in the overall unit", async () => {
    const overall = (await opened()).units.at(-1)?.draft?.items ?? [];
    const named = overall.filter(({ text: line }) => line.startsWith("Relevance:"));
    expect(named.map(({ kind }) => kind)).toEqual(["heading"]);
  });

  test("are redlined line by line, score included, and must be done before the sample is submitted", async () => {
    const { criteria, units } = await opened();
    const [relevance = expect.unreachable(), ...others] = criteria;
    for (const { id } of others) await save(id, await acceptLines(id));
    await expect(submitAssignment(annotator, { assignmentId })).rejects.toThrow("Not finished yet: Relevance");
    const line = units[0]?.draft?.items.find(({ kind }) => kind === "explanation")?.id ?? "";
    const score = units[0]?.draft?.items.find(({ kind }) => kind === "score")?.id ?? "";
    const revise = action({ kind: "revise", itemId: line, text: "It speaks of the sun, as asked.", parentId: null });
    const scored = action({ kind: "revise", itemId: score, text: "Score: 1", score: 1, parentId: revise.id });
    const rest = await acceptLines(relevance.id, [line, score], scored.id);
    expect((await save(relevance.id, [revise, scored, ...rest])).evaluation).toEqual({ score: 1, complete: true });
    await expect(
      addComment(annotator, { on: "assignment", id: assignmentId, criterionId: relevance.id, text: "Sun or star?" }),
    ).resolves.toBeTruthy();
    expect(await submitAssignment(annotator, { assignmentId })).toMatchObject({ status: "submitted" });
  });

  test("are on the sample's page and in the export with what people did to them, and in no agreement between samples", async () => {
    const { sample } = await opened();
    const { units } = await getSample(instanceAdmin, { sampleId: sample.id });
    const relevance = units.find(({ criterion }) => criterion.name === "Relevance");
    expect(relevance?.evaluations.map(({ score }) => score)).toEqual([1]);
    expect(relevance?.drafts).toHaveLength(1);
    const lines = await text((await exportProject(instanceAdmin, { projectId: study.projectId, format: "jsonl" })).body);
    expect(lines).toContain("It speaks of the sun, as asked.");
    const report = await readReport(instanceAdmin, { projectId: study.projectId });
    expect(report.tasks[0]?.criteria.map(({ name }) => name)).toEqual(["Overall"]);
  });

  test("are counted in the report by kind of dimension, and every figure opens as much as it counts", async () => {
    // Headings are no lines of the draft, whatever an import counted of them.
    await pool().query(`update evaluations set tally = tally || '{"heading": {"accept": 5}}'`);
    const [report = expect.unreachable()] = (await readReport(instanceAdmin, { projectId: study.projectId })).tasks;
    const [[judge, kinds] = expect.unreachable()] = Object.entries(report.made ?? {});
    expect(kinds.map(({ kind, samples, people }) => [kind, samples, people])).toEqual(
      ["relevance", "factuality", "adherence", "specific"].map((kind) => [kind, 1, 1]),
    );
    const [relevance = expect.unreachable(), factuality, , specific] = kinds;
    expect([relevance.actions.revise.count, factuality?.actions.revise.count]).toEqual([2, 0]);
    expect(relevance.actions.accept.count).toBe(relevance.actions.n - 2);
    expect([relevance.kept.value, factuality?.kept.value, specific?.kept.n]).toEqual([0, 1, 3]);
    const drafted = await pool().query<{ score: number }>(
      "select d.score from drafts d join criteria c on c.id = d.criterion_id join assignments a on a.sample_id = d.sample_id where a.id = $1 and c.name = 'Relevance'",
      [assignmentId],
    );
    expect(relevance.shift.value).toBe(1 - Number(drafted.rows[0]?.score));
    for (const { kind, actions, kept } of kinds) {
      const counts = async (...of: Parameters<typeof figureUnits.made> extends [string, string, ...infer Rest] ? Rest : never) =>
        (
          await listUnits(instanceAdmin, {
            taskId: study.taskId,
            limit: 50,
            selection: unitSelection.parse(figureUnits.made(judge, kind, ...of)),
          })
        ).counts;
      expect(await counts("ratings")).toMatchObject({ ratings: kept.n, units: kept.n, lines: actions.n, samples: 1 });
      for (const outcome of outcomes) expect((await counts("lines", outcome)).lines).toBe(actions[outcome].count);
    }
  });

  test("are counted where the person had rated the sample blind before, and not where they rate it again", async () => {
    const figures = async () => (await readReport(instanceAdmin, { projectId: study.projectId })).tasks[0]?.made;
    const once = await figures();
    await pool().query(
      `with plan as (insert into study_plans (task_id, version, status, content, started_at, closed_at)
          values ($1, 1, 'closed', $2, now(), now()) returning id),
        seat as (insert into plan_seats (plan_id, position) select id, 0 from plan returning id, plan_id),
        again as (update assignments set round = 1, plan_id = plan.id from plan where assignments.id = $3 returning assignments.id, sample_id, run_id)
      insert into plan_slots (seat_id, position, plan_id, sample_id, arm, run_id, slot, round, assignment_id)
        select seat.id, 0, plan_id, sample_id, 'drafted', run_id, 0, 1, again.id from again, seat`,
      [study.taskId, planContent.parse({ arms: [{ arm: "blind" }], people: 1, overlap: 1 }), assignmentId],
    );
    expect(await figures()).toEqual(once);
    await pool().query("update plan_slots set purpose = 'repeat'");
    expect(await figures()).toEqual({});
    await pool().query("update assignments set round = 0, plan_id = null");
    await pool().query("delete from study_plans");
  });

  test("are counted in the hours of a plan, where their drafts are shown", async () => {
    await pool().query("update evaluations set duration_ms = 36000");
    const arms = { drafted: { arm: "drafted", runId: (await pool().query("select id from runs")).rows[0]?.id }, blind: { arm: "blind" } };
    const plan = (...kinds: (keyof typeof arms)[]) => planContent.parse({ arms: kinds.map((kind) => arms[kind]), people: 1, overlap: 1 });
    const { taskId } = study;
    // Two samples: 36 seconds for each of 6 dimensions and the overall score; blind, for the overall score alone.
    const drafted = await previewPlan(instanceAdmin, { taskId, ...plan("drafted") });
    expect(drafted).toMatchObject({ made: [6], seats: [{ ratings: 2 }] });
    expect(drafted.hours).toBeCloseTo(0.14, 9);
    const blind = await previewPlan(instanceAdmin, { taskId, ...plan("blind") });
    expect(blind.made).toEqual([0]);
    expect(blind.hours).toBeCloseTo(0.02, 9);
    const both = await previewPlan(instanceAdmin, { taskId, ...plan("drafted", "blind") });
    expect(both.hours).toBeCloseTo(0.08, 9);
    const sized = async (...given: Parameters<typeof plan>) =>
      sizePlan(instanceAdmin, { taskId, ...planSizeBody.parse({ plan: plan(...given) }) });
    const size = await sized("drafted", "blind");
    expect(size.rows[0]?.hours).toBeCloseTo(0.08, 9);
    expect(size.assumptions).toContainEqual({ name: "secondsPerRating", value: 36, source: "pilot" });
    expect(size.notes.join(" ")).toContain("The hours count 3.0 further units for each rating");
    expect((await sized("blind")).notes.join(" ")).not.toContain("further units");
    const stated = { assumptions: { secondsPerRating: 18, criteria: 2 } };
    const byHand = await sizePlan(instanceAdmin, { taskId, ...planSizeBody.parse({ plan: plan("drafted"), ...stated }) });
    expect(byHand.rows[0]?.hours).toBeCloseTo(0.02, 9);
  });

  test("belong to one sample: those of another cannot be redlined on it", async () => {
    const before = await made();
    assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
    expect((await made()).map(({ id }) => id)).not.toContain(before[0]?.id);
    await expect(save(before[0]?.id ?? "", [action({ kind: "accept", itemId: "0", parentId: null })])).rejects.toThrow(/criterion/u);
  });

  test("do not exist for who works without a draft", async () => {
    await pool().query("update tasks set arm = 'blind'");
    const ids = (await made()).map(({ id }) => id);
    annotator = await member(study.projectId, "annotator");
    assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
    expect((await opened()).criteria.map(({ name }) => name)).toEqual(["Overall"]);
    const seen = await pool().query<{ id: string }>(
      "select c.id from criteria c join assignments a on a.sample_id = c.sample_id where a.id = $1",
      [assignmentId],
    );
    expect(seen.rows.length).toBeGreaterThan(0);
    for (const id of [...ids, ...seen.rows.map((row) => row.id)])
      await expect(save(id, [action({ kind: "accept", itemId: "0", parentId: null })])).rejects.toThrow(/criterion/u);
  });

  test("come with the drafts where these are shown only after people's own score", async () => {
    annotator = await member(study.projectId, "annotator");
    assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
    await pool().query("update assignments set arm = 'blind-then-drafted', run_id = (select id from runs) where id = $1", [assignmentId]);
    const [overall = expect.unreachable(), ...more] = (await opened()).criteria;
    expect([overall.name, ...more]).toEqual(["Overall"]);
    await save(overall.id, [action({ kind: "set-score", score: 2, parentId: null })]);
    await revealDrafts(annotator, { assignmentId });
    expect((await opened()).criteria).toHaveLength(7);
    await expect(submitAssignment(annotator, { assignmentId })).rejects.toThrow("Relevance");
    for (const { id } of await made()) await save(id, await acceptLines(id));
    const { draft, actions } = (await opened()).units.at(-1) ?? expect.unreachable();
    expect(draft?.madeBlind).toBe(1);
    await save(overall.id, await acceptLines(overall.id, [], actions.at(-1)?.id ?? null));
    expect(await submitAssignment(annotator, { assignmentId })).toMatchObject({ status: "submitted" });
  });
});
