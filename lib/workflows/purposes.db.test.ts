import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { findReplacedWork } from "@/lib/db/criteria-rounds";
import { listDoneRatings, listStaff, listStudySamples } from "@/lib/db/study-plans";
import { assignmentPurpose } from "@/lib/domain/assignment";
import type { Actor } from "@/lib/domain/policy";
import type { TaskReport } from "@/lib/domain/report";
import { trainingFiles, trainingOptions } from "@/lib/domain/training";
import { temporaryDatabase } from "@/lib/testing/database";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { exportProject } from "./export-project";
import { exportTraining } from "./export-training";
import { getTask } from "./get-task";
import { listAssignments } from "./list-assignments";
import { listSamples } from "./list-samples";
import { listTasks } from "./list-tasks";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { readProgress } from "./read-progress";
import { readReport } from "./read-report";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

type Study = Awaited<ReturnType<typeof loadSmallStudy>>;

/** Rates the annotator's next sample, one criterion by the draft and one away from it. */
async function rate({ taskId, criteria }: Study, annotator: Actor, { score, seconds }: { score: number; seconds: number }) {
  const assignmentId = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
  const [clear = "", truth = ""] = criteria;
  const activeMs = seconds * 500;
  const removed = action({ kind: "remove", itemId: "2", reasonCode: "made-up", reason: "not said", parentId: null });
  const accepted = action({ kind: "accept", itemId: "0", parentId: removed.id });
  const scored = action({ kind: "set-score", score, parentId: accepted.id });
  await saveActions(annotator, { assignmentId, criterionId: clear, actions: [removed, accepted, scored], activeMs });
  await saveActions(annotator, { assignmentId, criterionId: truth, actions: acceptAll(), activeMs });
  await submitAssignment(annotator, { assignmentId });
  return assignmentId;
}

const exported = async (projectId: string, format: "csv" | "jsonl" | "long-csv") =>
  text(Readable.from((await exportProject(instanceAdmin, { projectId, format })).body));

async function trainedOn({ projectId, taskId }: Study, format: string) {
  const options = trainingOptions.parse({ format, source: "annotators" });
  const { pieces } = await exportTraining(instanceAdmin, { projectId, taskId, options, files: trainingFiles });
  const texts: Record<string, string> = {};
  for await (const { file, text } of pieces) texts[file] = (texts[file] ?? "") + text;
  return { ...texts, manifest: JSON.stringify({ ...JSON.parse(texts.manifest ?? "{}"), createdAt: null }) };
}

/** Whatever rests on people's work, each as it is read. */
const readers: Record<string, (study: Study) => Promise<unknown>> = {
  "the report": async ({ projectId }) =>
    (await readReport(instanceAdmin, { projectId })).tasks.map(({ computed: _, ...figures }) => figures),
  "the table of samples": ({ projectId }) => exported(projectId, "csv"),
  "the table of ratings": ({ projectId }) => exported(projectId, "long-csv"),
  "the file of evaluations": ({ projectId }) => exported(projectId, "jsonl"),
  "the training data of preferences": (study) => trainedOn(study, "dpo").catch(String),
  "the training data of critiques": (study) => trainedOn(study, "sft"),
  "everybody's progress": ({ taskId }) => readProgress(instanceAdmin, { taskId }),
  "the review of submitted work": ({ taskId }) => listAssignments(instanceAdmin, { taskId, mine: false, limit: 50 }),
  "the task's counts": async ({ taskId }) => (await getTask(instanceAdmin, { taskId })).counts,
  "the list of samples": ({ taskId }) => listSamples(instanceAdmin, { taskId, limit: 50 }),
  "the work that a new version of the criteria replaces": ({ taskId }) => findReplacedWork(taskId),
  "the pace that plans count with": async ({ taskId }) => (await listStaff(taskId)).map(({ medianSeconds }) => medianSeconds),
  "what a plan takes as done": async ({ taskId }) => (await listDoneRatings(taskId)).length,
};

/** Where ratings of planted drafts are mentioned and not mixed in: what is read without that mention, which must be there. */
const mentions: Record<string, (read: unknown) => unknown> = {
  "the file of evaluations": (file) => {
    const lines = String(file).split("\n");
    const others = lines.filter((line) => !line.includes('"planted":true'));
    expect(lines.length - others.length).toBe(2);
    return others.join("\n");
  },
  "the report": (tasks) =>
    (tasks as TaskReport[]).map(({ warnings, ...figures }) => {
      expect(warnings).toContainEqual(expect.objectContaining({ code: "planted-left-out", count: 1 }));
      return { ...figures, warnings: warnings.filter(({ code }) => code !== "planted-left-out") };
    }),
};

describe.each(assignmentPurpose.exclude(["work"]).options)("work given out as %s", (purpose) => {
  const before: Record<string, unknown> = {};
  const asWork: Record<string, unknown> = {};
  const relabelled: Record<string, unknown> = {};

  beforeAll(async () => {
    const bundle = smallBundle(4);
    const study = await loadSmallStudy({
      ...bundle,
      criteria: bundle.criteria.map((one, index) => ({ ...one, overall: index === 0 })),
      judges: bundle.judges.map((judge) => ({ ...judge, protocol: "critique" })),
    });
    const readAll = async (into: Record<string, unknown>) => {
      for (const [name, read] of Object.entries(readers)) into[name] = await read(study);
    };
    const [ann, eve] = [await member(study.projectId, "annotator", "Ann"), await member(study.projectId, "annotator", "Eve")];
    await rate(study, ann, { score: 4, seconds: 8 });
    await rate(study, ann, { score: 2, seconds: 8 });
    await readAll(before);
    const assignmentId = await rate(study, eve, { score: 1, seconds: 30 });
    await readAll(asWork);
    await pool().query("update assignments set purpose = $2, slot = null, updated_at = now() where id = $1", [assignmentId, purpose]);
    await pool().query("update samples set filled_slots = filled_slots - 1 where id = (select sample_id from assignments where id = $1)", [
      assignmentId,
    ]);
    await readAll(relabelled);
  });

  test.each(Object.keys(readers))("leaves %s as if it had not been done", (name) => {
    expect(asWork[name]).not.toEqual(before[name]);
    const mention = purpose === "planted" ? mentions[name] : undefined;
    expect(mention === undefined ? relabelled[name] : mention(relabelled[name])).toEqual(before[name]);
  });
});

test("the report and the exports stay with the criteria that work was done under when only an exam was taken under newer ones", async () => {
  const study = await loadSmallStudy(smallBundle(2));
  await rate(study, await member(study.projectId, "annotator", "Ann"), { score: 2, seconds: 8 });
  const before = [await exported(study.projectId, "long-csv"), (await readReport(instanceAdmin, study)).tasks[0]?.counts];
  await pool().query(
    `with newer as (
       insert into criteria_sets (task_id, version, status, published_at) values ($1, 2, 'published', now()) returning id
     ), one as (
       insert into criteria (criteria_set_id, position, name, scale) select id, 0, 'New', '{"min":1,"max":5,"step":1,"levels":[]}' from newer returning id
     ), exam as (
       insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, purpose, status, submitted_at)
       select a.task_id, a.sample_id, a.annotator_id, newer.id, 'blind', 'exam', 'submitted', now() from assignments a, newer limit 1 returning id
     )
     insert into evaluations (assignment_id, criterion_id, score, complete) select exam.id, one.id, 3, true from exam, one`,
    [study.taskId],
  );
  const report = (await readReport(instanceAdmin, study)).tasks[0];
  expect([await exported(study.projectId, "long-csv"), report?.counts]).toEqual(before);
  expect(report?.warnings.map(({ code }) => code)).toContain("newer-criteria-set");
});

describe("a sample with known answers", () => {
  async function withGold(samples = 4) {
    const study = await loadSmallStudy(smallBundle(samples));
    const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position", [study.taskId]);
    const [gold = ""] = rows.map(({ id }) => id);
    await pool().query("insert into gold_samples (sample_id, task_id, use) values ($1, $2, 'exam')", [gold, study.taskId]);
    return { ...study, gold, ann: await member(study.projectId, "annotator", "Ann") };
  }

  test("is never given out as work, and the annotator's total does not count it", async () => {
    const study = await withGold();
    const given: string[] = [];
    for (;;) {
      const { assignmentId } = await nextAssignment(study.ann, study);
      if (assignmentId === null) break;
      const opened = await openAssignment(study.ann, { assignmentId });
      expect(opened.progress.total).toBe(3);
      given.push(opened.sample.id);
      await rate(study, study.ann, { score: 2, seconds: 1 });
    }
    expect(given).toHaveLength(3);
    expect(given).not.toContain(study.gold);
  });

  test("is not among the samples that a study plan allocates", async () => {
    const study = await withGold();
    const ids = (await listStudySamples(study.taskId)).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(ids).not.toContain(study.gold);
  });

  test("needs no draft before work can begin", async () => {
    const study = await withGold();
    await pool().query("delete from drafts where sample_id = $1", [study.gold]);
    expect((await getTask(instanceAdmin, study)).counts).toMatchObject({ samples: 4, samplesToRate: 3, samplesWithoutDraft: 0 });
    expect((await getTask(study.ann, study)).mine.available).toBe(3);
  });

  test("does not keep a task from being finished, nor finish it", async () => {
    const study = await withGold(2);
    await pool().query("update tasks set annotators_per_sample = 1 where id = $1", [study.taskId]);
    await pool().query("update samples set filled_slots = 1 where id = $1", [study.gold]);
    const finished = async () => (await getTask(instanceAdmin, study)).counts.samplesFinished;
    expect(await finished()).toBe(0);
    await rate(study, study.ann, { score: 2, seconds: 1 });
    expect(await finished()).toBe(1);
    // Held, for too long, by somebody who was given it before its answer was known.
    const another = (await member(study.projectId, "annotator")).userId;
    await pool().query("insert into annotators (project_id, user_id, name, code) values ($1, $2, 'Cem', 'C')", [study.projectId, another]);
    await pool().query(
      `insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, slot, leased_until)
       select task_id, $1, (select id from annotators where user_id = $2), criteria_set_id, 'blind', 0, now() - interval '1 hour' from assignments where task_id = $3`,
      [study.gold, another, study.taskId],
    );
    expect((await getTask(instanceAdmin, study)).counts).toMatchObject({ assignmentsOpen: 1, samplesFinished: 1 });
    expect((await getTask(study.ann, study)).mine).toMatchObject({ submitted: 1, available: 0 });
    await pool().query("delete from gold_samples where sample_id = $1", [study.gold]);
    expect(await finished()).toBe(1);
    expect((await getTask(study.ann, study)).mine).toMatchObject({ submitted: 1, available: 1 });
  });

  test("is not counted in what annotators are told about the task", async () => {
    const study = await withGold();
    await rate(study, await member(study.projectId, "annotator"), { score: 2, seconds: 1 });
    const counts = { samples: 3, samplesToRate: 3, inputs: 2, drafts: 0, assignmentsOpen: 0, assignmentsSubmitted: 0, samplesFinished: 0 };
    expect((await getTask(study.ann, study)).counts).toMatchObject(counts);
    expect((await listTasks(study.ann, study)).items[0]?.counts).toMatchObject(counts);
  });
});
