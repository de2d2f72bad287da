import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RetryPolicy } from "@/lib/llm/retry";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { createCriteriaSet } from "./create-criteria-set";
import { createPromptVersion } from "./create-prompt-version";
import { getRun } from "./get-run";
import { proposeCriteria } from "./propose-criteria";
import { readProposal } from "./read-proposal";

temporaryDatabase();
let standIn: StandInLlm;
let elsewhere: StandInLlm;
let study: JudgedStudy;
beforeAll(async () => {
  [standIn, elsewhere] = await Promise.all([startStandInLlm(), startStandInLlm()]);
  study = await judgedStudy(standIn.url, 3);
});
afterAll(async () => {
  await Promise.all([standIn.close(), elsewhere.close()]);
});

const retry: RetryPolicy = { retries: 0, firstDelayMs: 1, longestDelayMs: 1, jitter: 0, random: () => 0 };

/** Has a judge propose criteria; returns the run with its result and its requests. */
async function propose(judgeId: string, proposal: Record<string, unknown> = {}) {
  const before = standIn.requests.length;
  const { id: runId } = await study.start(judgeId, "criteria", { proposal });
  await proposeCriteria({ runId }, { signal: new AbortController().signal, retry, rereads: 0 });
  const made = await readProposal(instanceAdmin, { runId });
  return { run: await getRun(instanceAdmin, { runId }), proposal: made.proposal, asked: standIn.requests.slice(before) };
}

describe("the agreement of sampled lists", () => {
  test("is measured with the given embeddings model, at the judge's own server", async () => {
    const judge = await study.addJudge("proposer");
    const { run, proposal, asked } = await propose(judge.id, { samples: 3, temperature: 0.5, embeddingsModel: "small-vectors" });
    expect(asked.map(({ path, body }) => [path, body?.model, body?.temperature])).toEqual([
      ["/v1/chat/completions", "proposer", 0],
      ...Array(3).fill(["/v1/chat/completions", "proposer", 0.5]),
      ["/v1/embeddings", "small-vectors", undefined],
    ]);
    expect(proposal).toMatchObject({
      judge: judge.name,
      model: "proposer",
      temperature: 0.5,
      embeddingsModel: "small-vectors",
      consistency: { basis: "embeddings", cc: { n: 3, why: null }, icc: { n: 3, why: null } },
    });
    expect(proposal?.sampled).toHaveLength(3);
    expect(run.consistency).toEqual(proposal?.consistency);
  });

  test("is measured at the server of the judge in the role embedding, by its model or the given one", async () => {
    const vectors = await study.addJudge("big-vectors", { baseUrl: elsewhere.url });
    const judge = await study.addJudge("proposer", { roles: { embedding: vectors.id } });
    expect((await propose(judge.id, { samples: 2 })).proposal?.embeddingsModel).toBe("big-vectors");
    expect((await propose(judge.id, { samples: 2, embeddingsModel: "other" })).proposal?.embeddingsModel).toBe("other");
    expect(elsewhere.requests.map(({ path, body }) => [path, body?.model])).toEqual([
      ["/v1/embeddings", "big-vectors"],
      ["/v1/embeddings", "other"],
    ]);
  });

  test("is computed from shared words without an embeddings model, and says so", async () => {
    const { proposal, asked } = await propose((await study.addJudge("proposer")).id, { samples: 1 });
    expect(asked.map(({ path }) => path)).toEqual(["/v1/chat/completions", "/v1/chat/completions"]);
    expect(proposal).toMatchObject({
      embeddingsModel: null,
      consistency: { basis: "lexical", cc: { n: 1, why: null }, icc: { value: null, why: "too-few", n: 0 } },
    });
  });

  test("is replaced by a reason if embeddings cannot be compared, and the proposal is kept", async () => {
    const zeros = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ data: input.map((_, index) => ({ index, embedding: [0, 0] })) }));
      });
    });
    await new Promise<void>((resolve) => zeros.listen(0, "127.0.0.1", resolve));
    try {
      const baseUrl = `http://127.0.0.1:${(zeros.address() as AddressInfo).port}/v1`;
      const vectors = await study.addJudge("zeros", { baseUrl });
      const { run, proposal } = await propose((await study.addJudge("proposer", { roles: { embedding: vectors.id } })).id, { samples: 2 });
      expect(run.status).toBe("done");
      expect(proposal?.consistency?.cc).toMatchObject({ value: null, why: expect.stringContaining("no direction") });
      expect(proposal?.items.length).toBeGreaterThan(1);
    } finally {
      await new Promise((resolve) => zeros.close(resolve));
    }
  });

  test("is unknown for a single proposal", async () => {
    const { proposal } = await propose((await study.addJudge("proposer")).id);
    expect(proposal).toMatchObject({ consistency: null, sampled: [], temperature: null, embeddingsModel: null });
  });
});

describe("the wording of a proposal", () => {
  const protocol = "criteria-proposal";
  const save = (system: string) =>
    createPromptVersion(instanceAdmin, { projectId: study.projectId, protocol, texts: { system }, note: "" });
  const systemOf = ({ asked }: Awaited<ReturnType<typeof propose>>) => {
    const [first] = (asked[0]?.body?.messages ?? []) as { content: string }[];
    return first?.content;
  };

  test("is the project's newest unless another is chosen, and is recorded in the run and the proposal", async () => {
    const judge = await study.addJudge("proposer");
    const own = await propose(judge.id);
    const first = await save("Propose plainly.");
    const second = await save("Propose strictly.");

    const newest = await propose(judge.id);
    expect(systemOf(newest)).toBe("Propose strictly.");
    expect(newest.run.promptVersion).toBe(second.hash);
    expect(newest.proposal?.promptVersion).toBe(second.hash);

    const older = await propose(judge.id, { promptVersionId: first.id });
    expect(systemOf(older)).toBe("Propose plainly.");
    expect(older.proposal?.promptVersion).toBe(first.hash);

    const product = await propose(judge.id, { promptVersionId: null });
    expect(product.run.promptVersion).toBe(own.run.promptVersion);
    expect(systemOf(product)).toBe(systemOf(own));

    const proposalDraftId = newest.proposal?.draftId;
    const set = await createCriteriaSet(instanceAdmin, { taskId: study.taskId, proposalDraftId });
    expect(set.proposal).toEqual(newest.proposal);
  });

  test("is refused if it belongs to another protocol or another project", async () => {
    const judge = await study.addJudge("proposer");
    const texts = { system: "You judge strictly." };
    const other = await createPromptVersion(instanceAdmin, { projectId: study.projectId, protocol: "direct", texts, note: "" });
    const start = (promptVersionId: string) => study.start(judge.id, "criteria", { proposal: { promptVersionId } });
    await expect(start(other.id)).rejects.toMatchObject({ code: "invalid_input", message: expect.stringContaining("promptVersionId") });
    await expect(start(study.projectId)).rejects.toMatchObject({ code: "invalid_input" });
  });
});
