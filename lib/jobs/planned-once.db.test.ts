import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { keyHeaders, makeAccount, sessionHeaders, temporaryInstance } from "@/lib/testing/accounts";
import { largeStudy } from "@/lib/testing/large-study";
import { callAs } from "@/lib/testing/replay/call";
import { chain } from "@/lib/testing/replay/invented-people";
import { toRoute } from "@/lib/testing/replay/to-route";

temporaryInstance();

interface Prepared {
  statement: string;
  generic_plans: number;
  custom_plans: number;
}

/** The statements that this process has prepared on its connections, and how often the server used one plan for all values or made one for those given. */
async function preparedStatements(): Promise<Prepared[]> {
  const clients = await Promise.all(Array.from({ length: pool().totalCount }, () => pool().connect()));
  const asked = clients.map((client) =>
    client.query<Prepared>("select statement, generic_plans::int, custom_plans::int from pg_prepared_statements"),
  );
  const found = (await Promise.all(asked)).flatMap(({ rows }) => rows);
  for (const client of clients) client.release();
  return found;
}

test("the statements by which samples are given out and lines are saved are planned once, for a session and for an API key", async () => {
  const study = await largeStudy();
  const samples = 12;
  for (const headersOf of [sessionHeaders, keyHeaders]) {
    const account = await makeAccount({ roles: { [study.projectId]: "annotator" }, password: null });
    const call = callAs(toRoute, "http://127.0.0.1:3000", await headersOf(account));
    for (let sample = 0; sample < samples; sample++) {
      const { assignmentId } = await call("nextAssignment", { params: { taskId: study.taskId } });
      const params = { assignmentId: assignmentId ?? "" };
      for (const criterionId of study.criteria)
        for (const line of chain([
          { kind: "accept", itemId: "0" },
          { kind: "accept", itemId: "2" },
          { kind: "set-score", score: 3 },
        ]))
          await call("saveActions", { params, body: { criterionId, actions: [line], activeMs: 1000 } });
      await call("submitAssignment", { params });
    }
  }
  const parts = {
    "open work": 'exists (select "back"."at" from "reviews"',
    "the next sample": 'with "pass" as',
    "a unit for a session": 'as "by_session"',
    "a save": 'with "held" as',
  };
  const all = await preparedStatements();
  for (const [name, part] of Object.entries(parts)) {
    const own = all.filter(({ statement }) => statement.includes(part));
    // It makes five plans for given values before it compares.
    expect([name, Math.max(...own.map((one) => one.custom_plans))]).toEqual([name, 5]);
    expect([name, Math.max(...own.map((one) => one.generic_plans))]).not.toEqual([name, 0]);
  }
}, 120_000);
