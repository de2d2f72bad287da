import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { judgedStudy } from "@/lib/testing/judged-study";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftCommand } from "./draft";
import { judgeCommand } from "./judge";

temporaryDatabase();
let standIn: StandInLlm;
let printed = "";

beforeAll(async () => {
  vi.stubEnv("MODEL_KEY", "sk-cli");
  standIn = await startStandInLlm({ apiKey: "sk-cli" });
  await judgedStudy(standIn.url, 5, ["Clarity"]);
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  printed = "";
  process.exitCode = undefined;
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await standIn.close();
});

const judge = (...args: string[]) => judgeCommand().parseAsync(args, { from: "user" });
const draft = (...args: string[]) => draftCommand().parseAsync(args, { from: "user" });
const study = ["--project", "Study"];

test("a judge is added, listed without its key, and tested", async () => {
  await judge("add", ...study, "--name", "J", "--base-url", standIn.url, "--model", "stand-in", "--key-env", "MODEL_KEY", "--json");
  expect(JSON.parse(printed)).toMatchObject({ name: "J", model: "stand-in", hasKey: true, parameters: { temperature: 0 } });
  printed = "";
  await judge("list", ...study);
  expect(printed).toMatch(/^J\tstand-in at http:/);
  expect(printed).not.toContain("sk-cli");
  printed = "";
  await judge("test", ...study, "--name", "J");
  expect(printed).toMatch(/^ok: "stand-in" answered/);
});

test("without a worker, the command drafts the run itself", async () => {
  await draft(...study, "--judge", "J", "--wait", "--json");
  expect(JSON.parse(printed)).toMatchObject({ status: "done", units: { total: 5, done: 5 }, judge: { name: "J" } });
  expect(process.exitCode).toBeUndefined();
});

test("an unfinished run is resumed instead of starting a new one", async () => {
  await draft(...study, "--judge", "J", "--json");
  const first = JSON.parse(printed) as { id: string; status: string };
  expect(first.status).toBe("queued");
  await pool().query("update runs set status = 'paused' where id = $1", [first.id]);
  printed = "";
  await draft(...study, "--task", "Answers", "--judge", "J", "--wait");
  expect(printed).toMatch(new RegExp(`^run ${first.id} by J is done: 5 of 5 units drafted, 0 failed`));
});

test("a failed run says why and exits with 1", async () => {
  await judge("add", ...study, "--name", "bad", "--base-url", standIn.url, "--model", "x:prose", "--key-env", "MODEL_KEY");
  printed = "";
  await draft(...study, "--judge", "bad", "--wait");
  expect(printed).toMatch(/is failed: 0 of 5 units drafted, 5 failed/);
  expect(printed).toMatch(/5 x model_reply_unreadable: The reply holds no score/);
  expect(process.exitCode).toBe(1);
});

test("unknown names and bad values are bad usage", async () => {
  await expect(draft("--project", "None", "--judge", "J")).rejects.toMatchObject({ name: "UsageError" });
  await expect(draft(...study, "--judge", "None")).rejects.toThrow(/there is no judge "None" in "Study"; it has "J"/);
  const add = (...more: string[]) => judge("add", ...study, "--name", "K", "--model", "m", "--base-url", ...more);
  await expect(add("not a url")).rejects.toThrow(/baseUrl/);
  await expect(add(standIn.url, "--key-env", "NO_SUCH_VARIABLE")).rejects.toThrow(/NO_SUCH_VARIABLE is not set/);
  await expect(add(standIn.url, "--temperature", "9")).rejects.toThrow(/parameters.temperature/);
  await expect(add("http://10.0.0.1/v1")).rejects.toMatchObject({ code: "invalid_input" });
});

test("a dry run's requests are those that the run then makes", async () => {
  const counted = async () => Number((await pool().query<{ n: string }>("select count(*) as n from exchanges")).rows[0]?.n);
  await draft(...study, "--judge", "J", "--dry-run", "--limit", "3", "--json");
  const estimate = JSON.parse(printed) as { units: number; requests: number };
  expect(estimate).toMatchObject({ units: 3, requests: 3, costUsd: null });
  const before = await counted();
  await draft(...study, "--judge", "J", "--limit", "3", "--budget-tokens", "1000000", "--wait");
  expect((await counted()) - before).toBe(estimate.requests);
  printed = "";
  await draft(...study, "--judge", "J", "--dry-run");
  expect(printed).toMatch(/^5 units of 5 samples in 5 requests\n {2}tokens read: \d+, at most \d+/);
  expect(printed).toContain('cost: unknown. No price is known for "stand-in".');
});

test("a dry run uses the price in the table", async () => {
  await judge("price", "set", "stand", "--input", "1000", "--output", "0");
  printed = "";
  await judge("price", "list");
  expect(printed).toBe("stand\t1000\t0\n");
  printed = "";
  await draft(...study, "--judge", "J", "--dry-run", "--json");
  const { inputTokens, costUsd } = JSON.parse(printed) as { inputTokens: { expected: number }; costUsd: { expected: number } };
  expect(costUsd.expected).toBeCloseTo(inputTokens.expected / 1000, 1);
  await judge("price", "remove", "stand");
  await expect(judge("price", "remove", "stand")).rejects.toMatchObject({ code: "not_found" });
});

test("metrics and panels are added by name, with a panel's members by theirs", async () => {
  await judge("add", ...study, "--name", "Length", "--metric", "length", "--json");
  expect(JSON.parse(printed)).toMatchObject({ kind: "metric", options: { metric: "length" } });
  const second = ["add", ...study, "--name", "Second", "--base-url", standIn.url, "--model", "stand-in"];
  await expect(judge(...second, "--option", "x=1")).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("options"),
  });
  await expect(judge(...second, "--option", "x")).rejects.toThrow(/"x" is not of the form key=value/);
  await expect(judge(...second, "--structured-output", "maybe")).rejects.toThrow(/structuredOutput/);
  printed = "";
  await judge(...second, "--role", "weak=J", "--seed", "7", "--timeout", "1.5", "--structured-output", "off", "--stream", "--json");
  const parameters = { seed: 7, timeoutMs: 1500, structuredOutput: "off", stream: true, concurrency: 4 };
  expect(JSON.parse(printed)).toMatchObject({ parameters });
  printed = "";
  await judge("add", ...study, "--name", "Both", "--panel", "J", "Second", "--aggregate", "median", "--json");
  expect(JSON.parse(printed)).toMatchObject({
    kind: "panel",
    options: { aggregate: "median", members: [expect.any(String), expect.any(String)] },
  });
  printed = "";
  await judge("list", ...study);
  expect(printed).toContain("Length\tmetric length");
  expect(printed).toContain("Both\tpanel, median of its members");
  await expect(judge("add", ...study, "--name", "X")).rejects.toThrow(/--base-url and --model, or --metric, or --panel/);
  await expect(judge("add", ...study, "--name", "X", "--metric", "length", "--panel", "J", "Second")).rejects.toThrow(/is either a model/);
  await expect(judge("add", ...study, "--name", "X", "--panel", "J", "Nobody")).rejects.toThrow(/there is no judge "Nobody"/);
  await expect(judge("add", ...study, "--name", "X", "--base-url", standIn.url, "--model", "m", "--prompt-version", "7")).rejects.toThrow(
    /there is no version 7 of the prompts of "step-by-step"/,
  );
});

test("the limits of a server are set and shown", async () => {
  await judge("limits", ...study, "--base-url", standIn.url, "--requests-per-minute", "600");
  printed = "";
  await judge("limits", ...study);
  expect(printed).toMatch(/requests per minute: 600\ttokens per minute: no limit\tconcurrent: no limit\tJ, bad/);
  await judge("limits", ...study, "--base-url", standIn.url);
  await expect(judge("limits", ...study, "--concurrency", "2")).rejects.toThrow(/--base-url/);
  await expect(judge("limits", ...study, "--base-url", standIn.url, "--concurrency", "0")).rejects.toThrow(/concurrency/);
});
