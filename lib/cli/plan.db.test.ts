import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import type { PlanSize } from "@/lib/domain/plan-size";
import type { PlanPreview, StudyPlan } from "@/lib/domain/study-plan";
import { temporaryDatabase } from "@/lib/testing/database";
import { loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { planCommand } from "./plan";

temporaryDatabase();
let folder = "";
let [printed, remarks] = ["", ""];
let names = { project: "", task: "" };

beforeAll(async () => {
  const { taskId } = await loadSmallStudy(smallBundle(10));
  const { rows } = await pool().query(
    "select p.name as project, t.name as task from tasks t join projects p on p.id = t.project_id where t.id = $1",
    [taskId],
  );
  names = rows[0];
  folder = await mkdtemp(join(tmpdir(), "redline-plan-"));
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    remarks += String(text);
    return true;
  });
});
afterEach(() => {
  [printed, remarks] = ["", ""];
});
afterAll(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const plan = async <T>(...args: string[]): Promise<T> => {
  await planCommand().parseAsync([...args, "--project", names.project, "--task", names.task], { from: "user" });
  return JSON.parse(printed) as T;
};
const fileOf = async (text: string) => {
  const path = join(folder, "plan.json");
  await writeFile(path, text);
  return path;
};

test("choices in a file that cannot be used are refused with the field to change", async () => {
  await expect(plan("save", await fileOf('{"people": 0}'))).rejects.toThrow(/plan\.json: people: /);
  await expect(plan("save", await fileOf("people: 3"))).rejects.toThrow(/plan\.json is not JSON/);
  await expect(plan("save", join(folder, "none.json"))).rejects.toThrow(/none\.json could not be read/);
});

test("a study is sized from the draft plan or a file, and what it needs is also said in words", async () => {
  const size = await plan<PlanSize>("size");
  expect(size.rows[0]).toMatchObject({ label: "This plan", ratings: 20 });
  expect(remarks).toBe(`${size.conclusion}\n`);
  printed = "";
  const wide = '{"plan": {"people": 4, "overlap": 4}, "assumptions": {"alpha": 0.7}, "targets": {"alpha": 1}}';
  expect((await plan<PlanSize>("size", await fileOf(wide))).figures.alpha).toMatchObject({ wanted: 1, reached: true });
  await expect(plan("size", await fileOf('{"assumptions": {"alpha": 2}}'))).rejects.toThrow(/plan\.json: assumptions\.alpha: /);
});

test("a plan is saved from a file, shown, started and closed", async () => {
  const tooFew = await plan<{ preview: PlanPreview }>("save", await fileOf('{"people": 2, "overlap": 3}'));
  expect(tooFew.preview.missing).toBe(10);
  expect(remarks).toBe(
    "cannot start: Overlap 3, but 2 people.\nnote: 2 places are open, and the project has 0 annotators for them. Invite 2 more, or make a participation link.\n",
  );
  printed = "";
  const saved = await plan<{ plan: StudyPlan; preview: PlanPreview }>("save", await fileOf('{"people": 4, "overlap": 2, "seed": 9}'));
  expect(saved).toMatchObject({ plan: { version: 1, status: "draft", content: { seed: 9 } }, preview: { ratings: 20 } });
  printed = "";
  const shown = await plan<{ plans: StudyPlan[]; preview: PlanPreview }>("show");
  expect(shown).toEqual({ plans: [saved.plan], preview: saved.preview });
  printed = "";
  expect(await plan<StudyPlan>("start")).toMatchObject({ version: 1, status: "running", seats: Array(4).fill({ ratings: 5 }) });
  printed = "";
  expect(await plan("close")).toEqual({ notBegun: 20, open: 0 });
});

test("a question about the size that is no object is refused, not ignored", async () => {
  await expect(plan("size", await fileOf("[1]"))).rejects.toThrow(/must be one JSON object/);
});
