import { pool } from "@/lib/db/client";

const three = ["Clarity\nIs it clear?\nScale: 1 to 5", "Truth\nIs it true?\nScale: 1 to 5", "Charm\nIs it charming?\nScale: 1 to 5"];

/** What a finished criteria run leaves: a proposal of these criteria (three without a group unless given); returns its draft's id. */
export async function makeProposal(taskId: string, texts: readonly string[] = three): Promise<string> {
  const judge = await pool().query<{ id: string }>(
    "insert into judges (project_id, name) select project_id, 'proposer' from tasks where id = $1 returning id",
    [taskId],
  );
  const run = await pool().query<{ id: string }>(
    "insert into runs (task_id, judge_id, kind, status, protocol, prompt_version) values ($1, $2, 'criteria', 'done', 'p', '1') returning id",
    [taskId, judge.rows[0]?.id],
  );
  const draft = await pool().query<{ id: string }>("insert into drafts (run_id, items, raw) values ($1, $2, 'raw') returning id", [
    run.rows[0]?.id,
    JSON.stringify(texts.map((text) => ({ kind: "criterion", text }))),
  ]);
  return draft.rows[0]?.id ?? "";
}
