import "server-only";
import { sql } from "kysely";
import { AppError, found } from "@/lib/domain/errors";
import { type Db, db } from "./client";
import { dropPrepared } from "./prepared-work";

/** Notes that the seat's holder left the study. Throws not_found, and conflict if they had left before. */
export async function leaveSeat(tx: Db, { taskId, seatId }: { taskId: string; seatId: string }) {
  const seat = await tx
    .selectFrom("planSeats as seat")
    .innerJoin("studyPlans as p", "p.id", "seat.planId")
    .leftJoin("annotators as n", "n.id", "seat.annotatorId")
    .leftJoin("users as u", "u.id", "n.userId")
    .select(["seat.planId", "seat.position", "seat.leftAt", "seat.annotatorId", "n.code", "u.participant"])
    .where("seat.id", "=", seatId)
    .where("p.taskId", "=", taskId)
    .where("p.status", "=", "running")
    .forUpdate("seat")
    .executeTakeFirst();
  const { participant, annotatorId, ...place } = found(seat, "place in the running study");
  if (place.leftAt !== null) throw new AppError("conflict", "This person has left the study already.");
  if (annotatorId !== null) await dropPrepared(tx, { taskId, annotatorId });
  await tx.updateTable("planSeats").set({ leftAt: sql<Date>`now()` }).where("id", "=", seatId).execute();
  if (participant) await replaceSeat(tx, { planId: place.planId, seatId });
  return place;
}

/** What a participant who left had not begun becomes a place for the next person: participants rate what they were asked to, and nothing more. */
async function replaceSeat(tx: Db, { planId, seatId }: { planId: string; seatId: string }): Promise<void> {
  const made = await tx
    .insertInto("planSeats")
    .columns(["planId", "position"])
    .expression((eb) =>
      eb
        .selectFrom("planSeats as s")
        .select(({ fn, val, cast }) => [
          cast<string>(val(planId), "uuid").as("planId"),
          sql<number>`${fn.max("s.position")} + 1`.as("position"),
        ])
        .where("s.planId", "=", planId),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.updateTable("planSlots").set({ seatId: made.id }).where("seatId", "=", seatId).where("assignmentId", "is", null).execute();
}

/** Gives up an annotator's place in a plan, for somebody else to take. Throws conflict once they have agreed to the consent text. */
export async function freeSeat(tx: Db, planId: string, annotatorId: string): Promise<void> {
  const freed = await tx
    .updateTable("planSeats")
    .set({ annotatorId: null })
    .where("planId", "=", planId)
    .where("annotatorId", "=", annotatorId)
    .where("consentedAt", "is", null)
    .executeTakeFirst();
  if (freed.numUpdatedRows === 0n) throw new AppError("conflict", "You have agreed to this study already, or have no place in it.");
}

/** Gives up an annotator's place in the study that runs in a task, if they have begun nothing in it. */
export async function freeUnbegunSeat(tx: Db, { taskId, annotatorId }: { taskId: string; annotatorId: string }): Promise<void> {
  await dropPrepared(tx, { taskId, annotatorId });
  await tx
    .updateTable("planSeats")
    .set({ annotatorId: null, consentedAt: null })
    .where("annotatorId", "=", annotatorId)
    .where("leftAt", "is", null)
    .where("planId", "in", ({ selectFrom }) =>
      selectFrom("studyPlans as p").select("p.id").where("p.taskId", "=", taskId).where("p.status", "=", "running"),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("planSlots as slot")
            .select("slot.position")
            .whereRef("slot.seatId", "=", "planSeats.id")
            .where("slot.assignmentId", "is not", null),
        ),
      ),
    )
    .execute();
}

/** Notes that an annotator agreed to the consent text of the plan that runs. */
export async function markConsent(seatId: string): Promise<void> {
  await db()
    .updateTable("planSeats")
    .set({ consentedAt: sql<Date>`now()` })
    .where("id", "=", seatId)
    .where("consentedAt", "is", null)
    .execute();
}
