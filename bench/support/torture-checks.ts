/** What must be true after the torture: everything acknowledged is there once, figures equal a recount, nothing is stuck. */
import { alpha as independentAlpha } from "krippendorff";
import { pool } from "@/lib/db/client";
import type { Acknowledged } from "./acknowledged";
import { type Checked, equal } from "./checked";
import type { Stubborn } from "./stubborn-client";

const rowsOf = async <T extends object>(sql: string, values: unknown[] = []) => (await pool().query<T>(sql, values)).rows;
const countOf = async (sql: string, values: unknown[] = []) => Number((await rowsOf<{ n: number }>(sql, values))[0]?.n ?? -1);

/** Everything that was acknowledged, counted in the database. */
export async function checkAcknowledged(confirmed: Acknowledged): Promise<Checked[]> {
  const ids = confirmed.scores.flatMap(({ actionIds }) => actionIds);
  const panelIds = confirmed.rounds.flatMap(({ actionIds }) => actionIds);
  const imported = confirmed.imports.flatMap(({ externalIds }) => externalIds);
  const texts = "select count(*) as n, count(distinct text) as d from comments where text = any($1)";
  const [comments] = await rowsOf<{ n: number; d: number }>(texts, [confirmed.comments]);
  return [
    equal(
      "acknowledged actions that are stored, each once",
      await countOf("select count(*) as n from actions where id = any($1::uuid[])", [ids]),
      ids.length,
    ),
    equal(
      "acknowledged scores that are the evaluation's score",
      await countOf(
        `select count(*) as n from unnest($1::uuid[], $2::float8[]) as confirmed(id, score)
         join actions a on a.id = confirmed.id join evaluations e on e.id = a.evaluation_id where e.score = confirmed.score`,
        [confirmed.scores.map(({ actionIds }) => actionIds[0]), confirmed.scores.map(({ score }) => score)],
      ),
      confirmed.scores.length,
    ),
    equal(
      "actions in unbroken chains",
      await countOf(
        "select count(*) as n from (select evaluation_id, count(*) c, max(seq) m from actions where evaluation_id is not null group by 1) x where c <> m + 1",
      ),
      0,
    ),
    equal(
      "acknowledged submissions that are submitted",
      await countOf("select count(*) as n from assignments where status = 'submitted' and id = any($1::uuid[])", [confirmed.submitted]),
      confirmed.submitted.length,
    ),
    equal(
      "comments sent with a key, each there once",
      [Number(comments?.n), Number(comments?.d)],
      [confirmed.comments.length, confirmed.comments.length],
    ),
    equal(
      "samples of acknowledged imports, each there once",
      await countOf(
        "select count(*) as n from samples s join tasks t on t.id = s.task_id where t.name like 'Imported %' and s.external_id = any($1)",
        [imported],
      ),
      imported.length,
    ),
    equal(
      "redlines of panels, each action there once",
      await countOf("select count(*) as n from actions where id = any($1::uuid[])", [panelIds]),
      panelIds.length,
    ),
    equal(
      "rounds that ended with published criteria",
      await countOf(
        "select count(*) as n from criteria_rounds where status = 'closed' and criteria_set_id is not null and id = any($1::uuid[])",
        [confirmed.rounds.map(({ roundId }) => roundId)],
      ),
      confirmed.rounds.length,
    ),
    equal(
      "runs that ended with each unit drafted once",
      await countOf(
        `select count(*) as n from runs r where r.id = any($1::uuid[]) and r.status = 'done'
         and (select count(*) from drafts d where d.run_id = r.id) = (select count(*) from run_units u where u.run_id = r.id and u.status = 'done')
         and not exists (select from run_units u where u.run_id = r.id and u.status <> 'done')
         and (select count(distinct (sample_id, criterion_id)) from drafts d where d.run_id = r.id) = (select count(*) from drafts d where d.run_id = r.id)`,
        [confirmed.runs],
      ),
      confirmed.runs.length,
    ),
  ];
}

/** The report beside a recount from what was confirmed to the clients, by another program's alpha. */
export async function checkStatistics(call: Stubborn, confirmed: Acknowledged, projectId: string, taskId: string): Promise<Checked[]> {
  const { tasks } = await call("readReport", { params: { projectId }, query: { task: taskId } });
  const report = tasks[0];
  const submitted = new Set(
    (
      await rowsOf<{ key: string }>(
        "select a.sample_id || ' ' || n.user_id as key from assignments a join annotators n on n.id = a.annotator_id where a.task_id = $1 and a.status = 'submitted'",
        [taskId],
      )
    ).map(({ key }) => key),
  );
  const people = await rowsOf<{ id: string }>(
    "select user_id as id from memberships where role = 'annotator' and project_id = $1 order by user_id",
    [projectId],
  );
  const owner = new Map(
    (
      await rowsOf<{ id: string; user_id: string }>(
        "select a.id, n.user_id from actions a join evaluations e on e.id = a.evaluation_id join assignments w on w.id = e.assignment_id join annotators n on n.id = w.annotator_id",
      )
    ).map((row) => [row.id, row.user_id]),
  );
  const counted = confirmed.scores.filter(({ sampleId, actionIds }) => submitted.has(`${sampleId} ${owner.get(actionIds[0] ?? "")}`));
  const criteria = await rowsOf<{ id: string; name: string }>(
    "select c.id, c.name from criteria c join criteria_sets s on s.id = c.criteria_set_id where s.task_id = $1 order by c.position",
    [taskId],
  );
  const samples = [...new Set(counted.map(({ sampleId }) => sampleId))];
  const alphas = criteria.map(({ id, name }) => {
    const cells = new Map(
      counted
        .filter(({ criterionId }) => criterionId === id)
        .map((one) => [`${one.sampleId} ${owner.get(one.actionIds[0] ?? "")}`, one.score]),
    );
    const matrix = people.map(({ id: person }) => samples.map((sample) => cells.get(`${sample} ${person}`) ?? undefined));
    return { name, expected: recount(matrix), found: report?.agreement.perCriterion[name]?.annotators.interval.value ?? null };
  });
  return [
    equal("ratings in the report", report?.counts.ratings, counted.length),
    ...alphas.map(({ name, expected, found }) => ({
      what: `alpha (interval) of ${name} in the report, and by another program`,
      ok: found === expected || (found !== null && expected !== null && Math.abs(found - expected) < 1e-9),
      found: `${found} and ${expected}`,
    })),
  ];
}

/** Units that one person alone has rated say nothing of agreement, and the other program does not know that. */
function recount(matrix: (number | undefined)[][]): number | null {
  const paired = (matrix[0] ?? []).flatMap((_, unit) => (matrix.filter((row) => row[unit] !== undefined).length > 1 ? [unit] : []));
  const rows = matrix.map((row) => paired.map((unit) => row[unit])) as number[][];
  const value = independentAlpha(rows, (a: number, b: number) => (a - b) ** 2);
  return Number.isFinite(value) ? value : null;
}
