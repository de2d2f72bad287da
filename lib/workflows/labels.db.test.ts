import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { parseScale } from "@/lib/domain/criterion";
import type { ExportFormat } from "@/lib/domain/export-format";
import { taskContent } from "@/lib/domain/project";
import { temporaryInstance } from "@/lib/testing/accounts";
import { labelled } from "@/lib/testing/labels";
import { refusal } from "@/lib/testing/refusal";
import { action, instanceAdmin, member } from "@/lib/testing/small-study";
import { adjudicate } from "./adjudicate";
import { confirmAdjudication } from "./confirm-adjudication";
import { createCriteriaSet } from "./create-criteria-set";
import { createProject } from "./create-project";
import { createTask } from "./create-task";
import { exportProject } from "./export-project";
import { getAdjudication } from "./get-adjudication";
import { importFile } from "./import-file";
import { listAdjudications } from "./list-adjudications";
import { listCriteriaSets } from "./list-criteria-sets";
import { nextAssignment } from "./next-assignment";
import { publishCriteriaSet } from "./publish-criteria-set";
import { readReport } from "./read-report";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryInstance();

const samples = 'id,input,output,system\n1,What is rain?,Water.,a\n2,What is snow?,Ice.,b\n3,What is hail?,"Ice, too.",a\n';
const header = "sample_id,criterion,rater,rater_kind,score,label,arm\n";
const ratings = `${header}1,Cause,Ann,annotator,,made up,blind
1,Cause,Bob,annotator,,Made  Up,blind
2,Cause,Ann,annotator,,out of date,blind
2,Cause,Bob,annotator,,"other, or none",blind
3,Cause,Ann,annotator,,"other, or none",blind
1,Cause,model-x,judge,,made up,
2,Cause,model-x,judge,,made up,
1,Clear,Ann,annotator,4,,blind
1,Clear,model-x,judge,2,,
`;

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content);
}

const importInto =
  (projectId: string) =>
  (content: string, fileName = "ratings.csv", scale?: string) =>
    importFile(instanceAdmin, {
      projectId,
      fileName,
      taskName: "Answers",
      format: "auto",
      scale: scale === undefined ? undefined : (parseScale(scale) ?? undefined),
      body: bytesOf(content),
      skipBadRows: false,
    });

let made = 0;
/** A task with a criterion of labels and one of numbers, and three samples. */
async function study() {
  const project = await createProject(instanceAdmin, { name: `Labels ${++made}`, description: "" });
  const task = await createTask(instanceAdmin, { projectId: project.id, ...taskContent.parse({ name: "Answers", arm: "blind" }) });
  const base = { definition: "", overall: false };
  const draft = await createCriteriaSet(instanceAdmin, {
    taskId: task.id,
    criteria: [
      { name: "Cause", scale: labelled("made up", "out of date", "other, or none"), ...base },
      { name: "Clear", scale: { min: 1, max: 5, step: 1, levels: [] }, ...base },
    ],
  });
  await publishCriteriaSet(instanceAdmin, { criteriaSetId: draft.id });
  const load = importInto(project.id);
  await load(samples, "samples.csv");
  const exported = async (format: ExportFormat) =>
    text(Readable.from((await exportProject(instanceAdmin, { projectId: project.id, format })).body));
  return { projectId: project.id, taskId: task.id, load, exported };
}

test("labels are imported by name, once, and count as labels in the report", async () => {
  const { projectId, load } = await study();
  expect((await load(ratings)).counts).toMatchObject({ ratings: 9 });
  expect((await load(ratings)).counts).toMatchObject({ ratings: 0, ratingsUnchanged: 9 });
  const [report] = (await readReport(instanceAdmin, { projectId, taskId: undefined })).tasks;
  expect(report?.criteria.map(({ name, labels }) => [name, labels])).toEqual([
    ["Cause", ["made up", "out of date", "other, or none"]],
    ["Clear", null],
  ]);
  expect(report?.scores.perCriterion.Cause).toMatchObject({
    annotators: { n: 5, mean: null, histogram: { "made up": 2, "out of date": 1, "other, or none": 2 } },
    "model-x": { n: 2, mean: null, histogram: { "made up": 2 } },
  });
  expect(report?.labels.Cause?.annotators.rawAgreement).toMatchObject({ value: 0.5, n: 2 });
  expect(report?.labels.Cause?.withJudge["model-x"]).toMatchObject({ withoutMajority: 1, rawAgreement: { value: 1, n: 1 } });
  expect(report?.agreement.perCriterion.Cause?.annotators.ordinal).toMatchObject({ value: null, why: "labels" });
  expect(report?.bias["model-x"]?.perCriterion).toMatchObject({ Cause: { value: null, why: "labels" }, Clear: { value: -2 } });
});

test("a label that is not one names file, row and field, and nothing is written", async () => {
  const { load } = await study();
  const known = `"Cause" has the labels "made up", "out of date", "other, or none"`;
  const bad = `${header}1,Cause,Ann,annotator,,made up,blind
2,Cause,Ann,annotator,,invented,blind
3,Cause,Ann,annotator,1,,blind
1,Cause,Bob,annotator,2,made up,blind
`;
  const refused = await refusal(load(bad));
  expect(refused.details).toMatchObject({
    problems: [
      { file: "ratings.csv", row: 3, field: "label", message: `"invented" is not a label; ${known}` },
      { file: "ratings.csv", row: 4, field: "label", message: `the label is missing; ${known}` },
      { file: "ratings.csv", row: 5, field: "score", message: `the label says "made up", the score 2; ${known}, and no scores` },
    ],
  });
  await load(ratings);
  const changed = await refusal(load(`${header}2,Cause,Ann,annotator,,made up,blind\n`));
  expect(changed.details).toMatchObject({
    problems: [{ row: 2, message: '"Ann" already gave this sample and criterion the label "out of date"; this row says "made up"' }],
  });
});

test("labels declared with an import make the criterion, and another set of labels is refused", async () => {
  const { load, projectId } = await study();
  const project = await createProject(instanceAdmin, { name: "Declared", description: "" });
  const into = importInto(project.id);
  await into(samples, "samples.csv");
  const rated = `${header}1,Truth,Ann,annotator,,false,blind\n2,Truth,Ann,annotator,,TRUE,blind\n`;
  expect((await into(rated, "ratings.csv", "true|false|unclear")).counts).toMatchObject({ criteria: 1, ratings: 2 });
  const [report] = (await readReport(instanceAdmin, { projectId: project.id, taskId: undefined })).tasks;
  expect(report?.scores.perCriterion.Truth?.annotators?.histogram).toEqual({ true: 1, false: 1, unclear: 0 });
  const unknown = await refusal(load(`${header}1,Truth,Ann,annotator,,false,blind\n`, "ratings.csv", "true|false"));
  expect(unknown.details).toMatchObject({ problems: [{ field: "criterion" }] });
  expect(projectId).not.toBe(project.id);
});

test("every export has the label in place of a score", async () => {
  const { load, exported } = await study();
  await load(ratings);
  const [head, first, second, third] = (await exported("csv")).split("\r\n");
  expect(head).toContain("Cause | Ann,Cause | Bob,Cause | model-x,Clear | Ann,Clear | model-x");
  expect(first).toMatch(/,made up,made up,made up,4,2$/u);
  expect(second).toMatch(/,out of date,"other, or none",made up,,$/u);
  expect(third).toMatch(/,"other, or none",,,,$/u);
  expect(await exported("excel")).toContain('out of date,"other, or none",made up');
  const long = await exported("long-csv");
  expect(long).toContain('\n2/Cause,Bob,"other, or none",Cause,2,');
  expect(long).toContain("\n1/Clear,Ann,4,Clear,1,");
  const lines = (await exported("jsonl"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const of = (type: string, criterion: string) => lines.filter((line) => line.type === type && line.criterion === criterion);
  expect(lines[0].scores.map(({ criterion, rater, score }: Record<string, unknown>) => [criterion, rater, score])).toEqual([
    ["Cause", "Ann", "made up"],
    ["Cause", "Bob", "made up"],
    ["Cause", "model-x", "made up"],
    ["Clear", "Ann", 4],
    ["Clear", "model-x", 2],
  ]);
  expect(of("evaluation", "Cause").map(({ score, actions }) => [score, actions[0].score])).toContainEqual(["out of date", "out of date"]);
  expect(of("evaluation", "Clear").map(({ score, actions }) => [score, actions[0].score])).toEqual([[4, 4]]);
  expect(of("draft", "Cause").map(({ score, items }) => [score, items[0].text])).toEqual([
    ["made up", "Label: made up"],
    ["made up", "Label: made up"],
  ]);
  expect(of("draft", "Clear").map(({ score }) => score)).toEqual([2]);
});

test("an annotator's score must be a label's place, and is stored as the label", async () => {
  const { projectId, taskId, exported } = await study();
  const ann = await member(projectId, "annotator", "Cleo");
  const assignmentId = (await nextAssignment(ann, { taskId })).assignmentId ?? "";
  const [set] = (await listCriteriaSets(instanceAdmin, { taskId })).items;
  const [cause, clear] = set?.criteria.map(({ id }) => id) ?? [];
  const save = (criterionId: string | undefined, score: number) =>
    saveActions(ann, { assignmentId, criterionId: criterionId ?? "", actions: [action({ kind: "set-score", score, parentId: null })] });
  for (const score of [3, 0.5, -1])
    await expect(save(cause, score)).rejects.toMatchObject({
      code: "invalid_input",
      message: `The score ${score} is not a label of this criterion, which has "made up", "out of date", "other, or none".`,
    });
  expect(await save(cause, 2)).toMatchObject({ evaluation: { score: 2, complete: true } });
  await save(clear, 5);
  await submitAssignment(ann, { assignmentId });
  expect(await exported("long-csv")).toContain('/Cause,Cleo,"other, or none",Cause');
});

test("units with labels are adjudicated: by the share of pairs that differ, with the most frequent label in place of the median", async () => {
  const { projectId, taskId, load, exported } = await study();
  await load(`${header}1,Cause,Ann,annotator,,made up,blind
1,Cause,Bob,annotator,,made up,blind
1,Cause,Cy,annotator,,out of date,blind
2,Cause,Ann,annotator,,made up,blind
2,Cause,Bob,annotator,,"other, or none",blind
3,Cause,Ann,annotator,,made up,blind
3,Cause,Bob,annotator,,made up,blind
1,Cause,model-x,judge,,out of date,
2,Cause,model-x,judge,,out of date,
`);
  const { items } = await listAdjudications(instanceAdmin, { taskId, limit: 50 });
  expect(items.map(({ number, labelled: are, range, meanDifference }) => [number, are, range, meanDifference])).toEqual([
    [2, true, 1, 1],
    [1, true, 1, 2 / 3],
    [3, true, 0, 0],
  ]);
  const [split, disputed] = items.map(({ sampleId, criterionId }) => ({ taskId, sampleId, criterionId }));
  if (split === undefined || disputed === undefined) throw new Error("Nothing is disputed.");
  expect((await refusal(adjudicate(instanceAdmin, { ...split, score: 3, reason: "" }))).message).toBe(
    '3 is not on the scale of Cause, which has "made up", "out of date", "other, or none".',
  );
  for (const [unit, first] of [
    [split, 2],
    [disputed, 0],
  ] as const) {
    const { id } = await adjudicate(instanceAdmin, { ...unit, score: first, reason: "" });
    expect(await getAdjudication(instanceAdmin, unit)).toMatchObject({ mine: { firstScore: first }, judge: { name: "model-x", score: 1 } });
    await confirmAdjudication(instanceAdmin, { adjudicationId: id, score: 1, reason: "It was true once" });
  }
  // No label is the most frequent one in the split unit, so nothing is said about people there.
  expect((await getAdjudication(instanceAdmin, split)).labels).toMatchObject([{ label: null, change: "towards" }]);
  expect((await getAdjudication(instanceAdmin, disputed)).labels).toMatchObject([{ label: "towards", change: "towards" }]);
  const [report] = (await readReport(instanceAdmin, { projectId, taskId: undefined })).tasks;
  expect(report?.adjudicated).toMatchObject({
    ...{ units: 2, offered: { units: 3, meanRange: null, meanRangeAdjudicated: null } },
    label: { towards: { count: 1, n: 1 } },
    change: { towards: { count: 2, n: 2 } },
    judges: { "model-x": { perCriterion: { Cause: { association: { value: null, why: "labels" }, error: { value: 0, n: 2 } } } } },
    people: { perCriterion: { Cause: { error: { value: 1, n: 1 } } } },
  });
  const rows = (await exported("adjudicated-csv")).trim().split("\r\n").slice(1);
  expect(rows.map((row) => row.replace(/,[^,]*,[^,]*Z,/u, ",…,"))).toEqual([
    "1,Cause,out of date,made up,model-x,out of date,towards,towards,made up,1,3,…,It was true once",
    '2,Cause,out of date,"other, or none",model-x,out of date,,towards,,1,2,…,It was true once',
  ]);
});
