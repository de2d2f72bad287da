import { pool } from "@/lib/db/client";
import type { Role } from "@/lib/domain/policy";
import { keyHeaders, makeAccount } from "../accounts";
import { type Call, callAs, type Send } from "./call";
import { draftItems, draftScore, type JudgeName } from "./invented-people";

/** Somebody of the study, with the calls they make. */
export interface Person {
  userId: string;
  call: Call;
}

/** People of a project with a key each. */
export async function invite(send: Send, origin: string, projectId: string, role: Role, n: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let i = 0; i < n; i++) {
    const account = await makeAccount({ roles: { [projectId]: role }, password: null });
    people.push({ userId: account.userId, call: callAs(send, origin, await keyHeaders(account)) });
  }
  return people;
}

/** The account that creates the project. */
export async function founder(send: Send, origin: string): Promise<Person> {
  const account = await makeAccount({ instanceAdmin: true, password: null });
  return { userId: account.userId, call: callAs(send, origin, await keyHeaders(account)) };
}

async function idOf(sql: string, values: unknown[]): Promise<string> {
  const result = await pool().query<{ id: string }>(sql, values);
  return result.rows[0]?.id ?? "";
}

/** What a finished run of a judge over the published criteria leaves. Returns the run. */
export async function finishedRun(
  taskId: string,
  judge: JudgeName,
  sampleIds: readonly string[],
  criterionIds: readonly string[],
): Promise<string> {
  const judgeId = await idOf("insert into judges (project_id, name) select project_id, $2 from tasks where id = $1 returning id", [
    taskId,
    judge,
  ]);
  const runId = await idOf(
    `insert into runs (task_id, judge_id, criteria_set_id, kind, status, model, protocol, prompt_version)
     select $1, $2, criteria_set_id, 'evaluation', 'done', 'made up', 'step-by-step', '1' from criteria where id = $3 returning id`,
    [taskId, judgeId, criterionIds[0]],
  );
  const drafts = sampleIds.flatMap((sampleId, sample) =>
    criterionIds.map((criterionId, criterion) => {
      const score = draftScore(judge, sample, criterion);
      return { sampleId, criterionId, score, items: JSON.stringify(draftItems(judge, score)) };
    }),
  );
  const column = (of: (draft: (typeof drafts)[number]) => string | number) => drafts.map(of);
  await pool().query(
    `insert into drafts (run_id, sample_id, criterion_id, score, items, raw)
     select $1, s, c, score, items::jsonb, '' from unnest($2::uuid[], $3::uuid[], $4::float8[], $5::text[]) as given (s, c, score, items)`,
    [runId, column((one) => one.sampleId), column((one) => one.criterionId), column((one) => one.score), column((one) => one.items)],
  );
  await pool().query(
    "insert into run_units (run_id, sample_id, criterion_id, status) select run_id, sample_id, criterion_id, 'done' from drafts where run_id = $1",
    [runId],
  );
  return runId;
}

/** The task's samples in the order of import. */
export async function sampleIdsOf(taskId: string): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position", [taskId]);
  return rows.map(({ id }) => id);
}
