import { pool } from "@/lib/db/client";
import { preferenceScale } from "@/lib/domain/pair-outputs";

async function idOf(sql: string, values: unknown[]): Promise<string> {
  const result = await pool().query<{ id: string }>(sql, values);
  return result.rows[0]?.id ?? "";
}

/** A finished run, made as it would have been. */
export interface RunToMake {
  judge: string;
  variant?: string;
  promptVersion?: string;
  options?: object;
  /** By sample; null score: dropped. */
  drafts: { sample: number; score: number | null; details?: object; criterion?: string }[];
}

let made = 0;

/**
 * A project with a task of four samples, its one published criterion "Overall", and Ann, who has rated the first samples. Of pairs the better
 * outputs are A, A, B and a tie; two samples are easy, two hard. Runs are made without a judge being asked; each is later than the one before.
 */
export async function ratedStudy(kind: "pointwise" | "pairwise", annScores: number[]) {
  const name = `Study ${++made}`;
  const projectId = await idOf("insert into projects (name) values ($1) returning id", [name]);
  const taskId = await idOf("insert into tasks (project_id, name, kind) values ($1, $2, $3) returning id", [projectId, "Answers", kind]);
  const setId = await idOf(
    "insert into criteria_sets (task_id, version, status, published_at) values ($1, 1, 'published', now()) returning id",
    [taskId],
  );
  const scale = kind === "pairwise" ? preferenceScale : { min: 1, max: 5, step: 1, levels: [] };
  const criterionId = await idOf(
    "insert into criteria (criteria_set_id, position, name, scale, overall) values ($1, 0, 'Overall', $2, true) returning id",
    [setId, JSON.stringify(scale)],
  );
  const samples = await pool().query<{ id: string }>(
    `insert into samples (task_id, external_id, position, input, output, output_b, input_key, content_hash, gold_label, subset)
     select $1, 's' || n, n, 'Question ' || n, 'One', case when $2 = 'pairwise' then 'Two' end, 'k' || n, '',
            case when $2 = 'pairwise' then (array['A', 'A', 'B', 'tie'])[n + 1] end, case when n < 2 then 'easy' else 'hard' end
     from generate_series(0, 3) n order by n returning id`,
    [taskId, kind],
  );
  const sampleIds = samples.rows.map((row) => row.id);
  const ann = await idOf("insert into annotators (project_id, name) values ($1, 'Ann') returning id", [projectId]);
  for (const [index, score] of annScores.entries()) {
    const assignment = await idOf(
      `insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, submitted_at)
       values ($1, $2, $3, $4, 'blind', 'submitted', now()) returning id`,
      [taskId, sampleIds[index], ann, setId],
    );
    await pool().query("insert into evaluations (assignment_id, criterion_id, score, complete) values ($1, $2, $3, true)", [
      assignment,
      criterionId,
      score,
    ]);
  }
  const addJudge = (judge: string, judgeKind = "endpoint", options: object = {}) =>
    idOf("insert into judges (project_id, name, kind, options) values ($1, $2, $3, $4) returning id", [
      projectId,
      judge,
      judgeKind,
      JSON.stringify(options),
    ]);
  const addRun = async ({ judge, variant = "plain", promptVersion = "1", options = {}, drafts }: RunToMake) => {
    const runId = await idOf(
      `insert into runs (task_id, judge_id, criteria_set_id, kind, status, model, protocol, prompt_version, variant, options, created_at)
       values ($1, $2, $3, 'evaluation', 'done', 'm', 'critique', $4, $5, $6, now() + make_interval(secs => $7)) returning id`,
      [taskId, judge, setId, promptVersion, variant, JSON.stringify(options), ++made],
    );
    for (const { sample, score, details, criterion = criterionId } of drafts) {
      await pool().query(
        `insert into drafts (run_id, sample_id, criterion_id, score, items, raw, details, created_at)
         values ($1, $2, $3, $4, '[]', '', $5, now() + make_interval(secs => $6))`,
        [runId, sampleIds[sample], criterion, score, details === undefined ? null : JSON.stringify(details), made],
      );
      await pool().query("insert into run_units (run_id, sample_id, criterion_id, status) values ($1, $2, $3, $4)", [
        runId,
        sampleIds[sample],
        criterion,
        score === null ? "dropped" : "done",
      ]);
    }
    return runId;
  };
  return { projectId, taskId, name, addJudge, addRun };
}

/** Scores of the first samples, in order. */
export const drafts = (scores: (number | null)[]) => scores.map((score, sample) => ({ sample, score }));
