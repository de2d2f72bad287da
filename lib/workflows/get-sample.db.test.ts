import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction, pool } from "@/lib/db/client";
import { addDerivedCriteria, createDerivedSet } from "@/lib/db/derived-sets";
import type { Actor } from "@/lib/domain/policy";
import type { SampleDetail } from "@/lib/domain/sample-detail";
import { unitSelection } from "@/lib/domain/unit-selection";
import { withheldWords } from "@/lib/domain/withheld";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { action, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { findSamplePlace } from "./find-sample-place";
import { getAdjudication } from "./get-adjudication";
import { getSample } from "./get-sample";
import { listComments } from "./list-comments";
import { listFilterChoices } from "./list-filter-choices";
import { listSamples } from "./list-samples";
import { listUnits } from "./list-units";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

let study: Awaited<ReturnType<typeof loadSmallStudy>>;
let researcher: Actor;
let ruth: Actor;
let samir: Actor;
let sampleIds: string[] = [];

/** Rates the person's next sample: the first criterion's score revised to the given one with its words, the rest accepted. */
async function rate(who: Actor, score: number, words: string): Promise<string> {
  const { assignmentId = "" } = (await nextAssignment(who, study)) as { assignmentId?: string };
  for (const [place, criterionId] of study.criteria.entries()) {
    const conclusion = action({
      kind: place === 0 ? "revise" : "accept",
      itemId: "0",
      text: place === 0 ? words : null,
      reason: place === 0 ? "because" : null,
      parentId: null,
    });
    const scored =
      place === 0 && score !== 4
        ? action({ kind: "revise", itemId: "1", score, parentId: conclusion.id })
        : action({ kind: "accept", itemId: "1", parentId: conclusion.id });
    const quoted = action({ kind: "accept", itemId: "2", parentId: scored.id });
    await saveActions(who, { assignmentId, criterionId, activeMs: 60_000, actions: [conclusion, scored, quoted] });
  }
  await submitAssignment(who, { assignmentId });
  return assignmentId;
}

beforeAll(async () => {
  study = await loadSmallStudy(smallBundle(6));
  researcher = await member(study.projectId, "researcher", "Rhea");
  ruth = await member(study.projectId, "annotator", "Ruth");
  samir = await member(study.projectId, "annotator", "Samir");
  await rate(ruth, 2, "It is muddled.");
  await rate(samir, 5, "It is very clear.");
  const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position", [study.taskId]);
  sampleIds = rows.map(({ id }) => id);
});

const first = (): Promise<SampleDetail> => getSample(researcher, { sampleId: sampleIds[0] ?? "" });

/** Runs a metric with a scale of its own, as often as there are scores, over the first sample. */
async function scoreByMetric(name: string, scale: { min: number; max: number }, scores: readonly number[]) {
  const { rows } = await pool().query<{ id: string }>(
    "insert into judges (project_id, name, kind, options) values ($1, $2, 'metric', $3) returning id",
    [study.projectId, name, { metric: "rouge-l" }],
  );
  for (const [place, score] of scores.entries()) {
    const run = await pool().query<{ id: string }>(
      `insert into runs (task_id, judge_id, criteria_set_id, kind, status, protocol, prompt_version, variant, options, created_at)
       select $1, $2, id, 'evaluation', 'done', 'direct', '1', 'plain', '{}', now() + make_interval(secs => $3) from criteria_sets
       where task_id = $1 and status = 'published' returning id`,
      [study.taskId, rows[0]?.id, place],
    );
    const runId = run.rows[0]?.id ?? "";
    const content = { name: "ROUGE-L", definition: "", scale: { ...scale, step: null, levels: [] }, overall: false };
    const [criterion] = await inTransaction(async (tx) => {
      await createDerivedSet(tx, { id: runId, taskId: study.taskId });
      return addDerivedCriteria(tx, runId, null, [content]);
    });
    await pool().query("insert into drafts (run_id, sample_id, criterion_id, score, items, raw) values ($1, $2, $3, $4, '[]', '')", [
      ...[runId, sampleIds[0], criterion, score],
    ]);
  }
}

/** Whether what leads to a sample's drafts and scores, beside its page, keeps them from a reader. */
async function expectWithheld(reader: Actor, sampleId: string, withheld: boolean) {
  const selection = unitSelection.parse({ judge: "draft judge", pairable: "judge", of: "ratings" });
  const list = await listUnits(reader, { taskId: study.taskId, limit: 50, selection });
  expect(list.counts).toEqual((await listUnits(researcher, { taskId: study.taskId, limit: 50, selection })).counts);
  const units = list.items.filter((unit) => unit.sampleId === sampleId);
  expect(units.map((unit) => [unit.withheld, unit.scores.length > 0, unit.judgeScore !== null, unit.ratings])).toEqual(
    study.criteria.map(() => [withheld, !withheld, !withheld, 3]),
  );
  expect(list.items.filter((unit) => unit.withheld).every((unit) => unit.sampleId === sampleId)).toBe(true);
  const { rows } = await pool().query<{ other: string; work: string }>(
    `select other.id as other, a.id as work from samples s join samples other on other.input_key = s.input_key and other.id <> s.id
     join assignments a on a.sample_id = s.id and a.status = 'submitted' where s.id = $1`,
    [sampleId],
  );
  const [{ other, work } = { other: "", work: "" }] = rows;
  const { siblings } = await getSample(reader, { sampleId: other });
  expect(siblings.map(({ id, scores }) => [id === sampleId, scores.length > 0])).toContainEqual([true, !withheld]);
  const opened = [
    listComments(reader, { on: "sample", id: sampleId }),
    listComments(reader, { on: "assignment", id: work }),
    openAssignment(reader, { assignmentId: work }),
    getAdjudication(reader, { taskId: study.taskId, sampleId, criterionId: study.criteria[0] ?? "" }),
  ];
  for (const one of await Promise.allSettled(opened))
    expect(one).toMatchObject(
      withheld ? { status: "rejected", reason: { code: "forbidden", message: withheldWords } } : { status: "fulfilled" },
    );
}

describe("a sample's page", () => {
  test("has everybody's scores and what each did to the judge's draft, the draft itself once", async () => {
    const sample = await first();
    expect(sample.raters.map(({ name, arm, round, excluded }) => [name, arm, round, excluded])).toEqual([
      ["Ruth", "drafted", 0, null],
      ["Samir", "drafted", 0, null],
    ]);
    const [clear] = sample.units;
    expect(clear?.drafts.map(({ judge, score, current, items }) => [judge, score, current, items.length])).toEqual([
      ["draft judge", 4, true, 3],
    ]);
    expect(
      clear?.evaluations.map(({ score, draftId, lines }) => [
        score,
        draftId === clear.drafts[0]?.id,
        lines[0]?.outcome,
        lines[0]?.text,
        lines[0]?.reason,
      ]),
    ).toEqual([
      [2, true, "revise", "It is muddled.", "because"],
      [5, true, "revise", "It is very clear.", "because"],
    ]);
    expect(sample.units[1]?.evaluations.map(({ score }) => score)).toEqual([4, 4]);
  });

  test("shows the other outputs for the same input with the people's median and the judge's score", async () => {
    const sample = await first();
    expect(sample.siblings.map(({ number, system }) => [number, system])).toEqual([
      [1, "alpha-system"],
      [2, "beta-system"],
    ]);
    const own = sample.siblings[0]?.scores.find(({ criterionId }) => criterionId === study.criteria[0]);
    expect(own).toMatchObject({ people: 3.5, judges: { "draft judge": 4 } });
  });

  test("names a judge that has an annotator's name as the report does, whose links say which judge is meant", async () => {
    const rename = (from: string, to: string) =>
      pool().query("update judges set name = $3 where name = $2 and project_id = $1", [study.projectId, from, to]);
    await rename("draft judge", "Samir");
    const { units, siblings, history } = await first();
    const { judges } = await listFilterChoices(researcher, { taskId: study.taskId });
    await rename("Samir", "draft judge");
    expect(judges).toEqual(["Samir (judge)"]);
    expect(units.flatMap(({ drafts }) => drafts.map(({ judge }) => judge))).toEqual(study.criteria.map(() => "Samir (judge)"));
    expect(Object.keys(siblings[0]?.scores[0]?.judges ?? {})).toEqual(["Samir (judge)"]);
    expect(history.find(({ what }) => what === "drafted")?.by).toBe("Samir (judge)");
  });

  test("tells its history in order", async () => {
    const { history } = await first();
    expect(history.map(({ what, by }) => [what, by]).filter(([what]) => what === "given" || what === "submitted")).toEqual([
      ["given", "Ruth"],
      ["submitted", "Ruth"],
      ["given", "Samir"],
      ["submitted", "Samir"],
    ]);
    expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).sort());
  });

  test("is closed to annotators and does not exist for outsiders", async () => {
    const sampleId = sampleIds[0] ?? "";
    expect((await refusal(getSample(ruth, { sampleId }))).code).toBe("forbidden");
    expect((await refusal(listUnits(ruth, { taskId: study.taskId, limit: 5, selection: unitSelection.parse({}) }))).code).toBe("forbidden");
    const outsider = { ...researcher, memberships: new Map() };
    expect((await refusal(getSample(outsider, { sampleId }))).code).toBe("not_found");
    expect(
      (await refusal(findSamplePlace(outsider, { sampleId, criterionId: null, selection: null, filter: { sort: "import" } }))).code,
    ).toBe("not_found");
    expect((await refusal(listFilterChoices(outsider, { taskId: study.taskId }))).code).toBe("not_found");
  });

  test("shows neither drafts nor others' work to a researcher who has the sample open themselves, until they have submitted it", async () => {
    const working = await member(study.projectId, "researcher", "Rosa");
    const { assignmentId = "" } = (await nextAssignment(working, study)) as { assignmentId?: string };
    const sampleId = sampleIds[0] ?? "";
    await pool().query("update assignments set sample_id = $2, slot = 9 where id = $1", [assignmentId, sampleId]);
    await scoreByMetric("overlap", { min: 0, max: 1 }, [0.25, 0.75]);
    const before = await getSample(working, { sampleId });
    expect(before).toMatchObject({ withheld: true, raters: [], metrics: [], siblings: [] });
    expect(JSON.stringify(before)).not.toContain("SECRET-DRAFT");
    expect(JSON.stringify(await getSample(researcher, { sampleId }))).toContain("SECRET-DRAFT");
    await expectWithheld(working, sampleId, true);
    await expectWithheld(researcher, sampleId, false);
    await pool().query("update assignments set status = 'submitted', submitted_at = now(), leased_until = null where id = $1", [
      assignmentId,
    ]);
    const scale = { min: 0, max: 1, step: null, levels: [] };
    expect(await getSample(working, { sampleId })).toMatchObject({
      ...{ withheld: false, metrics: [{ judge: "overlap", metric: "ROUGE-L", scale, score: 0.75 }] },
    });
    expect((await getSample(working, { sampleId: sampleIds[1] ?? "" })).metrics).toEqual([]);
    await expectWithheld(working, sampleId, false);
    await pool().query("delete from assignments where id = $1", [assignmentId]);
  });

  test("names people by code where their study promised it, and says whose work is left out", async () => {
    const plan = await pool().query<{ id: string }>(
      `insert into study_plans (task_id, version, content, criteria_set_id)
       select task_id, 9, '{"anonymous": true}', id from criteria_sets where task_id = $1 and status = 'published' returning id`,
      [study.taskId],
    );
    const excluded = await pool().query<{ id: string }>(
      "insert into exclusions (annotator_id, reason) select id, 'Too fast.' from annotators where project_id = $1 and name = 'Ruth' returning id",
      [study.projectId],
    );
    const sample = await first();
    const { rows } = await pool().query<{ name: string; code: string }>("select name, code from annotators where project_id = $1", [
      study.projectId,
    ]);
    const code = new Map(rows.map((row) => [row.name, row.code]));
    expect(new Map(sample.raters.map(({ name, excluded: reason }) => [name, reason]))).toEqual(
      new Map([
        [code.get("Ruth"), "Too fast."],
        [code.get("Samir"), null],
      ]),
    );
    expect(JSON.stringify(sample)).not.toMatch(/Ruth|Samir/);
    expect(sample.siblings[0]?.scores.find(({ criterionId }) => criterionId === study.criteria[0])?.people).toBe(5);
    await pool().query("delete from study_plans where id = $1", [plan.rows[0]?.id]);
    await pool().query("delete from exclusions where id = $1", [excluded.rows[0]?.id]);
  });
});

describe("the list of samples", () => {
  const ids = async (filter: Omit<Parameters<typeof listSamples>[1], "taskId" | "limit">) =>
    (await listSamples(researcher, { taskId: study.taskId, limit: 50, ...filter })).items.map(({ externalId }) => externalId);

  test("is narrowed by state, disagreement, note, system, arm and import", async () => {
    expect(await ids({ state: "rated" })).toEqual(["s1"]);
    expect(await ids({ state: "finished" })).toEqual(["s1"]);
    expect(await ids({ state: "unrated" })).toEqual(["s2", "s3", "s4", "s5", "s6"]);
    expect(await ids({ disagreement: "any" })).toEqual(["s1"]);
    expect(await ids({ disagreement: "wide" })).toEqual(["s1"]);
    expect(await ids({ system: "beta-system" })).toEqual(["s2", "s4", "s6"]);
    expect(await ids({ arm: "drafted" })).toEqual(["s1"]);
    expect(await ids({ arm: "blind" })).toEqual([]);
    expect(await ids({ flagged: true })).toEqual([]);
    await pool().query(
      "update assignments set flag = 'odd' where task_id = $1 and annotator_id = (select id from annotators where name = 'Ruth' and project_id = $2)",
      [study.taskId, study.projectId],
    );
    expect(await ids({ flagged: true })).toEqual(["s1"]);
    await pool().query("update samples set subset = 'hard' where id = $1", [sampleIds[3]]);
    expect(await ids({ subset: "hard" })).toEqual(["s4"]);
  });

  test("with the widest disagreement first pages without a gap or a repeat", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listSamples(researcher, { taskId: study.taskId, limit: 4, sort: "disagreement", cursor });
      seen.push(...page.items.map(({ externalId }) => externalId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(["s1", "s2", "s3", "s4", "s5", "s6"]);
  });

  test("gives its position and its neighbours", async () => {
    const at = (sample: number, filter = {}) =>
      findSamplePlace(researcher, {
        sampleId: sampleIds[sample] ?? "",
        criterionId: null,
        selection: null,
        filter: { sort: "import", ...filter },
      });
    expect(await at(2)).toEqual({
      ...{ place: 3, total: 6 },
      previous: { sampleId: sampleIds[1], criterionId: null },
      next: { sampleId: sampleIds[3], criterionId: null },
    });
    expect(await at(1, { system: "beta-system" })).toMatchObject({ place: 1, total: 3, previous: null, next: { sampleId: sampleIds[3] } });
    expect(await at(0, { system: "beta-system" })).toEqual({ place: null, total: 3, previous: null, next: null });
  });
});

describe("the units behind a figure", () => {
  const selected = async (query: object) => {
    const { items, counts } = await listUnits(researcher, { taskId: study.taskId, limit: 50, selection: unitSelection.parse(query) });
    return { counts, units: items.map(({ externalId, criterion, scores }) => `${externalId} ${criterion} ${scores.join(" ")}`) };
  };

  test("are those that the conditions name, with their neighbours", async () => {
    expect((await selected({ criterion: "Clear", ratings: "1" })).units).toEqual(["s1 Clear 2 5"]);
    expect((await selected({ criterion: "Clear", judge: "draft judge", apart: "above", gap: "0.5" })).units).toEqual(["s1 Clear 2 5"]);
    expect((await selected({ criterion: "Clear", judge: "draft judge", apart: "above", gap: "1" })).units).toEqual([]);
    expect((await selected({ criterion: "Clear", judge: "draft judge", apart: "below" })).units).toEqual([]);
    expect((await selected({ criterion: "Clear", human: "Ruth" })).units).toEqual(["s1 Clear 2"]);
    expect((await selected({ criterion: "Clear", judge: "draft judge", judgeScore: "4" })).counts).toEqual({
      units: 6,
      ratings: 6,
      lines: 0,
      samples: 6,
    });
    expect((await selected({ criterion: "Clear", people: "median", humanScore: "3.5" })).units).toEqual(["s1 Clear 2 5"]);
    const place = await findSamplePlace(researcher, {
      sampleId: sampleIds[1] ?? "",
      criterionId: study.criteria[0] ?? "",
      selection: unitSelection.parse({ judge: "draft judge", judgeScore: "4" }),
      filter: { sort: "import" },
    });
    expect(place).toEqual({
      ...{ place: 3, total: 12 },
      previous: { sampleId: sampleIds[0], criterionId: study.criteria[1] },
      next: { sampleId: sampleIds[1], criterionId: study.criteria[1] },
    });
  });

  test("obey the report's filter", async () => {
    const rated = { criterion: "Clear", ratings: "1" };
    const { rows } = await pool().query<{ code: string }>("select code from annotators where project_id = $1 and name = 'Ruth'", [
      study.projectId,
    ]);
    expect((await selected({ ...rated, annotator: rows[0]?.code ?? "" })).units).toEqual(["s1 Clear 2"]);
    expect((await selected({ ...rated, arm: "drafted" })).units).toEqual(["s1 Clear 2 5"]);
    expect((await selected({ ...rated, arm: "blind" })).units).toEqual([]);
    expect((await selected({ ...rated, system: "alpha-system" })).units).toEqual(["s1 Clear 2 5"]);
    expect((await selected({ ...rated, system: "beta-system" })).units).toEqual([]);
    expect((await selected({ ...rated, finished: "true" })).units).toEqual(["s1 Clear 2 5"]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await selected({ ...rated, from: today, to: today })).units).toEqual(["s1 Clear 2 5"]);
    expect((await selected({ ...rated, to: "2020-01-01" })).units).toEqual([]);
  });

  test("are refused by name if the report does not have them", async () => {
    const { message } = await refusal(selected({ criterion: "Nothing", ratings: "1" }));
    expect(message).toBe('The report has no criterion called "Nothing".');
  });
});
