import "server-only";
import { sql } from "kysely";
import { AppError, found } from "@/lib/domain/errors";
import type { PlannedSize } from "@/lib/domain/plan-size";
import type { DrawChances, PlanChangeEvent, PlanContent, PlanStatus, SlotPurpose, StudyPlan } from "@/lib/domain/study-plan";
import { type Db, db } from "./client";
import { isExcluded } from "./exclusions";
import { given } from "./given";
import { listPlanProgress } from "./plan-progress";
import { publishedSetOf } from "./published-set";
import { listSeats } from "./seats";
import { isSetAside } from "./set-aside";

/** A task's samples as the allocation sees them, without those whose answers are known. */
export async function listStudySamples(taskId: string) {
  const rows = await db()
    .selectFrom("samples")
    .select(["id", "externalId", "inputKey", "system", "systemB", "subset"])
    .where("taskId", "=", taskId)
    .where((eb) => eb.not(isSetAside(eb.ref("samples.id"))))
    .orderBy("position")
    .execute();
  return rows.map(({ system, systemB, ...row }) => ({ ...row, system: systemB === null ? system : `${system ?? ""} | ${systemB}` }));
}

/** Who may take part in a task's study: its project's members who are not excluded, with their annotator and how long a unit takes them. */
export async function listStaff(taskId: string) {
  return db()
    .with("timed", (q) =>
      q
        .selectFrom("assignments as a")
        .innerJoin("evaluations as e", "e.assignmentId", "a.id")
        .select(({ fn, ref }) => ["a.annotatorId", sql<number>`${fn.avg("e.durationMs")} / 1000.0`.as("seconds"), ref("a.id").as("id")])
        .where("a.taskId", "=", taskId)
        .where("a.status", "=", "submitted")
        .where("a.purpose", "=", "work")
        .groupBy("a.id")
        .having(({ fn, ref }) => fn<boolean>("bool_and", [sql`coalesce(${ref("e.durationMs")}, 0) > 0`])),
    )
    .selectFrom("tasks as t")
    .innerJoin("memberships as m", "m.projectId", "t.projectId")
    .innerJoin("users as u", "u.id", "m.userId")
    .leftJoin("annotators as n", (join) => join.onRef("n.projectId", "=", "t.projectId").onRef("n.userId", "=", "u.id"))
    .select((eb) => [
      "u.id as userId",
      "u.name",
      "u.email",
      "m.role",
      "n.id as annotatorId",
      eb
        .selectFrom("timed")
        .select(({ ref }) =>
          sql<number | null>`(percentile_cont(0.5) within group (order by ${ref("timed.seconds")}))::float8`.as("median"),
        )
        .whereRef("timed.annotatorId", "=", "n.id")
        .as("medianSeconds"),
      eb
        .selectFrom("timed")
        .select(({ ref }) =>
          sql<number | null>`(percentile_cont(0.5) within group (order by ${ref("timed.seconds")}))::float8`.as("median"),
        )
        .as("everybodysMedianSeconds"),
    ])
    .where("t.id", "=", taskId)
    .where("u.participant", "=", false)
    .where((eb) => eb.or([eb("u.banned", "is", null), eb("u.banned", "=", false)]))
    .where((eb) => eb.not(isExcluded(eb.ref("n.id"), eb.ref("t.id"))))
    .orderBy("u.name")
    .orderBy("u.id")
    .execute();
}

/** Ratings under the published criteria that exist already or are being made, by annotator. */
export async function listDoneRatings(taskId: string) {
  return db()
    .selectFrom("assignments as a")
    .select(["a.annotatorId", "a.sampleId"])
    .where("a.taskId", "=", taskId)
    .where("a.status", "in", ["open", "submitted"])
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where((eb) => eb("a.criteriaSetId", "=", publishedSetOf(eb.val(taskId)).select("published.id")))
    .execute();
}

const listedColumns = ["id", "version", "status", "content", "size", "startedAt", "closedAt", "updatedAt"] as const;

/** A task's plans with their seats, the newest first. `seesNames`: also where a study promised codes. */
export async function listPlans(taskId: string, reader: { seesNames: boolean }): Promise<StudyPlan[]> {
  const [plans, seats, changes, progress] = await Promise.all([
    db().selectFrom("studyPlans").select(listedColumns).where("taskId", "=", taskId).orderBy("version", "desc").execute(),
    listSeats(taskId, reader),
    listPlanChanges(taskId),
    listPlanProgress(taskId),
  ]);
  return plans.map(({ id, version, status, content, size, startedAt, closedAt, updatedAt }) => ({
    ...{ id, version, status, content, size, progress: progress.get(id) ?? null },
    startedAt: startedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    seats: seats.filter((seat) => seat.planId === id).map(({ planId: _, ...seat }) => seat),
    changes: changes.filter((change) => change.planId === id).map(({ planId: _, ...change }) => change),
  }));
}

const changeVerbs = ["plan.start", "plan.change", "plan.leave", "plan.close"] as const satisfies PlanChangeEvent["verb"][];

/** What happened to a task's plans since each started, the latest first. */
async function listPlanChanges(taskId: string) {
  const rows = await db()
    .selectFrom("auditEvents as e")
    .innerJoin("tasks as t", "t.projectId", "e.projectId")
    .innerJoin("studyPlans as p", (join) =>
      join.onRef("p.taskId", "=", "t.id").on(({ eb, ref }) => eb(sql<string>`${ref("p.id")}::text`, "=", ref("e.targetId"))),
    )
    .leftJoin("users as u", "u.id", "e.userId")
    .select(["p.id as planId", "e.id", "e.at", "e.verb", "e.details"])
    .select(({ fn }) => fn.coalesce("u.name", "e.userId").as("who"))
    .where("t.id", "=", taskId)
    .where("e.verb", "in", changeVerbs)
    .orderBy("e.at", "desc")
    .orderBy("e.id", "desc")
    .execute();
  return rows.flatMap(({ at, verb, ...row }) => {
    const known = changeVerbs.find((one) => one === verb);
    return known === undefined ? [] : [{ ...row, verb: known, at: at.toISOString() }];
  });
}

/** The task's plan in this state, locked until the transaction ends; null when there is none. */
export async function findPlan(tx: Db, taskId: string, status: PlanStatus) {
  const plan = await tx
    .selectFrom("studyPlans")
    .select(["id", "version", "content", "criteriaSetId", "updatedAt"])
    .where("taskId", "=", taskId)
    .where("status", "=", status)
    .forUpdate()
    .executeTakeFirst();
  return plan ?? null;
}

/** Throws conflict while a study of the task runs: its criteria stay as they are until it is closed. */
export async function demandNoRunningStudy(tx: Db, taskId: string): Promise<void> {
  if ((await findPlan(tx, taskId, "running")) === null) return;
  throw new AppError("conflict", "A study is running with the criteria published before. Close it, then publish these.");
}

/** Writes the choices of the task's draft plan, which is created if there is none. The caller holds the task's lock. */
export async function saveDraftPlan(tx: Db, taskId: string, content: PlanContent): Promise<string> {
  const text = JSON.stringify(content);
  const changed = await tx
    .updateTable("studyPlans")
    .set({ content: text, updatedAt: sql<Date>`now()` })
    .where("taskId", "=", taskId)
    .where("status", "=", "draft")
    .returning("id")
    .executeTakeFirst();
  if (changed) return changed.id;
  const made = await tx
    .insertInto("studyPlans")
    .columns(["taskId", "version", "content", "updatedAt"])
    .expression((eb) =>
      eb
        .selectFrom("studyPlans as p")
        .select(({ fn, val, cast, lit }) => [
          cast<string>(val(taskId), "uuid").as("taskId"),
          sql<number>`${fn.coalesce(fn.max("p.version"), lit(0))} + 1`.as("version"),
          cast<string>(val(text), "jsonb").as("content"),
          sql<Date>`now()`.as("updatedAt"),
        ])
        .where("p.taskId", "=", taskId),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

export interface NewSeat {
  position: number;
  annotatorId: string | null;
}

export interface NewSlot {
  seat: number;
  position: number;
  sampleId: string;
  arm: "drafted" | "blind" | "blind-then-drafted";
  runId: string | null;
  slot: number;
  round: number;
  purpose: SlotPurpose;
  swapped: boolean;
}

const slotsPerStatement = 20_000;
const slotTypes = {
  ...({ seatId: "uuid", position: "int4", planId: "uuid", sampleId: "uuid", arm: "text", runId: "uuid" } as const),
  ...({ slot: "int4", round: "int4", purpose: "text", swapped: "boolean" } as const),
};
const slotColumns = Object.keys(slotTypes) as (keyof typeof slotTypes)[];

/** Starts a draft plan: writes its seats and its allocation and fixes the criteria. */
export async function startPlanRow(
  tx: Db,
  plan: {
    id: string;
    taskId: string;
    criteriaSetId: string;
    userId: string;
    missing: number;
    overlap: number;
    size: PlannedSize;
    chances: DrawChances | null;
  },
  { seats, slots }: { seats: NewSeat[]; slots: NewSlot[] },
): Promise<void> {
  await tx
    .updateTable("studyPlans")
    .set({
      ...{ status: "running", criteriaSetId: plan.criteriaSetId, startedById: plan.userId, missing: plan.missing },
      size: JSON.stringify(plan.size),
      chances: plan.chances && JSON.stringify(plan.chances),
      startedAt: sql<Date>`now()`,
      updatedAt: sql<Date>`now()`,
    })
    .where("id", "=", plan.id)
    .execute();
  await tx.updateTable("tasks").set({ annotatorsPerSample: plan.overlap }).where("id", "=", plan.taskId).execute();
  const made = await tx
    .insertInto("planSeats")
    .values(seats.map((seat) => ({ ...seat, planId: plan.id })))
    .returning(["id", "position"])
    .execute();
  const seatIds = new Map(made.map(({ id, position }) => [position, id]));
  for (let from = 0; from < slots.length; from += slotsPerStatement) {
    const rows = slots
      .slice(from, from + slotsPerStatement)
      .map(({ seat, ...slot }) => ({ ...slot, planId: plan.id, seatId: found(seatIds.get(seat), "seat") }));
    await tx
      .insertInto("planSlots")
      .columns(slotColumns)
      .expression((eb) => eb.selectFrom(given(rows, slotTypes)).select(slotColumns))
      .execute();
  }
}

/** Replaces the choices of a running plan. */
export async function updatePlanContent(tx: Db, id: string, content: PlanContent): Promise<void> {
  await tx
    .updateTable("studyPlans")
    .set({ content: JSON.stringify(content), updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

/** Ends a running plan: nothing more is given out. Returns what was left. */
export async function closePlanRow(tx: Db, id: string): Promise<{ notBegun: number; open: number }> {
  await tx
    .updateTable("studyPlans")
    .set({ status: "closed", closedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
  return tx
    .selectFrom("planSlots as slot")
    .leftJoin("assignments as a", "a.id", "slot.assignmentId")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("slot.assignmentId", "is", null).as("notBegun"),
      fn.countAll<number>().filterWhere("a.status", "=", "open").as("open"),
    ])
    .where("slot.planId", "=", id)
    .executeTakeFirstOrThrow();
}
