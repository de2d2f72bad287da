import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Run } from "@/lib/domain/judge";
import { keyHeaders, makeAccount, sessionHeaders, type TestAccount, temporaryInstance } from "@/lib/testing/accounts";
import { askEndpoint } from "@/lib/testing/ask-endpoint";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { disableAccount } from "@/lib/workflows/disable-account";
import { removePerson } from "@/lib/workflows/remove-person";
import { updatePerson } from "@/lib/workflows/update-person";

temporaryInstance();

let study: JudgedStudy;
let judgeId: string;
beforeAll(async () => {
  study = await judgedStudy("http://127.0.0.1:1", 2);
  judgeId = (await study.addJudge("never asked")).id;
});

const setBudget = (run: Run, usd: number) => pool().query("update runs set budget_usd = $2 where id = $1", [run.id, usd]);

/** A researcher's event stream of a run, of which the first event has been read. */
async function watch(headersOf: (account: TestAccount) => Promise<Record<string, string>>) {
  const run = await study.start(judgeId);
  const person = await makeAccount({ roles: { [study.projectId]: "researcher" } });
  const response = await askEndpoint("getRun", { runId: run.id }, { ...(await headersOf(person)), accept: "text/event-stream" });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  /** The next event; empty at the end. */
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toContain('"status":"queued"');
  return { run, person, next };
}

test("a stream goes on with every change while its watcher may read the run", async () => {
  const { run, next } = await watch(sessionHeaders);
  for (const usd of [11, 12]) {
    await setBudget(run, usd);
    expect(await next()).toContain(`"budgetUsd":${usd}`);
  }
});

type Ending = (person: TestAccount) => Promise<unknown>;
const where = (person: TestAccount) => ({ projectId: study.projectId, userId: person.userId });
const sql =
  (text: string): Ending =>
  (person) =>
    pool().query(text, [person.userId]);

test.each<[string, (account: TestAccount) => Promise<Record<string, string>>, Ending]>([
  ["account is disabled", sessionHeaders, ({ userId }) => disableAccount(instanceAdmin, { userId, disabled: true })],
  ["session ends", sessionHeaders, sql("delete from sessions where user_id = $1")],
  ["session expires", sessionHeaders, sql("update sessions set expires_at = now() where user_id = $1")],
  ["key is revoked", keyHeaders, sql("delete from api_keys where user_id = $1")],
  ["key expires", keyHeaders, sql("update api_keys set expires_at = now() where user_id = $1")],
  ["watcher leaves the project", keyHeaders, (person) => removePerson(instanceAdmin, where(person))],
  ["role no longer permits it", sessionHeaders, (person) => updatePerson(instanceAdmin, { ...where(person), role: "annotator" })],
])("a stream delivers nothing once the %s, and ends without `end`", async (_, headersOf, end) => {
  const { run, person, next } = await watch(headersOf);
  await end(person);
  await setBudget(run, 13);
  expect(await next()).toBe("");
});
