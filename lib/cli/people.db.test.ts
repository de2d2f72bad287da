import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import type { TaskPeople } from "@/lib/domain/task-person";
import { temporaryDatabase } from "@/lib/testing/database";
import { plannableStudy, rateOne } from "@/lib/testing/planned-study";
import { member } from "@/lib/testing/small-study";
import { peopleCommand } from "./people";

temporaryDatabase();
let printed = "";
let project = "";

beforeAll(async () => {
  const study = await plannableStudy(4);
  for (const name of ["Ann", "Bob"]) await rateOne(study, await member(study.projectId, "annotator", name));
  project = (await pool().query<{ name: string }>("select name from projects where id = $1", [study.projectId])).rows[0]?.name ?? "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterAll(() => vi.restoreAllMocks());

async function run<T>(...args: string[]): Promise<T> {
  printed = "";
  await peopleCommand().parseAsync([...args, "--project", project], { from: "user" });
  return JSON.parse(printed);
}

const reasons = async () =>
  (await run<TaskPeople>("list")).items.map(({ label, exclusions }) => [label, ...exclusions.map(({ reason }) => reason)]);

test("an annotator is excluded by name with a reason, listed so, and included again", async () => {
  expect(await reasons()).toEqual([["Ann"], ["Bob"]]);
  await run("exclude", "Bob", "--reason", "Too fast.", "--whole-project");
  expect(await reasons()).toEqual([["Ann"], ["Bob", "Too fast."]]);
  expect(await run("include", "Bob")).toEqual({ lifted: 1 });
  expect(await reasons()).toEqual([["Ann"], ["Bob"]]);
});

test("an unknown name, an empty reason and a person who is not excluded are refused by name", async () => {
  await expect(run("exclude", "Nobody", "--reason", "x")).rejects.toThrow('No annotator of this task is called "Nobody".');
  await expect(run("exclude", "Ann", "--reason", " ")).rejects.toThrow("--reason must say why.");
  await expect(run("include", "Ann")).rejects.toThrow("Ann is not excluded.");
});
