import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { exportProject } from "@/lib/workflows/export-project";
import { getRun } from "@/lib/workflows/get-run";
import { listExchanges } from "@/lib/workflows/list-exchanges";
import { listFailedUnits } from "@/lib/workflows/list-failed-units";
import { listRuns } from "@/lib/workflows/list-runs";
import { testJudge } from "@/lib/workflows/test-judge";
import { tryInjections } from "@/lib/workflows/try-injections";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

const secret = "inner-service-4711";
const chat = (message: object, more: object = {}) => JSON.stringify({ choices: [{ message, finish_reason: "stop", ...more }] });

/** What an address answers, by the model asked for. The first part are no answers of a model. */
const bodies: Record<string, { status: number; body: string }> = {
  page: { status: 200, body: `<html><p>${secret}</p></html>` },
  json: { status: 200, body: JSON.stringify({ credentials: secret }) },
  "empty-choices": { status: 200, body: JSON.stringify({ choices: [], credentials: secret }) },
  "error-200": { status: 200, body: JSON.stringify({ error: { message: `a (${secret}). ${secret}` } }) },
  "broken-off": { status: 200, body: chat({ content: "" }, { error: { message: secret } }) },
  event: { status: 200, body: `data: {"choices": [{"delta": {"content": "${secret}"}}]}\n\n` },
  "400": { status: 400, body: `a). ${secret} (` },
  "401": { status: 401, body: secret },
  "402": { status: 402, body: secret },
  "403": { status: 403, body: JSON.stringify({ error: { message: secret } }) },
  "404": { status: 404, body: JSON.stringify({ detail: secret }) },
  "413": { status: 413, body: `maximum context length ${secret}` },
  "429": { status: 429, body: secret },
  "500": { status: 500, body: secret },
  "503": { status: 503, body: secret },
  filter: { status: 400, body: `content_filter ${secret}` },
};
const prose = "A sentence of the model without any score.";

temporaryDatabase();
let server: Server;
let study: JudgedStudy;
let admin: Actor;
beforeAll(async () => {
  server = createServer((request, response) => {
    let asked = "";
    request.on("data", (piece) => (asked += String(piece)));
    request.on("end", () => {
      const { status, body } = bodies[JSON.parse(asked).model] ?? { status: 200, body: chat({ content: prose }) };
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  study = await judgedStudy(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, 1);
  admin = await member(study.projectId, "admin");
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const quick = { retries: 1, firstDelayMs: 1, longestDelayMs: 2, jitter: 0, random: () => 0 };
const never = new AbortController().signal;
const workOff = (judgeId: string) =>
  draftJudge(judgeId, {
    stopping: never,
    ending: never,
    sliceMs: 60_000,
    work: (piece, given) => workPiece(piece, { ...given, retry: quick, rereads: 1 }),
    giveUp,
  });

async function failingRun(model: string, kind: "evaluation" | "criteria" = "evaluation") {
  const judge = await study.addJudge(model);
  const run = await study.start(judge.id, kind);
  await workOff(judge.id);
  return { judgeId: judge.id, runId: run.id };
}

async function seenBy(actor: Actor, runId: string) {
  const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1", [study.taskId]);
  const bundle = await exportProject(actor, { projectId: study.projectId, format: "redline" });
  return {
    run: await getRun(actor, { runId }),
    runs: await listRuns(actor, { taskId: study.taskId }),
    failures: (await listFailedUnits(actor, { runId, limit: 100 })).items,
    exchanges: (await listExchanges(actor, { runId, sampleId: rows[0]?.id ?? "" })).items,
    bundle: gunzipSync(await buffer(bundle.body as AsyncIterable<Uint8Array>)).toString("utf8"),
  };
}

test.each(Object.keys(bodies))("what is not a model's answer (%s) is shown to administrators of the installation alone", async (model) => {
  const { runId, judgeId } = await failingRun(model);
  const seen = await seenBy(admin, runId);
  expect(seen.run.units.failed).toBe(2);
  expect(seen.failures[0]?.message).toMatch(/\w\.$/u);
  expect(seen.exchanges[0]).toMatchObject({ reply: null, problem: expect.stringMatching(/\w\.$/u) });
  for (const [where, shown] of Object.entries(seen)) expect([where, JSON.stringify(shown).includes(secret)]).toEqual([where, false]);
  expect(JSON.stringify(await testJudge(admin, { judgeId }))).not.toContain(secret);
  const all = await seenBy(instanceAdmin, runId);
  expect(all.failures[0]?.rawReply).toContain(secret);
  expect(all.exchanges[0]?.reply).toContain(secret);
  const proposal = await getRun(admin, { runId: (await failingRun(model, "criteria")).runId });
  expect(proposal.error).toMatch(/\w\.$/u);
  expect(proposal.error).not.toContain(secret);
});

test("trying injections quotes none of it either", async () => {
  const { id: judgeId } = await study.addJudge("400");
  const { baseline } = await tryInjections(admin, { judgeId });
  expect(baseline.problem).toMatch(/ answered 400\.(?: Tried 2 times\.)?$/u);
  expect((await tryInjections(instanceAdmin, { judgeId })).baseline.problem).toContain(secret);
});

test("an answer of a model that holds no score is shown to the project", async () => {
  const { runId } = await failingRun("prose");
  const { failures, exchanges, bundle } = await seenBy(admin, runId);
  expect(failures[0]?.rawReply).toBe(prose);
  expect(exchanges.map(({ reply }) => reply)).toEqual(exchanges.map(() => prose));
  expect(bundle.split(`"raw_reply":"${prose}"`)).toHaveLength(3);
  expect((await getRun(admin, { runId: (await failingRun("prose", "criteria")).runId })).error).toContain(prose);
});
