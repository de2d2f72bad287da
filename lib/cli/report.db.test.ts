import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { reportCommand } from "./report";

temporaryDatabase();
let printed = "";
let project = "";

beforeAll(async () => {
  const { name, addJudge, addRun } = await ratedStudy("pairwise", [1, 1, -1, 0]);
  project = name;
  const judge = await addJudge("model");
  await addRun({ judge, drafts: drafts([1, -1, -1, 0]) });
  await addRun({ judge, variant: "swapped", drafts: drafts([1, 1, -1, 0]) });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  printed = "";
});
afterAll(async () => {
  vi.restoreAllMocks();
});

const report = (...args: string[]) => reportCommand().parseAsync(["--project", project, ...args], { from: "user" });

test("for pairs, the terminal shows who is right and whose verdicts are stable, with n and interval", async () => {
  await report();
  expect(printed).toContain("right, most annotators: 1.000 [0.510, 1.000] n=4");
  expect(printed).toContain("right, model: 0.750 [0.301, 0.954] n=4");
  expect(printed).toContain("same verdict in both orders, model: 0.750 [0.301, 0.954] n=4");
  expect(printed).not.toContain("tau-b");
});

test("with --json, it is the report model including pairs", async () => {
  await report("--json");
  const { tasks } = JSON.parse(printed) as { tasks: { kind: string; pairs: { accuracy: Record<string, { overall: object }> } }[] };
  expect(tasks[0]?.kind).toBe("pairwise");
  expect(tasks[0]?.pairs.accuracy.model?.overall).toMatchObject({ n: 4, correct: 3, ties: 1, tieShare: 0.25 });
});

test("where no better output is known, it says how far verdicts agree, and nothing of who is right", async () => {
  await pool().query("update samples set gold_label = null");
  await report();
  expect(printed).not.toContain("right, ");
  expect(printed).toContain("as most annotators, model: 0.750 [0.301, 0.954] n=4");
  // Verdicts agree on 3 of 4, by chance on 5 of 16: (12/16 - 5/16) / (11/16).
  expect(printed).toContain("kappa with most annotators, model: 0.636");
  expect(printed).toContain("same verdict by two annotators: undefined");
  expect(printed).toContain("kappa of all annotators: undefined");
});

test("an option that would do nothing is refused", async () => {
  await expect(report("-o", "report.json")).rejects.toThrow("--output goes with --freeze");
  await expect(report("--level", "nominal")).rejects.toThrow("--level goes with --freeze");
  await expect(report("--from", "frozen.gz")).rejects.toThrow("--project does not go with --from frozen.gz");
  expect(printed).toBe("");
});

test("a report is not frozen under an empty name", async () => {
  await expect(report("--freeze", " ")).rejects.toThrow("--freeze: a name of 1 to 200 characters");
});
