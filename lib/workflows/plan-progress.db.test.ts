import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { people, plannableStudy, rateAll, rateOne, started } from "@/lib/testing/planned-study";
import { excludeAnnotator } from "./exclude-annotator";
import { giveConsent } from "./give-consent";
import { listTaskPlans } from "./list-task-plans";

temporaryDatabase();

test("a study says, for each arm and criterion, what it asked for and what was submitted, and by whom who is excluded", async () => {
  const one = await plannableStudy();
  await started(one, {
    ...{ people: 4, overlap: 2, repeatShare: 0.2, consent: "Some are wrong." },
    ...{
      arms: [
        { arm: "drafted", runId: one.runId, share: 3 },
        { arm: "blind", runId: null, share: 2 },
      ],
    },
    planted: { share: 0.3, sourceRunId: null, disclosed: true },
  });
  const progress = async () => (await listTaskPlans(one.researcher, one)).items.map((plan) => plan.progress);
  const { rows: criteria } = await pool().query<{ name: string }>("select name from criteria where id = any($1) order by position", [
    one.criteria,
  ]);
  const arm = (planned: number, submitted: number) => ({
    ...{ planned, submitted },
    criteria: criteria.map(({ name }) => ({ name, planned, submitted })),
  });
  expect(await progress()).toMatchObject([
    {
      samples: 10,
      arms: [
        { arm: "blind", ...arm(8, 0) },
        { arm: "drafted", ...arm(12, 0) },
      ],
    },
  ]);
  const [first, second] = (await people(one.projectId, 2)) as [Actor, Actor];
  for (const actor of [first, second]) await giveConsent(actor, one);
  await rateAll(one, first);
  await rateOne(one, second);
  const { rows } = await pool().query<{ annotator_id: string; user_id: string; arm: string; n: number }>(
    `select a.annotator_id, n.user_id, a.arm, count(*)::int n from assignments a join annotators n on n.id = a.annotator_id
     where a.task_id = $1 and a.purpose = 'work' and a.round = 0 and a.status = 'submitted' group by 1, 2, 3`,
    [one.taskId],
  );
  const of = (arms: string, actor?: Actor) =>
    rows.filter((row) => row.arm === arms && (actor === undefined || row.user_id === actor.userId)).reduce((sum, { n }) => sum + n, 0);
  const annotatorId = rows.find((row) => row.user_id === first.userId)?.annotator_id ?? "";
  await excludeAnnotator(one.researcher, { projectId: one.projectId, annotatorId, taskId: one.taskId, reason: "too fast" });
  const [now] = (await progress()).filter((plan) => plan !== null);
  expect(now).toMatchObject({
    samples: 10,
    arms: [
      { arm: "blind", runId: null, judge: null, ...arm(8, of("blind")), excluded: of("blind", first) },
      { arm: "drafted", runId: one.runId, judge: expect.any(String), ...arm(12, of("drafted")), excluded: of("drafted", first) },
    ],
  });
  expect(of("drafted", first) + of("blind", first)).toBe(5);
  expect(of("drafted") + of("blind")).toBe(6);
});

test("a study says how many ratings the report has that it did not ask for: those from before it, and imported ones", async () => {
  const one = await plannableStudy();
  const [early, later] = (await people(one.projectId, 2)) as [Actor, Actor];
  for (let n = 0; n < 3; n++) await rateOne(one, early);
  await started(one, { people: 2, overlap: 1, arms: [{ arm: "blind", runId: null, share: 1 }] });
  const outside = async () => (await listTaskPlans(one.researcher, one)).items[0]?.progress?.outside;
  expect(await outside()).toEqual({ submitted: 3, before: 3 });
  await rateOne(one, later);
  expect(await outside()).toEqual({ submitted: 3, before: 3 });
  // As an import leaves them: submitted, and in no plan.
  await pool().query(
    `update assignments set submitted_at = now() + interval '1 minute' where id =
       (select a.id from assignments a join annotators n on n.id = a.annotator_id where n.user_id = $1 limit 1)`,
    [early.userId],
  );
  expect(await outside()).toEqual({ submitted: 3, before: 2 });
});
