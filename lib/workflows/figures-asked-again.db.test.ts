import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import { basisOverCriteria } from "@/lib/domain/report-basis";
import { planContent } from "@/lib/domain/study-plan";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";
import { excludeAnnotator } from "./exclude-annotator";
import { listUnits } from "./list-units";
import { readReport } from "./read-report";

temporaryDatabase();

/** How many units or ratings the samples page lists for a figure's link. */
async function listed(taskId: string, units: UnitQuery): Promise<number> {
  const selection = unitSelection.parse(units);
  const { counts, items } = await listUnits(instanceAdmin, { taskId, limit: 500, selection });
  expect(items).toHaveLength(counts.units);
  return counts[selection.of] ?? 0;
}

/** What is listed for each link, by the link's name, beside the number that the report shows. */
async function compared(taskId: string, figures: [name: string, n: number, units: UnitQuery][]) {
  const found: [string, number][] = [];
  for (const [name, , units] of figures) found.push([name, await listed(taskId, units)]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(figures.map(([name, n]) => [name, n])));
  return Object.fromEntries(found);
}

const hits = ({ value, n }: Figure) => Math.round((value ?? 0) * n);
const report = async (projectId: string): Promise<TaskReport> =>
  (await readReport(instanceAdmin, { projectId })).tasks[0] ?? expect.unreachable();

/** Every figure of what drafts did, with its link. */
function besideDrafts({ influence: compared, scores, chapters: { influence } }: TaskReport): [string, number, UnitQuery][] {
  const ofEffects = influence.effects.flatMap(({ judge, kind, drafts: of, moves }) => {
    const arm = kind === "drafted" ? ("drafted" as const) : ("blind-then-drafted" as const);
    const parts = [[null, of.pooled] as const, ...Object.entries(of.perCriterion)];
    const fates = parts.flatMap(([criterion, { wrong, right }]) =>
      (
        [
          ["wrong", wrong.n],
          ["right", right.n],
          ["wrong-kept", hits(wrong.kept)],
          ["wrong-put-right", hits(wrong.changedRight)],
          ["wrong-still-wrong", hits(wrong.changedWrong)],
          ["right-kept", hits(right.kept)],
          ["right-still-right", hits(right.changedRight)],
          ["right-made-wrong", hits(right.changedWrong)],
        ] as const
      ).map(([fate, n]): [string, number, UnitQuery] => [
        `${fate}, ${arm}, ${criterion}`,
        n,
        figureUnits.besideDraft(criterion, judge, arm, { fate }),
      ]),
    );
    const moved = Object.entries(moves).flatMap(([criterion, own]) =>
      (["towards", "stayed", "away"] as const).map((way): [string, number, UnitQuery] => [
        `${way}, ${criterion}`,
        own[way],
        figureUnits.besideDraft(criterion, judge, arm, { moved: way }),
      ]),
    );
    const all = Object.entries(moves).map(([criterion, { shift }]): [string, number, UnitQuery] => [
      `closer by, ${criterion}`,
      shift.n,
      figureUnits.besideDraft(criterion, judge, arm, { shown: "true" }),
    ]);
    const ends = Object.entries(moves).flatMap(([criterion, { values, counts }]) =>
      counts.flatMap((row, first) =>
        row.map((n, final): [string, number, UnitQuery] => [
          `from ${values[first]} to ${values[final]}, ${criterion}`,
          n,
          figureUnits.besideDraft(criterion, judge, arm, { firstScore: `${values[first]}`, humanScore: `${values[final]}` }),
        ]),
      ),
    );
    return [...fates, ...moved, ...all, ...ends];
  });
  const ofBehaviours = influence.behaviours.flatMap(
    ({ judge, criterion, definition, correction, scrutiny, subjectivity, outlierRemoved }) => {
      const arm = definition === "draft-only" ? ("drafted" as const) : ("blind-then-drafted" as const);
      const each = { correction, scrutiny, subjectivity, ...(outlierRemoved && { "outlier-removed": outlierRemoved }) };
      return Object.entries(each).map(([behaviour, figure]): [string, number, UnitQuery] => [
        `${behaviour}, ${definition}, ${criterion}`,
        hits(figure),
        figureUnits.besideDraft(criterion, judge, arm, { behaviour }),
      ]);
    },
  );
  const ofDistances = (compared?.comparisons ?? []).flatMap(({ with: at, distance, signed }) => {
    const { arm, run } = compared?.arms[at] ?? expect.unreachable();
    const listed = arm === "final" ? ("blind-then-drafted" as const) : ("drafted" as const);
    return Object.entries({ distance, signed }).flatMap(([of, contrasts]) =>
      [[null, contrasts?.pooled] as const, ...Object.entries(contrasts?.perCriterion ?? {})].map(
        ([criterion, contrast]): [string, number, UnitQuery] => [
          `${of}, ${arm}, ${criterion}`,
          contrast?.with.n ?? -1,
          figureUnits.besideDraft(criterion, run?.judge ?? "", listed, { shown: "true" }),
        ],
      ),
    );
  });
  const ofChanges = Object.entries(scores.change).flatMap(([judge, byCriterion]) =>
    Object.entries(byCriterion).flatMap(([criterion, change]) =>
      (["up", "down", "same", "changed"] as const).map((way): [string, number, UnitQuery] => [
        `${way}, ${criterion}`,
        change[way] ?? 0,
        figureUnits.changed(criterion, judge, way),
      ]),
    ),
  );
  return [...ofEffects, ...ofBehaviours, ...ofDistances, ...ofChanges];
}

let projectId = "";
let taskId = "";

const packAgain = "update assignments set packed_ratings = pack_ratings(id)";

/** A generated study, a third of whose drafted samples were scored before the draft was shown, with scores and drafts that spread: the same each time. */
beforeAll(async () => {
  const size = { samples: 60, criteria: 2, annotators: 9, ratersPerSample: 9 };
  ({ projectId, taskId } = await insertGeneratedStudy("Generated", size, ["One.", "Two.", "Three."]));
  await pool().query(`update assignments set arm = 'blind-then-drafted' where arm = 'drafted' and id in
    (select id from (select a.id, row_number() over (order by s.position, a.slot) as n from assignments a join samples s on s.id = a.sample_id
      where a.arm = 'drafted') as a where n % 2 = 0)`);
  const hash = (salt: string) => `abs(hashtext(concat_ws(' ', '${salt}', s.position, a.slot, c.position)))`;
  await pool().query(`update evaluations e set score = 1 + ${hash("score")} % 5,
      blind_actions = case when a.arm = 'blind-then-drafted' then 0 end, blind_score = case when a.arm = 'blind-then-drafted' then 1 + ${hash("first")} % 5 end
    from assignments a, samples s, criteria c where a.id = e.assignment_id and s.id = a.sample_id and c.id = e.criterion_id`);
  await pool().query(packAgain);
});

test("draft fates, moves and behaviours open as many ratings as they count", async () => {
  const found = await compared(taskId, besideDrafts(await report(projectId)));
  const kinds = [
    "wrong-kept",
    "wrong-put-right",
    "wrong-still-wrong",
    "right-kept",
    "right-still-right",
    "right-made-wrong",
    "from 1 to 2",
    "towards",
    "stayed",
    "away",
    "closer by",
    "distance",
  ];
  for (const kind of [...kinds, "correction", "scrutiny", "subjectivity", "outlier-removed"])
    expect(
      Object.entries(found).some(([name, n]) => name.startsWith(`${kind},`) && n > 0),
      kind,
    ).toBe(true);
  expect(new Set(Object.values(found)).size).toBeGreaterThan(12);
});

/** Figures of ratings made without a draft, first scores among them, with their links. */
function madeWithoutDraft(of: TaskReport): [string, number, UnitQuery][] {
  const judge = "Generated judge";
  const undrafted = { undrafted: "true" };
  const { agreement, chapters, influence } = of;
  const all = agreement.used?.meanOverCriteria.annotators.nominal.n ?? -1;
  const first = influence?.arms.find(({ arm }) => arm === "first") ?? expect.unreachable();
  return [
    ["mean over criteria", all, { pairable: "people", of: "ratings", ...undrafted }],
    ...of.criteria.flatMap(({ name }): [string, number, UnitQuery][] => {
      const { used } = chapters.verdict[name] ?? expect.unreachable();
      const { blandAltman, confusion } = chapters.scores[judge]?.[name] ?? expect.unreachable();
      const { strata } = chapters.people.perCriterion[name] ?? expect.unreachable();
      const firsts = figureUnits.inArm(name, "blind-then-drafted", { pairable: "people", ...undrafted });
      return [
        [`alpha, ${name}`, used.agreement.nominal.n, { ...figureUnits.people(name), ...undrafted }],
        [`with the judge, ${name}`, used.judges[judge]?.withJudge.nominal.n ?? -1, { ...figureUnits.withJudge(name, judge), ...undrafted }],
        [`bias, ${name}`, used.judges[judge]?.bias.n ?? -1, { ...figureUnits.judged(name, judge), ...undrafted }],
        [`far apart, ${name}`, confusion.farApart, { ...figureUnits.apart(name, judge, "either", 2), ...undrafted }],
        [`first scores, ${name}`, first.agreement.perCriterion[name]?.nominal.n ?? -1, firsts],
        ...(chapters.judges.besidePeople[judge]?.[name] ?? []).map(({ person, own }): [string, number, UnitQuery] => [
          `${person} beside others, ${name}`,
          own.n,
          { ...figureUnits.besideOthers(name, person, judge), ...undrafted },
        ]),
        ...strata.map(({ name: spread, units }): [string, number, UnitQuery] => [
          `${spread}, ${name}`,
          units,
          { ...figureUnits.spread(name, spread), ...undrafted },
        ]),
        ...(blandAltman?.bubbles ?? []).map(({ people, judge: judged, n }): [string, number, UnitQuery] => [
          `${people} to ${judged}, ${name}`,
          n,
          { ...figureUnits.meanAt(name, judge, people ?? Number.NaN, judged ?? Number.NaN), ...undrafted },
        ]),
      ];
    }),
  ];
}

test("figures of ratings made without a draft open these, with first scores in place of those that followed them", async () => {
  // Of every third sample, one person's are the only ones.
  const alone = "a.id = e.assignment_id and s.id = a.sample_id and s.position % 3 = 0 and a.slot > 0";
  await pool().query(`delete from evaluations e using assignments a, samples s where ${alone} and e.shown_draft_id is null`);
  await pool().query(`update evaluations e set blind_score = null, blind_actions = null from assignments a, samples s where ${alone}`);
  await pool().query(packAgain);
  const found = await compared(taskId, madeWithoutDraft(await report(projectId)));
  expect(new Set(Object.values(found)).size).toBeGreaterThan(8);
});

test("so they do without an excluded person, with them, and of what a filter leaves", async () => {
  const { rows } = await pool().query<{ id: string }>("select id from annotators where project_id = $1 order by id limit 1", [projectId]);
  await excludeAnnotator(instanceAdmin, { projectId, annotatorId: rows[0]?.id ?? "", taskId: null, reason: "in a hurry" });
  const without = await compared(taskId, besideDrafts(await report(projectId)));
  const { tasks } = await readReport(instanceAdmin, { projectId, excluded: "with", filter: { system: "System A" } });
  const figures = besideDrafts(tasks[0] ?? expect.unreachable());
  const withThem = await compared(
    taskId,
    figures.map(([name, n, units]) => [name, n, { ...units, excluded: "with", system: "System A" }]),
  );
  expect(withThem).not.toEqual(without);
});

test("a mean over criteria opens the ratings that each criterion's own figures are of", async () => {
  const judge = "Generated judge";
  expect(basisOverCriteria(await report(projectId))).toBe("without-draft");
  // Without a draft, no two people have scored the same on the second criterion.
  const alone = "a.id = e.assignment_id and c.id = e.criterion_id and c.position = 1 and a.slot > 0";
  await pool().query(`delete from evaluations e using assignments a, criteria c where ${alone} and e.shown_draft_id is null`);
  await pool().query(`update evaluations e set blind_score = null, blind_actions = null from assignments a, criteria c where ${alone}`);
  await pool().query(packAgain);
  const of = await report(projectId);
  expect(basisOverCriteria(of)).toBe("each-its-own");
  const { annotators, withJudge } = of.agreement.used?.meanOverCriteria ?? expect.unreachable();
  const own = { of: "ratings", undraftedOn: "0" };
  const found = await compared(taskId, [
    ["people", annotators.nominal.n, { ...own, pairable: "people" }],
    ["with the judge", withJudge[judge]?.nominal.n ?? -1, { ...own, judge, pairable: "judge" }],
  ]);
  // Each has its own score, first or final.
  const [first = "", second = ""] = of.criteria.map(({ name }) => name);
  const points = ["1", "2", "3", "4", "5"].map((humanScore) => ({ humanScore, of: "ratings" }));
  const given = (criterion: string, more: UnitQuery) =>
    Promise.all(points.map((point) => listed(taskId, { criterion, ...point, ...more })));
  const undrafted = await given(first, { undrafted: "true" });
  expect(undrafted).not.toEqual(await given(first, {}));
  expect(await given(first, own)).toEqual(undrafted);
  expect(await given(second, own)).toEqual(await given(second, {}));
  expect(new Set(Object.values(found)).size).toBe(2);
  const withOthers = (more: UnitQuery) =>
    listed(taskId, { ...figureUnits.withOthers(of.raters[0]?.name ?? ""), criterion: first, ...more });
  expect(await withOthers({ undraftedOn: "0" })).toBe(await withOthers({ undrafted: "true" }));
  expect(await withOthers({ undraftedOn: "0" })).toBeLessThan(await withOthers({}));
});

test("of one arm only, behaviours are counted by the drafts of the one judge whose were shown", async () => {
  await pool().query("update assignments set arm = 'drafted' where arm = 'blind-then-drafted'");
  await pool().query("delete from evaluations e using assignments a where a.id = e.assignment_id and e.shown_draft_id is null");
  await pool().query("update evaluations set blind_score = null, blind_actions = null");
  await pool().query(packAgain);
  const found = await compared(taskId, besideDrafts(await report(projectId)));
  expect(Object.keys(found).some((name) => name.startsWith("correction, draft-only"))).toBe(true);
});

test("pairs that flip, that change on review and under a claim, and on which people are split, open as many pairs as there are", async () => {
  const study = await ratedStudy("pairwise", [1, 1, -1, 0]);
  const judge = await study.addJudge("model");
  await study.addRun({ judge, drafts: drafts([1, -1, 1, 0]) });
  await study.addRun({ judge, variant: "swapped", drafts: drafts([-1, -1, 1, 1]) });
  const first = (scores: number[], before: number[], claimed?: string[]) =>
    drafts(scores).map((unit, place) => ({ ...unit, details: { first: before[place], ...(claimed && { claimed: claimed[place] }) } }));
  await study.addRun({ judge, variant: "interference", drafts: first([1, 1, 1, 0], [1, -1, 1, 1]) });
  await study.addRun({ judge, variant: "sycophancy", drafts: first([-1, 0, 1, 1], [1, -1, 1, -1], ["[B]", "[A]", "[B]", "[A]"]) });
  const { pairs } = await report(study.projectId);
  const [swap, reviewed, claimed] = [pairs?.swap.model, pairs?.interference.model, pairs?.sycophancy.model];
  const link = (what: Parameters<typeof figureUnits.askedAgain>[2]) => figureUnits.askedAgain("Overall", "model", what);
  const found = await compared(study.taskId, [
    ["both orders", swap?.n ?? -1, link({ swapped: "all" })],
    ["same", hits(swap?.consistent ?? expect.unreachable()), link({ swapped: "same" })],
    ["first", swap?.firstPosition ?? -1, link({ swapped: "first" })],
    ["second", swap?.secondPosition ?? -1, link({ swapped: "second" })],
    ["tie", swap?.tieChanges ?? -1, link({ swapped: "tie" })],
    ["right", swap?.accuracy.plain.n ?? -1, { ...link({ swapped: "all" }), gold: "known" }],
    ["reviewed", reviewed?.n ?? -1, link({ reviewed: "all" })],
    ["review changed", reviewed?.changed ?? -1, link({ reviewed: "changed" })],
    ["review kept", hits(reviewed?.unchanged ?? expect.unreachable()), link({ reviewed: "same" })],
    ["claimed", claimed?.n ?? -1, link({ claimed: "all" })],
    ["along", claimed?.wentAlong ?? -1, link({ claimed: "along" })],
    ["elsewhere", claimed?.wentElsewhere ?? -1, link({ claimed: "elsewhere" })],
    ["split", pairs?.agreementWithAnnotators.model?.withoutMajority ?? -1, { ...figureUnits.spread("Overall", "split"), judge: "model" }],
  ]);
  expect(found).toMatchObject({ same: 2, first: 1, second: 0, tie: 1, "review changed": 2, along: 2, elsewhere: 1 });
});

test("units that a person scored a second time by a plan open as many ratings as they are", async () => {
  const study = await ratedStudy("pointwise", [3, 4, 5]);
  await pool().query(
    `with plan as (insert into study_plans (task_id, version, status, content, started_at, closed_at)
        values ($1, 1, 'closed', $2, now(), now()) returning id),
      seat as (insert into plan_seats (plan_id, position) select id, 0 from plan returning id, plan_id),
      again as (insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, submitted_at, round, plan_id)
        select a.task_id, sample_id, annotator_id, criteria_set_id, arm, a.status, now(), 1, plan.id from plan, assignments a
        join samples s on s.id = a.sample_id where a.task_id = $1 and s.position < 2 returning id, sample_id),
      slot as (insert into plan_slots (seat_id, position, plan_id, sample_id, arm, slot, round, purpose, assignment_id)
        select seat.id, row_number() over (), plan_id, sample_id, 'blind', row_number() over (), 1, 'repeat', again.id from again, seat)
    insert into evaluations (assignment_id, criterion_id, score, complete)
      select again.id, c.id, 4, true from again, criteria c join criteria_sets cs on cs.id = c.criteria_set_id where cs.task_id = $1`,
    [study.taskId, planContent.parse({ arms: [{ arm: "blind" }], people: 1, overlap: 1, seed: 1 })],
  );
  const { retest } = (await report(study.projectId)).chapters.people.raters.Ann ?? expect.unreachable();
  expect(await compared(study.taskId, [["again", retest.n, figureUnits.twice("Ann")]])).toEqual({ again: 2 });
});

test("units on which a judge gave another score when it was asked the same again open as many as there are", async () => {
  const study = await ratedStudy("pointwise", [3, 4]);
  const judge = await study.addJudge("model");
  await study.addRun({ judge, drafts: drafts([1, 2, 3]) });
  await study.addRun({ judge, drafts: drafts([1, 5, 4, 4]) });
  const own = (await report(study.projectId)).chapters.judges.consistency.model?.Overall ?? expect.unreachable();
  const link = (repeated: string) => figureUnits.askedAgain("Overall", "model", { repeated });
  const found = await compared(study.taskId, [
    ["asked again", own.same.n, link("all")],
    ["same", hits(own.same), link("same")],
    ["other", own.same.n - hits(own.same), link("changed")],
  ]);
  expect(found).toEqual({ "asked again": 3, same: 1, other: 2 });
});
