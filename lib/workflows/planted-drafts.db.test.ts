import { beforeEach, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { readReportData } from "@/lib/db/ratings";
import { listReportTasks } from "@/lib/db/report-tasks";
import type { Actor } from "@/lib/domain/policy";
import { ratingRows } from "@/lib/domain/rating-columns";
import { temporaryDatabase } from "@/lib/testing/database";
import { annotatorOf } from "@/lib/testing/exam-study";
import { choices, next, type PlannedStudy, people, plannableStudy, rateAll, rateOne, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { endParticipation } from "./end-participation";
import { exportProject } from "./export-project";
import { getTask } from "./get-task";
import { giveConsent } from "./give-consent";
import { listRuns } from "./list-runs";
import { listTaskPlans } from "./list-task-plans";
import { openAssignment } from "./open-assignment";
import { previewPlan } from "./preview-plan";
import { reopenAssignment } from "./reopen-assignment";
import { savePlan } from "./save-plan";
import { skipAssignment } from "./skip-assignment";
import { startPlan } from "./start-plan";

temporaryDatabase();

let one: PlannedStudy;
beforeEach(async () => {
  one = await plannableStudy();
});

const consent = "Some drafts are wrong on purpose.";
const planting = (share: number, sourceRunId: string | null = null) => ({ planted: { share, sourceRunId, disclosed: true }, consent });
const draftedOnly = () => ({ arms: [{ arm: "drafted" as const, runId: one.runId, share: 1 }] });

/** Makes the last samples ones with known answers; returns their ids. */
async function known(n: number, use: "hidden" | "attention" = "hidden", score = 2): Promise<string[]> {
  const { rows } = await pool().query<{ sample_id: string }>(
    `insert into gold_samples (sample_id, task_id, use)
     select id, task_id, $3 from samples s where task_id = $1 and not exists (select 1 from gold_samples g where g.sample_id = s.id)
     order by position desc limit $2 returning sample_id`,
    [one.taskId, n, use],
  );
  const ids = rows.map((row) => row.sample_id);
  await pool().query(
    "insert into gold_answers (sample_id, criterion_id, score, tolerance) select s.id, c.id, $3, 1 from unnest($1::uuid[]) s(id) cross join unnest($2::uuid[]) c(id)",
    [ids, one.criteria, score],
  );
  return ids;
}

const purposes = async () =>
  Object.fromEntries(
    (
      await pool().query<{ purpose: string; n: number }>(
        "select purpose, count(*)::int n from assignments where task_id = $1 group by purpose",
        [one.taskId],
      )
    ).rows.map(({ purpose, n }) => [purpose, n]),
  );

async function annotator(): Promise<Actor> {
  const [actor] = (await people(one.projectId, 1)) as [Actor];
  await giveConsent(actor, one);
  return actor;
}

describe("planted drafts", () => {
  test("show their share of people a score on the far side of the scale, with the reasons kept", async () => {
    await pool().query(
      `with old as (delete from drafts where run_id = $1 returning *)
       insert into drafts (run_id, sample_id, criterion_id, score, items, raw)
       select run_id, sample_id, criterion_id, score, jsonb_set(items, '{2,text}', $2::jsonb), raw from old`,
      [one.runId, JSON.stringify("I give it a 4, as drops grow.")],
    );
    await started(one, { people: 2, overlap: 1, ...draftedOnly(), ...planting(0.3) });
    const actor = await annotator();
    const shown = [];
    for (let id = await next(one, actor); id !== null; id = (await rateOne(one, actor)) && (await next(one, actor))) {
      const { units } = await openAssignment(actor, { assignmentId: id });
      shown.push(units.map(({ draft }) => [draft?.score, draft?.items.map(({ text }) => text)]));
    }
    const wrong = shown.filter((units) => units.every(([score]) => score === 1));
    expect([shown.length, wrong.length]).toEqual([7, 2]);
    const lines = [expect.stringContaining("The answer is"), "Score: 1 out of 5.", "I give it a 1, as drops grow."];
    expect(wrong[0]?.[0]?.[1]).toEqual(lines);
    expect(await purposes()).toEqual({ planted: 2, work: 5 });
  });

  test("take no place of their samples: each is rated by as many people with honest drafts as the plan says, also after a skip", async () => {
    await started(one, { people: 4, overlap: 2, ...draftedOnly(), ...planting(0.3) });
    const four = await people(one.projectId, 4);
    for (const actor of four) await giveConsent(actor, one);
    let skipped = false;
    for (const actor of four) {
      for (let id = await next(one, actor); id !== null; id = await next(one, actor)) {
        const { rows } = await pool().query<{ purpose: string }>("select purpose from assignments where id = $1", [id]);
        if (!skipped && rows[0]?.purpose === "planted") {
          await skipAssignment(actor, { assignmentId: id, reason: "unclear" });
          await reopenAssignment(actor, { assignmentId: id });
          skipped = true;
        }
        await rateOne(one, actor);
      }
    }
    const { rows } = await pool().query(
      `select filled_slots as filled, count(a.id) filter (where a.purpose = 'work')::int as work, count(a.slot)::int as places
       from samples s join assignments a on a.sample_id = s.id where s.task_id = $1 group by s.id`,
      [one.taskId],
    );
    expect(skipped).toBe(true);
    expect(rows).toEqual(Array(10).fill({ filled: 2, work: 2, places: 2 }));
    expect(await purposes()).toEqual({ planted: 9, work: 20 });
  });

  test("stay out of the report, of the runs to show and of the judge's figures", async () => {
    await started(one, { people: 2, overlap: 1, ...draftedOnly(), ...planting(0.3) });
    const actor = await annotator();
    await rateAll(one, actor);
    const [task] = await listReportTasks(one.projectId, one.taskId);
    if (!task) expect.fail("the task is in the report");
    const { ratings: columns, warnings } = await readReportData(task);
    const ratings = ratingRows(columns);
    expect(warnings).toContainEqual(expect.objectContaining({ code: "planted-left-out", count: 2 }));
    const of = (own: typeof ratings) => own.map(({ score }) => score);
    expect(of(ratings.filter(({ arm }) => arm !== null))).toEqual(Array(10).fill(4));
    expect(of(ratings.filter(({ arm }) => arm === null))).toEqual(Array(20).fill(4));
    const planted = (await listRuns(one.researcher, one)).items.find((run) => run.variant === "planted");
    const plan = choices(one, { arms: [{ arm: "drafted", runId: planted?.id ?? "", share: 1 }] });
    const { taskId } = await plannableStudy(2);
    expect(taskId).not.toBe(one.taskId);
    await pool().query("update study_plans set status = 'closed' where task_id = $1", [one.taskId]);
    await savePlan(one.researcher, { taskId: one.taskId, ...plan });
    expect((await refusal(startPlan(one.researcher, one))).message).toBe("These drafts were made wrong on purpose for a study.");
  });

  test("are marked in the export of evaluations and left out of the tables of ratings", async () => {
    await started(one, { people: 2, overlap: 1, ...draftedOnly(), ...planting(0.3) });
    await rateAll(one, await annotator());
    const read = async (format: "jsonl" | "long-csv") => {
      let text = "";
      for await (const part of (await exportProject(one.researcher, { projectId: one.projectId, format })).body)
        text += typeof part === "string" ? part : new TextDecoder().decode(part);
      return text.trim().split("\n");
    };
    const evaluations = (await read("jsonl")).map((line) => JSON.parse(line)).filter(({ type }) => type === "evaluation");
    expect(evaluations.map(({ planted, draft }) => `${planted} ${draft.score}`).sort()).toEqual([
      ...Array(10).fill("false 4"),
      ...Array(4).fill("true 1"),
    ]);
    expect((await read("long-csv")).filter((line) => line.includes(",annotator,"))).toHaveLength(10);
  });

  test("can come from a run that is known to be wrong, as it wrote them", async () => {
    const { rows } = await pool().query<{ id: string }>(
      `insert into runs (task_id, judge_id, criteria_set_id, kind, status, protocol, prompt_version)
       select task_id, judge_id, criteria_set_id, kind, status, protocol, prompt_version from runs where id = $1 returning id`,
      [one.runId],
    );
    const bad = rows[0]?.id ?? "";
    await pool().query(
      'insert into drafts (run_id, sample_id, criterion_id, score, items, raw) select $2, sample_id, criterion_id, 3, \'[{"kind":"conclusion","text":"Nonsense."}]\', raw from drafts where run_id = $1',
      [one.runId, bad],
    );
    await started(one, { people: 2, overlap: 1, ...draftedOnly(), ...planting(0.5, bad) });
    const drafts = await pool().query(
      "select d.score, d.items->0->>'text' as text, count(*)::int n from drafts d join runs r on r.id = d.run_id where r.variant = 'planted' and r.task_id = $1 group by 1, 2",
      [one.taskId],
    );
    expect(drafts.rows).toEqual([{ score: 3, text: "Nonsense.", n: 20 }]);
    await pool().query("delete from drafts where run_id = $1 and criterion_id = $2", [bad, one.criteria[0]]);
    await pool().query("update study_plans set status = 'closed' where task_id = $1", [one.taskId]);
    await savePlan(one.researcher, {
      taskId: one.taskId,
      ...choices(one, { people: 2, overlap: 1, ...draftedOnly(), ...planting(0.5, bad) }),
    });
    expect((await refusal(startPlan(one.researcher, one))).message).toContain("whose drafts are to be wrong lack a draft");
  });

  test("do not start while the consent text does not say so", async () => {
    const plan = choices(one, { ...planting(0.2), overlap: 1, consent: "" });
    await savePlan(one.researcher, { taskId: one.taskId, ...plan });
    expect((await refusal(startPlan(one.researcher, one))).message).toContain(
      "Say in the consent text that some drafts are wrong on purpose",
    );
    expect((await previewPlan(one.researcher, { taskId: one.taskId, ...plan })).problems).toMatchObject([
      { field: "people" },
      { field: "planted", blocks: true },
    ]);
  });
});

describe("samples with known answers", () => {
  test("come among each person's work, fill no quota and cannot be told from it", async () => {
    const gold = await known(2);
    await started(one, { people: 2, overlap: 2, goldShare: 0.25, ...draftedOnly(), consent });
    const actor = await annotator();
    const keys = new Map<string, Set<string>>();
    const rated = [];
    for (let id = await next(one, actor); id !== null; id = await next(one, actor)) {
      const opened = await openAssignment(actor, { assignmentId: id });
      const kind = gold.includes(opened.sample.id) ? "gold" : "work";
      const bytes = JSON.stringify({ ...opened, units: opened.units.map((unit) => ({ ...unit, draft: unit.draft !== null })) });
      const shape = bytes
        .replace(/"[\da-f]{8}-[\da-f-]{27}"/g, '"id"')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
        .replace(/\d+/g, "n");
      keys.set(kind, (keys.get(kind) ?? new Set()).add(shape.replace(/"(previousId|nextId)":(null|"id")/g, "$1")));
      rated.push(await rateOne(one, actor));
    }
    expect(rated).toHaveLength(10);
    expect(await purposes()).toEqual({ work: 8, gold: 2 });
    expect([...(keys.get("gold") ?? [])].filter((shape) => !keys.get("work")?.has(shape))).toEqual([]);
    expect((await getTask(actor, one)).mine).toMatchObject({ submitted: 10, available: 0 });
    const { rows } = await pool().query("select sum(filled_slots)::int n from samples where id = any($1::uuid[])", [gold]);
    expect(rows[0]?.n).toBe(0);
  });

  test("are blind where they have no draft, and skipped ones come back to their own person only", async () => {
    const gold = await known(1);
    await pool().query("delete from drafts where sample_id = any($1::uuid[])", [gold]);
    await started(one, { people: 2, overlap: 1, goldShare: 0.2, ...draftedOnly(), consent });
    const [first, second] = [await annotator(), await annotator()];
    let id = await next(one, first);
    while (id !== null && !gold.includes((await openAssignment(first, { assignmentId: id })).sample.id)) {
      await rateOne(one, first);
      id = await next(one, first);
    }
    expect((await openAssignment(first, { assignmentId: id ?? "" })).arm).toBe("blind");
    await skipAssignment(first, { assignmentId: id ?? "", reason: "unclear" });
    await pool().query("update plan_slots set assignment_id = null where sample_id = $1 and assignment_id is null", [gold[0]]);
    // Researchers see the seats in the order of their random codes.
    const holder = await annotatorOf(one, first);
    const seats = (await listTaskPlans(one.researcher, one)).items[0]?.seats ?? [];
    await endParticipation(one.researcher, {
      taskId: one.taskId,
      seatId: seats.find(({ annotatorId }) => annotatorId === holder)?.id ?? "",
    });
    const samples = (await rateAll(one, second)).map(({ sampleId }) => sampleId);
    expect(samples.filter((sample) => gold.includes(sample))).toHaveLength(1);
    await reopenAssignment(first, { assignmentId: id ?? "" });
    expect((await pool().query("select slot, purpose from assignments where id = $1", [id])).rows).toEqual([
      { slot: null, purpose: "gold" },
    ]);
  });
});
