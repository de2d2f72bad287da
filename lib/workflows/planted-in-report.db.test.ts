import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { figureUnits } from "@/lib/domain/figure-units";
import type { Actor } from "@/lib/domain/policy";
import type { Figure, TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { annotatorOf } from "@/lib/testing/exam-study";
import { next, type PlannedStudy, people, plannableStudy, started } from "@/lib/testing/planned-study";
import { acceptAll, action } from "@/lib/testing/small-study";
import { excludeAnnotator } from "./exclude-annotator";
import { freezeReport } from "./freeze-report";
import { getSample } from "./get-sample";
import { giveConsent } from "./give-consent";
import { listUnits } from "./list-units";
import { openAssignment } from "./open-assignment";
import { readFrozenReport } from "./read-frozen-report";
import { readReport } from "./read-report";
import { readStudyQuality } from "./read-study-quality";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const judge = "draft judge";
let one: PlannedStudy;
let actors: Actor[];
const names: string[] = [];

/** Keeps every draft, but on the first criterion of the first `caught` samples whose drafts are wrong. */
async function rate(actor: Actor, caught: number) {
  let left = caught;
  for (let id = await next(one, actor); id !== null; id = await next(one, actor)) {
    const { units } = await openAssignment(actor, { assignmentId: id });
    const { rows } = await pool().query<{ purpose: string }>("select purpose from assignments where id = $1", [id]);
    const corrects = rows[0]?.purpose === "planted" && left-- > 0;
    for (const [place, { criterionId }] of units.entries()) {
      const accepted = acceptAll();
      const scored = action({ kind: "set-score", score: 3, parentId: accepted.at(-1)?.id ?? null });
      await saveActions(actor, { assignmentId: id, criterionId, actions: [...accepted, ...(corrects && place === 0 ? [scored] : [])] });
    }
    await submitAssignment(actor, { assignmentId: id });
  }
}

/** Three people, each of whom was shown wrong drafts of samples that the others rate; drafts are right in their first score otherwise. */
beforeAll(async () => {
  one = await plannableStudy(18);
  await started(one, {
    ...{ people: 3, overlap: 1, arms: [{ arm: "drafted", runId: one.runId, share: 1 }], consent: "Some are wrong." },
    ...{ planted: { share: 0.5, sourceRunId: null, disclosed: true }, anonymous: false },
  });
  actors = await people(one.projectId, 3);
  for (const [place, actor] of actors.entries()) {
    await giveConsent(actor, one);
    await rate(actor, [1, 3, 0][place] ?? 0);
    const { rows } = await pool().query<{ name: string }>("select name from annotators where id = $1", [await annotatorOf(one, actor)]);
    names.push(rows[0]?.name ?? "");
  }
  await pool().query(
    `update assignments set submitted_at = case purpose when 'planted' then timestamptz '2026-03-05T12:00Z' else timestamptz '2026-03-01T12:00Z' end;
     update assignments set packed_ratings = pack_ratings(id)`,
  );
}, 60_000);

type Filter = Record<string, string>;
type Planted = NonNullable<TaskReport["planted"]>[string];

const report = async (filter: Filter = {}, excluded: "without" | "with" = "without"): Promise<TaskReport> =>
  (await readReport(one.researcher, { projectId: one.projectId, taskId: one.taskId, filter, excluded })).tasks[0] ?? expect.unreachable();

const list = (units: UnitQuery) => listUnits(one.researcher, { taskId: one.taskId, limit: 100, selection: unitSelection.parse(units) });

const shares = ({ all, people: each }: Planted): [string | undefined, Figure][] => [[undefined, all], ...Object.entries(each)];
const counts = (found: Planted | undefined) =>
  found && Object.fromEntries(shares(found).map(([name, { value, n }]) => [name ?? "all", [Math.round((value ?? 0) * n), n]]));

/** What the lists behind the figures have, under what the report is narrowed to. */
async function listed(found: Planted | undefined, filter: UnitQuery = {}) {
  const each = shares(found ?? expect.unreachable()).map(async ([name]) => {
    const ratings = async (what: "all" | "caught") => (await list({ ...filter, ...figureUnits.planted(judge, what, name) })).counts.ratings;
    return [name ?? "all", [await ratings("caught"), await ratings("all")]];
  });
  return Object.fromEntries(await Promise.all(each));
}

describe("drafts that were wrong on purpose", () => {
  test("are in the report with how often each person caught them, as the plan's page has it", async () => {
    const { planted } = await report();
    const quality = (await readStudyQuality(one.researcher, one)) ?? expect.unreachable();
    expect(planted?.[judge]?.people).toEqual(Object.fromEntries(quality.people.map(({ label, caught }) => [label, caught])));
    expect(planted?.[judge]).toMatchObject({ all: quality.pooled.caught, arms: ["drafted"] });
    const caught = names.map((name) => counts(planted?.[judge])?.[name]?.[0]);
    expect([caught, counts(planted?.[judge])?.all]).toEqual([
      [1, 3, 0],
      [4, 36],
    ]);
  });

  test("open just the scores that a figure counts, whatever narrows the report", async () => {
    const { rows } = await pool().query<{ code: string }>("select code from annotators where id = $1", [
      await annotatorOf(one, actors[1] ?? expect.unreachable()),
    ]);
    const filters: Filter[] = [
      ...[
        {},
        { system: "alpha-system" },
        { annotator: rows[0]?.code ?? "" },
        { arm: "drafted" },
        { from: "2026-03-05" },
        { finished: "true" },
      ],
    ];
    const found = [];
    for (const filter of filters) {
      const of = (await report(filter)).planted?.[judge];
      expect(await listed(of, filter)).toEqual(counts(of));
      found.push(of?.all.n);
    }
    expect(found.every((n) => n !== undefined && n > 0)).toBe(true);
    expect(new Set(found).size).toBeGreaterThan(2);
    for (const filter of <Filter[]>[{ arm: "blind" }, { to: "2026-03-04" }]) {
      expect((await report(filter)).planted).toBeUndefined();
      expect((await list({ ...filter, ...figureUnits.planted(judge, "all") })).counts.ratings).toBe(0);
    }
  });

  test("are counted where their person has no other rating in the narrowed report", async () => {
    await pool().query(
      `update samples set subset = 'few' where id = (select sample_id from assignments where task_id = $1 and purpose = 'planted' order by sample_id limit 1)`,
      [one.taskId],
    );
    const filter = { subset: "few" };
    const narrowed = await report(filter);
    const of = narrowed.planted?.[judge];
    const without = narrowed.raters.map(({ name }) => name);
    expect(Object.keys(of?.people ?? {}).filter((name) => !without.includes(name))).not.toEqual([]);
    expect(await listed(of, filter)).toEqual(counts(of));
  });

  test("are listed with the wrong draft's score, and with nobody's rating of an honest one", async () => {
    const { items } = await list(figureUnits.planted(judge, "all", names[1]));
    expect(items.every(({ judgeScore }) => judgeScore === 1)).toBe(true);
    expect(items.flatMap(({ scores }) => scores).filter((score) => score === 3)).toHaveLength(3);
    expect(new Set(items.flatMap(({ scores }) => scores))).toEqual(new Set([1, 3]));
  });

  test("are on their sample's page, marked, with what the person made of them", async () => {
    const [{ sampleId, criterionId } = expect.unreachable()] = (await list(figureUnits.planted(judge, "caught"))).items;
    const { raters, units } = await getSample(one.researcher, { sampleId });
    const wrong = raters.filter(({ planted }) => planted);
    expect([wrong.length, raters.length]).toEqual([1, 2]);
    const { drafts, evaluations } = units.find(({ criterion }) => criterion.id === criterionId) ?? expect.unreachable();
    const planted = drafts.filter((draft) => draft.planted);
    expect([planted.map(({ score }) => score), drafts.map(({ current }) => current).sort()]).toEqual([[1], [false, true]]);
    const beside = evaluations.filter(({ draftId }) => draftId === planted[0]?.id);
    expect(beside.map(({ rater }) => rater).sort()).toEqual(wrong.map(({ id }) => id).sort());
    expect(beside.map(({ score }) => score)).toContain(3);
  });

  test("tell a reader who has a sample open neither its scores nor whether its draft was caught", async () => {
    const caught = await list(figureUnits.planted(judge, "caught"));
    const [{ sampleId: open } = expect.unreachable()] = caught.items;
    await pool().query(
      `with reader as (insert into annotators (project_id, user_id, name, code) values ($1, $2, 'Reader', 'R') returning id)
       insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status)
       select s.task_id, s.id, reader.id, c.id, 'blind', 'open' from reader, samples s join criteria_sets c on c.task_id = s.task_id where s.id = $3`,
      [one.projectId, one.researcher.userId, open],
    );
    const { items } = await list(figureUnits.planted(judge, "all"));
    expect(
      items.filter(({ sampleId }) => sampleId === open).map(({ withheld, scores, judgeScore }) => [withheld, scores, judgeScore]),
    ).toEqual(items.filter(({ sampleId }) => sampleId === open).map(() => [true, [], null]));
    const hidden = await list(figureUnits.planted(judge, "caught"));
    expect(hidden.items).toEqual(caught.items.filter(({ sampleId }) => sampleId !== open));
    expect(hidden.leftOut).toBe(1);
    // With ratings of honest drafts alone, it could not be in the list.
    await pool().query("update assignments set purpose = 'gold' where purpose = 'planted' and sample_id = $1", [open]);
    expect((await list(figureUnits.planted(judge, "caught"))).leftOut).toBe(0);
    await pool().query("update assignments set purpose = 'planted' where purpose = 'gold'");
    await pool().query("delete from assignments where status = 'open'");
    await pool().query("delete from annotators where code = 'R'");
  });

  test("change no other figure: without them the report is the same", async () => {
    const { planted, warnings, ...rest } = await report();
    expect(warnings).toContainEqual(expect.objectContaining({ code: "planted-left-out" }));
    expect(planted).toBeDefined();
    await pool().query("update assignments set purpose = 'gold' where purpose = 'planted'");
    const { warnings: left, ...without } = await report();
    await pool().query("update assignments set purpose = 'planted' where purpose = 'gold'");
    expect(JSON.stringify({ ...without, computed: null })).toBe(JSON.stringify({ ...rest, computed: null }));
    expect(left).toEqual(warnings.filter(({ code }) => code !== "planted-left-out"));
  });

  test("are kept in a frozen report, whose people have codes", async () => {
    const { id } = await freezeReport(one.researcher, {
      ...{ projectId: one.projectId, taskId: one.taskId, name: "Kept", excluded: "without", level: "ordinal", filter: {} },
    });
    const frozen: TaskReport = JSON.parse(await readFrozenReport(one.researcher, { frozenId: id })).report;
    const live = (await report()).planted?.[judge];
    expect(frozen.planted?.[judge]?.all).toEqual(live?.all);
    expect(Object.keys(frozen.planted?.[judge]?.people ?? {})).toHaveLength(3);
    expect(JSON.stringify(frozen.planted)).not.toMatch(new RegExp(names.join("|"), "u"));
  });

  test("leave out excluded people, unless the report is with them", async () => {
    const [first = expect.unreachable()] = actors;
    const annotatorId = await annotatorOf(one, first);
    await excludeAnnotator(one.researcher, { projectId: one.projectId, taskId: one.taskId, annotatorId, reason: "guessed" });
    const [without, withThem] = [(await report()).planted?.[judge], (await report({}, "with")).planted?.[judge]];
    expect(Object.keys(without?.people ?? {})).not.toContain(names[0]);
    expect(counts(withThem)?.[names[0] ?? ""]?.[0]).toBe(1);
    expect(await listed(without)).toEqual(counts(without));
    expect(await listed(withThem, { excluded: "with" })).toEqual(counts(withThem));
  });

  test("are neither counted nor listed of who has no rating in the report at all", async () => {
    const [, , third = expect.unreachable()] = actors;
    const id = await annotatorOf(one, third);
    await pool().query("update assignments set purpose = 'gold', slot = null where purpose = 'work' and annotator_id = $1", [id]);
    const of = (await report()).planted?.[judge];
    expect(Object.keys(of?.people ?? {})).toEqual([names[1]]);
    expect(await listed(of)).toEqual(counts(of));
  });

  test("are in a report whose ratings were all made without a draft", async () => {
    await pool().query(
      `update evaluations e set shown_draft_id = null from assignments a where a.id = e.assignment_id and a.purpose = 'work';
       update assignments set arm = 'blind', run_id = null where purpose = 'work'`,
    );
    const { arms, planted } = await report();
    expect([arms, planted?.[judge]?.arms]).toEqual([["blind"], ["drafted"]]);
  });
});
