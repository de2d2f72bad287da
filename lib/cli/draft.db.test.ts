import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { disconnect, pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { judgedStudy } from "@/lib/testing/judged-study";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftCommand } from "./draft";
import { judgeCommand } from "./judge";

temporaryDatabase();
let standIn: StandInLlm;
let printed = "";

beforeAll(async () => {
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
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
  await disconnect();
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

test("a run is drafted here when no worker is there to do it", async () => {
  await draft(...study, "--judge", "J", "--wait", "--json");
  expect(JSON.parse(printed)).toMatchObject({ status: "done", units: { total: 5, done: 5 }, judge: { name: "J" } });
  expect(process.exitCode).toBeUndefined();
});

test("an unfinished run is taken up instead of a new one", async () => {
  await draft(...study, "--judge", "J", "--json");
  const first = JSON.parse(printed) as { id: string; status: string };
  expect(first.status).toBe("queued");
  await pool().query("update runs set status = 'paused' where id = $1", [first.id]);
  printed = "";
  await draft(...study, "--task", "Answers", "--judge", "J", "--wait");
  expect(printed).toMatch(new RegExp(`^run ${first.id} by J is done: 5 of 5 units drafted, 0 failed`));
});

test("a run that fails says why and ends with 1", async () => {
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
