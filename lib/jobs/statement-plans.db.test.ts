import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { createJudgeBody, startRunBody } from "@/lib/domain/judge";
import { keyHeaders, makeAccount, sessionHeaders, temporaryInstance } from "@/lib/testing/accounts";
import { largeStudy } from "@/lib/testing/large-study";
import { growingTables, readPlans, recordStatements, wholeIn } from "@/lib/testing/plans";
import { type Call, callAs } from "@/lib/testing/replay/call";
import { chain } from "@/lib/testing/replay/invented-people";
import { toRoute } from "@/lib/testing/replay/to-route";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createJudge } from "@/lib/workflows/create-judge";
import { startRun } from "@/lib/workflows/start-run";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryInstance();

const people = 3000;
const large = [...growingTables, "sessions", "users", "memberships"];
let study: { projectId: string; taskId: string; criteria: string[] };
let standIn: StandInLlm;

/** A large study in an installation of 3,000 people who are signed in. */
beforeAll(async () => {
  standIn = await startStandInLlm();
  study = await largeStudy();
  const sql = (text: string, values: unknown[] = []) => pool().query(text, values);
  await sql("insert into users (id, name, email) select 'u' || n, 'User ' || n, 'u' || n || '@example.org' from generate_series(1, $1) n", [
    people,
  ]);
  await sql(
    "insert into sessions (id, token, user_id, expires_at, created_at, updated_at) select 's' || id, 't' || id, id, now() + interval '1 day', now(), now() from users where id like 'u%'",
  );
  await sql("insert into memberships (project_id, user_id, role) select $1, id, 'expert' from users where id like 'u%'", [study.projectId]);
  await sql("analyze");
}, 180_000);
afterAll(() => standIn.close());

/** A new annotator's day: two samples line by line, the second prepared ahead and begun by submitting the first, a third skipped. */
async function annotate(call: Call): Promise<void> {
  const params = { taskId: study.taskId };
  const [clear = "", truth = ""] = study.criteria;
  const first = { assignmentId: (await call("nextAssignment", { params })).assignmentId ?? "" };
  await scoreLines(call, first, clear);
  await call("prepareAssignment", { params, body: { after: first.assignmentId } });
  await scoreLines(call, first, truth);
  const { next } = await call("submitAndNext", { params: first });
  const second = { assignmentId: next?.id ?? "" };
  for (const criterionId of study.criteria) await scoreLines(call, second, criterionId);
  await call("submitAssignment", { params: second });
  const third = { assignmentId: (await call("nextAssignment", { params })).assignmentId ?? "" };
  await call("openAssignment", { params: third });
  await call("skipAssignment", { params: third, body: { reason: "It is cut off." } });
}

async function scoreLines(call: Call, params: { assignmentId: string }, criterionId: string): Promise<void> {
  const lines = chain([
    { kind: "accept", itemId: "0" },
    { kind: "accept", itemId: "2" },
    { kind: "set-score", score: 3 },
  ]);
  for (const line of lines) await call("saveActions", { params, body: { criterionId, actions: [line], activeMs: 1000 } });
}

/** Expects a statement with each of these parts to have been sent. */
function expectSent(texts: readonly string[], parts: Record<string, string>): void {
  const missing = Object.entries(parts).filter(([, part]) => !texts.some((text) => text.includes(part)));
  expect(missing).toEqual([]);
}

const bySession = {
  "who is signed in": '"sessions"."token" = $',
  "a unit for the holder of a session": 'as "by_session"',
  "the next save in one statement": 'with "held" as',
};

test.each([
  ["a session", sessionHeaders, bySession],
  ["an API key", keyHeaders, { "whose key it is": '"api_keys"."key_hash" = $', "the next save in one statement": 'with "held" as' }],
] as const)(
  "no statement of an annotator's requests with %s reads a table that grows whole, for given values or for any",
  async (_, headersOf, parts) => {
    const account = await makeAccount({ roles: { [study.projectId]: "annotator" }, password: null });
    const call = callAs(toRoute, "http://127.0.0.1:3000", await headersOf(account));
    const { statements } = await recordStatements(() => annotate(call));
    expectSent(
      statements.map(({ text }) => text),
      parts,
    );
    expect(wholeIn(await readPlans(statements), large)).toEqual([]);
  },
);

/** Drafts three pieces of a judge's work, as a worker does, and stops. */
async function draftThree(judgeId: string): Promise<void> {
  const stopping = new AbortController();
  let begun = 0;
  await draftJudge(judgeId, {
    stopping: stopping.signal,
    ending: new AbortController().signal,
    sliceMs: 60_000,
    work: (piece, given) => {
      if (++begun === 3) stopping.abort();
      return workPiece(piece, given);
    },
    giveUp,
  });
  expect(begun).toBeGreaterThanOrEqual(3);
}

test.each([
  ["unit by unit", { protocol: "step-by-step" }],
  ["sample by sample", { protocol: "rubric" }],
])("no statement of a worker that drafts %s reads a table that grows whole, with much to do and with little", async (_, more) => {
  const { projectId, taskId } = study;
  const judge = await createJudge(instanceAdmin, {
    projectId,
    ...createJudgeBody.parse({ name: `judge ${more.protocol}`, baseUrl: standIn.url, model: "stand-in", ...more }),
  });
  const run = await startRun(instanceAdmin, { taskId, ...startRunBody.parse({ judgeId: judge.id }) });
  await pool().query("analyze run_units");
  const much = await recordStatements(() => draftThree(judge.id));
  await pool().query(
    "update run_units set status = 'done' where run_id = $1 and status = 'pending' and sample_id not in (select id from samples where task_id = $2 order by position limit 20)",
    [run.id, taskId],
  );
  await pool().query("analyze run_units");
  const few = await recordStatements(() => draftThree(judge.id));
  const statements = [...much.statements, ...few.statements];
  expectSent(
    statements.map(({ text }) => text),
    { "what is to be done": '"run_units"', "what was asked": 'insert into "exchanges"', "what was said": 'insert into "drafts"' },
  );
  expect(wholeIn(await readPlans(statements), large)).toEqual([]);
});

test("an index that is read from end to end counts as its table read whole, unless a limit ends it", async () => {
  await pool().query("do $$ begin execute format('alter database %I set enable_seqscan = off', current_database()); end $$");
  const of = async (text: string) => (await readPlans([{ text, values: [] }])).flatMap(({ readWhole }) => readWhole);
  expect(await of("select count(*) from evaluations")).toEqual(["evaluations"]);
  expect(await of("copy (select id from samples order by id) to stdout")).toEqual(["samples"]);
  expect(await of("declare some no scroll cursor for select id from actions order by id")).toEqual(["actions"]);
  expect(await of("select id from samples order by id limit 5")).toEqual([]);
  expect(await of("select id from samples where output like '%x%' order by id limit 5")).toEqual(["samples"]);
});
