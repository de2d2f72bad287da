import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import type { Scale } from "@/lib/domain/criterion";
import type { ExportFormat } from "@/lib/domain/export-format";
import type { Actor } from "@/lib/domain/policy";
import { planContent } from "@/lib/domain/study-plan";
import { temporaryDatabase } from "@/lib/testing/database";
import { labelled } from "@/lib/testing/labels";
import { recordStatements } from "@/lib/testing/plans";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { exportProject } from "./export-project";
import { getSample } from "./get-sample";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { revealDrafts } from "./reveal-drafts";
import { saveActions } from "./save-actions";
import { savePlan } from "./save-plan";
import { startPlan } from "./start-plan";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const several: Scale = { min: 1, max: 5, step: 1, levels: [], several: true };

async function studyOf(scale: Scale, samples = 1) {
  const bundle = smallBundle(samples);
  const [first] = bundle.criteria;
  if (first) first.scale = scale;
  if (scale.kind) bundle.judges = [];
  const study = await loadSmallStudy(bundle);
  if (scale.kind) await pool().query("update tasks set arm = 'blind' where id = $1", [study.taskId]);
  const [clear = "", truth = ""] = study.criteria;
  return { ...study, clear, truth, annotator: await member(study.projectId, "annotator", "Ann") };
}

/** Steps as a chain of actions after the given one. */
function chain(parent: NewAction | null, ...steps: Pick<NewAction, "kind" | "score">[]): NewAction[] {
  const actions: NewAction[] = [];
  for (const step of steps) actions.push(action({ ...step, parentId: (actions.at(-1) ?? parent)?.id ?? null }));
  return actions;
}
const score = (value: number) => ({ kind: "set-score" as const, score: value });
const allow = (value: number) => ({ kind: "allow" as const, score: value });
const disallow = (value: number) => ({ kind: "disallow" as const, score: value });

const storedOf = async (assignmentId: string) =>
  (
    await pool().query(
      "select e.score, e.also_acceptable as also from evaluations e join criteria c on c.id = e.criterion_id where e.assignment_id = $1 order by c.position",
      [assignmentId],
    )
  ).rows;

describe("a save", () => {
  test("stores what is also acceptable with the score, by as many statements as any other, at first and onward", async () => {
    const { annotator, taskId, clear } = await studyOf(several);
    const assignmentId = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
    const save = async (actions: NewAction[]) =>
      (await recordStatements(() => saveActions(annotator, { assignmentId, criterionId: clear, actions }))).statements;
    const first = chain(null, score(4), allow(5), allow(2));
    expect(await save(first)).toHaveLength(2);
    expect(await storedOf(assignmentId)).toEqual([{ score: 4, also: [2, 5] }]);
    const onward = chain(first.at(-1) ?? null, disallow(5), allow(3));
    expect(await save(onward)).toHaveLength(1);
    expect(await storedOf(assignmentId)).toEqual([{ score: 4, also: [2, 3] }]);
    expect(await save(onward), "repeated").toHaveLength(2);
    await save(chain(onward.at(-1) ?? null, score(3)));
    expect(await storedOf(assignmentId), "absorbed").toEqual([{ score: 3, also: [2] }]);
  });

  test("is refused where one score alone is right, and where no score is given yet", async () => {
    const { annotator, taskId, clear, truth } = await studyOf(several);
    const assignmentId = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
    const refused = async (criterionId: string, ...steps: Parameters<typeof chain>[1][]) =>
      (await refusal(saveActions(annotator, { assignmentId, criterionId, actions: chain(null, ...steps) }))).message;
    expect(await refused(truth, score(4), allow(3))).toMatch(/^Only one score/u);
    expect(await refused(clear, allow(3))).toMatch(/^Score first/u);
    expect(await storedOf(assignmentId)).toEqual([]);
  });
});

test("marks of the blind pass hold after the draft is shown, and can still be taken away", async () => {
  const { annotator, taskId, projectId, clear, truth } = await studyOf(several, 2);
  const researcher = await member(projectId, "researcher");
  const run = await pool().query<{ id: string }>("select id from runs where task_id = $1", [taskId]);
  const arms = [{ arm: "blind-then-drafted" as const, runId: run.rows[0]?.id ?? "" }];
  await savePlan(researcher, { taskId, ...planContent.parse({ design: "within", arms, people: 1, overlap: 1 }) });
  await startPlan(researcher, { taskId });
  const assignmentId = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
  const blind = chain(null, score(2), allow(3), allow(4));
  await saveActions(annotator, { assignmentId, criterionId: clear, actions: blind });
  expect(JSON.stringify(await openAssignment(annotator, { assignmentId }))).not.toContain("SECRET-DRAFT");
  await saveActions(annotator, { assignmentId, criterionId: truth, actions: chain(null, score(1)) });
  await revealDrafts(annotator, { assignmentId });
  expect((await storedOf(assignmentId))[0]).toEqual({ score: 2, also: [3, 4] });
  const accepted = action({ kind: "accept", itemId: "1", parentId: blind.at(-1)?.id ?? null });
  await saveActions(annotator, { assignmentId, criterionId: clear, actions: [accepted] });
  expect((await storedOf(assignmentId))[0], "the draft's score was a mark").toEqual({ score: 4, also: [3] });
  await saveActions(annotator, { assignmentId, criterionId: clear, actions: chain(accepted, disallow(3), allow(2)) });
  expect((await storedOf(assignmentId))[0]).toEqual({ score: 4, also: [2] });
});

/** A study whose only sample Ann has submitted, with marks on the first criterion alone. */
async function submitted(scale: Scale, steps: Parameters<typeof chain>[1][]) {
  const study = await studyOf(scale);
  const assignmentId = (await nextAssignment(study.annotator, study)).assignmentId ?? "";
  const lines = scale.kind ? [] : acceptAll();
  const actions = [...lines, ...chain(lines.at(-1) ?? null, ...steps)];
  await saveActions(study.annotator, { assignmentId, criterionId: study.clear, actions });
  await saveActions(study.annotator, { assignmentId, criterionId: study.truth, actions: scale.kind ? chain(null, score(2)) : acceptAll() });
  await submitAssignment(study.annotator, { assignmentId });
  const { rows } = await pool().query<{ id: string }>("select sample_id as id from assignments where id = $1", [assignmentId]);
  return { ...study, assignmentId, sampleId: rows[0]?.id ?? "" };
}

describe("work with marks", () => {
  let study: Awaited<ReturnType<typeof submitted>>;
  let labels: typeof study;
  beforeAll(async () => {
    study = await submitted(several, [score(4), allow(5), allow(3)]);
    labels = await submitted({ ...labelled("made up", "out of date", "fine"), several: true }, [score(2), allow(1), allow(0)]);
  });
  const linesOf = async (projectId: string, format: ExportFormat) =>
    (await text(Readable.from((await exportProject(instanceAdmin, { projectId, format })).body))).trimEnd().split(/\r?\n/u);

  test("is exported with them in the last columns, by name where the criterion has labels", async () => {
    const ends = (lines: string[], cells: number) => lines.map((line) => line.split(",").slice(-cells).join(",")).sort();
    const judged = ["false,", "false,", "false,"];
    expect(ends(await linesOf(study.projectId, "long-csv"), 2)).toEqual([...judged, "false,3 | 5", "excluded,also_acceptable"].sort());
    expect(ends(await linesOf(labels.projectId, "long-csv"), 3)).toEqual(
      [",false,", ",false,made up | out of date", "protocol,excluded,also_acceptable"].sort(),
    );
    const header = "Clear | Ann,Clear | draft judge,True | Ann,True | draft judge,Clear | Ann | also_acceptable";
    expect(ends(await linesOf(study.projectId, "csv"), 5).sort()).toEqual(["4,4,4,4,3 | 5", header].sort());
    expect(ends(await linesOf(study.projectId, "excel"), 5).sort()).toEqual(["4,4,4,4,3 | 5", header].sort());
  });

  test("is in JSON Lines with them as lists", async () => {
    const rows = async (projectId: string, type: string) =>
      (await linesOf(projectId, "jsonl")).map((line) => JSON.parse(line)).filter((row) => row.type === type);
    expect((await rows(study.projectId, "evaluation")).map((row) => [row.criterion, row.score, row.alsoAcceptable])).toEqual([
      ["Clear", 4, [3, 5]],
      ["True", 4, []],
    ]);
    const [labelled] = await rows(labels.projectId, "evaluation");
    expect([labelled.score, labelled.alsoAcceptable]).toEqual(["fine", ["made up", "out of date"]]);
    expect(labelled.actions.map(({ kind, score }: { kind: string; score: unknown }) => [kind, score])).toEqual([
      ["set-score", "fine"],
      ["allow", "out of date"],
      ["allow", "made up"],
    ]);
    const [sample] = await rows(study.projectId, "sample");
    expect(sample.scores.map((given: { rater: string; alsoAcceptable: unknown }) => [given.rater, given.alsoAcceptable])).toEqual([
      ["Ann", [3, 5]],
      ["draft judge", []],
      ["Ann", []],
      ["draft judge", []],
    ]);
  });

  test("is on the sample's page, and withheld with the scores from who has the sample open", async () => {
    const researcher = await member(study.projectId, "researcher");
    const marksFor = async (reader: Actor) =>
      (await getSample(reader, { sampleId: study.sampleId })).units.flatMap((unit) => unit.evaluations.map((one) => one.alsoAcceptable));
    expect(await marksFor(researcher)).toEqual([[3, 5], []]);
    const { assignmentId = "" } = (await nextAssignment(researcher, study)) as { assignmentId?: string };
    expect(JSON.stringify(await getSample(researcher, { sampleId: study.sampleId }))).not.toMatch(/alsoAcceptable|allow/u);
    expect((await refusal(openAssignment(researcher, { assignmentId: study.assignmentId }))).code).toBe("forbidden");
    const own = await openAssignment(researcher, { assignmentId });
    expect(own.units.map(({ actions }) => actions)).toEqual([[], []]);
    expect(JSON.stringify(own)).not.toContain('"allow"');
  });
});
