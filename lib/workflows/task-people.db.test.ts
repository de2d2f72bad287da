import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { next, people, plannableStudy, rateOne, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action, member } from "@/lib/testing/small-study";
import { excludeAnnotator } from "./exclude-annotator";
import { flagAssignment } from "./flag-assignment";
import { nextAssignment } from "./next-assignment";
import { readTaskPeople } from "./read-task-people";
import { saveActions } from "./save-actions";
import { skipAssignment } from "./skip-assignment";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

/** Zoe submits two samples in 10 and 20 minutes, skips one and has one open, in which she worked for 6 minutes; Adam submits the same two. */
async function atWork() {
  const study = await plannableStudy(4);
  const zoe = await member(study.projectId, "annotator", "Zoe");
  const adam = await member(study.projectId, "annotator", "Adam");
  const submit = async (who: Actor, minutes: number, score: number) => {
    const assignmentId = (await nextAssignment(who, study)).assignmentId ?? "";
    for (const [index, criterionId] of study.criteria.entries()) {
      const accepted = acceptAll();
      const scored = action({ kind: "set-score", score: index === 0 ? score : 3, parentId: accepted.at(-1)?.id ?? null });
      await saveActions(who, { assignmentId, criterionId, actions: [...accepted, scored], activeMs: minutes * 30_000 });
    }
    await submitAssignment(who, { assignmentId });
    return assignmentId;
  };
  const first = await submit(zoe, 10, 2);
  await submit(zoe, 20, 4);
  await skipAssignment(zoe, { assignmentId: (await nextAssignment(zoe, study)).assignmentId ?? "", reason: "cut off" });
  const open = (await nextAssignment(zoe, study)).assignmentId ?? "";
  await flagAssignment(zoe, { assignmentId: open, note: "odd" });
  const [criterionId = ""] = study.criteria;
  await saveActions(zoe, { assignmentId: open, criterionId, actions: acceptAll().slice(0, 1), activeMs: 360_000 });
  await submit(adam, 5, 2);
  await submit(adam, 5, 4);
  await pool().query(
    "insert into reviews (assignment_id, seq, verdict) values ($1, 0, 'returned'), ($1, 1, 'returned'), ($1, 2, 'approved')",
    [first],
  );
  return { study, zoe, adam };
}

test("a researcher sees what each annotator did, how fast and how far they agree, by name and not by rank", async () => {
  const { study } = await atWork();
  const { items, ...rest } = await readTaskPeople(study.researcher, study);
  expect(rest).toEqual({ pay: null, byCode: false, level: "ordinal" });
  expect(items.map(({ label }) => label)).toEqual(["Adam", "Zoe"]);
  const [adam, zoe] = items;
  expect(zoe).toMatchObject({
    ...{ name: "Zoe", hasAccount: true, open: 1, submitted: 2, skipped: 1, flagged: 1, returned: 2 },
    ...{ activeMs: 36 * 60_000, perHour: 4, timedSamples: 2, cost: null, exclusions: [] },
  });
  expect(adam).toMatchObject({ open: 0, submitted: 2, skipped: 0, flagged: 0, returned: 0, activeMs: 600_000, perHour: 12 });
  // The other criterion has the same score everywhere, so alpha is defined in one of the two.
  expect(zoe?.agreement).toMatchObject({ value: 1, n: 4, units: 4, others: 1 });
  expect(zoe?.kept).toMatchObject({ value: 9 / 12, n: 12 });
});

test("an annotator and an expert are refused, and an outsider learns nothing", async () => {
  const { study, zoe } = await atWork();
  expect((await refusal(readTaskPeople(zoe, study))).code).toBe("forbidden");
  expect((await refusal(readTaskPeople(await member(study.projectId, "expert"), study))).code).toBe("forbidden");
  const elsewhere = await plannableStudy(1);
  expect((await refusal(readTaskPeople(elsewhere.researcher, study))).code).toBe("not_found");
});

test("active time costs the plan's pay, and a study that promised codes calls people by code; admins see the names beside them", async () => {
  const study = await plannableStudy(4);
  const [ann, bob] = (await people(study.projectId, 2)) as [Actor, Actor];
  await started(study, { people: 2, named: [ann.userId, bob.userId], pay: { currency: "€", perHour: 12, minimumWage: null } });
  const assignmentId = (await next(study, ann)) ?? "";
  const [criterionId = ""] = study.criteria;
  await saveActions(ann, { assignmentId, criterionId, actions: [], activeMs: 900_000 });
  await rateOne(study, ann);
  await rateOne(study, bob);
  const { items, pay, byCode } = await readTaskPeople(study.researcher, study);
  expect([pay, byCode]).toEqual([{ currency: "€", perHour: 12 }, true]);
  expect(items.map(({ cost }) => cost).sort()).toEqual([0, 3]);
  expect(items.map(({ label }) => label)).toEqual(items.map(({ code }) => code).sort());
  expect(JSON.stringify(items)).not.toContain(ann.name);
  const admin = await readTaskPeople(await member(study.projectId, "admin"), study);
  expect(admin.items.map(({ name }) => name).sort()).toEqual([ann.name, bob.name].sort());
  expect(admin.items.map(({ label }) => label)).toEqual(items.map(({ label }) => label));
});

test("the excluded are listed with the reason, and the others' figures no longer rest on them", async () => {
  const { study, zoe } = await atWork();
  const found = (await readTaskPeople(study.researcher, study)).items.find(({ name }) => name === zoe.name);
  const { id } = await excludeAnnotator(study.researcher, {
    ...{ projectId: study.projectId, annotatorId: found?.annotatorId ?? "", taskId: null, reason: "Left early." },
  });
  const { items } = await readTaskPeople(study.researcher, study);
  expect(items.map(({ exclusions }) => exclusions)).toEqual([
    [],
    [{ id, taskId: null, reason: "Left early.", excludedAt: expect.any(String), excludedBy: study.researcher.name }],
  ]);
  expect(items.map(({ agreement }) => agreement.others)).toEqual([0, 1]);
});
