import { pool } from "@/lib/db/client";
import type { Scale } from "@/lib/domain/criterion";
import { createJudgeBody, type Judge, type Run, startRunBody } from "@/lib/domain/judge";
import { createJudge } from "@/lib/workflows/create-judge";
import { startRun } from "@/lib/workflows/start-run";
import { instanceAdmin } from "./small-study";

async function idOf(sql: string, values: unknown[]): Promise<string> {
  const result = await pool().query<{ id: string }>(sql, values);
  return result.rows[0]?.id ?? "";
}

/** The scale of every criterion here: 0 to 3, so that no test passes by assuming 1 to 5. */
export const judgedScale: Scale = { min: 0, max: 3, step: 1, levels: [{ value: 3, label: "good", description: "throughout" }] };

/** A project with a task whose published criteria wait for a judge. */
export interface JudgedStudy {
  projectId: string;
  taskId: string;
  /** A judge of its own name, at the endpoint given. */
  addJudge(model: string, more?: Record<string, unknown>): Promise<Judge>;
  /** A further task with so many samples and the same two criteria. */
  addTask(name: string, samples: number, criteria?: string[]): Promise<string>;
  /** `more`: any other settings of a new run; `taskId` selects another task. */
  start(judgeId: string, kind?: Run["kind"], more?: Record<string, unknown> & { taskId?: string }): Promise<Run>;
}

/** Makes project "Study" with task "Answers". */
export async function judgedStudy(endpoint: string, samples: number, criteria = ["Clarity", "Truth"]): Promise<JudgedStudy> {
  const projectId = await idOf("insert into projects (name) values ('Study') returning id", []);
  const addTask = async (name: string, sampleCount: number, names = criteria) => {
    const taskId = await idOf("insert into tasks (project_id, name, description) values ($1, $2, 'Answer in plain words.') returning id", [
      projectId,
      name,
    ]);
    const setId = await idOf(
      "insert into criteria_sets (task_id, version, status, published_at) values ($1, 1, 'published', now()) returning id",
      [taskId],
    );
    await pool().query(
      `insert into criteria (criteria_set_id, position, name, definition, scale)
       select $1, place - 1, name, 'What to look for.', $3 from unnest($2::text[]) with ordinality as given (name, place)`,
      [setId, names, JSON.stringify(judgedScale)],
    );
    await pool().query(
      `insert into samples (task_id, external_id, position, input, output, input_key, content_hash)
       select $1, 's' || n, n, 'Question ' || n, 'The sun is warm, says answer ' || n || '. It is a star.', 'k' || n, '' from generate_series(0, $2 - 1) n`,
      [taskId, sampleCount],
    );
    return taskId;
  };
  const taskId = await addTask("Answers", samples);
  let judges = 0;
  const addJudge = async (model: string, more: Record<string, unknown> = {}) => {
    const body = createJudgeBody.parse({ name: `judge ${++judges}`, baseUrl: endpoint, model, ...more });
    return createJudge(instanceAdmin, { projectId, ...body });
  };
  const start: JudgedStudy["start"] = async (judgeId, kind = "evaluation", { taskId: other = taskId, ...more } = {}) =>
    startRun(instanceAdmin, { taskId: other, ...startRunBody.parse({ judgeId, kind, ...more }) });
  return { projectId, taskId, addJudge, addTask, start };
}
