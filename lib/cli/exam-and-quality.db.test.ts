import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { decide, examStudy, takeExam } from "@/lib/testing/exam-study";
import { plannableStudy, rateAll, started } from "@/lib/testing/planned-study";
import { member } from "@/lib/testing/small-study";
import { examCommand } from "./exam";
import { qualityCommand } from "./quality";

temporaryDatabase();
let printed = "";

beforeEach(() => {
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterAll(() => vi.restoreAllMocks());

const nameOf = async (projectId: string) =>
  (await pool().query<{ name: string }>("select name from projects where id = $1", [projectId])).rows[0]?.name ?? "";
const cells = () => printed.split("\n").map((line) => line.trim().split(/ {2,}/u));

test("the exam in force and everybody's tries are printed as a table, and in full as JSON", async () => {
  const study = await examStudy();
  await takeExam(study, study.ann, false);
  await takeExam(study, study.ann, true);
  const bob = await member(study.projectId, "annotator", "Bob");
  await takeExam(study, bob, false);
  await decide(study, bob, "grant-try");
  const args = ["--project", await nameOf(study.projectId)];
  await examCommand().parseAsync(args, { from: "user" });
  expect(printed).toContain("Version 1 is in force: 2 samples, pass mark 75%, criteria version 1.\n");
  expect(cells()).toEqual(
    expect.arrayContaining([
      ["Ann", "passed", "0", "1", "1", "1 of 4"],
      ["Ann", "passed", "0", "2", "1", "3 of 4"],
      ["Bob", "not passed", "2", "1", "1", "1 of 4"],
    ]),
  );
  printed = "";
  await examCommand().parseAsync([...args, "--json"], { from: "user" });
  expect(JSON.parse(printed)).toMatchObject({ exam: { version: 1, tries: 2 }, people: [{ name: "Ann" }, { name: "Bob", extraTries: 1 }] });
});

test("what a study says about people's care is printed as a table, and in full as JSON; before it starts, that there is none", async () => {
  const study = await plannableStudy();
  const args = ["--project", await nameOf(study.projectId)];
  await qualityCommand().parseAsync(args, { from: "user" });
  expect(printed).toBe("No study of this task has started yet.\n");
  await started(study, { arms: [{ arm: "blind", runId: null, share: 1 }], people: 2, overlap: 1, repeatShare: 0.4 });
  await rateAll(study, await member(study.projectId, "annotator", "Ann"));
  printed = "";
  await qualityCommand().parseAsync(args, { from: "user" });
  const [, , ann] = cells();
  // Two of five samples come back, two criteria each, and the scores are the same.
  expect(ann?.slice(1, 5)).toEqual(["-", "-", "-", expect.stringMatching(/^100\.0%.* n=4$/u)]);
  printed = "";
  await qualityCommand().parseAsync([...args, "--json"], { from: "user" });
  expect(JSON.parse(printed)).toMatchObject({ version: 1, people: [{ retest: { n: 4 } }], pooled: { retest: { n: 4 } } });
});
