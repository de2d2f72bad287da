import { describe, expect, test } from "vitest";
import { inTransaction, pool } from "@/lib/db/client";
import { saveQualification } from "@/lib/db/exams";
import { claimPlanned } from "@/lib/db/plan-queue";
import { claimAssignment } from "@/lib/db/queue";
import { AppError } from "@/lib/domain/errors";
import { planContent } from "@/lib/domain/study-plan";
import { temporaryDatabase } from "@/lib/testing/database";
import { annotatorOf, answerSample, decide, type ExamStudy, examStudy, gateOf, given, takeExam } from "@/lib/testing/exam-study";
import { action, member } from "@/lib/testing/small-study";
import { closeExam } from "./close-exam";
import { createCriteriaSet } from "./create-criteria-set";
import { getExam } from "./get-exam";
import { getTask } from "./get-task";
import { listAudit } from "./list-audit";
import { listGoldSamples } from "./list-gold-samples";
import { nextAssignment } from "./next-assignment";
import { noteExamTry } from "./note-exam-try";
import { openAssignment } from "./open-assignment";
import { publishCriteriaSet } from "./publish-criteria-set";
import { reopenAssignment } from "./reopen-assignment";
import { saveActions } from "./save-actions";
import { saveGoldSample } from "./save-gold-sample";
import { savePlan } from "./save-plan";
import { skipAssignment } from "./skip-assignment";
import { startExamTry } from "./start-exam-try";
import { startPlan } from "./start-plan";

temporaryDatabase();

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error));

describe("an exam", () => {
  test("comes before the first sample of work, and begins when the annotator says so", async () => {
    const study = await examStudy();
    const gate = { kind: "exam", instructions: "Take your time.", samples: 2, passMark: 0.75, triesLeft: 2, last: null };
    expect(await nextAssignment(study.ann, study)).toEqual({ assignmentId: null, why: null, gate });
    await startExamTry(study.ann, study);
    await startExamTry(study.ann, study);
    const opened = await openAssignment(study.ann, { assignmentId: await given(study, study.ann) });
    expect(opened).toMatchObject({ arm: "blind", sample: { id: study.first, externalId: "1" } });
    expect(opened.exam).toEqual({ number: 1, of: 2, feedback: null, result: null });
    expect(opened.progress).toMatchObject({ submitted: 0, total: 2 });
    expect(JSON.stringify(opened)).not.toMatch(/GOLD|SECRET/u);
  });

  test("shows the answers and why only after a sample is submitted, which then stays as it is", async () => {
    const study = await examStudy();
    await startExamTry(study.ann, study);
    const assignmentId = await given(study, study.ann);
    const { exam } = await answerSample(study, study.ann, assignmentId, [3, 3]);
    expect(exam).toEqual({
      number: 1,
      of: 2,
      feedback: [
        { criterionId: study.clear, score: 4, tolerance: 1, why: "GOLD-WHY plain", given: 3, within: true },
        { criterionId: study.truth, score: 2, tolerance: 0, why: "GOLD-WHY half", given: 3, within: false },
      ],
      result: null,
    });
    expect(await reopenAssignment(study.ann, { assignmentId }).catch(codeOf)).toBe("conflict");
    const scored = action({ kind: "set-score", score: 2, parentId: null });
    const change = saveActions(study.ann, { assignmentId, criterionId: study.truth, actions: [scored] });
    expect(await change.catch(codeOf)).toBe("conflict");
    const second = await given(study, study.ann);
    expect(second).not.toBe(assignmentId);
    expect(await skipAssignment(study.ann, { assignmentId: second, reason: "hard" }).catch(codeOf)).toBe("conflict");
  });

  test("is passed at the pass mark, and the work follows; it counts as no work", async () => {
    const study = await examStudy();
    const last = await takeExam(study, study.ann, true);
    expect(last.exam?.result).toEqual({ number: 1, within: 3, scored: 4, passed: true, note: "" });
    const opened = await openAssignment(study.ann, { assignmentId: await given(study, study.ann) });
    expect(opened.exam).toBeNull();
    expect([study.first, study.second]).not.toContain(opened.sample.id);
    expect(opened.sample.externalId).toBe("1");
    expect((await getTask(study.researcher, study)).counts).toMatchObject({
      assignmentsSubmitted: 0,
      assignmentsOpen: 1,
      samplesToRate: 4,
    });
    expect((await getTask(study.ann, study)).mine).toEqual({ submitted: 0, skipped: 0, open: 1, available: 3 });
  });

  test("that was failed can be tried again, on the same samples, while a try is left", async () => {
    const study = await examStudy();
    expect((await takeExam(study, study.ann, false)).exam?.result).toMatchObject({ within: 1, scored: 4, passed: false });
    expect(await gateOf(study, study.ann)).toMatchObject({ kind: "exam", triesLeft: 1, last: { number: 1, within: 1, passed: false } });
    const again = await takeExam(study, study.ann, true);
    expect(again).toMatchObject({ sample: { id: study.second }, exam: { result: { number: 2, within: 3, passed: true } } });
    expect(await gateOf(study, study.ann)).toBeNull();
  });

  test("without a try left waits for a researcher, whose note the annotator reads", async () => {
    const study = await examStudy();
    await takeExam(study, study.ann, false);
    await takeExam(study, study.ann, false);
    expect(await gateOf(study, study.ann)).toMatchObject({ triesLeft: 0, last: { number: 2 } });
    expect(await startExamTry(study.ann, study).catch(codeOf)).toBe("conflict");
    const [examinee] = (await getExam(study.researcher, study)).people;
    expect(examinee).toMatchObject({ name: "Ann", passedAt: null, triesLeft: 0, extraTries: 0 });
    expect(examinee?.tries.map((one) => [one.number, one.within, one.scored, one.passed])).toEqual([
      [1, 1, 4, false],
      [2, 1, 4, false],
    ]);
    expect(examinee?.tries[0]?.samples[0]).toMatchObject({
      externalId: "s1",
      submitted: true,
      units: [{ given: 1, score: 4 }, { given: 5 }],
    });
    await noteExamTry(study.researcher, { taskId: study.taskId, tryId: examinee?.tries[1]?.id ?? "", note: "Read section 2." });
    expect(await gateOf(study, study.ann)).toMatchObject({ last: { note: "Read section 2." } });
    await decide(study, study.ann, "grant-try");
    expect(await gateOf(study, study.ann)).toMatchObject({ triesLeft: 1 });
    await takeExam(study, study.ann, true);
    expect(await gateOf(study, study.ann)).toBeNull();
  });

  test("is passed by hand or no longer passed when a researcher says so, with the reason in the audit log", async () => {
    const study = await examStudy();
    await gateOf(study, study.ann);
    await decide(study, study.ann, "pass");
    const assignmentId = await given(study, study.ann);
    expect(assignmentId).not.toBe("");
    await skipAssignment(study.ann, { assignmentId, reason: "hard" });
    await decide(study, study.ann, "revoke");
    expect(await gateOf(study, study.ann)).toMatchObject({ kind: "exam" });
    const admin = await member(study.projectId, "admin");
    const { items } = await listAudit(admin, { projectId: study.projectId, limit: 10 });
    expect(
      items.filter(({ verb }) => verb.startsWith("exam.")).map(({ verb, who, details }) => [verb, who, details.reason ?? null]),
    ).toEqual([
      ["exam.revoke", "Rita", "Talked it over."],
      ["exam.pass", "Rita", "Talked it over."],
      ["exam.open", "Rita", null],
    ]);
    expect(items[0]?.details).toMatchObject({ before: { passed: true, extraTries: 0 } });
  });

  test("that changes during a try leaves the try under what it was, and who had passed has passed", async () => {
    const study = await examStudy();
    const done = await member(study.projectId, "annotator");
    await takeExam(study, done, true);
    await startExamTry(study.ann, study);
    const answers = [study.clear, study.truth].map((criterionId) => ({ criterionId, score: 1, tolerance: 0, why: "" }));
    await saveGoldSample(study.researcher, { taskId: study.taskId, sampleId: study.first, use: "exam", note: "", answers });
    expect((await getExam(study.researcher, study)).exam).toMatchObject({ version: 1, outdated: true });
    expect(await study.open({ passMark: 1, tries: 1 })).toEqual({ version: 2 });
    const last = await takeExam(study, study.ann, true);
    expect(last.exam?.result).toMatchObject({ within: 3, passed: true });
    expect(await gateOf(study, study.ann)).toBeNull();
    expect(await gateOf(study, done)).toBeNull();
    const newcomer = await member(study.projectId, "annotator");
    expect(await gateOf(study, newcomer)).toMatchObject({ passMark: 1, triesLeft: 1 });
    expect((await takeExam(study, newcomer, true)).exam?.result).toMatchObject({ passed: false });
  });

  test("cannot be opened while an answer is missing, as after other criteria are published", async () => {
    const study = await examStudy();
    await saveGoldSample(study.researcher, {
      ...{ taskId: study.taskId, sampleId: study.first, use: "exam", note: "" },
      answers: [{ criterionId: study.clear, score: 4, tolerance: 0, why: "" }],
    });
    await expect(study.open()).rejects.toMatchObject({ code: "conflict", message: "Sample s1 lacks an answer: True." });
    expect((await getExam(study.researcher, study)).exam).toMatchObject({ version: 1, outdated: true });
  });

  test("keeps its own criteria when others are published: its answers stay with theirs, and the new ones are named as missing", async () => {
    const study = await examStudy();
    const set = await createCriteriaSet(study.researcher, {
      taskId: study.taskId,
      criteria: [{ name: "Kind", definition: "", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: false }],
    });
    await publishCriteriaSet(study.researcher, { criteriaSetId: set.id });
    const { items } = await listGoldSamples(study.researcher, study);
    expect(items.map(({ answers, missing, older }) => [answers.length, missing, older])).toEqual([
      [0, ["Kind"], 2],
      [0, ["Kind"], 2],
    ]);
    await expect(study.open()).rejects.toMatchObject({ code: "conflict", message: "Sample s1 lacks an answer: Kind." });
    expect((await getExam(study.researcher, study)).exam).toMatchObject({ version: 1, criteriaVersion: 1, outdated: true });
    expect((await takeExam(study, study.ann, true)).exam?.result).toMatchObject({ within: 3, passed: true });
  });

  test("that is closed asks nobody any more", async () => {
    const study = await examStudy();
    expect(await gateOf(study, study.ann)).toMatchObject({ kind: "exam" });
    await closeExam(study.researcher, study);
    expect(await gateOf(study, study.ann)).toBeNull();
    expect(await closeExam(study.researcher, study).catch(codeOf)).toBe("conflict");
  });

  test("gives one person one try and one sample, however many tabs ask at once", async () => {
    const study = await examStudy();
    await gateOf(study, study.ann);
    await Promise.all(Array.from({ length: 6 }, () => startExamTry(study.ann, study)));
    const ids = await Promise.all(Array.from({ length: 6 }, () => given(study, study.ann)));
    expect(new Set(ids).size).toBe(1);
    expect((await getExam(study.researcher, study)).people[0]?.tries).toHaveLength(1);
  });
});

describe("the statement that hands out work", () => {
  /** Twelve annotators of a task with an exam, and what each is given by the statement alone, without what is checked before it. */
  async function twelve(planned: boolean) {
    const study = await examStudy({ samples: 14 });
    const people = await Promise.all(Array.from({ length: 12 }, () => member(study.projectId, "annotator")));
    await pool().query("update tasks set arm = 'blind', annotators_per_sample = 12 where id = $1", [study.taskId]);
    const ids: string[] = [];
    for (const actor of people) {
      await gateOf(study, actor);
      ids.push(await annotatorOf(study, actor));
    }
    const set = await pool().query<{ id: string }>("select id from criteria_sets where task_id = $1", [study.taskId]);
    const base = { taskId: study.taskId, criteriaSetId: set.rows[0]?.id ?? "", leaseMinutes: 10, status: "open" as const };
    const seats = planned ? await seatAll(study, ids) : null;
    const claim = (annotatorId: string) =>
      seats === null
        ? claimAssignment({ ...base, annotatorId, runId: null, arm: "blind", annotatorsPerSample: 12 })
        : claimPlanned({
            ...{ ...base, annotatorId, planId: seats.planId, seatId: seats.of.get(annotatorId) ?? "" },
            ...{ washOutHours: 0, maxPerDay: null, ownOnly: true },
          });
    const set_ = (passed: boolean) => (annotatorId: string) =>
      inTransaction((tx) => saveQualification(tx, { taskId: study.taskId, annotatorId, passed }));
    return { study, ids, claim, pass: set_(true), revoke: set_(false) };
  }

  async function seatAll(study: ExamStudy, ids: string[]) {
    await savePlan(study.researcher, { taskId: study.taskId, ...planContent.parse({ people: 12, overlap: 12 }) });
    const planId = (await startPlan(study.researcher, study)).id;
    const seats = await pool().query<{ id: string }>("select id from plan_seats where plan_id = $1 order by position", [planId]);
    const of = new Map<string, string>();
    for (const [index, annotatorId] of ids.entries()) {
      const seatId = seats.rows[index]?.id ?? "";
      await pool().query("update plan_seats set annotator_id = $1 where id = $2", [annotatorId, seatId]);
      of.set(annotatorId, seatId);
    }
    return { planId, of };
  }

  describe.each([
    ["in the queue", false],
    ["in a study", true],
  ])("%s", (_, planned) => {
    test("gives nothing to who has not passed, and a sample to who has", async () => {
      const { ids, claim, pass } = await twelve(planned);
      expect(await Promise.all(ids.map(claim))).toEqual(ids.map(() => null));
      await Promise.all(ids.map(pass));
      expect((await Promise.all(ids.map(claim))).filter((id) => id !== null)).toHaveLength(12);
    });

    test("gives nothing once a revocation under way is done, and nothing before a pass under way is", async () => {
      const { ids, claim, pass, revoke, study } = await twelve(planned);
      await Promise.all(ids.map(pass));
      let claims: Promise<(string | null)[]> = Promise.resolve([]);
      await inTransaction(async (tx) => {
        for (const annotatorId of ids) await saveQualification(tx, { taskId: study.taskId, annotatorId, passed: false });
        claims = Promise.all(ids.slice(0, 4).map(claim));
        await untilWaiting(4);
      });
      expect(await claims).toEqual([null, null, null, null]);
      await inTransaction(async (tx) => {
        for (const annotatorId of ids) await saveQualification(tx, { taskId: study.taskId, annotatorId, passed: true });
        expect(await Promise.all(ids.slice(0, 4).map(claim))).toEqual([null, null, null, null]);
      });
      const raced = await Promise.all(ids.flatMap((id) => [claim(id), revoke(id).then(() => null)]));
      expect(raced.filter((id) => id !== null).length).toBeLessThanOrEqual(12);
      expect(await Promise.all(ids.map(claim))).toEqual(ids.map(() => null));
    });
  });

  /** Waits until so many statements wait for a lock of this database. */
  async function untilWaiting(wanted: number): Promise<void> {
    for (;;) {
      const { rows } = await pool().query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if ((rows[0]?.n ?? 0) >= wanted) return;
    }
  }
});

test("who fails the exam for good gives up a place in the study that they have not begun, and does not take another", async () => {
  const study = await examStudy();
  await savePlan(study.researcher, { taskId: study.taskId, ...planContent.parse({ people: 1, overlap: 1 }) });
  await startPlan(study.researcher, study);
  await takeExam(study, study.ann, false);
  const bert = await member(study.projectId, "annotator", "Bert");
  expect(await nextAssignment(bert, study).catch(codeOf)).toBe("conflict");
  await takeExam(study, study.ann, false);
  expect(await gateOf(study, study.ann)).toMatchObject({ kind: "exam", triesLeft: 0 });
  await takeExam(study, bert, true);
  expect(await given(study, bert)).not.toBe("");
  await decide(study, study.ann, "grant-try");
  expect(await nextAssignment(study.ann, study).catch(codeOf)).toBe("conflict");
});
