import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { type PlannedStudy, people, plannableStudy, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action, member } from "@/lib/testing/small-study";
import { adjudicate } from "./adjudicate";
import { confirmAdjudication } from "./confirm-adjudication";
import { exportProject } from "./export-project";
import { getAdjudication } from "./get-adjudication";
import { listAdjudications } from "./list-adjudications";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { readReport } from "./read-report";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

/** Scores that four annotators give each sample's first criterion, by the sample's position; everybody gives the second one 3. */
const scores = [
  [3, 3, 3, 3],
  [1, 2, 2, 2],
  [2, 2, 2, 5],
  [2, 2, 5, 5],
];

let study: PlannedStudy;
let raters: Actor[];
let samples: string[];
const clear = () => study.criteria[0] ?? "";
const unit = (sample: number, criterionId = clear()) => ({ taskId: study.taskId, sampleId: samples[sample] ?? "", criterionId });

/** Rates everything there is for an annotator and adds a line of their own to each unit. */
async function rate(actor: Actor, given: number[]) {
  for (;;) {
    const { assignmentId } = await nextAssignment(actor, study);
    if (assignmentId === null) return;
    const opened = await openAssignment(actor, { assignmentId });
    const place = samples.indexOf(opened.sample.id);
    for (const { criterionId, draft } of opened.units) {
      const score = criterionId === clear() ? (given[place] ?? 0) : 3;
      const actions = draft ? acceptAll() : [action({ kind: "set-score", score, parentId: null })];
      actions.push(
        action({ kind: "add", itemKind: "explanation", text: `Words of ${given[place]}`, parentId: actions.at(-1)?.id ?? null }),
      );
      await saveActions(actor, { assignmentId, criterionId, actions });
    }
    await submitAssignment(actor, { assignmentId });
  }
}

beforeAll(async () => {
  study = await plannableStudy(4);
  samples = (await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position", [study.taskId])).rows.map(
    ({ id }) => id,
  );
  raters = await people(study.projectId, 4);
  await started(study, { people: 4, overlap: 4, arms: [{ arm: "blind", runId: null, share: 1 }] });
  for (const [index, rater] of raters.entries())
    await rate(
      rater,
      scores.map((of) => of[index] ?? 0),
    );
});

const queue = async (actor = study.researcher) => (await listAdjudications(actor, { taskId: study.taskId, limit: 50 })).items;

describe("the queue", () => {
  test("orders units by the range of their ratings, then by the mean difference of two", async () => {
    const items = await queue();
    expect(items).toHaveLength(8);
    // 2 2 5 5 and 2 2 2 5 have the same range; two of the former differ by 12 / 6 on average, of the latter by 9 / 6.
    expect(items.slice(0, 3)).toMatchObject([
      { sampleId: samples[3], number: 4, range: 3, meanDifference: 2, ratings: 4, state: "open", own: false },
      { sampleId: samples[2], number: 3, range: 3, meanDifference: 1.5 },
      { sampleId: samples[1], number: 2, range: 1, meanDifference: 0.5 },
    ]);
    expect(items.slice(3).every(({ range, meanDifference }) => range === 0 && meanDifference === 0)).toBe(true);
  });

  test("has pages and can be limited to one criterion", async () => {
    const first = await listAdjudications(study.researcher, { taskId: study.taskId, criterion: clear(), limit: 3 });
    expect(first).toMatchObject({ nextCursor: "3", counts: { open: 4, begun: 0, adjudicated: 0 } });
    const second = await listAdjudications(study.researcher, { taskId: study.taskId, criterion: clear(), limit: 3, cursor: "3" });
    expect(second.items.map(({ sampleId }) => sampleId)).toEqual([samples[0]]);
  });

  test("tells nobody how far people are apart on a sample that they still have to rate", async () => {
    const two = [samples[2], raters[1]?.userId];
    const own = "where sample_id = $1 and annotator_id = (select id from annotators where user_id = $2)";
    await pool().query("update memberships set role = 'researcher' where user_id = $1", [raters[1]?.userId]);
    const again = { ...(raters[1] as Actor), memberships: new Map([[study.projectId, "researcher" as const]]) };
    const listed = async (actor: Actor) => (await queue(actor)).filter(({ sampleId }) => sampleId === samples[2]).length;
    expect(await listed(again)).toBe(2);
    await pool().query(`update assignments set status = 'open' ${own}`, two);
    expect(await listed(again)).toBe(0);
    expect((await listAdjudications(again, { taskId: study.taskId, limit: 50 })).counts.open).toBe(6);
    expect(await listed(study.researcher)).toBe(2);
    await pool().query(`update assignments set status = 'submitted' ${own}`, two);
    await pool().query("update memberships set role = 'annotator' where user_id = $1", [raters[1]?.userId]);
  });

  test("leaves out work that a reviewer returned, excluded people's, exams and units with one rating", async () => {
    const ids = "select a.id from assignments a join annotators n on n.id = a.annotator_id where a.sample_id = $1 and n.user_id = $2";
    const two = [samples[3], raters[2]?.userId];
    const left = async () => (await queue()).find(({ sampleId, criterionId }) => sampleId === samples[3] && criterionId === clear());
    await pool().query(`update assignments set status = 'open' where id = (${ids})`, two);
    expect(await left()).toMatchObject({ ratings: 3 });
    await pool().query(`update assignments set status = 'submitted', purpose = 'gold', slot = null where id = (${ids})`, two);
    expect(await left()).toMatchObject({ ratings: 3 });
    await pool().query(`update assignments set purpose = 'work' where id = (${ids})`, two);
    expect(await left()).toMatchObject({ ratings: 4 });
    const excluded = await pool().query(
      "insert into exclusions (annotator_id, reason) select id, 'x' from annotators where user_id = $1 returning id",
      [raters[2]?.userId],
    );
    expect(await left()).toMatchObject({ ratings: 3 });
    await pool().query("delete from exclusions where id = $1", [excluded.rows[0]?.id]);
    await pool().query(
      "update assignments set status = 'open' where sample_id = $1 and id not in (select id from assignments where sample_id = $1 limit 1)",
      [samples[3]],
    );
    expect(await left()).toBeUndefined();
    await pool().query("update assignments set status = 'submitted' where sample_id = $1", [samples[3]]);
  });
});

describe("adjudicating a unit", () => {
  test("shows people under letters first, then the judge, and keeps the first and the final label", async () => {
    const before = await getAdjudication(study.researcher, unit(2));
    expect(before).toMatchObject({ mine: null, judge: null, labels: [], range: 3 });
    expect(before.raters.map(({ letter }) => letter)).toEqual(["A", "B", "C", "D"]);
    expect(before.raters.map(({ score }) => score).sort()).toEqual([2, 2, 2, 5]);
    expect(before.raters.flatMap(({ lines }) => lines.map(({ text }) => text)).sort()).toEqual([
      "Words of 2",
      "Words of 2",
      "Words of 2",
      "Words of 5",
    ]);
    const sent = JSON.stringify(before);
    for (const hidden of ["SECRET-DRAFT", "draft judge", ...raters.flatMap(({ name, userId }) => [name, userId])])
      expect(sent).not.toContain(hidden);

    const { id, confirmed } = await adjudicate(study.researcher, { ...unit(2), score: 3, reason: "Half of it" });
    expect(confirmed).toBe(false);
    expect(await getAdjudication(study.researcher, unit(2))).toMatchObject({
      mine: { id, firstScore: 3, finalScore: null },
      judge: { name: "draft judge", score: 4 },
      labels: [],
    });
    // Having seen the draft, nobody gives a first label again.
    expect(await adjudicate(study.researcher, { ...unit(2), score: 5, reason: "" })).toEqual({ id, confirmed: false });
    await confirmAdjudication(study.researcher, { adjudicationId: id, score: 4, reason: "The judge has a point" });
    expect(await getAdjudication(study.researcher, unit(2))).toMatchObject({
      mine: { firstScore: 3, finalScore: 4 },
      // From the people's median 2 and from the first label 3, 4 is where the judge is.
      labels: [
        { by: study.researcher.name, firstScore: 3, finalScore: 4, reason: "The judge has a point", label: "towards", change: "towards" },
      ],
    });
  });

  test("keeps the same letters for everybody, and a second adjudicator sees no earlier label before their own", async () => {
    const second = await member(study.projectId, "researcher");
    const mine = await getAdjudication(study.researcher, unit(2));
    const theirs = await getAdjudication(second, unit(2));
    expect(theirs).toMatchObject({ mine: null, judge: null, labels: [] });
    expect(theirs.raters.map(({ score }) => score)).toEqual(mine.raters.map(({ score }) => score));
    const { id } = await adjudicate(second, { ...unit(2), score: 2, reason: "" });
    expect(await refusal(confirmAdjudication(study.researcher, { adjudicationId: id, score: 1, reason: "" }))).toMatchObject({
      code: "forbidden",
    });
    await confirmAdjudication(second, { adjudicationId: id, score: 1, reason: "" });
    await confirmAdjudication(second, { adjudicationId: id, score: 2, reason: "On reflection" });
    const { labels } = await getAdjudication(second, unit(2));
    // The last one is in force; both of the second adjudicator's keep the first label.
    expect(labels).toMatchObject([
      { by: second.name, firstScore: 2, finalScore: 2, label: "neither", change: "neither" },
      { by: second.name, firstScore: 2, finalScore: 1, label: "away", change: "away" },
      { by: study.researcher.name, finalScore: 4 },
    ]);
    expect((await queue()).find(({ sampleId, criterionId }) => sampleId === samples[2] && criterionId === clear())).toMatchObject({
      state: "adjudicated",
    });
    const { rows } = await pool().query(
      "select user_id, details->'before' as before, details->'final' as final from audit_events where verb = 'adjudication.confirm' order by at",
    );
    expect(rows).toEqual([
      { user_id: study.researcher.userId, before: null, final: 4 },
      { user_id: second.userId, before: null, final: 1 },
      { user_id: second.userId, before: 1, final: 2 },
    ]);
    const confirmed = "update adjudications set final_score = 5 where user_id = $1";
    await expect(pool().query(confirmed, [second.userId])).rejects.toThrow();
  });

  test("gives the report and the export its label in force, and people's agreement none", async () => {
    const report = async () => (await readReport(study.researcher, { projectId: study.projectId })).tasks[0];
    const before = await report();
    expect(before?.adjudicated).toMatchObject({
      units: 1,
      label: { neither: { count: 1 } },
      people: { pooled: { error: { n: 1, value: 0.75 } } },
    });
    const { id } = await adjudicate(study.researcher, { ...unit(2), score: 5, reason: "" });
    await confirmAdjudication(study.researcher, { adjudicationId: id, score: 5, reason: "Seen again" });
    const after = await report();
    expect(after?.adjudicated?.people.pooled.error.value).toBe(2.25);
    expect(after?.agreement).toEqual(before?.agreement);
    // The label was given beside this judge's score and no other's.
    const named = async (judge: string) =>
      (await readReport(study.researcher, { projectId: study.projectId, filter: { judge } })).tasks[0]?.adjudicated?.label.neither;
    await pool().query(
      "insert into judges (project_id, name, kind, protocol) select project_id, 'Another', kind, protocol from judges where name = 'draft judge' and project_id = $1",
      [study.projectId],
    );
    expect(after?.adjudicated?.label.neither.n).toBeGreaterThan(0);
    expect(await named("draft judge")).toEqual(after?.adjudicated?.label.neither);
    expect(await named("Another")).toMatchObject({ value: null, why: "no-judge-score", n: 0 });
    const { body } = await exportProject(study.researcher, { projectId: study.projectId, format: "adjudicated-csv" });
    const written = [];
    for await (const piece of body) written.push(piece);
    expect(written.join("").split("\r\n").slice(0, 2)).toEqual([
      "sample_id,criterion,label,first_label,judge,judge_score,label_direction,change_direction,people_median,people_range,people,adjudicator,at,reason",
      expect.stringMatching(new RegExp(`^s3,Clear,5,3,draft judge,4,towards,neither,2,3,4,${study.researcher.name},[^,]+Z,Seen again$`)),
    ]);
    expect(written.join("").split("\r\n")).toHaveLength(3);
  });

  test("is refused to people who were given the sample, off the scale, and for units without two ratings", async () => {
    const rater = raters[0];
    if (!rater) expect.fail("a rater");
    await pool().query("update memberships set role = 'researcher' where user_id = $1", [rater.userId]);
    const promoted: Actor = { ...rater, memberships: new Map([[study.projectId, "researcher"]]) };
    expect((await queue(promoted)).every(({ own }) => own)).toBe(true);
    expect(await refusal(adjudicate(promoted, { ...unit(3), score: 3, reason: "" }))).toMatchObject({
      code: "forbidden",
      message: "You were given this sample as an annotator, so somebody else must adjudicate it.",
    });
    expect(await refusal(adjudicate(study.researcher, { ...unit(3), score: 6, reason: "" }))).toMatchObject({ code: "invalid_input" });
    const elsewhere = await plannableStudy(2);
    const foreign = { ...unit(3), taskId: elsewhere.taskId, score: 3, reason: "" };
    expect((await refusal(adjudicate(elsewhere.researcher, foreign))).code).toBe("not_found");
    expect((await refusal(getAdjudication(elsewhere.researcher, unit(3)))).code).toBe("not_found");
  });

  test("counts one of many first labels sent at once", async () => {
    const made = await Promise.all([1, 2, 3, 4, 5].map((score) => adjudicate(study.researcher, { ...unit(3), score, reason: "" })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  test("is final at once where there is no draft to show", async () => {
    await pool().query("update runs set variant = 'swapped' where task_id = $1", [study.taskId]);
    const { id, confirmed } = await adjudicate(study.researcher, { ...unit(1), score: 2, reason: "" });
    expect(confirmed).toBe(true);
    expect(await getAdjudication(study.researcher, unit(1))).toMatchObject({
      mine: { id, finalScore: 2 },
      judge: null,
      labels: [{ label: null, change: null }],
    });
  });
});

test("before the first label, only what people wrote themselves is shown of drafted work", async () => {
  study = await plannableStudy(2);
  samples = (await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position", [study.taskId])).rows.map(
    ({ id }) => id,
  );
  await started(study, { people: 2, overlap: 2, arms: [{ arm: "drafted", runId: study.runId, share: 1 }] });
  for (const rater of await people(study.projectId, 2)) await rate(rater, [7, 7]);
  const before = await getAdjudication(study.researcher, unit(0));
  expect(before.raters.map(({ lines }) => lines)).toEqual([
    [{ kind: "explanation", text: "Words of 7", reason: null, outcome: null }],
    [{ kind: "explanation", text: "Words of 7", reason: null, outcome: null }],
  ]);
  await adjudicate(study.researcher, { ...unit(0), score: 3, reason: "" });
  const after = await getAdjudication(study.researcher, unit(0));
  expect(after.raters[0]?.lines).toMatchObject([
    { kind: "conclusion", text: expect.stringContaining("SECRET-DRAFT"), outcome: "accept" },
    { kind: "evidence", outcome: "accept" },
    { kind: "explanation", outcome: "add" },
  ]);
});
