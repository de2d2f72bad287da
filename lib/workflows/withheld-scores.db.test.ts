import { beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { sampleFilterFields } from "@/lib/domain/sample-filter";
import { unitSelection, unitSelectionFields } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { recordStatements } from "@/lib/testing/plans";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";
import { findSamplePlace } from "./find-sample-place";
import { getSample } from "./get-sample";
import { listFilterChoices } from "./list-filter-choices";
import { listSamples } from "./list-samples";
import { listUnits } from "./list-units";

temporaryDatabase();

type Query = Record<string, string>;

interface Study {
  taskId: string;
  /** Has one of the samples open. */
  rater: Actor;
  open: string;
  before: string;
  scores: { agreed: number; low: number; high: number };
  /** What the conditions by a field are combined with; null: they are tried in another study. */
  beside: (field: string) => Query | null;
}

/** Fields about pairs and about judges that were asked again. */
const ofPairs = ["gold", "right", "swapped", "reviewed", "claimed", "repeated"];

let studies: Study[] = [];

/** A study one of whose samples a researcher has open as well. */
async function opened(study: Omit<Study, "rater" | "open" | "before"> & { projectId: string }): Promise<Study> {
  const rater = await member(study.projectId, "researcher", "Rosa");
  const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position", [study.taskId]);
  const [open, before] = [rows[2]?.id ?? "", rows[1]?.id ?? ""];
  await pool().query(
    `with rosa as (insert into annotators (project_id, name, user_id) values ($1, 'Rosa', $2) returning id)
     insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status)
     select s.task_id, s.id, rosa.id, c.id, 'blind', 'open' from rosa, samples s join criteria_sets c on c.task_id = s.task_id where s.id = $3`,
    [study.projectId, rater.userId, open],
  );
  return { ...study, rater, open, before };
}

beforeAll(async () => {
  const size = { samples: 6, criteria: 2, annotators: 8, ratersPerSample: 8 };
  const generated = await insertGeneratedStudy("Scores", size, ["One.", "Two.", "Three."]);
  const changes = [
    `update assignments set arm = 'blind-then-drafted' where arm = 'drafted' and slot % 4 = 0`,
    `update evaluations e set blind_actions = 0, blind_score = 2 from assignments a where a.id = e.assignment_id and a.arm = 'blind-then-drafted'`,
    `update assignments a set flag = 'odd' from samples s where s.id = a.sample_id and s.position % 2 = 0`,
  ];
  for (const change of changes) await pool().query(change);
  const [{ judge } = { judge: "" }] = (await listFilterChoices(instanceAdmin, generated)).judges.map((judge) => ({ judge }));
  const pairs = await ratedStudy("pairwise", [1, 1, -1, 0]);
  const model = await pairs.addJudge("model");
  const first = (scores: number[]) =>
    drafts(scores).map((unit, place) => ({ ...unit, details: { first: scores[3 - place], claimed: ["[A]", "[B]"][place % 2] } }));
  await pairs.addRun({ judge: model, drafts: drafts([1, 1, -1, 0]) });
  await pairs.addRun({ judge: model, drafts: drafts([1, -1, 1, 0]) });
  await pairs.addRun({ judge: model, variant: "swapped", drafts: drafts([-1, -1, 1, 1]) });
  await pairs.addRun({ judge: model, variant: "interference", drafts: first([1, 1, 1, 0]) });
  await pairs.addRun({ judge: model, variant: "sycophancy", drafts: first([-1, 0, 1, 1]) });
  const median = { humanScore: "3", people: "median" };
  const items = { judge, item: "all" };
  const drafted = { judge, arm: "drafted" };
  const beside: Record<string, Query> = {
    ...{ humanBelow: median, people: { humanScore: "3" }, judgeBelow: { judge, judgeScore: "3" }, gap: { judge, apart: "either" } },
    ...{ outcome: items, reason: items, made: items, fate: drafted, behaviour: drafted, could: drafted, sort: {} },
    ...{
      columnValue: { judge, column: "language" },
      moved: { judge, arm: "blind-then-drafted" },
      firstScore: { judge, arm: "blind-then-drafted" },
    },
  };
  studies = [
    await opened({
      ...generated,
      scores: { agreed: 3, low: 1, high: 5 },
      beside: (field) => (ofPairs.includes(field) ? null : (beside[field] ?? { judge })),
    }),
    await opened({
      ...pairs,
      scores: { agreed: 1, low: -1, high: 1 },
      beside: (field) => (ofPairs.includes(field) ? { judge: "model" } : null),
    }),
  ];
}, 120_000);

/**
 * Scores of the open sample on which all agree, or others on which people and drafts differ; what people did to its drafts, and why. Behind the back of
 * triggers that keep drafts.
 */
async function rescore({ open, scores: { agreed, low, high } }: Study, apart: boolean) {
  const ofSample = `from assignments a where a.id = e.assignment_id and a.sample_id = '${open}'`;
  const score = apart ? `case a.arm when 'blind-then-drafted' then ${high} else ${low} end` : agreed;
  const draft = (odd: number, even: number) => (apart ? `case n % 2 when 0 then ${even} else ${odd} end` : agreed);
  const done = apart ? '{"score": {"revise": 1}, "conclusion": {"remove": 2}}' : '{"score": {"accept": 1}, "conclusion": {"accept": 2}}';
  await pool().query(`begin; set local session_replication_role = replica;
    update evaluations e set score = ${score}, tally = '${done}',
      blind_score = case when blind_score is not null then ${apart ? high - 1 : agreed} end ${ofSample};
    update actions set kind = 'remove', item_id = '0', score = null, reason_code = '${apart ? "wrong-score" : "made-up"}' where evaluation_id in (select e.id from evaluations e, assignments a
      where a.id = e.assignment_id and a.sample_id = '${open}');
    update drafts d set score = ${draft(high, low)}, details = case when details is not null then jsonb_set(details, '{first}', to_jsonb(${draft(low, high)})) end
      from (select id, row_number() over (partition by criterion_id order by created_at) as n from drafts where sample_id = '${open}') as nth
      where nth.id = d.id; commit`);
}

/** Every value that a field takes: those of its choices, or else some that the study has. */
function valuesOf(field: string, schema: z.ZodType, named: Record<string, string[]>): string[] {
  const inner = "unwrap" in schema && typeof schema.unwrap === "function" ? (schema.unwrap() as z.ZodType) : schema;
  if (inner !== schema) return valuesOf(field, inner, named);
  if (named[field]) return named[field];
  if ("options" in schema) return schema.options as string[];
  if (schema.type === "number") return ["1", "5"];
  if (schema.type === "pipe") return ["true", "false"];
  return expect.unreachable(`A field "${field}" needs values.`);
}

async function namedIn(taskId: string): Promise<Record<string, string[]>> {
  const { criteria, judges, systems, subsets, annotators, imports } = await listFilterChoices(instanceAdmin, { taskId });
  const people = annotators.map(({ name }) => name).slice(0, 2);
  return {
    ...{ criterion: criteria.map(({ name }) => name), human: people, other: [...people, ...judges], judge: judges, system: systems },
    ...{ firstScore: ["3", "4"], also: criteria.map(({ name }) => name), withDraft: judges },
    ...{ subset: subsets, annotator: annotators.map(({ code }) => code).slice(0, 2), import: imports.map(({ id }) => id) },
    ...{ undraftedOn: ["0", "0,1"], column: ["language"], columnValue: ["de"], firstRated: ["2026-01", "2026-01-05"] },
    ...{ reason: ["wrong-score", "made-up"], from: ["2020-01-01"], to: ["2099-01-01"], search: ["One", "Question 2"] },
  };
}

interface Asked {
  field: string;
  /** What the reader is told: which units or samples, how many, and the place of the one before the open one. */
  ask: (reader: Actor) => Promise<unknown>;
}

/** Every value of every condition and order of both lists. */
async function asked({ taskId, before, beside }: Study): Promise<Asked[]> {
  const named = await namedIn(taskId);
  const placeOf = (reader: Actor, list: Pick<Parameters<typeof findSamplePlace>[1], "selection" | "filter">) =>
    findSamplePlace(reader, { sampleId: before, criterionId: null, ...list });
  const ofUnits = Object.entries(unitSelectionFields).flatMap(([field, schema]) => {
    const others = beside(field);
    return (others === null ? [] : valuesOf(field, schema, named)).map((value) => ({
      field: `units ${field}`,
      ask: async (reader: Actor) => {
        const selection = unitSelection.parse({ ...others, [field]: value });
        const { items, ...rest } = await listUnits(reader, { taskId, limit: 500, selection });
        const shown = items.map((unit) => (unit.withheld ? unit : unit.sampleId));
        return [shown, rest, await placeOf(reader, { selection, filter: { sort: "import" } })];
      },
    }));
  });
  const ofSamples = Object.entries(sampleFilterFields).flatMap(([field, schema]) =>
    valuesOf(field, schema, named).map((value) => ({
      field: `samples ${field}`,
      ask: async (reader: Actor) => {
        const query = { sort: "import" as const, [field]: value };
        const filter = { ...query, flagged: field === "flagged" ? value === "true" : undefined };
        return [await listSamples(reader, { taskId, limit: 500, ...filter }), await placeOf(reader, { selection: null, filter })];
      },
    })),
  );
  return [...ofUnits, ...ofSamples];
}

/** The conditions and orders, of those asked for, under which a reader is told something else once the open sample has other scores. */
async function telling(readerOf: (study: Study) => Actor, isMeant: (field: string) => boolean): Promise<string[]> {
  const differing = new Set<string>();
  for (const study of studies) {
    const all = (await asked(study)).filter(({ field }) => isMeant(field));
    const tell = async (apart: boolean) => {
      await rescore(study, apart);
      const replies = [];
      for (const { ask } of all) replies.push(JSON.stringify(await ask(readerOf(study))));
      return replies;
    };
    const [agreed, apart] = [await tell(false), await tell(true)];
    for (const [place, { field }] of all.entries()) if (agreed[place] !== apart[place]) differing.add(field);
  }
  return [...differing].sort();
}

const ofScores = ["humanScore", "humanBelow", "people", "judgeScore", "judgeBelow", "change", "apart", "gap", "spread", "right", "sort"];
const ofWork = ["outcome", "reason", "fate", "moved", "firstScore", "behaviour", "could", "swapped", "reviewed", "claimed", "repeated"];
const byScores = [...[...ofScores, ...ofWork].map((field) => `units ${field}`), "samples disagreement", "samples sort"].sort();

test("conditions and orders by scores find a sample by its own for a researcher who does not have it open", async () => {
  expect(
    await telling(
      () => instanceAdmin,
      (field) => byScores.includes(field),
    ),
  ).toEqual(byScores);
}, 180_000);

test("no condition and no order tells a researcher anything of the scores of a sample that they have open", async () => {
  expect(
    await telling(
      ({ rater }) => rater,
      () => true,
    ),
  ).toEqual([]);
}, 180_000);

test("what is left out is counted, wherever scores decide and the sample might be listed", async () => {
  const [{ taskId, rater, open }] = studies as [Study];
  const units = async (query: Query) => {
    const { items, counts, leftOut } = await listUnits(rater, { taskId, limit: 500, selection: unitSelection.parse(query) });
    return { listed: items.filter(({ sampleId }) => sampleId === open).length, samples: counts.samples, leftOut };
  };
  const { judges, systems } = await listFilterChoices(instanceAdmin, { taskId });
  const judge = judges[0] ?? "";
  expect(await units({ judge, ratings: "1" })).toEqual({ listed: 2, samples: 5, leftOut: 0 });
  expect(await units({ judge, change: "changed" })).toMatchObject({ listed: 0, leftOut: 1 });
  expect(await units({ people: "median", humanScore: "9" })).toEqual({ listed: 0, samples: 0, leftOut: 1 });
  expect(await units({ spread: "split", besides: "9" })).toEqual({ listed: 0, samples: 0, leftOut: 0 });
  const bySystem = await Promise.all(systems.map((system) => units({ people: "median", humanScore: "9", system })));
  expect(bySystem.map(({ leftOut }) => leftOut).sort()).toEqual([...systems.slice(1).map(() => 0), 1]);

  const list = (filter: object) => listSamples(rater, { taskId, limit: 500, ...filter });
  expect((await list({ disagreement: "any" })).leftOut).toBe(1);
  expect(await list({ disagreement: "any", search: "nowhere at all" })).toMatchObject({ items: [], leftOut: 0 });
  expect(await list({ disagreement: "any", search: (await getSample(rater, { sampleId: open })).externalId })).toMatchObject({
    ...{ items: [], leftOut: 1 },
  });
  const all = await list({ sort: "disagreement" });
  // Nobody has rated the last.
  expect([all.items.map(({ id }) => id === open), all.leftOut]).toEqual([[false, false, false, false, true, false], 0]);
  const sorted = await listUnits(rater, { taskId, limit: 500, selection: unitSelection.parse({ ratings: "1", sort: "disagreement" }) });
  expect(sorted.items.map(({ sampleId }) => sampleId === open)).toEqual([...Array(8).fill(false), true, true]);
});

test("a reader who has nothing open asks no statement more than for lists that leave nothing out", async () => {
  const [{ taskId }] = studies as [Study];
  const statements = async (work: () => Promise<unknown>) => (await recordStatements(work)).statements.length;
  const units = (query: Query) => () => listUnits(instanceAdmin, { taskId, limit: 5, selection: unitSelection.parse(query) });
  const samples = (filter: object) => () => listSamples(instanceAdmin, { taskId, limit: 1, ...filter });
  expect(await statements(units({ humanScore: "3" }))).toBe(await statements(units({ ratings: "1" })));
  expect(await statements(samples({ disagreement: "any" }))).toBe(await statements(samples({ state: "rated" })));
});
