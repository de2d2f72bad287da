import { beforeEach, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { type PlannedStudy, people, plannableStudy, rateOne, started } from "@/lib/testing/planned-study";
import { member } from "@/lib/testing/small-study";
import { changePlan } from "./change-plan";
import { endParticipation } from "./end-participation";
import { excludeAnnotator } from "./exclude-annotator";
import { getExam } from "./get-exam";
import { listAudit } from "./list-audit";
import { listCalibration } from "./list-calibration";
import { listExclusions } from "./list-exclusions";
import { listFilterChoices } from "./list-filter-choices";
import { listReviews } from "./list-reviews";
import { listTaskPlans } from "./list-task-plans";
import { readDecisions } from "./read-decisions";
import { readParticipation } from "./read-participation";
import { readProgress } from "./read-progress";
import { readStudyQuality } from "./read-study-quality";
import { readTaskPeople } from "./read-task-people";

temporaryDatabase();

let one: PlannedStudy;
let annotators: Actor[];
beforeEach(async () => {
  one = await plannableStudy();
  annotators = await people(one.projectId, 4);
});

/** Everything in a reply that is one object: its own values, without those of objects inside. */
function* objectsIn(value: unknown): Generator<unknown[]> {
  if (typeof value !== "object" || value === null) return;
  const inside = Object.values(value);
  if (!Array.isArray(value)) yield inside;
  for (const one of inside) yield* objectsIn(one);
}

interface Person {
  id: string;
  code: string;
  name: string;
  userId: string;
}

/** A study that named two of its four people, in which all have worked, one was excluded and one has left. */
async function worked(anonymous: boolean): Promise<Person[]> {
  const named = [annotators[3]?.userId ?? "", annotators[0]?.userId ?? ""];
  await started(one, { anonymous, named });
  for (const annotator of annotators) await rateOne(one, annotator);
  const { rows } = await pool().query<Person>(
    'select id, code, name, user_id as "userId" from annotators where project_id = $1 and user_id = any($2)',
    [one.projectId, annotators.map(({ userId }) => userId)],
  );
  const of = (userId: string | undefined) => rows.find((row) => row.userId === userId);
  const seats = (await listTaskPlans(one.researcher, one)).items[0]?.seats ?? [];
  const leaving = seats.find(({ annotatorId }) => annotatorId === of(annotators[0]?.userId)?.id);
  await endParticipation(one.researcher, { taskId: one.taskId, seatId: leaving?.id ?? "" });
  const excluded = of(annotators[1]?.userId)?.id ?? "";
  await excludeAnnotator(one.researcher, { projectId: one.projectId, taskId: one.taskId, annotatorId: excluded, reason: "Too fast." });
  return rows;
}

const repliesTo = (actor: Actor) =>
  Promise.all([
    listTaskPlans(actor, one),
    changePlan(actor, { taskId: one.taskId, maxPerDay: 50 }),
    readTaskPeople(actor, one),
    readProgress(actor, one),
    readStudyQuality(actor, one),
    readParticipation(actor, one),
    getExam(actor, one),
    listCalibration(actor, one),
    listReviews(actor, { taskId: one.taskId, limit: 50 }),
    listFilterChoices(actor, one),
    readDecisions(actor, one),
    listExclusions(actor, one),
    listAudit(actor, { projectId: one.projectId, limit: 100 }),
  ]);

/** The people for whom one object of a reply says both who they are and what their work is called. */
const linked = (replies: unknown, persons: readonly Person[]) =>
  persons.filter(({ id, code, name, userId }) =>
    [...objectsIn(replies)].some(
      (values) => (values.includes(id) || values.includes(code)) && (values.includes(name) || values.includes(userId)),
    ),
  );

test("where a study promised codes, no reply to a researcher says whose code it is; an admin's do", async () => {
  const persons = await worked(true);
  const replies = await repliesTo(one.researcher);
  expect(linked(replies, persons)).toEqual([]);
  expect(linked(await repliesTo(await member(one.projectId, "admin")), persons)).toHaveLength(4);
});

test("seats of such a study come in the order of codes, since the plan names people by seat, and the log says who left by code alone", async () => {
  const persons = await worked(true);
  const plan = (await listTaskPlans(one.researcher, one)).items[0];
  const codes = persons.map(({ code }) => code).sort((a, b) => a.localeCompare(b, "en"));
  expect(plan?.seats.map(({ position, label, name }) => ({ position, label, name }))).toEqual(
    codes.map((label, position) => ({ position, label, name: null })),
  );
  const left = persons.find(({ userId }) => userId === annotators[0]?.userId)?.code;
  expect(plan?.changes.find(({ verb }) => verb === "plan.leave")?.details).toEqual({ code: left });
  const seen = (await listTaskPlans(await member(one.projectId, "admin"), one)).items[0];
  expect(seen?.seats.slice(0, 2).map(({ name }) => name)).toEqual([annotators[3]?.name, annotators[0]?.name]);
});

test("a study that promised no codes shows names", async () => {
  const persons = await worked(false);
  const plan = (await listTaskPlans(one.researcher, one)).items[0];
  expect(plan?.seats.map(({ label }) => label).sort()).toEqual(persons.map(({ name }) => name).sort());
  expect(plan?.seats.slice(0, 2).map(({ name }) => name)).toEqual([annotators[3]?.name, annotators[0]?.name]);
});
