import { beforeEach, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { claimAssignment } from "@/lib/db/queue";
import { readReportData } from "@/lib/db/ratings";
import { listReportTasks } from "@/lib/db/report-tasks";
import { getTaskForWork } from "@/lib/db/task-for-work";
import type { Actor } from "@/lib/domain/policy";
import { ratingRows } from "@/lib/domain/rating-columns";
import { temporaryDatabase } from "@/lib/testing/database";
import { choices, next, type PlannedStudy, people, plannableStudy, rateAll, rateOne, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { changePlan } from "./change-plan";
import { closePlan } from "./close-plan";
import { endParticipation } from "./end-participation";
import { exportProject } from "./export-project";
import { getTask } from "./get-task";
import { giveConsent } from "./give-consent";
import { listTaskPlans } from "./list-task-plans";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { previewPlan } from "./preview-plan";
import { publishCriteriaSet } from "./publish-criteria-set";
import { reopenAssignment } from "./reopen-assignment";
import { skipAssignment } from "./skip-assignment";
import { updateTask } from "./update-task";

temporaryDatabase();

let one: PlannedStudy;
beforeEach(async () => {
  one = await plannableStudy();
});

describe("a study that runs", () => {
  test("gives each person their own samples, half with the draft and half without, and every sample to two people", async () => {
    await started(one);
    const annotators = await people(one.projectId, 4);
    const rated = [];
    for (const annotator of annotators) rated.push(await rateAll(one, annotator));
    expect(rated.map((own) => own.length)).toEqual([5, 5, 5, 5]);
    for (const own of rated) {
      expect(own.every((rating) => rating.drafted === (rating.arm === "drafted"))).toBe(true);
      expect(Math.abs(own.filter((rating) => rating.drafted).length - 2.5)).toBe(0.5);
    }
    const perSample = new Map<string, number>();
    for (const { sampleId } of rated.flat()) perSample.set(sampleId, (perSample.get(sampleId) ?? 0) + 1);
    expect([...perSample.values()]).toEqual(Array(10).fill(2));
  });

  test("gives each seat one holder and each sample no more than its people, however many begin at once", async () => {
    await started(one, { people: 5, overlap: 3 });
    const annotators = await people(one.projectId, 7);
    for (let turn = 0; turn < 8; turn++) {
      await Promise.all(
        annotators.flatMap((annotator) => [rateOne(one, annotator).catch(() => null), next(one, annotator).catch(() => null)]),
      );
    }
    const { rows } = await pool().query<{ seats: number; most: number; least: number; loads: number[] }>(
      `select (select count(annotator_id)::int from plan_seats s join study_plans p on p.id = s.plan_id where p.task_id = $1) as seats, max(n)::int as most, min(n)::int as least,
         (select array_agg(k::int order by k) from (select count(*) k from assignments where task_id = $1 and status = 'submitted' group by annotator_id) l) as loads
       from (select count(*) n from assignments where task_id = $1 and status <> 'released' group by sample_id) s`,
      [one.taskId],
    );
    expect(rows[0]).toEqual({ seats: 5, most: 3, least: 3, loads: [6, 6, 6, 6, 6] });
    const planned = await pool().query(
      "select count(*)::int n from plan_slots s join study_plans p on p.id = s.plan_id where s.assignment_id is null and p.task_id = $1",
      [one.taskId],
    );
    expect(planned.rows[0]?.n).toBe(0);
  });

  test("tells an annotator how many of their ratings are done and left, and a researcher that nothing is for them", async () => {
    await started(one);
    const [annotator] = (await people(one.projectId, 1)) as [Actor];
    const mine = async (actor: Actor) => (await getTask(actor, { taskId: one.taskId })).mine;
    expect(await mine(annotator)).toMatchObject({ submitted: 0, open: 0, available: 5 });
    await rateOne(one, annotator);
    const opened = await openAssignment(annotator, { assignmentId: (await next(one, annotator)) ?? "" });
    expect(opened.progress).toEqual({ submitted: 1, skipped: 0, total: 5 });
    expect(await mine(annotator)).toMatchObject({ submitted: 1, open: 1, available: 3 });
    expect((await mine(one.researcher)).available).toBe(0);
  });

  test("reports a repeated rating once, with its first score", async () => {
    await started(one, { people: 1, overlap: 1, repeatShare: 0.2, arms: [{ arm: "blind", runId: null, share: 1 }] });
    const [annotator] = (await people(one.projectId, 1)) as [Actor];
    expect(await rateAll(one, annotator)).toHaveLength(12);
    await pool().query(
      "update evaluations set score = 1 where assignment_id in (select id from assignments where task_id = $1 and round = 1)",
      [one.taskId],
    );
    const [task] = await listReportTasks(one.projectId, one.taskId);
    if (!task) expect.fail("the task is in the report");
    const data = await readReportData(task);
    const own = ratingRows(data.ratings).filter((rating) => rating.arm !== null);
    expect(own.map((rating) => rating.score)).toEqual(Array(20).fill(3));
  });

  test("exports people by code where its plan promised that, and by name where it did not", async () => {
    for (const anonymous of [true, false]) {
      const made = await plannableStudy(2);
      await started(made, { anonymous, people: 1, overlap: 1, arms: [{ arm: "blind", runId: null, share: 1 }] });
      const [annotator] = (await people(made.projectId, 1)) as [Actor];
      await rateAll(made, annotator);
      const files: string[] = [];
      for (const format of ["long-csv", "jsonl", "csv"] as const) {
        let text = "";
        const { body } = await exportProject(made.researcher, { projectId: made.projectId, format });
        for await (const part of body) text += typeof part === "string" ? part : new TextDecoder().decode(part);
        files.push(text);
      }
      const { rows } = await pool().query<{ code: string }>("select code from annotators where user_id = $1", [annotator.userId]);
      const [code = ""] = rows.map((row) => row.code);
      expect(code).toMatch(/^P[0-9A-F]{8}$/);
      expect(files.map((file) => [file.includes(code), file.includes(annotator.name)])).toEqual(Array(3).fill([anonymous, !anonymous]));
    }
  });

  test("is sealed: an annotator reads neither the plan nor its preview", async () => {
    await started(one);
    const [annotator] = await people(one.projectId, 1);
    expect((await refusal(listTaskPlans(annotator as Actor, { taskId: one.taskId }))).code).toBe("forbidden");
    expect((await refusal(previewPlan(annotator as Actor, { taskId: one.taskId, ...choices(one, {}) }))).code).toBe("forbidden");
  });

  test("has no place for a fifth person, and none for a researcher whom the plan does not name", async () => {
    await started(one);
    const annotators = await people(one.projectId, 5);
    for (const annotator of annotators.slice(0, 4)) await next(one, annotator);
    expect((await refusal(next(one, annotators[4] as Actor))).message).toBe("All places in this study are taken.");
    expect((await refusal(next(one, one.researcher))).message).toBe("All places in this study are taken.");
  });

  test("shows each sample's criteria in an order of its own if the plan says so, and in the same one again", async () => {
    await started(one, { shuffleCriteria: true });
    const orderOf = async (actor: Actor, assignmentId: string) =>
      (await openAssignment(actor, { assignmentId })).units.map(({ criterionId }) => criterionId);
    const orders = new Set<string>();
    for (const annotator of await people(one.projectId, 4)) {
      for (const { assignmentId } of await rateAll(one, annotator)) {
        const order = await orderOf(annotator, assignmentId);
        expect(await orderOf(annotator, assignmentId)).toEqual(order);
        expect([...order].sort()).toEqual([...one.criteria].sort());
        expect(await orderOf(one.researcher, assignmentId)).toEqual(one.criteria);
        orders.add(order.join());
      }
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  test("keeps the seats of those it names for them", async () => {
    const annotators = await people(one.projectId, 5);
    const named = annotators.slice(1, 3).map((annotator) => annotator.userId);
    const plan = await started(one, { named, anonymous: false });
    expect(plan.seats.map((seat) => seat.name)).toEqual([annotators[1]?.name, annotators[2]?.name, null, null]);
    for (const annotator of [annotators[0], annotators[3]]) expect(await next(one, annotator as Actor)).not.toBeNull();
    expect((await refusal(next(one, annotators[4] as Actor))).message).toBe("All places in this study are taken.");
    expect(await next(one, annotators[1] as Actor)).not.toBeNull();
  });

  test("asks for consent before the first sample and not again", async () => {
    await started(one, { consent: "Some drafts are wrong on purpose." });
    const [annotator] = (await people(one.projectId, 1)) as [Actor];
    expect(await nextAssignment(annotator, { taskId: one.taskId })).toEqual({
      assignmentId: null,
      why: null,
      gate: { kind: "consent", text: "Some drafts are wrong on purpose." },
    });
    await giveConsent(annotator, { taskId: one.taskId });
    expect(await next(one, annotator)).not.toBeNull();
    const seats = (await listTaskPlans(one.researcher, { taskId: one.taskId })).items[0]?.seats;
    expect(seats?.filter((seat) => seat.consentedAt !== null)).toHaveLength(1);
  });

  test("stops at a person's daily limit, says so, and continues when it is raised", async () => {
    await started(one, { maxPerDay: 2 });
    const [annotator] = (await people(one.projectId, 1)) as [Actor];
    expect(await rateAll(one, annotator)).toHaveLength(2);
    expect((await nextAssignment(annotator, { taskId: one.taskId })).why).toMatch(/today's limit of 2/);
    await changePlan(one.researcher, { taskId: one.taskId, maxPerDay: 3 });
    expect(await rateAll(one, annotator)).toHaveLength(1);
  });

  test("gives out nothing after its last day", async () => {
    await started(one);
    await changePlan(one.researcher, { taskId: one.taskId, lastDay: "2026-01-01" });
    const [annotator] = (await people(one.projectId, 1)) as [Actor];
    expect(await nextAssignment(annotator, { taskId: one.taskId })).toMatchObject({
      assignmentId: null,
      why: "Collecting ended on 2026-01-01.",
    });
  });

  test("hands what a person who left had not begun to others, and keeps what they had", async () => {
    const plan = await started(one, { people: 3, overlap: 1, arms: [{ arm: "blind", runId: null, share: 1 }] });
    const [leaver, second, third] = (await people(one.projectId, 3)) as [Actor, Actor, Actor];
    await rateOne(one, leaver);
    const kept = await next(one, leaver);
    const seats = (await listTaskPlans(one.researcher, { taskId: one.taskId })).items[0]?.seats ?? [];
    const seat = seats.find((candidate) => candidate.begun === 2);
    await endParticipation(one.researcher, { taskId: one.taskId, seatId: seat?.id ?? "" });
    const others = [...(await rateAll(one, second)), ...(await rateAll(one, third))];
    expect(others).toHaveLength(8);
    expect(await next(one, leaver)).toBe(kept);
    await rateOne(one, leaver);
    expect((await refusal(next(one, leaver))).message).toBe("Your part in this study has ended.");
    expect(plan.seats).toHaveLength(3);
  });

  test("offers a skipped sample to someone else, and again to its annotator while nobody has it", async () => {
    await started(one, { people: 2, overlap: 1, arms: [{ arm: "blind", runId: null, share: 1 }] });
    const [first, second] = (await people(one.projectId, 2)) as [Actor, Actor];
    const skipped = (await next(one, first)) ?? "";
    await skipAssignment(first, { assignmentId: skipped, reason: "broken" });
    await reopenAssignment(first, { assignmentId: skipped });
    await skipAssignment(first, { assignmentId: skipped, reason: "broken after all" });
    expect(await rateAll(one, first)).toHaveLength(4);
    expect(await rateAll(one, second)).toHaveLength(6);
    expect((await refusal(reopenAssignment(first, { assignmentId: skipped }))).code).toBe("lease_lost");
  });

  test("within people, brings each sample back with its draft once all were rated blind and the wash-out is over", async () => {
    await started(one, {
      design: "within",
      people: 1,
      overlap: 1,
      arms: [
        { arm: "blind", runId: null, share: 1 },
        { arm: "drafted", runId: one.runId, share: 1 },
      ],
      washOutHours: 48,
    });
    const [annotator] = (await people(one.projectId, 1)) as [Actor];
    const blind = await rateAll(one, annotator);
    expect(blind.map((rating) => rating.drafted)).toEqual(Array(10).fill(false));
    expect((await nextAssignment(annotator, { taskId: one.taskId })).why).toMatch(/48 hours after/);
    await pool().query("update assignments set submitted_at = submitted_at - interval '48 hours'");
    const drafted = await rateAll(one, annotator);
    expect(drafted.map((rating) => rating.drafted)).toEqual(Array(10).fill(true));
    expect(drafted.map((rating) => rating.sampleId).sort()).toEqual(blind.map((rating) => rating.sampleId).sort());
  });

  test("never gives out a drafted rating whose draft is missing", async () => {
    await started(one, { people: 1, overlap: 1, arms: [{ arm: "drafted", runId: one.runId, share: 1 }] });
    await pool().query(
      `delete from drafts where criterion_id = $1 and sample_id in (select id from samples where task_id = $2 and position < 4)`,
      [one.criteria[1], one.taskId],
    );
    const [annotator] = (await people(one.projectId, 1)) as [Actor];
    expect(await rateAll(one, annotator)).toHaveLength(6);
  });

  test("fixes the criteria, the arm and the drafts until it is closed", async () => {
    await started(one);
    expect((await refusal(updateTask(one.researcher, { taskId: one.taskId, arm: "blind" }))).message).toMatch(/A study is running/);
    const set = await pool().query<{ id: string }>("insert into criteria_sets (task_id, version) values ($1, 2) returning id", [
      one.taskId,
    ]);
    await pool().query(
      "insert into actions (id, criteria_set_id, seq, kind, item_kind, criterion, at) values (gen_random_uuid(), $1, 0, 'add', 'criterion', $2, now())",
      [set.rows[0]?.id, JSON.stringify({ name: "New", definition: "", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: false })],
    );
    const publish = () => publishCriteriaSet(one.researcher, { criteriaSetId: set.rows[0]?.id ?? "" });
    expect((await refusal(publish())).message).toMatch(/A study is running/);
    await closePlan(one.researcher, { taskId: one.taskId });
    expect((await publish()).status).toBe("published");
  });

  test("ends with what is open still open, and says how much was left", async () => {
    await started(one);
    const [annotator] = (await people(one.projectId, 1)) as [Actor];
    await rateOne(one, annotator);
    const open = await next(one, annotator);
    expect(await closePlan(one.researcher, { taskId: one.taskId })).toEqual({ notBegun: 18, open: 1 });
    expect(await next(one, annotator)).toBe(open);
    expect((await rateOne(one, annotator))?.assignmentId).toBe(open);
    expect(await nextAssignment(annotator, { taskId: one.taskId })).toEqual({
      assignmentId: null,
      why: "The study is closed, so nothing more is collected in this task.",
      gate: null,
    });
    expect((await getTask(annotator, { taskId: one.taskId })).mine).toMatchObject({ submitted: 2, available: 0 });
    const { criteriaSetId } = await getTaskForWork(one.taskId);
    const { rows } = await pool().query<{ id: string }>("select id from annotators where user_id = $1", [annotator.userId]);
    const claim = { taskId: one.taskId, annotatorId: rows[0]?.id ?? "", criteriaSetId: criteriaSetId ?? "", runId: null };
    expect(await claimAssignment({ ...claim, annotatorsPerSample: 9, arm: "blind", status: "open", leaseMinutes: 5 })).toBeNull();
    expect((await refusal(closePlan(one.researcher, { taskId: one.taskId }))).code).toBe("conflict");
  });

  test("logs a change with its old and new values", async () => {
    await started(one, { maxPerDay: 7 });
    await changePlan(one.researcher, { taskId: one.taskId, maxPerDay: 9 });
    const { rows } = await pool().query("select details from audit_events where verb = 'plan.change' and project_id = $1", [one.projectId]);
    expect(rows).toEqual([{ details: { before: { maxPerDay: 7 }, after: { maxPerDay: 9 } } }]);
  });
});
