import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { claimAssignment } from "@/lib/db/queue";
import { getTaskForWork } from "@/lib/db/task-for-work";
import { AppError } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { addComment } from "./add-comment";
import { closeCalibration } from "./close-calibration";
import { compareCalibration } from "./compare-calibration";
import { getTask } from "./get-task";
import { listAudit } from "./list-audit";
import { listCalibration } from "./list-calibration";
import { listComments } from "./list-comments";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { openCalibration } from "./open-calibration";
import { readReport } from "./read-report";
import { reopenAssignment } from "./reopen-assignment";
import { requireCalibration } from "./require-calibration";
import { saveActions } from "./save-actions";
import { saveGoldSample } from "./save-gold-sample";
import { skipAssignment } from "./skip-assignment";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error));

/** Six samples, a round on the first two, of which the first has known answers: 4 ± 1 and 2. Two annotators. */
async function calibration({ required = true, open = true } = {}) {
  const study = await loadSmallStudy(smallBundle(6));
  const [clear = "", truth = ""] = study.criteria;
  const researcher = await member(study.projectId, "researcher", "Rita");
  const [ann, bob] = [await member(study.projectId, "annotator", "Ann"), await member(study.projectId, "annotator", "Bob")];
  const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position", [study.taskId]);
  const samples = rows.map(({ id }) => id);
  const [first = "", second = ""] = samples;
  await saveGoldSample(researcher, {
    ...{ taskId: study.taskId, sampleId: first, use: "calibration", note: "" },
    answers: [
      { criterionId: clear, score: 4, tolerance: 1, why: "KNOWN plain" },
      { criterionId: truth, score: 2, tolerance: 0, why: "KNOWN half" },
    ],
  });
  const start = (sampleIds: string[]) => openCalibration(researcher, { taskId: study.taskId, sampleIds, required, instructions: "Alone." });
  if (open) await start([second, first]);
  return { ...study, clear, truth, first, second, samples, researcher, ann, bob, start, number: 1 };
}
type Calibration = Awaited<ReturnType<typeof calibration>>;

const given = async (study: Calibration, actor: Actor) => (await nextAssignment(actor, study)).assignmentId ?? "";

/** Scores both criteria of the next sample, with a reason, and submits it. */
async function rate(study: Calibration, actor: Actor, [clear, truth]: [number, number]) {
  const assignmentId = await given(study, actor);
  for (const [criterionId, score] of [
    [study.clear, clear],
    [study.truth, truth],
  ] as const) {
    const line = action({ kind: "add", itemKind: "explanation", text: `${actor.name} says ${score}`, parentId: null });
    const scored = action({ kind: "set-score", score, parentId: line.id });
    await saveActions(actor, { assignmentId, criterionId, actions: [line, scored] });
  }
  await submitAssignment(actor, { assignmentId });
  return assignmentId;
}

const whole = async (study: Calibration, actor: Actor, scores: [number, number][]) => {
  for (const pair of scores) await rate(study, actor, pair);
};
const roundOf = async (study: Calibration, actor: Actor) => (await listCalibration(actor, study)).items[0];

/** Which threads the workspace offers on a calibration sample that the annotator has rated. */
async function discussedIn({ first }: Calibration, actor: Actor) {
  const { rows } = await pool().query<{ id: string }>(
    "select a.id from assignments a join annotators n on n.id = a.annotator_id where a.sample_id = $1 and n.user_id = $2",
    [first, actor.userId],
  );
  return (await openAssignment(actor, { assignmentId: rows[0]?.id ?? "" })).discussion;
}

describe("a calibration round", () => {
  test("comes before the work, in its own order, blind, and cannot be skipped or reopened", async () => {
    const study = await calibration();
    const assignmentId = await given(study, study.ann);
    expect(await given(study, study.ann)).toBe(assignmentId);
    const opened = await openAssignment(study.ann, { assignmentId });
    expect(opened).toMatchObject({ arm: "blind", sample: { id: study.second, externalId: "1" }, progress: { submitted: 0, total: 2 } });
    expect(opened.calibration).toEqual({ round: 1, number: 1, of: 2, instructions: "Alone.", closed: false });
    expect(JSON.stringify(opened)).not.toMatch(/KNOWN|SECRET/u);
    expect(await skipAssignment(study.ann, { assignmentId, reason: "hard" }).catch(codeOf)).toBe("conflict");
    await rate(study, study.ann, [3, 2]);
    expect(await reopenAssignment(study.ann, { assignmentId }).catch(codeOf)).toBe("conflict");
    const next = await openAssignment(study.ann, { assignmentId: await given(study, study.ann) });
    expect(next).toMatchObject({ sample: { id: study.first }, calibration: { number: 2, of: 2 } });
  });

  test("keeps others' ratings, answers and the discussion from annotators until it is closed", async () => {
    const study = await calibration();
    await whole(study, study.ann, [
      [3, 2],
      [5, 2],
    ]);
    const mine = await roundOf(study, study.ann);
    expect(mine).toMatchObject({ number: 1, closedAt: null, samples: 2, mine: 2, readable: false, results: null });
    expect(await compareCalibration(study.ann, study).catch(codeOf)).toBe("forbidden");
    expect(await discussedIn(study, study.ann)).toEqual({ sample: false, criteria: false });
    expect(await listComments(study.ann, { on: "sample", id: study.first }).catch(codeOf)).toBe("forbidden");
    expect(await nextAssignment(study.ann, study)).toEqual({
      assignmentId: null,
      why: null,
      gate: { kind: "calibration", round: 1, samples: 2 },
    });
  });

  test("closes itself once every annotator has rated all of it, and then shows everything side by side and opens the discussion", async () => {
    const study = await calibration();
    await whole(study, study.ann, [
      [3, 2],
      [5, 2],
    ]);
    await rate(study, study.bob, [3, 4]);
    expect((await roundOf(study, study.bob))?.closedAt).toBeNull();
    await rate(study, study.bob, [1, 2]);
    expect(await roundOf(study, study.bob)).toMatchObject({ closedAt: expect.any(String), mine: 2, readable: true });
    const { samples, round } = await compareCalibration(study.ann, study);
    expect(round).toMatchObject({ number: 1, instructions: "Alone." });
    expect(samples.map(({ id }) => id)).toEqual([study.second, study.first]);
    const known = samples[1];
    expect(known?.answers.map(({ score, why }) => [score, why])).toEqual([
      [4, "KNOWN plain"],
      [2, "KNOWN half"],
    ]);
    expect(samples[0]?.answers).toEqual([]);
    const own = known?.raters.find(({ mine }) => mine);
    const other = known?.raters.find(({ mine }) => !mine);
    expect(own?.units[0]).toEqual({ criterionId: study.clear, score: 5, lines: [{ kind: "explanation", text: "Ann says 5" }] });
    expect(other?.units.map(({ score, lines }) => [score, lines[0]?.text])).toEqual([
      [1, "Bob says 1"],
      [2, "Bob says 2"],
    ]);
    expect(other?.code).toMatch(/^P[0-9A-F]{8}$/u);
    expect(Object.keys(other ?? {})).toEqual(["code", "mine", "units"]);
    expect(await discussedIn(study, study.ann)).toEqual({ sample: true, criteria: false });
    await addComment(study.bob, { on: "sample", id: study.first, text: "Is this really clear?" });
    const { items } = await listComments(study.ann, { on: "sample", id: study.first });
    expect(items).toMatchObject([{ by: other?.code, text: "Is this really clear?" }]);
    expect(await listComments(study.ann, { on: "sample", id: study.samples[3] ?? "" }).catch(codeOf)).toBe("forbidden");
    const { items: events } = await listAudit(study.researcher, { projectId: study.projectId, limit: 5, verb: "calibration.close" });
    expect(events).toMatchObject([{ details: { number: 1 } }]);
  });

  test("lets work begin once it is closed and rated; a latecomer rates it first, and counts in no figure", async () => {
    const study = await calibration();
    await whole(study, study.ann, [
      [3, 2],
      [5, 2],
    ]);
    await whole(study, study.bob, [
      [3, 4],
      [1, 2],
    ]);
    const work = await openAssignment(study.ann, { assignmentId: await given(study, study.ann) });
    expect(work.calibration).toBeNull();
    expect([study.first, study.second]).not.toContain(work.sample.id);
    const cem = await member(study.projectId, "annotator", "Cem");
    const before = (await roundOf(study, study.researcher))?.results;
    expect(await compareCalibration(cem, study).catch(codeOf)).toBe("forbidden");
    const late = await openAssignment(cem, { assignmentId: await given(study, cem) });
    expect(late.calibration).toMatchObject({ number: 1, closed: true });
    await whole(study, cem, [
      [5, 5],
      [5, 5],
    ]);
    expect((await compareCalibration(cem, study)).samples[0]?.raters).toHaveLength(3);
    expect((await openAssignment(cem, { assignmentId: await given(study, cem) })).calibration).toBeNull();
    const after = (await roundOf(study, study.researcher))?.results;
    expect(after?.criteria).toEqual(before?.criteria);
    expect(after?.people.map(({ label, submitted, counted }) => [label, submitted, counted])).toEqual([
      ["Ann", 2, true],
      ["Bob", 2, true],
      ["Cem", 2, false],
    ]);
  });

  test("is asked for by the statement that gives out work, whatever was checked before", async () => {
    const study = await calibration();
    const { rows } = await pool().query<{ id: string }>(
      "insert into annotators (project_id, name, user_id) values ($1, 'Ann', $2) returning id",
      [study.projectId, study.ann.userId],
    );
    const task = await getTaskForWork(study.taskId);
    const claim = {
      ...{ taskId: study.taskId, annotatorId: rows[0]?.id ?? "", criteriaSetId: task.criteriaSetId ?? "", runId: null },
      ...{ annotatorsPerSample: 2, arm: "blind" as const, status: "open" as const, leaseMinutes: 5 },
    };
    expect(await claimAssignment(claim)).toBeNull();
    await requireCalibration(study.researcher, { ...study, required: false });
    expect(await claimAssignment(claim)).not.toBeNull();
  });

  test("that is not required comes first while it is open, and keeps nobody from working once they have rated it or it is closed", async () => {
    const study = await calibration({ required: false });
    await whole(study, study.ann, [
      [3, 2],
      [5, 2],
    ]);
    expect((await openAssignment(study.ann, { assignmentId: await given(study, study.ann) })).calibration).toBeNull();
    expect(await closeCalibration(study.researcher, study)).toEqual({ outcome: "closed" });
    expect((await openAssignment(study.bob, { assignmentId: await given(study, study.bob) })).calibration).toBeNull();
  });

  test("that nobody has begun is withdrawn when it is closed, and its samples are work again", async () => {
    const study = await calibration();
    expect((await getTask(instanceAdmin, study)).counts.samplesToRate).toBe(4);
    expect(await closeCalibration(study.researcher, study)).toEqual({ outcome: "withdrawn" });
    expect((await listCalibration(study.researcher, study)).items).toEqual([]);
    // The first one has known answers.
    expect((await getTask(instanceAdmin, study)).counts.samplesToRate).toBe(5);
  });

  test("takes no sample that is in use otherwise, and there is one open round at a time", async () => {
    const study = await calibration({ open: false });
    const { rows } = await pool().query<{ sample_id: string }>("select sample_id from assignments where id = $1", [
      await given(study, study.ann),
    ]);
    const begun = rows[0]?.sample_id ?? "";
    const [, , , , , hidden = ""] = study.samples;
    await saveGoldSample(study.researcher, { ...{ taskId: study.taskId, sampleId: hidden, use: "hidden", note: "" }, answers: [] });
    expect((await refusal(study.start([begun]))).message).toContain("has been given out already");
    expect((await refusal(study.start([hidden]))).message).toContain("known answers for another use");
    await study.start([study.first]);
    expect((await refusal(study.start([study.samples[4] ?? ""]))).message).toBe("Round 1 is open. Close it first.");
    const exam = saveGoldSample(study.researcher, { taskId: study.taskId, sampleId: study.first, use: "exam", note: "", answers: [] });
    expect((await refusal(exam)).message).toContain("calibration round");
  });
});

describe("the figures of a round", () => {
  let study: Calibration;
  beforeAll(async () => {
    study = await calibration();
    const before = JSON.stringify(await taskFigures(study));
    await whole(study, study.ann, [
      [3, 2],
      [5, 2],
    ]);
    await whole(study, study.bob, [
      [3, 4],
      [1, 2],
    ]);
    expect(JSON.stringify(await taskFigures(study))).toBe(before);
  });
  const taskFigures = async ({ projectId }: Calibration) =>
    (await readReport(instanceAdmin, { projectId })).tasks.map(({ computed: _, ...figures }) => figures);

  test("are alpha on each criterion, and none of it enters the study's report", async () => {
    const results = (await roundOf(study, study.researcher))?.results;
    // Ordinal alpha by hand: clear has (3,3) and (5,1), truth (2,4) and (2,2).
    expect(results?.criteria.map(({ name, level, alpha: { n, units, inputs } }) => [name, level, n, units, inputs])).toEqual([
      [expect.any(String), "ordinal", 4, 2, expect.any(Number)],
      [expect.any(String), "ordinal", 4, 2, expect.any(Number)],
    ]);
    expect(results?.criteria.map(({ alpha }) => alpha.value?.toFixed(4))).toEqual(["-0.5000", "0.0000"]);
  });
});
