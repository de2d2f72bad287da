import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import type { JudgeCandidate, JudgeTrial } from "@/lib/domain/judge-improvement";
import type { JudgeWatch } from "@/lib/domain/judge-watch";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { scoreForLearning } from "@/lib/testing/learning-work";
import { knownModel } from "../../e2e/support/known-judge";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftCommand } from "./draft";
import { judgeCommand } from "./judge";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;
const folder = mkdtempSync(join(tmpdir(), "redline-guidance-"));
let printed = "";
let said = "";
const collect = (add: (text: string) => void) => (text: unknown) => {
  add(String(text));
  return true;
};

beforeAll(async () => {
  standIn = await startStandInLlm();
  study = await judgedStudy(standIn.url, 60);
  await pool().query(
    "update samples set input = 'Question ' || md5(position::text), output = 'An answer of quality ' || ((position * 37 % 31) / 10.0 + 1)::numeric(3, 1)",
  );
  vi.spyOn(process.stdout, "write").mockImplementation(collect((text) => (printed += text)));
  vi.spyOn(process.stderr, "write").mockImplementation(collect((text) => (said += text)));
  for (const [name, model] of [
    ["present", knownModel],
    ["other", "stand-in"],
  ]) {
    await judge("add", ...of, "--name", name ?? "", "--base-url", standIn.url, "--model", model ?? "");
    await draftCommand().parseAsync([...of, "--judge", name ?? "", "--wait"], { from: "user" });
  }
  const { rows } = await pool().query<{ id: string }>(
    "select r.id from runs r join judges j on j.id = r.judge_id where j.name = 'present'",
  );
  await scoreForLearning({ projectId: study.projectId, runId: rows[0]?.id ?? "", blind: ["Ada", "Cleo", "Dan"] });
  printed = "";
  said = "";
}, 120_000);
afterEach(() => {
  printed = "";
  said = "";
  process.exitCode = undefined;
});
afterAll(async () => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  await standIn.close();
});

const of = ["--project", "Study"];
const judge = (...args: string[]) => judgeCommand().parseAsync(args, { from: "user" });
const improve = (...args: string[]) => judge("improve", ...of, "--name", "present", ...args);

describe("redline judge improve", () => {
  test("deals the inputs, makes candidates, proves them and adopts the best, with alternative-annotator tests against three people", async () => {
    await improve("--with", "examples", "recalibrated", "panel", "--seed", "5", "--held-out", "0.5", "--adopt", "--json");
    const { trial, candidates, wear } = JSON.parse(printed) as { trial: JudgeTrial; candidates: JudgeCandidate[]; wear: { uses: number } };
    expect(candidates.map(({ kind }) => kind)).toEqual(["examples", "recalibrated", "panel"]);
    expect(candidates.map(({ candidate }) => candidate.name)).toEqual([
      "present, with examples (1)",
      "present, recalibrated (2)",
      "present, in a panel (3)",
    ]);
    expect(wear.uses).toBe(1);
    const found = (kind: string) => {
      const id = candidates.find((one) => one.kind === kind)?.id;
      return trial.evidence?.candidates.find(({ candidateId }) => candidateId === id);
    };
    expect(found("examples")).toMatchObject({ verdict: "better" });
    for (const { alternative } of trial.evidence?.candidates ?? []) {
      expect(alternative.present).toMatchObject({ passed: expect.any(Boolean), eligible: 3, why: null });
      expect(alternative.candidate).toMatchObject({ passed: expect.any(Boolean), winningRate: expect.any(Number), eligible: 3 });
    }
    expect(found("examples")?.alternative.candidate.winningRate).toBeGreaterThan(found("examples")?.alternative.present.winningRate ?? 1);
    // The panel is scored on held-out units from what its members drafted, without asking anybody.
    expect(found("panel")?.n).toBe(found("examples")?.n);
    expect(trial.runs.map(({ candidateId }) => candidateId)).toEqual([candidates[0]?.id]);
    const { rows } = await pool().query<{ members: string[] }>(
      "select array(select jsonb_array_elements_text(options->'members')) as members from judges where name = 'present, in a panel (3)'",
    );
    expect(rows[0]?.members.length).toBeGreaterThanOrEqual(2);
    const errors = (trial.evidence?.candidates ?? []).filter(({ verdict }) => verdict === "better");
    const [best] = errors.toSorted((a, b) => (a.error.difference.value ?? 0) - (b.error.difference.value ?? 0));
    expect(trial.adopted?.candidateId).toBe(best?.candidateId);
  });

  test("prints a table, takes guidance from a file, and does not deal again what is sealed", async () => {
    const file = join(folder, "rules.md");
    writeFileSync(file, "Clarity: be strict.");
    await improve("--with", "recalibrated", "--guidance", file);
    const [title, head, ...lines] = printed.trim().split("\n");
    expect(title).toBe("proof 2 on held-out inputs, as shares of the scale");
    expect(head?.split("\t")).toEqual(["candidate", "n", "error now", "error then", "change", "95 % interval", "p (Holm)", "verdict"]);
    expect(lines.map((line) => line.split("\t")[0])).toEqual(["present, recalibrated (5)", "present, with guidance (6)"]);
    expect(lines.every((line) => /\t(?:better|worse|no improvement shown)$/u.test(line))).toBe(true);
    expect(said).toContain("units drafted".slice(6));
    await expect(improve("--seed", "6")).rejects.toThrow(/sealed/u);
    await expect(improve("--with", "magic")).rejects.toThrow("--with takes examples, recalibrated and panel, not magic");
  });
});

describe("redline judge watch", () => {
  const watch = (...args: string[]) => judge("watch", ...of, "--name", "other", ...args);

  test("begins, looks at once, and exits with 1 once the model is another", async () => {
    await watch();
    expect([printed, said]).toEqual(["", '"other" is not watched in this task: begin with --start.\n']);
    await watch("--start", "--samples", "20", "--every", "12", "--looks", "4", "--json");
    const { watch: begun } = JSON.parse(printed) as { watch: JudgeWatch };
    expect(begun).toMatchObject({ samples: 20, everyHours: 12, looks: 4, flags: [], asks: [{ number: 1 }, { number: 2 }] });
    printed = "";
    await watch("--now");
    expect(printed.split("\n")[0]).toMatch(/^other: 20 samples every 12 h, 4 looks; next /u);
    expect(printed).toMatch(/\nlook 1\t.*\t40\t0\.0000\tnone\t1\.0000\t0\.0000\t1\.0000\tnothing\nnothing found\n$/u);
    expect(process.exitCode).toBeUndefined();
    await pool().query("update judges set model = $1 where name = 'other'", [knownModel]);
    printed = "";
    await watch("--now");
    expect(printed).toMatch(
      /scores have drifted; the model has changed: known-judge\nfound: scores have drifted, the model has changed\n$/u,
    );
    expect(process.exitCode).toBe(1);
    printed = "";
    await watch("--end");
    expect(printed).toMatch(/; ended /u);
    await expect(watch("--end", "--now")).rejects.toThrow("give one of");
    await expect(watch("--start", "--samples", "3")).rejects.toThrow("samples");
  });
});
