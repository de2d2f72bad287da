import { beforeEach, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { choices, type PlannedStudy, people, plannableStudy, rateAll, rateOne, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { member } from "@/lib/testing/small-study";
import { changePlan } from "./change-plan";
import { closePlan } from "./close-plan";
import { endParticipation } from "./end-participation";
import { listTaskPlans } from "./list-task-plans";
import { savePlan } from "./save-plan";
import { startPlan } from "./start-plan";

temporaryDatabase();

let one: PlannedStudy;
beforeEach(async () => {
  one = await plannableStudy();
});

describe("a task's plans", () => {
  test("list what happened since each started, the latest first, with the plan in words", async () => {
    await started(one, { maxPerDay: 7 });
    await changePlan(one.researcher, { taskId: one.taskId, maxPerDay: 9 });
    const [plan] = (await listTaskPlans(one.researcher, { taskId: one.taskId })).items;
    await endParticipation(one.researcher, { taskId: one.taskId, seatId: plan?.seats[2]?.id ?? "" });
    await closePlan(one.researcher, { taskId: one.taskId });
    await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, {}) });
    const [draft, closed] = (await listTaskPlans(one.researcher, { taskId: one.taskId })).items;
    expect(draft).toMatchObject({ status: "draft", changes: [] });
    expect(closed?.changes.map(({ verb }) => verb)).toEqual(["plan.close", "plan.leave", "plan.change", "plan.start"]);
    expect(closed?.changes[1]?.details).toEqual({ place: 3 });
    expect(closed?.changes[3]?.details.sentence).toMatch(/^Each of 4 annotators rates 5 samples/);
  });

  test("come with the members who can be named in one, experts left out", async () => {
    const annotator = await member(one.projectId, "annotator");
    await member(one.projectId, "expert");
    const { people: named } = await listTaskPlans(one.researcher, { taskId: one.taskId });
    expect(named.map(({ role }) => role).sort()).toEqual(["annotator", "researcher"]);
    expect(named.some(({ userId }) => userId === annotator.userId)).toBe(true);
  });
});

describe("saving a draft", () => {
  test("is refused, naming what differs, where somebody else has saved it since it was opened", async () => {
    const save = (of: Parameters<typeof choices>[1], basedOn?: string) =>
      savePlan(one.researcher, { taskId: one.taskId, ...choices(one, of), ...(basedOn !== undefined && { basedOn }) });
    const opened = await save({ overlap: 2 }, "none");
    const theirs = await save({ overlap: 3, pay: { currency: "EUR", perHour: 9, minimumWage: null } }, opened.updatedAt);
    for (const stale of [opened.updatedAt, "none"]) {
      const refused = await refusal(save({ overlap: 4, people: 6 }, stale));
      expect([refused.code, refused.message]).toEqual(["conflict", expect.stringContaining("theirs differs in overlap, people, pay.")]);
      expect(refused.details?.changed).toContainEqual({ field: "overlap", theirs: 3, yours: 4 });
    }
    const [kept] = (await listTaskPlans(one.researcher, { taskId: one.taskId })).items;
    expect(kept?.content.overlap).toBe(3);
    expect((await save({ overlap: 4 }, theirs.updatedAt)).content.overlap).toBe(4);
    expect((await save({ overlap: 5 })).content.overlap).toBe(5);
  });

  test("from two pages at once keeps one of them", async () => {
    const { updatedAt } = await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, {}) });
    const tries = [6, 7, 8, 9].map((people) =>
      savePlan(one.researcher, { taskId: one.taskId, basedOn: updatedAt, ...choices(one, { people }) }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("starting a study", () => {
  test("is refused while another runs, and while something blocks it", async () => {
    await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, { people: 3, overlap: 4 }) });
    expect((await refusal(startPlan(one.researcher, { taskId: one.taskId }))).message).toBe("Overlap 4, but 3 people.");
    await started(one);
    await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, {}) });
    expect((await refusal(startPlan(one.researcher, { taskId: one.taskId }))).message).toMatch(/^A study is running/);
  });

  test("starts the choices that were on the screen, and none that somebody saved after them", async () => {
    const { updatedAt: basedOn } = await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, { people: 3 }) });
    await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, { people: 4 }) });
    const refused = await refusal(startPlan(one.researcher, { taskId: one.taskId, basedOn }));
    expect(refused).toMatchObject({ code: "conflict", message: expect.stringMatching(/^Somebody else has saved this plan/) });
    const { updatedAt } = await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, { people: 3 }) });
    expect((await startPlan(one.researcher, { taskId: one.taskId, basedOn: updatedAt })).content.people).toBe(3);
  });

  test("counts what named people rated before, and does not ask them again", async () => {
    const [early] = (await people(one.projectId, 1)) as [Actor];
    await pool().query("update tasks set arm = 'blind' where id = $1", [one.taskId]);
    const before = [await rateOne(one, early), await rateOne(one, early)].map((rating) => rating?.sampleId);
    await started(one, { named: [early.userId], people: 2, overlap: 1, arms: [{ arm: "blind", runId: null, share: 1 }] });
    const own = await rateAll(one, early);
    expect(own).toHaveLength(3);
    expect(own.filter((rating) => before.includes(rating.sampleId))).toEqual([]);
  });

  test("gives named people their own samples and no more than their own limit; a plan that names unknown samples does not start", async () => {
    const [ann, bob] = (await people(one.projectId, 2)) as [Actor, Actor];
    const terms = (samples: string[]) => ({
      ...{ named: [ann.userId, bob.userId], people: 4, overlap: 2, anonymous: false },
      personal: [{ userId: bob.userId, maxRatings: 2, samples }],
    });
    const given = (
      await pool().query("select id, external_id from samples where task_id = $1 order by position desc limit 2", [one.taskId])
    ).rows as { id: string; external_id: string }[];
    expect(await refusal(started(one, terms([given[0]?.external_id ?? "", "none"])))).toMatchObject({
      code: "conflict",
      message: '"none" is no sample that people can be given in this task.',
    });
    await started(one, terms(given.map(({ external_id }) => external_id)));
    const own = await rateAll(one, bob);
    expect(own.map(({ sampleId }) => sampleId).sort()).toEqual(given.map(({ id }) => id).sort());
    expect(await rateAll(one, ann)).toHaveLength(6);
  });

  test("keeps one draft, numbered after the plans before it", async () => {
    await started(one);
    await closePlan(one.researcher, { taskId: one.taskId });
    await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, { overlap: 3 }) });
    await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, { overlap: 4 }) });
    const plans = (await listTaskPlans(one.researcher, { taskId: one.taskId })).items;
    expect(plans.map((plan) => [plan.version, plan.status, plan.content.overlap])).toEqual([
      [2, "draft", 4],
      [1, "closed", 2],
    ]);
  });
});
