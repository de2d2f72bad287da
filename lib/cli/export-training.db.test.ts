import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { TrainingManifest } from "@/lib/domain/training";
import { temporaryDatabase } from "@/lib/testing/database";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { exportCommand } from "./export";

temporaryDatabase();
let folder = "";
let project = "";

beforeAll(async () => {
  const study = await ratedStudy("pairwise", [1, 1, -1, 0]);
  project = study.name;
  await study.addRun({ judge: await study.addJudge("J"), drafts: drafts([-1, -1, -1, -1]) });
  folder = await mkdtemp(join(tmpdir(), "training-"));
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => exportCommand().parseAsync(["--project", project, ...args], { from: "user" });
const manifestIn = async (place: string) => JSON.parse(await readFile(join(place, "manifest.json"), "utf8")) as TrainingManifest;

test("preference pairs go to a folder as three files and a manifest", async () => {
  const place = join(folder, "new", "dpo");
  await run("--format", "dpo", "--source", "judge:J", "--reversed", "--shares", "0,0,1", "--seed", "5", "-o", place);
  expect((await readdir(place)).sort()).toEqual(["manifest.json", "test.jsonl", "train.jsonl", "validation.jsonl"]);
  expect(await readFile(join(place, "train.jsonl"), "utf8")).toBe("");
  const [first] = (await readFile(join(place, "test.jsonl"), "utf8")).split("\n");
  expect(JSON.parse(first ?? "")).toMatchObject({ chosen: [{ content: "One" }], rejected: [{ content: "Two" }] });
  const manifest = await manifestIn(place);
  expect(manifest).toMatchObject({ format: "dpo", source: "judge:J", reversed: true, split: { seed: 5 } });
  expect(manifest.counts.test.lines).toBe(4);
});

test("files of an earlier export are replaced only with --force", async () => {
  const place = join(folder, "kept");
  await run("--format", "dpo", "-o", place);
  const before = await manifestIn(place);
  await expect(run("--format", "sft", "-o", place)).rejects.toThrow(/already exists; --force replaces it/);
  expect(await manifestIn(place)).toEqual(before);
  await writeFile(join(place, "notes.txt"), "mine");
  await run("--format", "dpo", "--source", "judge:J", "--force", "-o", place);
  expect(await manifestIn(place)).toMatchObject({ source: "judge:J" });
  expect((await readdir(place)).sort()).toEqual(["manifest.json", "notes.txt", "test.jsonl", "train.jsonl", "validation.jsonl"]);
});

test("an export without lines says why, and leaves the files of an earlier one unchanged", async () => {
  const place = join(folder, "kept");
  const before = await manifestIn(place);
  const asked = run("--format", "sft", "--no-swap", "--settings", "pairwise-free", "--force", "-o", place);
  await expect(asked).rejects.toThrow(/None of the 4 candidates can be used\. 4 × The draft or evaluation has no critique/);
  expect(await manifestIn(place)).toEqual(before);
  expect((await readdir(place)).sort()).toEqual(["manifest.json", "notes.txt", "test.jsonl", "train.jsonl", "validation.jsonl"]);
});

test("impossible options are bad usage and leave no folder behind", async () => {
  const place = join(folder, "none");
  const bad = (...args: string[]) => expect(run(...args, "-o", place)).rejects;
  await expect(run("--format", "dpo")).rejects.toMatchObject({ name: "UsageError" });
  await bad("--format", "dpo", "--shares", "1,1,1").toThrow(/--shares: Shares must be three numbers/);
  await bad("--format", "dpo", "--source", "everyone").toThrow(/--source: The source must be gold/);
  await bad("--format", "dpo", "--source", "judge:None").toThrow(/no such judge/);
  await bad("--format", "dpo", "--margin", "1").toThrow(/one output per sample/);
  await bad("--format", "csv", "--reversed").toThrow(/--reversed applies to dpo and sft, not to csv/);
  await bad("--format", "jsonl", "--no-swap").toThrow(/--no-swap applies to dpo and sft/);
  expect((await readdir(folder)).includes("none")).toBe(false);
});
