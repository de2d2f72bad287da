import "server-only";
import { sql } from "kysely";
import { AppError, found } from "@/lib/domain/errors";
import { appendAudit } from "./audit";
import { samplesOf, submittedOf } from "./calibrated";
import { type Db, db, inTransaction } from "./client";
import { isExcluded } from "./exclusions";
import { leaseFrom } from "./queue";
import { isInStudy } from "./set-aside";

const now = sql<Date>`now()`;

interface Person {
  taskId: string;
  annotatorId: string;
}

/** A task's rounds, the newest first, with how many of their samples an annotator (null: nobody) has submitted. */
export async function listRounds(taskId: string, annotatorId: string | null, on: Db = db()) {
  return on
    .selectFrom("calibrationRounds as r")
    .select(["r.id", "r.number", "r.criteriaSetId", "r.required", "r.instructions", "r.openedAt", "r.closedAt"])
    .select((eb) => {
      const round = { id: eb.ref("r.id"), number: eb.ref("r.number") };
      const annotator = eb.cast<string | null>(eb.val(annotatorId), "uuid");
      return [samplesOf(round.id).as("samples"), submittedOf(round, annotator).as("mine")];
    })
    .where("r.taskId", "=", taskId)
    .orderBy("r.number", "desc")
    .execute();
}

export type RoundRow = Awaited<ReturnType<typeof listRounds>>[number];

/** One round as the annotator (null: nobody) finds it. Throws not_found. */
export async function getRound({ taskId, number }: { taskId: string; number: number }, annotatorId: string | null, on: Db = db()) {
  const rounds = await listRounds(taskId, annotatorId, on);
  return found(
    rounds.find((round) => round.number === number),
    "calibration round",
  );
}

/** The next sample of a round for an annotator, who has one open at a time; null: they have submitted all. However many ask at once, each is given once. */
export async function giveCalibrationSample(person: Person & { leaseMinutes: number }, round: RoundRow): Promise<string | null> {
  const { taskId, annotatorId, leaseMinutes } = person;
  const next = await db()
    .selectFrom("calibrationSamples as cs")
    .leftJoin("assignments as a", (join) =>
      join
        .onRef("a.sampleId", "=", "cs.sampleId")
        .on("a.annotatorId", "=", annotatorId)
        .on("a.criteriaSetId", "=", round.criteriaSetId)
        .on("a.purpose", "=", "calibration")
        .on("a.round", "=", round.number - 1),
    )
    .select(["cs.sampleId", "a.id"])
    .where("cs.roundId", "=", round.id)
    .where((eb) => eb.or([eb("a.id", "is", null), eb("a.status", "<>", "submitted")]))
    .orderBy(({ ref }) => sql`${ref("a.id")} is null`)
    .orderBy("cs.position")
    .limit(1)
    .executeTakeFirst();
  if (next === undefined || next.id !== null) return next?.id ?? null;
  const { sampleId } = next;
  return inTransaction(async (tx) => {
    const kept = await tx.selectFrom("calibrationRounds").select("id").where("id", "=", round.id).forShare().executeTakeFirst();
    if (kept === undefined) throw new AppError("conflict", "The calibration round was withdrawn. Ask for your next sample again.");
    const made = await tx
      .insertInto("assignments")
      .values({
        ...{ taskId, annotatorId, sampleId, criteriaSetId: round.criteriaSetId, arm: "blind", purpose: "calibration" },
        ...{ round: round.number - 1, leasedUntil: leaseFrom(leaseMinutes), updatedAt: now },
      })
      .onConflict((taken) => taken.columns(["sampleId", "annotatorId", "criteriaSetId", "purpose", "round"]).doUpdateSet({ annotatorId }))
      .returning("id")
      .executeTakeFirstOrThrow();
    return made.id;
  });
}

/** What the workspace shows of a calibration sample besides the sample. */
export async function getCalibrationPlace({ taskId, sampleId, round }: { taskId: string; sampleId: string; round: number }) {
  const held = await getRound({ taskId, number: round + 1 }, null);
  const before = await db()
    .selectFrom("calibrationSamples as s")
    .innerJoin("calibrationSamples as own", "own.roundId", "s.roundId")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("s.roundId", "=", held.id)
    .where("own.sampleId", "=", sampleId)
    .whereRef("s.position", "<=", "own.position")
    .executeTakeFirstOrThrow();
  const { number, samples, instructions, closedAt } = held;
  return { round: number, number: before.n, of: samples, instructions, closed: closedAt !== null };
}

/** Samples of the task with what keeps each out of a calibration round: begun work, the study that runs, and another use as a known answer. */
export const listSamplesForRound = (tx: Db, taskId: string, sampleIds: readonly string[]) =>
  tx
    .selectFrom("samples as s")
    .leftJoin("goldSamples as g", "g.sampleId", "s.id")
    .select(["s.id", "s.externalId", "g.use"])
    .select(({ exists, selectFrom, ref }) => [
      exists(
        selectFrom("assignments as a")
          .select("a.id")
          .whereRef("a.sampleId", "=", "s.id")
          .where("a.purpose", "<>", "calibration")
          .where("a.status", "<>", "released"),
      )
        .$castTo<boolean>()
        .as("begun"),
      isInStudy(ref("s.id")).$castTo<boolean>().as("inStudy"),
    ])
    .where("s.taskId", "=", taskId)
    .where("s.id", "=", ({ fn, val }) => fn.any(val([...sampleIds])))
    .forUpdate("s")
    .execute();

interface NewRound {
  taskId: string;
  criteriaSetId: string;
  sampleIds: readonly string[];
  required: boolean;
  instructions: string;
  openedById: string;
}

/** Opens a task's next round; returns its number. The caller holds the task's lock and has made sure that none is open. */
export async function openRoundRow(tx: Db, { sampleIds, ...made }: NewRound): Promise<number> {
  const [last] = await listRounds(made.taskId, null, tx);
  const number = (last?.number ?? 0) + 1;
  const { id } = await tx
    .insertInto("calibrationRounds")
    .values({ ...made, number })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("calibrationSamples")
    .values(sampleIds.map((sampleId, position) => ({ roundId: id, position, sampleId })))
    .execute();
  return number;
}

/** Closes a round, or withdraws it with its samples free again if nobody has begun it; returns which. */
export async function closeRoundRow(tx: Db, round: RoundRow & { taskId: string; closedById: string }) {
  // Locked first, against a sample of it being given out at this moment.
  await tx.selectFrom("calibrationRounds").select("id").where("id", "=", round.id).forUpdate().execute();
  const begun = await tx
    .selectFrom("assignments")
    .select("id")
    .where("taskId", "=", round.taskId)
    .where("purpose", "=", "calibration")
    .where("round", "=", round.number - 1)
    .limit(1)
    .executeTakeFirst();
  if (begun === undefined) {
    await tx.deleteFrom("calibrationRounds").where("id", "=", round.id).execute();
    return "withdrawn" as const;
  }
  const { closedById } = round;
  await tx.updateTable("calibrationRounds").set({ closedAt: now, closedById }).where("id", "=", round.id).execute();
  return "closed" as const;
}

/** Changes whether work waits for a round. */
export async function requireRound(tx: Db, id: string, required: boolean): Promise<void> {
  await tx.updateTable("calibrationRounds").set({ required }).where("id", "=", id).execute();
}

/** Closes the round of a submitted calibration sample once at least two people have taken part and every annotator of the project has rated all of it. */
export async function closeWhenAllRated(tx: Db, { projectId, taskId, round }: { projectId: string; taskId: string; round: number }) {
  // Locked first: of two who submit at once, the second sees the first.
  const held = await tx
    .selectFrom("calibrationRounds")
    .select(["id", "number", "closedAt"])
    .where("taskId", "=", taskId)
    .where("number", "=", round + 1)
    .forUpdate()
    .executeTakeFirst();
  if (held === undefined || held.closedAt !== null) return;
  const { expected, done } = await tx
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.id", "m.userId")
    .leftJoin("annotators as n", (join) => join.onRef("n.userId", "=", "m.userId").onRef("n.projectId", "=", "m.projectId"))
    .select((eb) => {
      const own = submittedOf({ id: eb.val(held.id), number: eb.val(held.number) }, eb.ref("n.id"));
      const all = eb(own, "=", samplesOf(eb.val(held.id)));
      return [eb.fn.countAll<number>().as("expected"), eb.fn.countAll<number>().filterWhere(all).as("done")];
    })
    .where("m.projectId", "=", projectId)
    .where("m.role", "=", "annotator")
    .where((eb) => eb.or([eb("u.banned", "is", null), eb("u.banned", "=", false)]))
    .where((eb) => eb.not(isExcluded(eb.ref("n.id"), eb.cast<string>(eb.val(taskId), "uuid"))))
    .executeTakeFirstOrThrow();
  if (done < 2 || done < expected) return;
  await tx.updateTable("calibrationRounds").set({ closedAt: now }).where("id", "=", held.id).execute();
  const event = { projectId, userId: null, verb: "calibration.close" as const, targetKind: "task", targetId: taskId };
  await appendAudit(tx, { ...event, details: { number: held.number } });
}
