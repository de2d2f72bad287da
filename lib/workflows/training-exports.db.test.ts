import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { TrainingLine } from "@/lib/datasets/training/training-group";
import { pool } from "@/lib/db/client";
import { type TrainingManifest, trainingFiles, trainingOptions, trainingSplits } from "@/lib/domain/training";
import { temporaryDatabase } from "@/lib/testing/database";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { smallPairs } from "@/lib/testing/small-pairs";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { exportTraining } from "./export-training";
import { nextAssignment } from "./next-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

interface Study {
  projectId: string;
  taskId: string;
}

async function exported({ projectId, taskId }: Study, given: Record<string, string>, actor = instanceAdmin) {
  const options = trainingOptions.parse(given);
  const texts = { train: "", validation: "", test: "", manifest: "" };
  const { pieces } = await exportTraining(actor, { projectId, taskId, options, files: trainingFiles });
  for await (const { file, text } of pieces) texts[file] += text;
  const manifest = JSON.parse(texts.manifest) as TrainingManifest;
  for (const { split, lines, sha256 } of manifest.files) {
    expect(texts[split].split("\n")).toHaveLength(lines + 1);
    expect(createHash("sha256").update(texts[split]).digest("hex")).toBe(sha256);
  }
  const lines = trainingSplits.flatMap((split) =>
    texts[split]
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as TrainingLine),
  );
  return { texts, manifest, lines: lines.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

const chosen = (lines: TrainingLine[]) => lines.map((line) => [line.id, "chosen" in line ? line.chosen[0]?.content : null]);
const completions = (lines: TrainingLine[]) => lines.map((line) => [line.id, "completion" in line ? line.completion[0]?.content : null]);
const dropped = (manifest: TrainingManifest) => Object.fromEntries(manifest.dropped.map(({ filter, count }) => [filter, count]));

test("gold labels, annotators and a judge each give their own preference pairs", async () => {
  const study = await ratedStudy("pairwise", [-1, 0]);
  const judge = await study.addJudge("J");
  await study.addRun({ judge, drafts: drafts([1, 1, 1, 1]) });
  await study.addRun({ judge, variant: "swapped", drafts: drafts([1, 1, 1, 1]) });
  const newest = await study.addRun({ judge, drafts: [...drafts([-1, null, 1]).map((one) => ({ ...one, details: { chains: [] } }))] });
  const gold = await exported(study, { format: "dpo" });
  expect(chosen(gold.lines)).toEqual([
    ["s0", "One"],
    ["s1", "One"],
    ["s2", "Two"],
  ]);
  expect(gold.manifest).toMatchObject({ source: "gold", project: study.name, runs: [], candidates: 4, read: { inputs: 4, samples: 4 } });
  expect(dropped(gold.manifest)).toEqual({ tie: 1 });
  const annotators = await exported(study, { format: "dpo", source: "annotators", reversed: "true" });
  expect(chosen(annotators.lines)).toEqual([["s0", "One"]]);
  expect(dropped(annotators.manifest)).toEqual({ "no-label": 2, tie: 1 });
  const judged = await exported(study, { format: "dpo", source: "judge:J" });
  expect(chosen(judged.lines)).toEqual([
    ["s0", "Two"],
    ["s2", "One"],
    ["s3", "One"],
  ]);
  expect(dropped(judged.manifest)).toEqual({ "chains-disagree": 1 });
  expect(judged.manifest.runs.map((run) => [run.id === newest, run.judge, run.model, run.protocol])).toEqual([
    [false, "J", "m", "critique"],
    [true, "J", "m", "critique"],
  ]);
});

test("two outputs of one input are compared by what annotators or a judge gave them", async () => {
  const bundle = smallBundle(4);
  const scores: Record<string, number> = { s1: 5, s2: 4, s3: 4, s4: 2 };
  const rescored = (drafts: (typeof bundle.judges)[number]["drafts"]) =>
    drafts.map((draft) => ({ ...draft, score: scores[draft.sampleId] ?? null }));
  const judges = bundle.judges.map((judge) => ({ ...judge, drafts: rescored(judge.drafts) }));
  const study = await loadSmallStudy({ ...bundle, judges });
  const { lines, manifest } = await exported(study, { format: "dpo", source: "judge:draft judge" });
  expect(lines.map(({ id }) => id)).toEqual(["s1 > s2", "s3 > s4"]);
  expect(lines[0]?.prompt).toEqual([{ role: "user", content: "Question 0?" }]);
  expect(manifest.score).toMatchObject({ criteria: ["Clear", "True"], margin: 0.25, marginIn: expect.stringContaining("from 0 to 1") });
  await expect(exported(study, { format: "dpo" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/None of the 2 candidates can be used\. 2 × The source has no gold label/),
  });
});

test("a metric's scores count on the metric's own scale", async () => {
  const study = await ratedStudy("pointwise", []);
  await pool().query("update samples set input_key = 'same', input = 'Why?', output = 'Output ' || position where task_id = $1", [
    study.taskId,
  ]);
  const judge = await study.addJudge("Length", "metric", { metric: "length" });
  const runId = await study.addRun({ judge, drafts: [] });
  const criterion = await pool().query<{ id: string }>(
    `with made as (insert into criteria_sets (task_id, version, status, derived_by_run_id) select task_id, 2, 'derived', id from runs where id = $1 returning id)
     insert into criteria (criteria_set_id, position, name, scale) select id, 0, 'Length', '{"min": 0, "max": 100, "step": null, "levels": []}' from made returning id`,
    [runId],
  );
  await pool().query(
    "insert into drafts (run_id, sample_id, criterion_id, score, items, raw) select $1, id, $2, 10 * position, '[]', '' from samples where task_id = $3 and position < 3",
    [runId, criterion.rows[0]?.id, study.taskId],
  );
  const { lines, manifest } = await exported(study, { format: "dpo", source: "judge:Length", margin: "15" });
  expect(lines.map(({ id }) => id)).toEqual(["s2 > s0"]);
  expect(manifest.score).toMatchObject({ criteria: ["Length"], margin: 15 });
  expect(manifest.runs.map(({ id }) => id)).toEqual([runId]);
});

const pairCritique = (text: string, score: number) => ({
  critiques: { pointwise: { referenced: {}, free: {} }, pairwise: { free: { text, score } } },
});

test("critiques of plain runs become supervised pairs, and discarded ones are counted", async () => {
  const study = await ratedStudy("pairwise", []);
  const judge = await study.addJudge("J");
  const runId = await study.addRun({
    judge,
    drafts: [
      { sample: 0, score: 1, details: pairCritique("[A] says more.", 1) },
      { sample: 1, score: null, details: { ...pairCritique("[A] or [B].", 1), chains: [] } },
      { sample: 2, score: null, details: { critiques: { pointwise: { referenced: {}, free: {} }, pairwise: {} } } },
      { sample: 3, score: 0 },
    ],
  });
  await study.addRun({ judge, variant: "swapped", drafts: [{ sample: 3, score: 1, details: pairCritique("never", 1) }] });
  const { lines, manifest } = await exported(study, { format: "sft" });
  expect(completions(lines)).toEqual([
    ["s0 / pairwise-free / J", "[A] says more.\nVerdict: [A]"],
    ["s0 / pairwise-free / J / swapped", "[B] says more.\nVerdict: [B]"],
  ]);
  expect(dropped(manifest)).toEqual({ "chains-disagree": 1, "dropped-by-protocol": 1, "no-critique": 1 });
  expect(manifest).toMatchObject({
    source: "judges",
    criteriaSet: { version: 1 },
    candidates: 4,
    runs: [{ id: runId, promptVersion: "1" }],
  });
  await expect(exported(study, { format: "sft", source: "judge:J", settings: "pointwise-free" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining('no critiques by the judge "J" in these settings: pointwise-free'),
  });
});

test("what an annotator leaves of a critique is exported as it reads in the sample's own order", async () => {
  const bundle = smallPairs(1);
  const study = await loadSmallStudy({ ...bundle, judges: bundle.judges.map((judge) => ({ ...judge, protocol: "critique" })) });
  const ann = await member(study.projectId, "annotator", "Ann");
  const { assignmentId } = await nextAssignment(ann, { taskId: study.taskId });
  await pool().query("update assignments set swapped = true where id = $1", [assignmentId]);
  const revised = action({ kind: "revise", itemId: "0", text: "[A] is right.", parentId: null });
  const [, accepted] = acceptAll();
  if (!accepted) throw new Error("three actions");
  const kept = { ...accepted, parentId: revised.id };
  const removed = action({ kind: "remove", itemId: "2", parentId: kept.id });
  await saveActions(ann, { assignmentId: assignmentId ?? "", criterionId: study.criteria[0] ?? "", actions: [revised, kept, removed] });
  await submitAssignment(ann, { assignmentId: assignmentId ?? "" });
  const { lines } = await exported(study, { format: "sft", source: "annotators", swap: "false" });
  // Ann saw B first, called [A].
  expect(completions(lines)).toEqual([["SECRET-SUBSET-1 / pairwise-free / Ann", "[B] is right.\nVerdict: [A]"]]);
});

test("an input stays whole in its split however many samples there are", async () => {
  const study = await ratedStudy("pairwise", []);
  await pool().query("delete from samples where task_id = $1", [study.taskId]);
  await pool().query(
    `insert into samples (task_id, external_id, position, input, output, output_b, input_key, content_hash, gold_label)
     select $1, 's' || n, n, 'Question ' || n % 900, 'One ' || n, 'Two ' || n, md5((n % 900)::text), '', 'A' from generate_series(0, 2699) n`,
    [study.taskId],
  );
  const { texts, manifest } = await exported(study, { format: "dpo", shares: "0.5,0.25,0.25", seed: "3" });
  expect(manifest).toMatchObject({ candidates: 2700, dropped: [], read: { inputs: 900, samples: 2700 } });
  const inputsOf = (text: string) => new Set([...text.matchAll(/"content":"(Question \d+)"/gu)].map((match) => match[1]));
  const sizes = trainingSplits.map((split) => inputsOf(texts[split]).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(900);
  expect(sizes).toEqual(trainingSplits.map((split) => manifest.counts[split].inputs));
  for (const split of trainingSplits) expect(manifest.counts[split].lines).toBe(3 * manifest.counts[split].inputs);
});

test("annotators may not export, and outsiders' requests and those for other projects' tasks and judges get not_found", async () => {
  const study = await ratedStudy("pairwise", []);
  const other = await ratedStudy("pairwise", []);
  await other.addJudge("Theirs");
  const annotator = await member(study.projectId, "annotator");
  await expect(exported(study, { format: "dpo" }, annotator)).rejects.toMatchObject({ code: "forbidden" });
  await expect(exported(other, { format: "dpo" }, annotator)).rejects.toMatchObject({ code: "not_found" });
  await expect(exported({ ...study, taskId: other.taskId }, { format: "dpo" })).rejects.toMatchObject({ code: "not_found" });
  await expect(exported(study, { format: "dpo", source: "judge:Theirs" })).rejects.toMatchObject({ code: "not_found" });
  const researcher = await member(study.projectId, "researcher");
  expect((await exported(study, { format: "dpo" }, researcher)).lines).toHaveLength(3);
});

test("an export that is given up in the middle gives its connection back", async () => {
  const study = await ratedStudy("pairwise", []);
  const options = trainingOptions.parse({ format: "dpo", shares: "1,0,0" });
  for (let turn = 0; turn < 10; turn++) {
    const { pieces } = await exportTraining(instanceAdmin, { ...study, options, files: ["train"] });
    for await (const { file } of pieces) {
      expect(file).toBe("train");
      break;
    }
  }
  expect((await exported(study, { format: "dpo" })).lines).toHaveLength(3);
});

test("inputs that read the same are in one split, whatever their input_id", async () => {
  const study = await ratedStudy("pairwise", []);
  await pool().query("delete from samples where task_id = $1", [study.taskId]);
  // Each question has two input_ids and slightly different texts; every third input_id is shared with the next question.
  await pool().query(
    `insert into samples (task_id, external_id, position, input, output, output_b, input_key, content_hash, gold_label)
     select $1::uuid, 's' || n, n, case n % 2 when 0 then 'Question ' || n / 2 else ' question  ' || n / 2 end, 'One ' || n, 'Two', 'k' || n, '', 'A'
     from generate_series(0, 399) n
     union all
     select $1, 't' || n, 400 + n, 'Question ' || n + 1, 'Three ' || n, 'Two', 'k' || 2 * n, '', 'A' from generate_series(0, 198, 3) n`,
    [study.taskId],
  );
  const shares = { format: "dpo", shares: "0.5,0.25,0.25" };
  const { texts, manifest } = await exported(study, shares);
  expect(manifest).toMatchObject({ candidates: 467, read: { inputs: 400, samples: 467 } });
  const splitsOf = new Map<string, Set<string>>();
  for (const split of trainingSplits) {
    for (const [, question = ""] of texts[split].matchAll(/"content":"\s*question\s+(\d+)"/giu)) {
      splitsOf.set(question, (splitsOf.get(question) ?? new Set()).add(split));
    }
    expect(manifest.counts[split].lines).toBeGreaterThan(0);
  }
  expect(splitsOf.size).toBe(200);
  expect([...splitsOf.values()].every((splits) => splits.size === 1)).toBe(true);
  // A name that two questions share keeps them together too.
  for (let question = 0; question < 199; question += 3) expect(splitsOf.get(String(question))).toEqual(splitsOf.get(String(question + 1)));
  const again = await exported(study, shares);
  expect(again.texts).toMatchObject({ train: texts.train, validation: texts.validation, test: texts.test });
});

test("one split may be empty, but if all are, every file is refused with the reason", async () => {
  const study = await ratedStudy("pairwise", []);
  const ask = async (files: ("train" | "test" | "manifest")[], given: Record<string, string>) => {
    const { pieces } = await exportTraining(instanceAdmin, {
      ...study,
      options: trainingOptions.parse({ format: "dpo", ...given }),
      files,
    });
    let text = "";
    for await (const piece of pieces) text += piece.text;
    return text;
  };
  expect(await ask(["test"], { shares: "1,0,0" })).toBe("");
  for (const file of ["train", "test", "manifest"] as const) {
    await expect(ask([file], { source: "annotators" })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/None of the 4 candidates/),
    });
  }
  await pool().query("delete from samples where task_id = $1", [study.taskId]);
  await expect(ask(["test"], {})).rejects.toMatchObject({ message: "The task has no samples." });
});

test("training data made from annotators leaves excluded people out as reports do, unless their work is asked for", async () => {
  const study = await ratedStudy("pairwise", [-1, 0]);
  await pool().query("insert into exclusions (annotator_id, reason) select id, 'Too fast.' from annotators where project_id = $1", [
    study.projectId,
  ]);
  await expect(exported(study, { format: "dpo", source: "annotators" })).rejects.toMatchObject({ code: "conflict" });
  const whole = await exported(study, { format: "dpo", source: "annotators", excluded: "with" });
  expect(chosen(whole.lines)).toEqual([["s0", "Two"]]);
  expect(whole.manifest.excluded).toBe("with");
  expect((await exported(study, { format: "dpo" })).manifest.excluded).toBeNull();
});
