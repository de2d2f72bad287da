import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { type PlannedStudy, people, plannableStudy, rateOne, started } from "@/lib/testing/planned-study";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { refusal } from "@/lib/testing/refusal";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { closePlan } from "./close-plan";
import { excludeAnnotator } from "./exclude-annotator";
import { exportFrozenReport } from "./export-frozen-report";
import { freezeReport } from "./freeze-report";
import { liftExclusion } from "./lift-exclusion";
import { readDecisions } from "./read-decisions";
import { readFrozenReport } from "./read-frozen-report";

temporaryDatabase();

const annotatorOf = async ({ userId }: Actor) =>
  (await pool().query<{ id: string; name: string; code: string }>("select id, name, code from annotators where user_id = $1", [userId]))
    .rows[0] ?? { id: "", name: "", code: "" };

/** A study in which two of three people have rated and one of them and the third were excluded, the first only for a while. */
async function excludedIn({ anonymous }: { anonymous: boolean }) {
  const study = await plannableStudy();
  const [ann, bob, cleo] = (await people(study.projectId, 3)) as [Actor, Actor, Actor];
  await started(study, { anonymous, people: 3, overlap: 2, named: [ann.userId, bob.userId, cleo.userId], seed: 23 });
  for (const person of [ann, bob]) await rateOne(study, person);
  const [a, b, c] = [await annotatorOf(ann), await annotatorOf(bob), await annotatorOf(cleo)];
  const exclude = (annotatorId: string, taskId: string | null, reason: string) =>
    excludeAnnotator(study.researcher, { projectId: study.projectId, annotatorId, taskId, reason });
  const { id } = await exclude(a.id, study.taskId, `Faster than ${b.name} reads.`);
  await liftExclusion(instanceAdmin, { exclusionId: id });
  await exclude(b.id, null, "Left the project.");
  await exclude(c.id, study.taskId, "Never began.");
  return { study, a, b };
}

const about = async (study: PlannedStudy, which: RegExp) =>
  (await readDecisions(study.researcher, study)).decisions.filter((one) => which.test(one.about));

test("the log has the study's start and end and each exclusion of somebody who rated, with reason, time and who decided", async () => {
  const { study, a, b } = await excludedIn({ anonymous: false });
  await closePlan(study.researcher, study);
  const { rows } = await pool().query<{ createdAt: Date; liftedAt: Date | null }>(
    'select x.created_at as "createdAt", x.lifted_at as "liftedAt" from exclusions x join annotators n on n.id = x.annotator_id where n.id = any($1) order by 1',
    [[a.id, b.id]],
  );
  const by = study.researcher.name;
  expect(await about(study, /^Exclusion/u)).toEqual([
    { about: `Exclusion of ${a.name}`, what: `Faster than ${b.name} reads.`, at: rows[0]?.createdAt.toISOString(), by },
    { about: `Exclusion of ${a.name}`, what: "Lifted", at: rows[0]?.liftedAt?.toISOString(), by: null },
    { about: `Exclusion of ${b.name}`, what: "Left the project.", at: rows[1]?.createdAt.toISOString(), by },
  ]);
  expect(await about(study, /^Study/u)).toEqual([
    {
      ...{ about: "Study 1", at: expect.any(String), by },
      what: "Started: 2 ratings for each of all samples by 3 people; arms drafted and blind, crossed; seed 23",
    },
    { about: "Study 1", what: "Closed: no more work was given out", at: expect.any(String), by: null },
  ]);
});

test("where a study promised codes, the log names people by code, in reasons too", async () => {
  const { study, a, b } = await excludedIn({ anonymous: true });
  expect((await about(study, /^Exclusion/u)).map((one) => [one.about, one.what])).toEqual([
    [`Exclusion of ${a.code}`, `Faster than ${b.code} reads.`],
    [`Exclusion of ${a.code}`, "Lifted"],
    [`Exclusion of ${b.code}`, "Left the project."],
  ]);
});

test("a frozen report keeps the log as it was, with codes and without who decided", async () => {
  const { study, a, b } = await excludedIn({ anonymous: false });
  const order = {
    projectId: study.projectId,
    taskId: study.taskId,
    name: "Kept",
    excluded: "without",
    level: "ordinal",
    filter: {},
  } as const;
  const { id: frozenId } = await freezeReport(study.researcher, order);
  const before = await readFrozenReport(study.researcher, { frozenId });
  await closePlan(study.researcher, study);
  const { decisions, firstRatings } = JSON.parse(before).head.context.decisions;
  expect(firstRatings).toEqual((await readDecisions(study.researcher, study)).firstRatings);
  expect(decisions.map((one: { about: string; what: string; by: null }) => [one.about, one.what.replace(/:.*/u, ""), one.by])).toEqual(
    expect.arrayContaining([
      ["Study 1", "Started", null],
      [`Exclusion of ${a.code}`, `Faster than ${b.code} reads.`, null],
      [`Exclusion of ${a.code}`, "Lifted", null],
      [`Exclusion of ${b.code}`, "Left the project.", null],
    ]),
  );
  expect(JSON.stringify(decisions)).not.toContain("Closed");
  for (const { name } of [a, b, study.researcher]) expect(before).not.toContain(name);
  expect((await exportFrozenReport(study.researcher, { frozenId })).bytes.byteLength).toBeGreaterThan(0);
});

test("the first rating of a version is the first submitted work under it, not what an exam or a calibration asked for", async () => {
  const study = await ratedStudy("pointwise", [3, 4, 5]);
  const judge = await study.addJudge("gpt");
  await study.addRun({ judge, promptVersion: "v1", drafts: drafts([3]) });
  await study.addRun({ judge, promptVersion: "v2", drafts: drafts([3]) });
  await study.addRun({ judge, variant: "swapped", promptVersion: "v3", drafts: drafts([3]) });
  await pool().query(
    `update assignments a set submitted_at = '2026-01-01T00:00:00Z'::timestamptz + make_interval(days => o.place::int),
                              purpose = case when o.place = 1 then 'calibration' else 'work' end
     from (select id, row_number() over (order by id) as place from assignments where task_id = $1) o where o.id = a.id`,
    [study.taskId],
  );
  const { firstRatings, decisions } = await readDecisions(instanceAdmin, study);
  expect(firstRatings).toEqual([{ version: 1, at: "2026-01-03T00:00:00.000Z" }]);
  expect(decisions.map((one) => [one.about, one.what])).toEqual([
    ["Criteria set 1", "Overall (1 to 5)"],
    ["Judge gpt", "Model m, protocol critique, prompts v1"],
    ["Judge gpt", "Model m, protocol critique, prompts v2"],
  ]);
});

test("researchers read it, annotators may not, and strangers learn of no task", async () => {
  const { study } = await excludedIn({ anonymous: false });
  const elsewhere = await plannableStudy();
  expect((await refusal(readDecisions(await member(study.projectId, "annotator"), study))).code).toBe("forbidden");
  expect((await refusal(readDecisions(elsewhere.researcher, study))).code).toBe("not_found");
  expect((await readDecisions(await member(study.projectId, "researcher"), study)).decisions.length).toBeGreaterThan(0);
});
