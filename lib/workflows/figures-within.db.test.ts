import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { type PlannedStudy, people, plannableStudy, rateAll, started } from "@/lib/testing/planned-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { listUnits } from "./list-units";
import { readReport } from "./read-report";

temporaryDatabase();

const judge = "draft judge";
const hash = (salt: string) => `abs(hashtext(concat_ws(' ', '${salt}', s.position, a.slot, a.round, c.position)))`;
const days = { blind: "2026-03-01", drafted: "2026-03-05" };

/**
 * Two people who rated six samples blind and, four days later, with the draft, of which they removed the first lines for a reason (tallies still count these as accepted).
 */
async function ratedTwice(): Promise<PlannedStudy> {
  const one = await plannableStudy(6);
  const arms = [
    { arm: "blind" as const, runId: null, share: 1 },
    { arm: "drafted" as const, runId: one.runId, share: 1 },
  ];
  await started(one, { design: "within", people: 2, overlap: 2, arms, washOutHours: 0 });
  for (const actor of await people(one.projectId, 2)) expect(await rateAll(one, actor)).toHaveLength(12);
  const changes = [
    `update evaluations e set score = 1 + ${hash("score")} % 5, duration_ms = 1000 + ${hash("time")} % 60000
      from assignments a, samples s, criteria c where a.id = e.assignment_id and s.id = a.sample_id and c.id = e.criterion_id`,
    "update assignments set submitted_at = case round when 0 then timestamptz '2026-03-01T12:00Z' else timestamptz '2026-03-05T12:00Z' end",
    `begin; set local session_replication_role = replica;
      update actions x set kind = 'remove', reason_code = 'wrong-score' from evaluations e, assignments a
        where e.id = x.evaluation_id and a.id = e.assignment_id and a.round = 1 and x.item_id = '0'; commit`,
    "update assignments set packed_ratings = pack_ratings(id)",
  ];
  for (const change of changes) await pool().query(change);
  return one;
}

let one: PlannedStudy;
beforeAll(async () => {
  one = await ratedTwice();
}, 60_000);

const report = async (filter: Record<string, string> = {}): Promise<TaskReport> =>
  (await readReport(instanceAdmin, { projectId: one.projectId, filter })).tasks[0] ?? expect.unreachable();

async function listed(units: UnitQuery): Promise<number> {
  const selection = unitSelection.parse(units);
  return (await listUnits(instanceAdmin, { taskId: one.taskId, limit: 500, selection })).counts[selection.of] ?? 0;
}

/** Every figure of influence that claims an n, with the list that the panel opens. */
function influenceFigures({ influence, criteria }: TaskReport): [string, number, UnitQuery][] {
  const [comparison] = influence?.comparisons ?? [];
  const seen = influence?.arms[comparison?.with ?? -1] ?? expect.unreachable();
  const { seconds, distance } = comparison ?? expect.unreachable();
  return criteria.flatMap(({ name }): [string, number, UnitQuery][] => [
    [`alpha, ${name}`, seen.agreement.perCriterion[name]?.nominal.n ?? -1, figureUnits.inArm(name, "drafted", { pairable: "people" })],
    [`time, ${name}`, seconds.perCriterion[name]?.with.n ?? -1, figureUnits.inArm(name, "drafted", { timed: "true" })],
    [
      `time, both, ${name}`,
      seconds.perCriterion[name]?.difference.n ?? -1,
      figureUnits.inArm(name, "blind", { armToo: "drafted", timed: "true" }),
    ],
    [`distance, ${name}`, distance.perCriterion[name]?.with.n ?? -1, figureUnits.besideDraft(name, judge, "drafted", { shown: "true" })],
    [`blind, ${name}`, seconds.perCriterion[name]?.without.n ?? -1, figureUnits.inArm(name, "blind", { timed: "true" })],
  ]);
}

/** Every figure of what people did with drafts, with its list. */
function actionFigures({ actions }: TaskReport): [string, number, UnitQuery][] {
  const own = actions[judge] ?? expect.unreachable();
  return [
    ["accepted", own.overall.accept.count, figureUnits.lines(judge, "all", "accept")],
    ["scores", own.score.accept.count, figureUnits.lines(judge, "score", "accept")],
    ["reason", own.reasons["wrong-score"] ?? 0, figureUnits.overruled(judge, "wrong-score")],
  ];
}

async function compared(figures: [string, number, UnitQuery][], filter: UnitQuery = {}) {
  const found: [string, number][] = [];
  for (const [name, , units] of figures) found.push([name, await listed({ ...filter, ...units })]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(figures.map(([name, n]) => [name, n])));
  return Object.fromEntries(found);
}

describe("of samples that people rated blind and later with the draft", () => {
  test("figures of the drafted arm and of both open as many ratings as they are of", async () => {
    expect(await compared(influenceFigures(await report()))).toMatchObject({
      "alpha, Clear": 12,
      "time, both, Clear": 24,
      "blind, Clear": 12,
    });
  });

  test("what people did with the drafts is counted, reasons with it", async () => {
    expect(await compared(actionFigures(await report()))).toEqual({ accepted: 72, scores: 24, reason: 24 });
  });

  test("people with the draft are held against people without one on all units", async () => {
    const { columns } = (await report()).chapters.judges.protocols ?? expect.unreachable();
    const { draftsOf, perCriterion } = columns.find(({ kind }) => kind === "with-draft") ?? expect.unreachable();
    const units = { ...figureUnits.rated("Clear"), undrafted: "true", withDraft: draftsOf ?? "" };
    expect(await compared([["with people", perCriterion.Clear?.n ?? -1, units]])).toEqual({ "with people": 6 });
  });

  test("people's own figures are of blind ratings alone", async () => {
    const { arms, counts, scores } = await report();
    expect([arms, counts.ratings, scores.perCriterion.Clear?.annotators?.n]).toEqual([["blind"], 24, 12]);
    expect(await compared([["given", 12, figureUnits.given("Clear", { kind: "people" })]])).toEqual({ given: 12 });
  });
});

/** Figures of people's ratings under a filter by arm. */
const peoplesFigures = ({ counts, scores, time, agreement }: TaskReport): [string, number, UnitQuery][] => [
  ["ratings", counts.ratings, { ratings: "1", of: "ratings" }],
  ["given", scores.perCriterion.True?.annotators?.n ?? 0, figureUnits.given("True", { kind: "people" })],
  ["timed", time.all.unitsTimed, figureUnits.timed(null)],
  ["alpha", agreement.perCriterion.Clear?.annotators.nominal.n ?? 0, figureUnits.people("Clear")],
];

describe("narrowed to an arm, a report is that of its ratings", () => {
  const scoresIn = async (round: number) =>
    (
      await pool().query<{ score: number }>(
        "select e.score from evaluations e join assignments a on a.id = e.assignment_id join criteria c on c.id = e.criterion_id where a.round = $1 and c.name = 'Clear'",
        [round],
      )
    ).rows.map(({ score }) => score);
  const histogramIn = async (round: number) => {
    const scores = await scoresIn(round);
    return Object.fromEntries([1, 2, 3, 4, 5].map((point) => [`${point}`, scores.filter((score) => score === point).length]));
  };

  test("the drafted one's, though each sample was rated blind before", async () => {
    const drafted = await report({ arm: "drafted" });
    expect([drafted.arms, drafted.basis]).toEqual([["drafted"], "with-draft"]);
    expect(drafted.scores.perCriterion.Clear?.annotators?.histogram).toEqual(await histogramIn(1));
    expect(await histogramIn(1)).not.toEqual(await histogramIn(0));
    const figures = [...peoplesFigures(drafted), ...actionFigures(drafted)];
    expect(await compared(figures, { arm: "drafted" })).toMatchObject({ ratings: 24, given: 12, timed: 24, alpha: 12, accepted: 72 });
  });

  test("the blind one's, where nobody acted on a draft", async () => {
    const blind = await report({ arm: "blind" });
    expect(blind.scores.perCriterion.Clear?.annotators?.histogram).toEqual(await histogramIn(0));
    expect(blind.actions).toEqual({});
    expect(await compared(peoplesFigures(blind), { arm: "blind" })).toMatchObject({ ratings: 24, alpha: 12 });
    expect(await listed({ ...figureUnits.lines(judge, "all"), arm: "blind" })).toBe(0);
  });
});

test("scores that are also acceptable are those of the round that a figure is of", async () => {
  const noteOf = async (filter: Record<string, string> = {}) => {
    const { basis, several } = (await report(filter)).chapters.people.perCriterion.Clear?.acceptable ?? expect.unreachable();
    return [basis, several.value, several.n];
  };
  await pool().query(`begin; set local session_replication_role = replica;
    update criteria set scale = scale || '{"several": true}' where name = 'Clear'; commit`);
  await pool().query("update evaluations e set also_acceptable = '{9}' from assignments a where a.id = e.assignment_id and a.round = 1");
  expect(await noteOf()).toEqual(["blind", 0, 12]);
  expect(await noteOf({ arm: "drafted" })).toEqual(["all", 1, 12]);
  await pool().query(
    "update evaluations e set also_acceptable = case a.round when 0 then '{9}'::float8[] else '{}' end from assignments a where a.id = e.assignment_id",
  );
  expect(await noteOf({ arm: "blind" })).toEqual(["blind", 1, 12]);
  expect(await noteOf({ arm: "drafted" })).toEqual(["all", 0, 12]);
});

test("narrowed to the days of one round, a report has what was done in it", async () => {
  const { drafted, blind } = days;
  const second = await report({ from: drafted });
  expect(await compared(actionFigures(second), { from: drafted })).toMatchObject({ accepted: 72, reason: 24 });
  expect(second.influence?.arms.map(({ arm, ratings }) => [arm, ratings])).toEqual([["drafted", 24]]);
  expect((await report({ to: blind })).actions).toEqual({});
});

test("a sample that a plan had rated again for its own sake adds nothing", async () => {
  const [whole, before] = [await report(), await pool().query("select purpose from plan_slots where round = 1 limit 1")];
  expect(before.rows).toEqual([{ purpose: "work" }]);
  await pool().query("update plan_slots set purpose = 'repeat' where round = 1 and position = 6");
  const less = await report();
  expect([whole.actions[judge]?.overall.accept.count, less.actions[judge]?.overall.accept.count]).toEqual([72, 60]);
  await compared([...influenceFigures(less), ...actionFigures(less)]);
  expect((await report({ arm: "drafted" })).counts.ratings).toBe(20);
  expect(await listed({ arm: "drafted", ratings: "1", of: "ratings" })).toBe(20);
});

test("of units that somebody rated in one arm in both rounds, a report of the arm has the first", async () => {
  await pool().query(`update evaluations e set shown_draft_id = d.id from assignments a, drafts d
    where a.id = e.assignment_id and a.round = 0 and d.sample_id = a.sample_id and d.criterion_id = e.criterion_id`);
  await pool().query("update assignments set arm = 'drafted', run_id = $1 where round = 0", [one.runId]);
  await pool().query("update assignments set packed_ratings = pack_ratings(id)");
  const figures = peoplesFigures(await report({ arm: "drafted" }));
  expect(await compared(figures, { arm: "drafted" })).toMatchObject({ ratings: 24, timed: 24 });
});

test("a mean over criteria opens ratings made without a draft that came second, where a criterion's own figures are of these", async () => {
  await pool().query("update evaluations e set shown_draft_id = null from assignments a where a.id = e.assignment_id and a.round = 1");
  await pool().query("update assignments set arm = 'blind', run_id = null where round = 1");
  // Without a draft, no two people have scored the same on the other one.
  await pool().query(`delete from evaluations e using assignments a, criteria c
    where a.id = e.assignment_id and c.id = e.criterion_id and a.round = 1 and c.name = 'True'
      and a.annotator_id = (select annotator_id from assignments order by annotator_id limit 1)`);
  await pool().query("update assignments set packed_ratings = pack_ratings(id)");
  const { agreement, criteria } = await report();
  expect(criteria.map(({ name }) => name)).toEqual(["Clear", "True"]);
  const { n } = agreement.used?.meanOverCriteria.annotators.nominal ?? expect.unreachable();
  // Four samples that both rated without a draft at last, but for that which was rated again for its own sake, and six that both rated with one.
  expect(await compared([["mean", n, { pairable: "people", of: "ratings", undraftedOn: "0" }]])).toEqual({ mean: 8 + 12 });
});
