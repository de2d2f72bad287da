import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { AppError, found } from "@/lib/domain/errors";
import { type ParticipationLink, participantAddress } from "@/lib/domain/participation";
import { type Db, db } from "./client";
import { failedForGood } from "./exams";
import { takeSeat } from "./plan-queue";

const columns = ["open", "idParameter", "completionCode", "screenedOutCode", "declinedCode", "returnUrl"] as const;

/** The plan that a task's link belongs to: the one that runs, else the draft; null when there is neither. */
export async function findLinkedPlan(taskId: string, on: Db = db()): Promise<string | null> {
  const plan = await on
    .selectFrom("studyPlans")
    .select("id")
    .where("taskId", "=", taskId)
    .where("status", "in", ["running", "draft"])
    .orderBy("status", "desc")
    .executeTakeFirst();
  return plan?.id ?? null;
}

/** Throws conflict when there is none. */
export async function getLinkedPlan(tx: Db, taskId: string): Promise<string> {
  const planId = await findLinkedPlan(taskId, tx);
  if (planId === null) throw new AppError("conflict", "This task has no study plan yet. Save one first.");
  return planId;
}

/** A plan's link; null while it has none. */
export async function findLink(planId: string, on: Db = db()) {
  const link = await on
    .selectFrom("participationLinks")
    .select([...columns, "token"])
    .where("planId", "=", planId)
    .executeTakeFirst();
  return link ?? null;
}

/** Writes a plan's link; a new one gets its token. */
export async function saveLink(tx: Db, planId: string, link: ParticipationLink): Promise<void> {
  await tx
    .insertInto("participationLinks")
    .values({ planId, token: newToken(), ...link })
    .onConflict((conflict) => conflict.column("planId").doUpdateSet(link))
    .execute();
}

/** Gives a plan's link another token. Throws not_found while it has no link. */
export async function renewToken(tx: Db, planId: string): Promise<void> {
  const renewed = await tx.updateTable("participationLinks").set({ token: newToken() }).where("planId", "=", planId).executeTakeFirst();
  found(renewed.numUpdatedRows > 0n || null, "participation link");
}

const newToken = () => randomBytes(18).toString("base64url");

/** A link with its plan, by token; null when it never existed or was renewed. */
export async function findLinkByToken(token: string, on: Db = db()) {
  const link = await on
    .selectFrom("participationLinks as link")
    .innerJoin("studyPlans as p", "p.id", "link.planId")
    .innerJoin("tasks as t", "t.id", "p.taskId")
    .select(["link.planId", "link.open", "link.idParameter", "p.status", "p.content", "p.taskId", "t.projectId"])
    .where("link.token", "=", token)
    .executeTakeFirst();
  return link ?? null;
}

/** Makes later callers wait until this transaction ends, so that two tabs of one person make one account. */
export async function lockLink(tx: Db, planId: string): Promise<void> {
  await tx.selectFrom("participationLinks").select("planId").where("planId", "=", planId).forUpdate().execute();
}

/** The account of a person who came before, and whether it is disabled; null for somebody new. */
export async function findJoined(tx: Db, key: { planId: string; externalId: string }) {
  const person = await tx
    .selectFrom("participants as p")
    .innerJoin("users as u", "u.id", "p.userId")
    .select(["p.userId", "u.banned"])
    .where("p.planId", "=", key.planId)
    .where("p.externalId", "=", key.externalId)
    .executeTakeFirst();
  return person ?? null;
}

/** Makes an account without a password for a new person, an annotator of the project with a place in the study. Throws conflict when it is full. */
export async function addParticipant(
  tx: Db,
  { projectId, ...key }: { projectId: string; planId: string; externalId: string; serviceStudy: string | null },
): Promise<{ userId: string; code: string }> {
  const userId = randomUUID();
  const code = `P${randomBytes(4).toString("hex").toUpperCase()}`;
  const name = `Participant ${code}`;
  const account = { id: userId, name, email: participantAddress(userId), participant: true, updatedAt: new Date() };
  await tx.insertInto("users").values(account).execute();
  await tx.insertInto("memberships").values({ projectId, userId, role: "annotator" }).execute();
  const annotator = await tx.insertInto("annotators").values({ projectId, name, code, userId }).returning("id").executeTakeFirstOrThrow();
  if ((await takeSeat(key.planId, annotator.id, tx)) === null) throw new AppError("conflict", "All places in this study are taken.");
  await tx
    .insertInto("participants")
    .values({ ...key, userId })
    .execute();
  return { userId, code };
}

/** People who came through a plan's link with what was asked of them, the first to come first. */
const selectParticipants = () =>
  db()
    .selectFrom("participants as p")
    .innerJoin("studyPlans as plan", "plan.id", "p.planId")
    .innerJoin("tasks as t", "t.id", "plan.taskId")
    .leftJoin("annotators as n", (join) => join.onRef("n.projectId", "=", "t.projectId").onRef("n.userId", "=", "p.userId"))
    .leftJoin("planSeats as seat", (join) => join.onRef("seat.planId", "=", "p.planId").onRef("seat.annotatorId", "=", "n.id"))
    .leftJoin("planSlots as slot", "slot.seatId", "seat.id")
    .leftJoin("assignments as a", "a.id", "slot.assignmentId")
    .select(["p.externalId", "p.serviceStudy", "p.joinedAt", "p.declinedAt", "seat.leftAt", "n.id as annotatorId", "n.code"])
    .select(({ fn, ref }) => [
      failedForGood(ref("t.id"), ref("n.id").$notNull()).$castTo<boolean>().as("failedExam"),
      fn.count<number>("slot.sampleId").as("ratings"),
      fn.count<number>("a.id").filterWhere("a.status", "=", "submitted").as("submitted"),
      fn.count<number>("a.id").filterWhere("a.status", "=", "skipped").as("skipped"),
    ])
    .groupBy(["p.planId", "p.externalId", "n.id", "seat.id", "t.id"])
    .orderBy("p.joinedAt")
    .orderBy("p.externalId");

export const listParticipants = (planId: string) => selectParticipants().where("p.planId", "=", planId).execute();

/** A person's own part in a task's study; null for those who did not come through a link. */
export async function findParticipation(taskId: string, userId: string) {
  const part = await selectParticipants()
    .innerJoin("participationLinks as link", "link.planId", "p.planId")
    .select(["link.completionCode", "link.screenedOutCode", "link.declinedCode", "link.returnUrl"])
    .groupBy("link.planId")
    .where("plan.taskId", "=", taskId)
    .where("p.userId", "=", userId)
    .executeTakeFirst();
  return part ?? null;
}

/** Notes that a person declined the consent text. */
export async function markDeclined(tx: Db, userId: string): Promise<void> {
  await tx.updateTable("participants").set({ declinedAt: new Date() }).where("userId", "=", userId).execute();
}

/** Throws conflict for an account that came through a participation link: it works for its study alone, and only through the link. */
export async function demandOrdinaryAccount(on: Db, userId: string): Promise<void> {
  const account = await on.selectFrom("users").select("participant").where("id", "=", userId).executeTakeFirst();
  if (account?.participant)
    throw new AppError("conflict", "This person came through a participation link; the account is for that study alone.");
}
