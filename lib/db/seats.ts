import "server-only";
import { sql } from "kysely";
import type { PlanSeat } from "@/lib/domain/study-plan";
import { db } from "./client";
import { goesByCode } from "./exported-name";

/**
 * The seats of a task's plans. Where a study promised codes, only admins see names; for others the seats are in the order of their codes and numbered
 * anew, because a plan names people by seat.
 */
export async function listSeats(taskId: string, { seesNames }: { seesNames: boolean }): Promise<(PlanSeat & { planId: string })[]> {
  const rows = await db()
    .selectFrom("planSeats as seat")
    .innerJoin("studyPlans as p", "p.id", "seat.planId")
    .leftJoin("annotators as n", "n.id", "seat.annotatorId")
    .leftJoin("planSlots as slot", "slot.seatId", "seat.id")
    .leftJoin("assignments as a", "a.id", "slot.assignmentId")
    .select(["seat.id", "seat.planId", "seat.position", "seat.annotatorId", "n.name", "n.code", "seat.consentedAt", "seat.leftAt"])
    .select(goesByCode(sql<string>`${taskId}::uuid`).$castTo<boolean>().as("byCode"))
    .select(({ fn }) => [
      fn.count<number>("slot.sampleId").as("ratings"),
      fn.count<number>("a.id").filterWhere("a.status", "in", ["open", "submitted"]).as("begun"),
      fn.count<number>("a.id").filterWhere("a.status", "=", "submitted").as("submitted"),
    ])
    .where("p.taskId", "=", taskId)
    .groupBy(["seat.id", "n.name", "n.code"])
    .orderBy("seat.position")
    .execute();
  const shown = rows.map(({ consentedAt, leftAt, name, code, byCode, ...seat }) => ({
    ...{ seat, hidden: byCode && !seesNames, label: byCode ? code : name },
    ...{ name: byCode && !seesNames ? null : name, consentedAt: consentedAt?.toISOString() ?? null, leftAt: leftAt?.toISOString() ?? null },
  }));
  const last = "\uffff";
  if (shown.some(({ hidden }) => hidden)) shown.sort((a, b) => (a.label ?? last).localeCompare(b.label ?? last, "en"));
  const places = new Map<string, number>();
  return shown.map(({ seat, hidden, ...rest }) => {
    const place = places.get(seat.planId) ?? 0;
    places.set(seat.planId, place + 1);
    return { ...seat, ...rest, position: hidden ? place : seat.position };
  });
}
