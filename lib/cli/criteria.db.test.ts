import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Run } from "@/lib/domain/judge";
import type { Proposal } from "@/lib/domain/project";
import { temporaryDatabase } from "@/lib/testing/database";
import { judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createPromptVersion } from "@/lib/workflows/create-prompt-version";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { criteriaCommand } from "./criteria";

temporaryDatabase();
let standIn: StandInLlm;
let projectId = "";
let printed = "";

beforeAll(async () => {
  standIn = await startStandInLlm();
  const study = await judgedStudy(standIn.url, 3);
  ({ projectId } = study);
  await study.addJudge("stand-in", { name: "J" });
  await study.addJudge("none:prose", { name: "bad" });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
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
  await standIn.close();
});

const propose = (...args: string[]) => criteriaCommand().parseAsync(["propose", "--project", "Study", ...args], { from: "user" });
const json = <T>() => JSON.parse(printed) as T;

test("without a worker, the command asks for the proposal itself and prints it with the agreement of the sampled lists", async () => {
  await propose("--task", "Answers", "--judge", "J", "--samples", "2", "--temperature", "0.7", "--embeddings-model", "vectors", "--wait");
  expect(printed).toMatch(/^run \S+ by J is done: wording [0-9a-f]{8}; \d+ tokens read/u);
  expect(printed).toMatch(/^ {2}Clarity$/mu);
  expect(printed).toMatch(/^CC 1\.00 \(2 lists\), ICC 1\.00 \(1 pair\), by the embeddings of vectors$/mu);
  expect(process.exitCode).toBeUndefined();
});

test("with --json, the run and the proposal are one document", async () => {
  await propose("--judge", "J", "--samples", "1", "--wait", "--json");
  const { run, proposal } = json<{ run: Run; proposal: Proposal }>();
  expect(run).toMatchObject({ status: "done", kind: "criteria", proposalDraftId: proposal.draftId });
  expect(proposal).toMatchObject({ temperature: 0.7, consistency: { basis: "lexical", cc: { n: 1 } } });
});

test("without --wait, it is left to the worker", async () => {
  await propose("--judge", "J", "--json");
  expect(json<Run>()).toMatchObject({ status: "queued", kind: "criteria", options: { samples: 0 } });
});

test("the chosen prompt version is used", async () => {
  const texts = { system: "Propose plainly." };
  const { hash } = await createPromptVersion(instanceAdmin, { projectId, protocol: "criteria-proposal", texts, note: "" });
  const wordingOf = async (...args: string[]) => {
    printed = "";
    await propose("--judge", "J", "--json", ...args);
    return json<Run>().promptVersion;
  };
  expect(await wordingOf()).toBe(hash);
  expect(await wordingOf("--prompt-version", "1")).toBe(hash);
  expect(await wordingOf("--prompt-version", "product")).not.toBe(hash);
  await expect(wordingOf("--prompt-version", "9")).rejects.toThrow(/no version 9 .*the project has 1$/u);
});

test("a dry run counts every list and the request for embeddings, and asks nothing", async () => {
  const before = standIn.requests.length;
  await propose("--judge", "J", "--samples", "4", "--embeddings-model", "vectors", "--dry-run", "--json");
  expect(json()).toMatchObject({ requests: 6 });
  expect(standIn.requests).toHaveLength(before);
});

test("a failed proposal says why and exits with 1", async () => {
  await propose("--judge", "bad", "--wait");
  expect(printed).toMatch(/is failed.*no list of criteria/su);
  expect(process.exitCode).toBe(1);
});

test("impossible options are bad usage", async () => {
  await expect(propose("--judge", "None")).rejects.toThrow(/there is no judge "None"/u);
  await expect(propose("--judge", "J", "--samples", "21")).rejects.toThrow(/proposal.samples/u);
  await expect(propose("--judge", "J", "--temperature", "1")).rejects.toThrow(/give their number with --samples/u);
});
