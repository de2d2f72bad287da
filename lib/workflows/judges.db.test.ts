import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { endpointGate } from "@/lib/db/endpoint-gate";
import { holdServer, saveEndpointLimits } from "@/lib/db/endpoints";
import { endpointJudgeBody } from "@/lib/domain/judge";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { createJudge } from "@/lib/workflows/create-judge";
import { listJudges } from "@/lib/workflows/list-judges";
import { testJudge } from "@/lib/workflows/test-judge";
import { updateJudge } from "@/lib/workflows/update-judge";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;
beforeAll(async () => {
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
  study = await judgedStudy(standIn.url, 6);
});
afterEach(() => standIn.setFault(null));
afterAll(async () => {
  await standIn.close();
});

const count = async (sql: string, values: unknown[] = []) => Number((await pool().query<{ n: string }>(sql, values)).rows[0]?.n);

describe("a judge", () => {
  test("is called with its key, which is never shown", async () => {
    const guarded = await startStandInLlm({ apiKey: "sk-own" });
    const judge = await study.addJudge("stand-in", { baseUrl: guarded.url, apiKey: "sk-own" });
    expect(judge.hasKey).toBe(true);
    expect(JSON.stringify(await listJudges(instanceAdmin, { projectId: study.projectId }))).not.toContain("sk-own");
    expect(await count("select count(*) as n from judges where api_key_encrypted like '%sk-own%'")).toBe(0);
    const tested = await testJudge(instanceAdmin, { judgeId: judge.id });
    expect(tested).toMatchObject({ ok: true, structuredOutput: true });
    const moved = await updateJudge(instanceAdmin, { judgeId: judge.id, baseUrl: standIn.url });
    expect(moved.hasKey).toBe(false);
    await guarded.close();
  });

  test("is tested with one small question, and a failure is an answer", async () => {
    expect(await testJudge(instanceAdmin, { judgeId: (await study.addJudge("t:401")).id })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/refuses the key/),
    });
    expect(await testJudge(instanceAdmin, { judgeId: (await study.addJudge("t:no-json-schema")).id })).toMatchObject({
      ok: true,
      structuredOutput: false,
    });
    expect(await testJudge(instanceAdmin, { judgeId: (await study.addJudge("t:prose")).id })).toMatchObject({
      ok: false,
      reply: expect.stringContaining("quite good"),
    });
  });

  test("is tested for a project's admin without a word of what the server answered", async () => {
    const admin = await member(study.projectId, "admin");
    const said: string[] = [];
    const unreadable =
      "The server answers, but no score can be read from it. An administrator of this installation can see the reply by testing the judge.";
    for (const fault of ["401", "404-model", "500", "prose", "html-body", "refusal", "reset"]) {
      const { id: judgeId } = await study.addJudge(`t:${fault}`);
      const result = await testJudge(admin, { judgeId });
      expect([fault, result.ok, result.reply]).toEqual([fault, false, null]);
      said.push(`${fault}: ${result.message}`);
    }
    expect(said.map((message) => message.replaceAll(standIn.url.replace(/^http:\/\/|\/v1$/gu, ""), "HOST"))).toEqual([
      "401: The server refuses the key.",
      '404-model: HOST has no model "t:404-model", or the base URL is wrong.',
      "500: HOST answered 500. Tried 3 times.",
      ...["prose", "html-body", "refusal"].map((fault) => `${fault}: ${unreadable}`),
      "reset: HOST cannot be reached: read ECONNRESET. Tried 2 times.",
    ]);
    expect((await testJudge(admin, { judgeId: (await study.addJudge("stand-in")).id })).reply).toBe(null);
  });

  test("that shares a server with runs under way is told that the server is busy, in any project", async () => {
    const guarded = await startStandInLlm();
    const judge = await study.addJudge("stand-in", { baseUrl: guarded.url });
    const elsewhere = await pool().query<{ id: string }>("insert into projects (name) values ('elsewhere') returning id");
    const limits = { requestsPerMinute: null, tokensPerMinute: null, concurrency: 1 };
    await saveEndpointLimits(elsewhere.rows[0]?.id ?? "", guarded.url.replace("127.0.0.1", "localhost"), limits);
    const size = { bytes: 1, images: 0, maxOutputTokens: 1 };
    await holdServer(guarded.url, 3_600_000);
    const blocked = await testJudge(instanceAdmin, { judgeId: judge.id });
    expect(blocked.message).toMatch(
      /^The server is busy, which says nothing about the judge\. .* asked for no requests for another \d+ s\. Try again later\.$/u,
    );
    expect(guarded.requests).toHaveLength(0);
    await pool().query("delete from servers");
    const pass = await endpointGate(guarded.url).enter(size, new AbortController().signal);
    const waiting = testJudge(instanceAdmin, { judgeId: judge.id });
    await pass.leave({ answered: true, inputTokens: 1, outputTokens: 1, holdMs: null });
    expect(await waiting).toMatchObject({ ok: true });
    await guarded.close();
  });

  test("learns its endpoint's capabilities from a test, and they are stored", async () => {
    const plain = await study.addJudge("stand-in");
    const found = { structuredOutput: true, usage: true, reasoning: "none", streaming: true, temperature: true, seed: true };
    const tested = await testJudge(instanceAdmin, { judgeId: plain.id });
    expect(tested).toMatchObject({ ok: true, capabilities: { ...found, models: { count: 1, hasModel: true } } });
    const [kept] = (await listJudges(instanceAdmin, { projectId: study.projectId })).items.filter((judge) => judge.id === plain.id);
    expect(kept?.capabilities).toMatchObject(found);
    const picky = await testJudge(instanceAdmin, { judgeId: (await study.addJudge("t:max-completion-tokens-only")).id });
    expect(picky.capabilities).toMatchObject({ tokenLimitName: "max_completion_tokens", models: { hasModel: false } });
    const cold = await testJudge(instanceAdmin, { judgeId: (await study.addJudge("t:no-temperature")).id });
    expect(cold).toMatchObject({ capabilities: { temperature: false }, message: expect.stringContaining("accepts no temperature") });
    const thinking = await testJudge(instanceAdmin, { judgeId: (await study.addJudge("t:think")).id });
    expect(thinking.capabilities).toMatchObject({ reasoning: "tags" });
  });

  test("cannot have a taken name or an address in a private network", async () => {
    const judge = await study.addJudge("stand-in");
    const body = endpointJudgeBody.parse({ name: judge.name, baseUrl: standIn.url, model: "m" });
    await expect(createJudge(instanceAdmin, { projectId: study.projectId, ...body })).rejects.toMatchObject({ code: "already_exists" });
    await expect(
      createJudge(instanceAdmin, { projectId: study.projectId, ...body, name: "x", baseUrl: "http://192.168.0.1/v1" }),
    ).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(updateJudge(instanceAdmin, { judgeId: judge.id, baseUrl: "http://10.0.0.1/v1" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
