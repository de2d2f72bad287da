import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { PlanContent, SlotPurpose } from "@/lib/domain/study-plan";
import { type Db, db } from "./client";
import { isExcluded } from "./exclusions";
import { mayBegin, passOf } from "./may-begin";
import { prepared } from "./prepared";
import { claimFirst, lacksDraft, leaseFrom } from "./queue";
import { violatedUnique } from "./unless-taken";

const sub = expressionBuilder<DB>();

export interface RunningPlan {
  id: string;
  content: PlanContent;
  criteriaSetId: string;
}

/** The plan that a task's study runs by; null: none, and samples are given out in order of import. */
export async function findRunningPlan(taskId: string): Promise<RunningPlan | null> {
  const plan = await db()
    .selectFrom("studyPlans")
    .select(["id", "content", "criteriaSetId"])
    .where("taskId", "=", taskId)
    .where("status", "=", "running")
    .executeTakeFirst();
  return plan && plan.criteriaSetId !== null ? { ...plan, criteriaSetId: plan.criteriaSetId } : null;
}

/** Whether a study of a task has been closed: without another one that runs, nothing more is collected in it. */
export async function hasClosedPlan(taskId: string): Promise<boolean> {
  const closed = db().selectFrom("studyPlans").select("id").where("taskId", "=", taskId).where("status", "=", "closed").limit(1);
  return (await closed.executeTakeFirst()) !== undefined;
}

/** An annotator's seat in a plan; null when they have none. */
export async function findSeat(planId: string, annotatorId: string) {
  const seat = await db()
    .selectFrom("planSeats")
    .select(["id", "consentedAt", "leftAt"])
    .where("planId", "=", planId)
    .where("annotatorId", "=", annotatorId)
    .executeTakeFirst();
  return seat ?? null;
}

/** Gives the annotator the first seat that belongs to nobody; null: all are taken. However many ask at once, a seat gets one holder. */
export async function takeSeat(planId: string, annotatorId: string, on: Db = db()) {
  const take = (waiting: boolean) =>
    on
      .updateTable("planSeats")
      .set({ annotatorId })
      .where("id", "=", (eb) =>
        eb
          .selectFrom("planSeats as free")
          .select("free.id")
          .where("free.planId", "=", planId)
          .where("free.annotatorId", "is", null)
          .where("free.leftAt", "is", null)
          .orderBy("free.position")
          .limit(1)
          .forUpdate()
          .$if(!waiting, (free) => free.skipLocked()),
      )
      .returning(["id", "consentedAt", "leftAt"])
      .executeTakeFirst();
  try {
    // A seat that somebody holds for a moment may become free again, and one's other tab may have taken the last one.
    return (await take(false)) ?? (await take(true)) ?? (await findSeat(planId, annotatorId));
  } catch (error) {
    // Their other tab took a seat at the same moment.
    if (violatedUnique(error) !== "plan_seats_plan_id_annotator_id_key") throw error;
    return findSeat(planId, annotatorId);
  }
}

export interface PlannedClaim {
  taskId: string;
  planId: string;
  seatId: string;
  annotatorId: string;
  criteriaSetId: string;
  leaseMinutes: number;
  washOutHours: number;
  /** The most that one person may begin in a day; null: no limit. */
  maxPerDay: number | null;
  /** Whether the annotator rates what their seat asks for and nothing from the reserve. */
  ownOnly: boolean;
  /** `prepared`: to be begun later. */
  status: "open" | "prepared";
}

type Given<Values> = { [K in keyof Values]: NonNullable<Values[K]> };

/** Whether a planned rating can be given to the annotator now: they have not rated it in this round, its drafts are there, its wash-out is over. */
const isReady = (
  slot: { sampleId: Expression<string>; round: Expression<number>; purpose: Expression<string>; runId: Expression<string> },
  given: Given<PlannedClaim>,
) => {
  const own = sub
    .selectFrom("assignments as mine")
    .select("mine.id")
    .where("mine.sampleId", "=", slot.sampleId)
    .where("mine.annotatorId", "=", given.annotatorId)
    .where("mine.criteriaSetId", "=", given.criteriaSetId);
  const rested = own
    .where("mine.round", "=", 0)
    .where("mine.status", "=", "submitted")
    .where(
      "mine.submittedAt",
      "<=",
      sql<Date>`now() - case when ${slot.purpose} = 'repeat' then interval '0' else make_interval(secs => ${given.washOutHours}::float8 * 3600) end`,
    );
  return sub.and([
    sub.not(sub.exists(own.where("mine.round", "=", slot.round))),
    sub.or([sub(slot.round, "=", 0), sub.exists(rested)]),
    sub.or([sub(slot.runId, "is", null), sub.not(lacksDraft(slot.sampleId, { criteriaSetId: given.criteriaSetId, runId: slot.runId }))]),
  ]);
};

/** Whether the annotator may begin another today, in UTC. */
const withinDay = (given: Given<PlannedClaim>) =>
  sub.or([
    sql<boolean>`${given.maxPerDay}::int is null`,
    sub(
      sub
        .selectFrom("assignments as today")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .where("today.annotatorId", "=", given.annotatorId)
        .where("today.planId", "=", given.planId)
        .where("today.createdAt", ">=", sql<Date>`date_trunc('day', now())`)
        .$asScalar()
        .$notNull(),
      "<",
      sql<number>`${given.maxPerDay}::int`,
    ),
  ]);

/**
 * Planned ratings that the annotator may begin now. `own`: of their seat. Otherwise of the reserve: what a person who left or was excluded had not begun, what the
 * holder of its seat had been given before the plan, and what was skipped or released.
 */
function readySlots(given: Given<PlannedClaim>, own: boolean) {
  const ready = db()
    .selectFrom("planSlots as slot")
    .innerJoin("planSeats as seat", "seat.id", "slot.seatId")
    .leftJoin("assignments as was", "was.id", "slot.assignmentId")
    .select([
      "slot.seatId",
      "slot.position",
      "slot.sampleId",
      "slot.arm",
      "slot.runId",
      "slot.slot",
      "slot.round",
      "slot.swapped",
      "slot.purpose",
    ])
    .where((eb) => {
      const { ref } = eb;
      const runId = ref("slot.runId").$notNull();
      return isReady({ sampleId: ref("slot.sampleId"), round: ref("slot.round"), purpose: ref("slot.purpose"), runId }, given);
    })
    .where(withinDay(given))
    .orderBy("slot.position");
  if (own) return ready.where("slot.seatId", "=", given.seatId).where("slot.assignmentId", "is", null);
  return ready
    .where("slot.planId", "=", given.planId)
    .where("slot.seatId", "!=", given.seatId)
    .where("slot.round", "=", 0)
    .where("slot.purpose", "not in", hiddenPurposes)
    .where((eb) => {
      const gone = eb.or([
        eb("seat.leftAt", "is not", null),
        isExcluded(eb.ref("seat.annotatorId"), eb.cast(eb.val(given.taskId), "uuid")),
        eb.exists(
          eb
            .selectFrom("assignments as before")
            .select("before.id")
            .whereRef("before.sampleId", "=", "slot.sampleId")
            .whereRef("before.annotatorId", "=", "seat.annotatorId")
            .where("before.criteriaSetId", "=", given.criteriaSetId)
            .where("before.round", "=", 0),
        ),
      ]);
      const left = eb.and([gone, eb("slot.assignmentId", "is", null)]);
      return eb.or([left, eb("was.status", "in", ["skipped", "released"])]);
    })
    .where((eb) => sameArm(eb.ref("slot.arm"), eb.ref("slot.runId"), given));
}

/** Slots that ask for a sample with known answers. They count towards no sample's quota, and nobody else takes them over. */
const hiddenPurposes = ["gold", "attention"] as const satisfies SlotPurpose[];

/** Only work takes one of its sample's places: a rating of a draft that is wrong on purpose comes on top of them. */
const purposeOf = (purpose: Expression<SlotPurpose>, runId: Expression<string | null>) =>
  sub
    .case()
    .when(purpose, "in", hiddenPurposes)
    .then("gold" as const)
    .when(
      sub.exists(sub.selectFrom("runs as shown").select("shown.id").where("shown.id", "=", runId).where("shown.variant", "=", "planted")),
    )
    .then("planted" as const)
    .else("work" as const)
    .end();

/**
 * One statement gives out a planned rating to an annotator who may begin work: it locks the next one, creates the assignment and notes it in the plan,
 * in the annotator's seat.
 */
const claimStatement = (own: boolean) =>
  prepared<PlannedClaim, { id: string }>((given) =>
    db()
      .with("pass", () => passOf(given))
      .with("next", (q) => {
        const ready = readySlots(given, own).where(({ exists }) => mayBegin(given, exists(q.selectFrom("pass").select("pass.passedAt"))));
        const first = ready.limit(1).forUpdate("slot");
        return own ? first : first.skipLocked();
      })
      .with("made", (q) =>
        q
          .insertInto("assignments")
          .columns([
            ...(["taskId", "sampleId", "annotatorId", "criteriaSetId", "planId"] as const),
            "runId",
            "arm",
            "purpose",
            "status",
            "swapped",
            "slot",
            "round",
            "leasedUntil",
            "updatedAt",
            "fresh",
          ])
          .expression((eb) =>
            eb.selectFrom("next").select((from) => [
              from.cast<string>(from.val(given.taskId), "uuid").as("taskId"),
              "next.sampleId",
              from.cast<string>(from.val(given.annotatorId), "uuid").as("annotatorId"),
              from.cast<string>(from.val(given.criteriaSetId), "uuid").as("criteriaSetId"),
              from.cast<string>(from.val(given.planId), "uuid").as("planId"),
              "next.runId",
              "next.arm",
              purposeOf(from.ref("next.purpose"), from.ref("next.runId")).as("purpose"),
              from.cast<PlannedClaim["status"]>(from.val(given.status), "text").as("status"),
              "next.swapped",
              from
                .case()
                .when(
                  from.and([from("next.round", "=", 0), from(purposeOf(from.ref("next.purpose"), from.ref("next.runId")), "=", "work")]),
                )
                .then(from.ref("next.slot"))
                .end()
                .as("slot"),
              "next.round",
              leaseFrom(given.leaseMinutes).as("leasedUntil"),
              sql<Date>`now()`.as("updatedAt"),
              sql.lit(true).as("fresh"),
            ]),
          )
          .returning(["assignments.id", "assignments.sampleId", "assignments.slot"]),
      )
      .with("counted", (q) =>
        q
          .updateTable("samples")
          .from("made")
          .set((eb) => ({ filledSlots: eb("samples.filledSlots", "+", 1) }))
          .whereRef("samples.id", "=", "made.sampleId")
          .where("made.slot", "is not", null)
          .returning("samples.id"),
      )
      .with("noted", (q) =>
        q
          .updateTable("planSlots")
          .from(["next", "made"])
          .set((eb) => ({
            assignmentId: eb.ref("made.id"),
            ...(own
              ? {}
              : {
                  seatId: eb.cast<string>(eb.val(given.seatId), "uuid"),
                  position: eb
                    .selectFrom("planSlots as last")
                    .select(({ fn }) => sql<number>`coalesce(${fn.max("last.position")}, -1) + 1`.as("end"))
                    .where("last.seatId", "=", given.seatId)
                    .$asScalar()
                    .$notNull(),
                }),
          }))
          .whereRef("planSlots.seatId", "=", "next.seatId")
          .whereRef("planSlots.position", "=", "next.position")
          .returning("planSlots.assignmentId"),
      )
      .selectFrom("made")
      .select("made.id"),
  );

/** In the parallel design a person works in one arm: the reserve gives them nothing from another. */
const sameArm = (arm: Expression<string>, runId: Expression<string | null>, given: Given<PlannedClaim>) =>
  sub.or([
    sub.exists(
      sub
        .selectFrom("studyPlans as plan")
        .select("plan.id")
        .where("plan.id", "=", given.planId)
        .where(({ ref }) => sql<boolean>`${ref("plan.content")} ->> 'design' <> 'parallel'`),
    ),
    sub.exists(
      sub
        .selectFrom("planSlots as mine")
        .select("mine.seatId")
        .where("mine.seatId", "=", given.seatId)
        .where("mine.arm", "=", sql<DB["planSlots"]["arm"]>`${arm}`)
        .where(({ ref }) => sql<boolean>`${ref("mine.runId")} is not distinct from ${runId}`),
    ),
  ]);

const claimOwn = claimStatement(true);
const claimReserve = claimStatement(false);
const countOf = (own: boolean) =>
  prepared<PlannedClaim, { n: number }>((given) =>
    db()
      .selectFrom(readySlots(given, own).clearOrderBy().as("ready"))
      .select(({ fn }) => fn.countAll<number>().as("n")),
  );
const counts = [countOf(true), countOf(false)];

/** How many ratings the annotator could begin now, one after the other. */
export async function countPlanned(claim: PlannedClaim): Promise<number> {
  const found = await Promise.all((claim.ownOnly ? counts.slice(0, 1) : counts).map((count) => count(claim)));
  return found.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
}

/** Assigns the annotator the next rating of their seat, or one from the reserve; null when there is none for them now. */
export const claimPlanned = (claim: PlannedClaim): Promise<string | null> =>
  // A lost race for a rating looks like an empty queue.
  claimFirst(claim, claim.ownOnly ? [claimOwn] : [claimOwn, claimReserve], async () => (await countPlanned(claim)) === 0);
