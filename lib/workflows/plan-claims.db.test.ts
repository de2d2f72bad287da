import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { next, people, plannableStudy, started } from "@/lib/testing/planned-study";

temporaryDatabase();

// `CLIENTS=50 ROUNDS=100 npm test -- --only db plan-claims` is the long form; clients times rounds must be a multiple of the overlap.
const clients = Number(process.env.CLIENTS ?? 12);
const rounds = Number(process.env.ROUNDS ?? 6);
const overlap = 4;

/** How often each combination occurs among what was given out: the least and the most. */
async function spread(taskId: string, by: string): Promise<{ least: number; most: number }> {
  const { rows } = await pool().query<{ least: number; most: number }>(
    `select min(n)::int as least, max(n)::int as most from (
       select count(*) filter (where a.id is not null) as n
       from plan_slots p join plan_seats seat on seat.id = p.seat_id join samples s on s.id = p.sample_id
       left join assignments a on a.id = p.assignment_id and a.annotator_id = seat.annotator_id
       where s.task_id = $1 group by ${by}) counted`,
    [taskId],
  );
  return rows[0] ?? expect.fail("nothing is planned");
}

test("people who open a study in two tabs at the same moment each get a place, the last one too", async () => {
  const study = await plannableStudy(6);
  await started(study, { people: 6, overlap: 2 });
  const annotators = await people(study.projectId, 6);
  const given = await Promise.all([...annotators, ...annotators].map((annotator) => next(study, annotator)));
  expect(given).not.toContain(null);
  const { rows } = await pool().query<{ holders: number }>(
    "select count(distinct annotator_id)::int as holders from plan_seats s join study_plans p on p.id = s.plan_id where p.task_id = $1",
    [study.taskId],
  );
  expect(rows[0]?.holders).toBe(6);
});

test(`${clients} clients claim at once, ${rounds} times: never more than planned, and every balance within one`, {
  timeout: 60_000 + 2000 * rounds,
}, async () => {
  const study = await plannableStudy((clients * rounds) / overlap);
  const plan = await started(study, { people: clients, overlap });
  expect(plan.seats.map(({ ratings }) => ratings)).toEqual(Array(clients).fill(rounds));
  const annotators = await people(study.projectId, clients);
  for (let round = 1; round <= rounds; round++) {
    const claimed = await Promise.all(annotators.map((annotator) => next(study, annotator)));
    expect(new Set(claimed).size, `round ${round}`).toBe(clients);
    expect(claimed).not.toContain(null);
    const { rows } = await pool().query<{ most: number; loads: number[] }>(
      `select (select max(n)::int from (select count(*) n from assignments where task_id = $1 group by sample_id) s) as most,
              (select array_agg(distinct n::int) from (select count(*) n from assignments where task_id = $1 group by annotator_id) l) as loads`,
      [study.taskId],
    );
    expect(rows[0]?.most).toBeLessThanOrEqual(overlap);
    expect(rows[0]?.loads).toEqual([round]);
    // As if all had submitted, which is not what is tested here.
    await pool().query("update assignments set status = 'submitted', submitted_at = now() where task_id = $1 and status = 'open'", [
      study.taskId,
    ]);
  }
  expect(await Promise.all(annotators.map((annotator) => next(study, annotator)))).toEqual(Array(clients).fill(null));
  const exactly = (n: number) => ({ least: n, most: n });
  expect(await spread(study.taskId, "p.sample_id")).toEqual(exactly(overlap));
  expect(await spread(study.taskId, "p.seat_id")).toEqual(exactly(rounds));
  for (const by of ["p.seat_id, p.arm", "p.seat_id, s.system", "p.sample_id, p.arm"]) {
    const { least, most } = await spread(study.taskId, by);
    expect(most - least, by).toBeLessThanOrEqual(1);
  }
});
