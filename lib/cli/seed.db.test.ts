import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getTaskForWork } from "@/lib/db/task-for-work";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin } from "@/lib/testing/small-study";
import { listProjects } from "@/lib/workflows/list-projects";
import { listRuns } from "@/lib/workflows/list-runs";
import { listTasks } from "@/lib/workflows/list-tasks";
import { readReport } from "@/lib/workflows/read-report";
import { seedCommand } from "./seed";

temporaryDatabase();
let projectId = "";
beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await seedCommand().parseAsync(["demo", "--project", "Demo"], { from: "user" });
  projectId = (await listProjects(instanceAdmin)).items.find(({ name }) => name === "Demo")?.id ?? "";
});
afterAll(() => {
  vi.restoreAllMocks();
});

test("the demo shows a metric and a panel beside its other judges, with every unit drafted", async () => {
  const { items: tasks } = await listTasks(instanceAdmin, { projectId });
  const computed = await Promise.all(
    tasks.map(async ({ id: taskId, name }) => {
      const { items } = await listRuns(instanceAdmin, { taskId });
      return items
        .filter(({ imported }) => !imported)
        .map(({ judge, status, units }) => [name, judge.name, status, units.done, units.total]);
    }),
  );
  expect(computed.flat().sort()).toEqual([
    ["Birds", "Median of the models", "done", 125, 125],
    ["Everyday questions", "Length", "done", 30, 30],
    ["Which answer follows?", "Length", "done", 34, 34],
  ]);
  const report = await readReport(instanceAdmin, { projectId });
  const judges = report.tasks.map(({ task, raters }) => [task, raters.filter(({ kind }) => kind === "judge").map(({ name }) => name)]);
  expect(Object.fromEntries(judges)).toMatchObject({
    Birds: expect.arrayContaining(["Median of the models"]),
    "Everyday questions": expect.arrayContaining(["Length"]),
    "Which answer follows?": expect.arrayContaining(["Length"]),
  });
});

test("drafts to redline are still those of the judge that wrote them", async () => {
  const { items } = await listTasks(instanceAdmin, { projectId });
  const shown = await Promise.all(
    items.map(async ({ id: taskId, name }) => {
      const { runId } = await getTaskForWork(taskId);
      return [name, (await listRuns(instanceAdmin, { taskId })).items.find(({ id }) => id === runId)?.judge.name];
    }),
  );
  expect(Object.fromEntries(shown)).toMatchObject({
    "Everyday questions": "Example judge (made up)",
    "Which answer follows?": "Example judge (made up)",
  });
});

test("the made-up study has enough samples and ratings without a draft for its report to say something", async () => {
  const { tasks } = await readReport(instanceAdmin, { projectId });
  const study = tasks.find(({ task }) => task === "Everyday questions");
  expect(study?.counts).toMatchObject({ inputs: 15, samples: 30, annotators: 5, units: 120, ratings: 596 });
  expect(study?.criteria.filter(({ overall }) => overall).map(({ name }) => name)).toEqual(["Overall"]);
  for (const [name, verdict] of Object.entries(study?.chapters.verdict ?? {})) {
    expect([name, verdict.basis, verdict.flags.includes("few-units")]).toEqual([name, "without-draft", false]);
    expect([name, verdict.used.agreement.ordinal.interval === null]).toEqual([name, false]);
  }
  expect(study?.chapters.influence.effects).not.toEqual([]);
});

/** The made-up studies' own reports. */
async function madeUpReports() {
  const { tasks } = await readReport(instanceAdmin, { projectId });
  return tasks.filter(({ task }) => task !== "Birds").sort((a, b) => a.task.localeCompare(b.task));
}

test("no verdict of the made-up studies' own reports is that there are too few ratings", async () => {
  const verdicts = (await madeUpReports()).flatMap(({ verdict }) => Object.entries(verdict).map(([name, { code }]) => [name, code]));
  expect(verdicts).toEqual([
    ["Correct", "above"],
    ["Plain words", "undecided"],
    ["Answers the question", "undecided"],
    ["Overall", "above"],
    ["Preference", "at-least"],
  ]);
});

test("whether the made-up judge could replace a person is tested on every criterion of the made-up studies", async () => {
  const tested = (await madeUpReports()).flatMap(({ chapters }) =>
    Object.entries(chapters.verdict).map(([name, { altTest }]) => {
      const { passed, n, eligible } = altTest["Example judge (made up)"] ?? {};
      return [name, passed, n, eligible];
    }),
  );
  expect(tested).toEqual([
    ["Correct", false, 30, 2],
    ["Plain words", false, 30, 2],
    ["Answers the question", true, 30, 2],
    ["Overall", false, 30, 2],
    ["Preference", false, 30, 2],
  ]);
});

test("a size that the scenario ignores and a project without a name are refused", async () => {
  const seed = (...args: string[]) => seedCommand().parseAsync(args, { from: "user" });
  await expect(seed("empty", "--project", "Sized", "--samples", "5")).rejects.toThrow(
    "--samples applies to the scenario huge, not to empty",
  );
  await expect(seed("empty", "--project", " ")).rejects.toThrow("--project: a name of 1 to 200 characters");
});
