import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { commandLineId } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { createPromptVersion } from "@/lib/workflows/create-prompt-version";
import { listPromptVersions } from "@/lib/workflows/list-prompt-versions";
import { listProtocols } from "@/lib/workflows/list-protocols";
import { updateJudge } from "@/lib/workflows/update-judge";

temporaryDatabase();
let study: JudgedStudy;
beforeAll(async () => {
  study = await judgedStudy("http://127.0.0.1:9/v1", 1);
});

const protocol = "step-by-step";
async function ownText(prompt: string): Promise<string> {
  const found = (await listProtocols(instanceAdmin)).items.find(({ name }) => name === protocol);
  return found?.prompts.find(({ name }) => name === prompt)?.text ?? "";
}
const save = async (texts: Record<string, string>, note = "") =>
  createPromptVersion(instanceAdmin, { projectId: study.projectId, protocol, texts, note });

test("the catalogue has every protocol's options, prompts and the meaning of their placeholders", async () => {
  const { items } = await listProtocols(instanceAdmin);
  const found = items.find(({ name }) => name === protocol);
  expect(found).toMatchObject({ title: "Step by step", taskKinds: ["pointwise"], defaults: {}, needs: [], options: { type: "object" } });
  const criterion = found?.prompts.find(({ name }) => name === "criterion");
  expect(criterion?.required).toContain("output");
  expect(Object.keys(criterion?.places ?? {})).toEqual(expect.arrayContaining(["output", "scale"]));
  expect(items.find(({ name }) => name === "criteria-proposal")).toMatchObject({
    taskKinds: [],
    prompts: expect.arrayContaining([expect.anything()]),
  });
  for (const one of items) expect(one.promptVersion).toMatch(/^[0-9a-f]{8}$/);
});

test("an edit is a new version with every prompt; saving the same texts again returns their version", async () => {
  const first = await save({ system: `${await ownText("system")}\nBe strict.` }, "stricter");
  expect(first).toMatchObject({ version: 1, note: "stricter", judges: [], createdBy: commandLineId });
  expect(first.texts.criterion).toBe(await ownText("criterion"));
  const second = await save({ system: `${await ownText("system")}\nBe kind.` });
  expect(second.version).toBe(2);
  expect(second.hash).not.toBe(first.hash);
  expect((await save({ system: `${await ownText("system")}\nBe strict.` }, "another note")).id).toBe(first.id);
  const { items } = await listPromptVersions(instanceAdmin, { projectId: study.projectId });
  expect(items.map(({ version }) => version)).toEqual([2, 1]);
});

test("two simultaneous edits get two numbers", async () => {
  const texts = async (word: string) => ({ system: `${await ownText("system")}\n${word}` });
  const saved = await Promise.all([save(await texts("one")), save(await texts("two")), save(await texts("three"))]);
  expect(new Set(saved.map(({ version }) => version)).size).toBe(3);
});

test("an unusable wording is refused, naming the prompt and the invalid placeholder", async () => {
  const broken = save({ criterion: "Judge {{outptu}}.", system: "" });
  await expect(broken).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("texts.criterion: {{outptu}} is not a placeholder of this prompt"),
  });
  await expect(broken).rejects.toMatchObject({ message: expect.stringContaining("texts.system: The prompt is empty.") });
  await expect(save({ sytem: "x" })).rejects.toMatchObject({
    message: expect.stringContaining("texts.sytem: Step by step has no such prompt."),
  });
});

test("the built-in prompts need no version", async () => {
  await expect(save({})).rejects.toMatchObject({ code: "already_exists" });
  await expect(save({ system: await ownText("system") })).rejects.toMatchObject({ code: "already_exists" });
});

test("researchers can read the prompts and admins can write them; annotators can do neither", async () => {
  const [researcher, annotator] = await Promise.all([member(study.projectId, "researcher"), member(study.projectId, "annotator")]);
  expect((await listPromptVersions(researcher, { projectId: study.projectId })).items.length).toBeGreaterThan(0);
  const body = { projectId: study.projectId, protocol, texts: { system: "x" }, note: "" };
  await expect(createPromptVersion(researcher, body)).rejects.toMatchObject({ code: "forbidden" });
  await expect(listPromptVersions(annotator, { projectId: study.projectId })).rejects.toMatchObject({ code: "forbidden" });
});

test("a judge can use only a version of its own project and protocol, and the version lists it", async () => {
  const { items } = await listPromptVersions(instanceAdmin, { projectId: study.projectId });
  const version = items.at(-1);
  const judge = await study.addJudge("m", { promptVersionId: version?.id });
  expect(judge.promptVersionId).toBe(version?.id);
  const listed = (await listPromptVersions(instanceAdmin, { projectId: study.projectId })).items.at(-1);
  expect(listed?.judges).toEqual([{ id: judge.id, name: judge.name }]);
  await expect(updateJudge(instanceAdmin, { judgeId: judge.id, promptVersionId: randomUUID() })).rejects.toMatchObject({
    message: expect.stringContaining("There is no such prompt version in this project."),
  });
  const elsewhere = await pool().query<{ id: string }>("insert into projects (name) values ('Another') returning id");
  const foreign = await createPromptVersion(instanceAdmin, {
    projectId: elsewhere.rows[0]?.id ?? "",
    protocol,
    texts: { system: `${await ownText("system")}\nForeign.` },
    note: "",
  });
  await expect(study.addJudge("m", { promptVersionId: foreign.id })).rejects.toMatchObject({ code: "invalid_input" });
  const back = await updateJudge(instanceAdmin, { judgeId: judge.id, promptVersionId: null });
  expect(back.promptVersionId).toBeNull();
});
