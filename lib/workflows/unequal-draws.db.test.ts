import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { readReportBundle } from "@/lib/datasets/report-bundle";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { planContent } from "@/lib/domain/study-plan";
import { buildReport } from "@/lib/report/build-report";
import { ppiMean } from "@/lib/stats";
import { temporaryDatabase } from "@/lib/testing/database";
import { next, type PlannedStudy, people, rateAll } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { closePlan } from "./close-plan";
import { excludeAnnotator } from "./exclude-annotator";
import { exportFrozenReport } from "./export-frozen-report";
import { freezeReport } from "./freeze-report";
import { getTask } from "./get-task";
import { listTaskPlans } from "./list-task-plans";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { previewPlan } from "./preview-plan";
import { readDecisions } from "./read-decisions";
import { readReport } from "./read-report";
import { saveActions } from "./save-actions";
import { savePlan } from "./save-plan";
import { startPlan } from "./start-plan";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const inputs = 16;
/** By input: how far the second judge is above the first, on the criterion Clear of the input's first sample. */
const gaps = Array.from({ length: inputs }, (_, input) => [0, 1, 2, 3][input % 4] as number);
// The input's second sample has equal scores; five points are four steps.
const weightOf = (input: number) => 1 + (gaps[input] as number) / 4 / 2;

let one: PlannedStudy;
let sampleIds: string[] = [];

async function twoJudges(): Promise<void> {
  const bundle = smallBundle(inputs * 2);
  const [judge] = bundle.judges;
  if (judge === undefined) expect.fail("the bundle has a judge");
  const scored = (of: (sample: number, criterion: string) => number) =>
    judge.drafts.map((draft) => ({ ...draft, score: of(Number(draft.sampleId.slice(1)) - 1, draft.criterion) }));
  const second = (sample: number, criterion: string) => 1 + (criterion === "Clear" && sample % 2 === 0 ? (gaps[sample >> 1] as number) : 0);
  bundle.judges = [
    { ...judge, drafts: scored(() => 1) },
    { ...judge, name: "other judge", drafts: scored(second) },
  ];
  const made = await loadSmallStudy(bundle);
  one = { ...made, runId: "", researcher: await member(made.projectId, "researcher") };
  const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position", [one.taskId]);
  sampleIds = rows.map(({ id }) => id);
}
beforeAll(twoJudges);

const choices = { arms: [{ arm: "blind" as const }], people: 1, overlap: 1, seed: 6, samples: 12, draw: "judges-differ" as const };
const planOf = (of: object = {}) => ({ taskId: one.taskId, ...planContent.parse({ ...choices, ...of }) });
async function start(of: object = {}) {
  await savePlan(one.researcher, planOf(of));
  return startPlan(one.researcher, { taskId: one.taskId });
}
/** People find an output worse by as much as the judges differ. */
const scoreOf = (sampleId: string) => {
  const sample = sampleIds.indexOf(sampleId);
  return 5 - (gaps[sample >> 1] as number) - Number(sample % 4 === 1);
};
async function rate(actor: Actor) {
  const assignmentId = await next(one, actor);
  if (assignmentId === null) return null;
  const opened = await openAssignment(actor, { assignmentId });
  for (const { criterionId } of opened.units)
    await saveActions(actor, {
      ...{ assignmentId, criterionId },
      actions: [action({ kind: "set-score", score: scoreOf(opened.sample.id), parentId: null })],
    });
  await submitAssignment(actor, { assignmentId });
  return opened.sample.id;
}
/** Closes the study that runs, and frees the places that its ratings take of their samples. */
async function close() {
  await closePlan(one.researcher, { taskId: one.taskId });
  await pool().query("update assignments set slot = null where task_id = $1", [one.taskId]);
}
const storedChances = async (version: number) =>
  (
    await pool().query<{ chances: Record<string, number | null> }>("select chances from study_plans where task_id = $1 and version = $2", [
      one.taskId,
      version,
    ])
  ).rows[0]?.chances ?? {};
const sharpenedIn = ({ tasks }: Pick<Awaited<ReturnType<typeof readReport>>, "tasks">) =>
  tasks[0]?.chapters.verdict.Clear?.sharpened["other judge"] ?? expect.unreachable();
const reported = async () => sharpenedIn(await readReport(instanceAdmin, { projectId: one.projectId }));

test("a study that draws where judges differ keeps each chance, weights its report by them, and tells annotators nothing", async () => {
  const preview = await previewPlan(one.researcher, planOf());
  expect(preview.sentence).toContain("These 12 of 32 samples are drawn, more likely where judges differ.");
  expect(preview.problems.filter(({ field }) => field === "draw")).toEqual([]);
  await start();
  const chances = await storedChances(1);
  expect(Object.keys(chances).sort()).toEqual([...sampleIds].sort());
  const drawn = sampleIds.filter((id) => chances[id] !== null);
  const { rows: slots } = await pool().query<{ id: string }>(
    "select sample_id as id from plan_slots s join study_plans p on p.id = s.plan_id where p.task_id = $1",
    [one.taskId],
  );
  expect(slots.map(({ id }) => id).sort()).toEqual([...drawn].sort());
  expect(drawn).toHaveLength(12);
  // 1 - threshold^weight, with one threshold.
  const thresholds = drawn.map((id) => Math.log(1 - (chances[id] as number)) / weightOf(sampleIds.indexOf(id) >> 1));
  for (const threshold of thresholds) expect(threshold).toBeCloseTo(thresholds[0] as number, 9);
  expect(new Set(drawn.map((id) => weightOf(sampleIds.indexOf(id) >> 1))).size).toBeGreaterThan(2);

  const before = await reported();
  expect([before.why, before.draw]).toEqual(["no-blind-ratings", undefined]);
  const [annotator] = (await people(one.projectId, 1)) as [Actor];
  const given = await nextAssignment(annotator, { taskId: one.taskId });
  const sent = JSON.stringify([
    given,
    await openAssignment(annotator, { assignmentId: given.assignmentId ?? "" }),
    await getTask(annotator, { taskId: one.taskId }),
  ]);
  for (const secret of ["chance", "judges-differ", "draw", "weight"]) expect(sent.toLowerCase()).not.toContain(secret);
  expect((await refusal(listTaskPlans(annotator, { taskId: one.taskId }))).code).toBe("forbidden");
  for (let n = 0; n < 12; n++) expect(drawn).toContain(await rate(annotator));

  const input = (id: string) => sampleIds.indexOf(id) >> 1;
  const rest = sampleIds.filter((id) => !drawn.includes(id));
  const judged = (ids: readonly string[]) => ids.map((id) => 1 + (sampleIds.indexOf(id) % 2 === 0 ? (gaps[input(id)] as number) : 0));
  const columns = {
    ...{ human: drawn.map(scoreOf), judge: judged(drawn), clusters: drawn.map(input) },
    ...{ judgeUnlabelled: judged(rest), unlabelledClusters: rest.map(input) },
  };
  const weighted = ppiMean({ ...columns, inclusion: drawn.map((id) => chances[id] as number) });
  const plain = ppiMean(columns);
  const shown = await reported();
  expect(shown).toMatchObject({ labelled: 12, unlabelled: 20, draw: { plan: 1, leftOut: 0 } });
  expect(shown.value).toBeCloseTo(weighted.value ?? Number.NaN, 10);
  expect(shown.people.value).toBeCloseTo(weighted.classical?.mean ?? Number.NaN, 10);
  expect(Math.abs((plain.value ?? 0) - (weighted.value ?? 0))).toBeGreaterThan(0.01);
  expect((await readDecisions(one.researcher, { taskId: one.taskId })).decisions.map(({ what }) => what).join()).toContain(
    "inputs where judges differ drawn more likely, with known chances",
  );
});

test("labels from elsewhere are left out of it, a frozen report keeps the chances, and a second such draw has no sharpened mean", async () => {
  const { projectId, taskId } = one;
  const alone = await reported();
  await close();
  await start({ draw: "equal" });
  const [another] = (await people(projectId, 1)) as [Actor];
  const drawn = Object.entries(await storedChances(1)).flatMap(([id, chance]) => (chance === null ? [] : [id]));
  let outside = 0;
  for (let n = 0; n < 6; n++) outside += Number(!drawn.includes((await rate(another)) ?? expect.unreachable()));
  expect(outside).toBeGreaterThan(0);
  expect(outside).toBeLessThan(6);
  const shown = await reported();
  expect(shown.draw).toEqual({ plan: 1, leftOut: outside });
  expect([shown.labelled, shown.unlabelled, shown.value]).toEqual([12, 20, alone.value]);

  const { id } = await freezeReport(instanceAdmin, { projectId, taskId, name: "n", excluded: "without", level: "ordinal", filter: {} });
  await close();
  await start({ seed: 9 });
  expect((await reported()).draw, "nothing of the newest study is submitted").toEqual({ plan: 1, leftOut: outside });
  await rate(((await people(projectId, 1)) as [Actor])[0]);
  expect(await reported()).toMatchObject({ value: null, why: "several-draws", people: { value: null, why: "several-draws" } });
  const { bytes } = await exportFrozenReport(instanceAdmin, { frozenId: id });
  const lines = (await text(Readable.from([bytes]).pipe(createGunzip()))).trimEnd().split("\n");
  const { data, report } = await readReportBundle(Readable.from(lines));
  expect(sharpenedIn({ tasks: [buildReport(data)] } as never)).toEqual(sharpenedIn({ tasks: [report] } as never));
  expect(report.chapters.verdict.Clear?.sharpened["other judge"]?.draw).toEqual({ plan: 1, leftOut: outside });
});

test("a drawn sample counts once somebody has rated it in the plan without a draft, even if others have", async () => {
  await twoJudges();
  const { projectId, taskId } = one;
  const run = await pool().query<{ id: string }>("select id from runs where task_id = $1 order by created_at limit 1", [taskId]);
  await start({ arms: [{ arm: "blind" }, { arm: "drafted", runId: run.rows[0]?.id }], samples: 20, seed: 3 });
  const [annotator, another] = (await people(projectId, 2)) as [Actor, Actor];
  const done = await rateAll(one, annotator);
  const [blind, drafted] = ["blind", "drafted"].map((arm) => done.filter((one) => one.arm === arm)) as [typeof done, typeof done];
  expect([blind.length, drafted.length]).toEqual([10, 10]);
  expect(await reported()).toMatchObject({ labelled: 10, unlabelled: 22, draw: { leftOut: 0 } });
  await pool().query(
    `with other as (insert into annotators (project_id, name, user_id) values ($1, 'other', $2) returning id),
     made as (insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, purpose, status, submitted_at)
       select s.task_id, s.id, other.id, c.id, 'blind', 'work', 'submitted', now() from samples s, other, criteria_sets c where c.task_id = s.task_id and s.id = any ($3) returning id)
     insert into evaluations (assignment_id, criterion_id, score, complete) select made.id, c, 2, true from made, unnest($4::uuid[]) c`,
    [projectId, another.userId, [blind[0]?.sampleId, drafted[0]?.sampleId, drafted[1]?.sampleId], one.criteria],
  );
  await pool().query("update assignments set packed_ratings = pack_ratings(id) where task_id = $1", [taskId]);
  expect(await reported()).toMatchObject({ labelled: 10, unlabelled: 22, draw: { leftOut: 2 } });

  const { rows } = await pool().query<{ id: string }>("select id from annotators where user_id = $1", [annotator.userId]);
  await excludeAnnotator(one.researcher, { projectId, taskId, annotatorId: rows[0]?.id ?? "", reason: "Too fast." });
  expect(await reported(), "nobody who is left rated in the plan").toMatchObject({ labelled: 0, unlabelled: 32, draw: { leftOut: 3 } });
  const withAll = sharpenedIn(await readReport(instanceAdmin, { projectId, excluded: "with" }));
  expect(withAll).toMatchObject({ labelled: 10, unlabelled: 22, draw: { leftOut: 2 } });
});

test("with one judge's scores the plan says what it lacks and cannot start", async () => {
  const made = await loadSmallStudy(smallBundle(4));
  const researcher = await member(made.projectId, "researcher");
  const plan = { taskId: made.taskId, ...planContent.parse({ ...choices, samples: 2 }) };
  const message = "No sample has scores of two judges, so nothing is known of where they differ.";
  expect((await previewPlan(researcher, plan)).problems).toContainEqual({ field: "draw", blocks: true, message });
  await savePlan(researcher, plan);
  expect(await refusal(startPlan(researcher, { taskId: made.taskId }))).toMatchObject({ code: "conflict", message });
});
