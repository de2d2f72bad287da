import { pool } from "@/lib/db/client";
import type { Scale } from "@/lib/domain/criterion";

async function idOf(sql: string, values: unknown[]): Promise<string> {
  const result = await pool().query<{ id: string }>(sql, values);
  return result.rows[0]?.id ?? "";
}

/** Creates a project with one task and everything that model-free runs need: judges, runs and their work lists, written directly to the store. */
export async function batchStudy(name: string, kind: "pointwise" | "pairwise", scale: Scale, criteria: string[]) {
  const projectId = await idOf("insert into projects (name) values ($1) returning id", [name]);
  const taskId = await idOf("insert into tasks (project_id, name, kind) values ($1, 'Answers', $2) returning id", [projectId, kind]);
  const setId = await idOf(
    "insert into criteria_sets (task_id, version, status, published_at) values ($1, 1, 'published', now()) returning id",
    [taskId],
  );
  const criterionIds: string[] = [];
  for (const [position, criterion] of criteria.entries()) {
    criterionIds.push(
      await idOf("insert into criteria (criteria_set_id, position, name, scale, overall) values ($1, $2, $3, $4, $5) returning id", [
        setId,
        position,
        criterion,
        JSON.stringify(scale),
        criterion === "Overall",
      ]),
    );
  }
  const addSample = (output: string, outputB: string | null, reference: string | null) =>
    idOf(
      `insert into samples (task_id, external_id, position, input, output, output_b, reference, input_key, content_hash)
       select $1, 's' || n, n, 'Why does it rain?', $2, $3, $4, 'k' || n, '' from (select count(*) as n from samples where task_id = $1) given returning id`,
      [taskId, output, outputB, reference],
    );
  const addJudge = (judge: string, judgeKind: string, options: object) =>
    idOf("insert into judges (project_id, name, kind, options) values ($1, $2, $3, $4) returning id", [
      projectId,
      judge,
      judgeKind,
      JSON.stringify(options),
    ]);
  /** A run of the judge over the published set, with its options frozen in it and every unit pending. */
  const addRun = async (judgeId: string, { variant = "plain", at = new Date() }: { variant?: string; at?: Date } = {}) => {
    const runId = await idOf(
      `insert into runs (task_id, judge_id, criteria_set_id, kind, status, protocol, prompt_version, options, variant, scope, created_at)
       select $1, id, $3, 'evaluation', 'running', kind, '1', options, $4, 'batch', $5 from judges where id = $2 returning id`,
      [taskId, judgeId, setId, variant, at],
    );
    await pool().query(
      `insert into run_units (run_id, sample_id, criterion_id)
       select $1, s.id, c.id from samples s, criteria c where s.task_id = $2 and c.criteria_set_id = $3`,
      [runId, taskId, setId],
    );
    return runId;
  };
  const addDraft = (runId: string, sampleId: string, criterionId: string, score: number | null) =>
    idOf("insert into drafts (run_id, sample_id, criterion_id, score, items, raw) values ($1, $2, $3, $4, '[]', '') returning id", [
      runId,
      sampleId,
      criterionId,
      score,
    ]);
  return { projectId, taskId, setId, criterionIds, addSample, addJudge, addRun, addDraft };
}

/** Drafts of a run in the order of samples and criteria. */
export async function draftsOf(runId: string) {
  const result = await pool().query<{
    sample: string;
    criterion: string;
    score: number;
    items: { kind: string; text: string }[];
    raw: string;
    details: Record<string, unknown>;
    costUsd: number;
  }>(
    `select s.external_id as sample, c.name as criterion, d.score, d.items, d.raw, d.details, d.cost_usd as "costUsd"
     from drafts d join samples s on s.id = d.sample_id join criteria c on c.id = d.criterion_id where d.run_id = $1 order by s.position, c.position`,
    [runId],
  );
  return result.rows;
}

/** Units of a run in the order of samples and criteria. */
export async function unitsOf(runId: string) {
  const result = await pool().query<{ sample: string; status: string; attempts: number; code: string | null; message: string | null }>(
    `select s.external_id as sample, u.status, u.attempts, u.error_code as code, u.error_message as message
     from run_units u join samples s on s.id = u.sample_id join criteria c on c.id = u.criterion_id where u.run_id = $1 order by s.position, c.position`,
    [runId],
  );
  return result.rows;
}
