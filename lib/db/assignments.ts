import "server-only";
import { sql } from "kysely";
import { type AssignmentStatus, amongWork } from "@/lib/domain/assignment";
import { AppError, found } from "@/lib/domain/errors";
import { type Db, db } from "./client";
import { incompleteOf } from "./criteria";
import { prepared } from "./prepared";
import { publishedSetOf } from "./published-set";
import { leaseFrom } from "./queue";
import { lastReturn } from "./reviews";

const now = sql<Date>`now()`;
const takenByOthers = "Other annotators have this sample now. Your saved work is kept.";

const assignmentQuery = (given: { id: string }) =>
  db()
    .selectFrom("assignments as a")
    .innerJoin("tasks as t", "t.id", "a.taskId")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .select((eb) => [
      "a.id",
      "a.taskId",
      "t.projectId",
      "a.sampleId",
      "a.criteriaSetId",
      "a.runId",
      "a.annotatorId",
      "n.userId",
      "a.arm",
      "a.status",
      "a.swapped",
      "a.slot",
      "a.leasedUntil",
      "a.submittedAt",
      "a.flag",
      "a.planId",
      "a.purpose",
      "a.round",
      "t.leaseMinutes",
      "t.annotatorsPerSample",
      "t.reasonRequired",
      "t.mayAcceptRest",
      eb("a.importId", "is not", null).$castTo<boolean>().as("imported"),
      eb("a.revealedAt", "is not", null).$castTo<boolean>().as("revealed"),
    ])
    .where("a.id", "=", given.id);
const readStatement = prepared(assignmentQuery);
const lockStatement = prepared((given: { id: string }) => assignmentQuery(given).forUpdate("a"));

/** An assignment with everything its workflows need. Throws not_found. */
export const getAssignment = async (id: string) => found((await readStatement({ id }))[0], "assignment");

/** The same, locked: later writers wait until this transaction ends. */
export const lockAssignment = async (tx: Db, id: string) => found((await lockStatement({ id }, tx))[0], "assignment");

export type AssignmentRow = Awaited<ReturnType<typeof getAssignment>>;

const findAnnotator = (projectId: string, userId: string) =>
  db().selectFrom("annotators").select("id").where("projectId", "=", projectId).where("userId", "=", userId).executeTakeFirst();

/** A user's annotator in a project; null before their first work. */
export const findOwnAnnotator = async (projectId: string, userId: string): Promise<string | null> =>
  (await findAnnotator(projectId, userId))?.id ?? null;

/** A user's annotator in a project, created on first use. Two people with the same name are distinguished by e-mail address. */
export async function getOrCreateAnnotator(projectId: string, user: { id: string; name: string; email: string }): Promise<string> {
  const existing = await findAnnotator(projectId, user.id);
  if (existing) return existing.id;
  for (const name of [user.name || user.email, user.email, `${user.email} (${user.id})`]) {
    const made = await db()
      .insertInto("annotators")
      .values({ projectId, name, userId: user.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    const held = made ?? (await findAnnotator(projectId, user.id));
    if (held) return held.id;
  }
  throw new AppError("conflict", "Another annotator of this project already has your name.");
}

/** The annotator's open work in a task but for one, what a reviewer returned first, then the most recently touched; null when there is none. */
export async function findOpenAssignment(taskId: string, annotatorId: string, except: string | null): Promise<string | null> {
  const open = await db()
    .selectFrom("assignments")
    .select("id")
    .where("taskId", "=", taskId)
    .where("annotatorId", "=", annotatorId)
    .where("status", "=", "open")
    .where("id", "is distinct from", except)
    .where("purpose", "in", amongWork)
    .where("importId", "is", null)
    .orderBy(({ exists, ref }) => exists(lastReturn(ref("assignments.id"))), "desc")
    .orderBy("updatedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return open?.id ?? null;
}

/** Frees an assignment's slot and sets its new status. The sample's slot count is updated only while its criteria set is the current one. */
export async function freeSlot(
  tx: Db,
  assignment: AssignmentRow,
  status: "skipped" | "released",
  skipReason: string | null,
): Promise<void> {
  await update(tx, assignment.id, { status, slot: null, leasedUntil: null, skipReason });
  if (assignment.slot === null) return;
  await tx
    .updateTable("samples")
    .set((eb) => ({ filledSlots: eb("filledSlots", "-", 1) }))
    .where("id", "=", assignment.sampleId)
    .where((eb) =>
      eb(eb.cast<string>(eb.val(assignment.criteriaSetId), "uuid"), "=", publishedSetOf(eb.ref("samples.taskId")).select("published.id")),
    )
    .execute();
}

/**
 * Gives a skipped or released assignment back to its annotator if the sample still has a free slot.
 * Throws lease_lost when others hold all of them.
 */
export async function retakeSlot(tx: Db, assignment: AssignmentRow): Promise<void> {
  if (assignment.planId !== null) return retakePlanned(tx, assignment);
  const counted = await tx
    .updateTable("samples")
    .set((eb) => ({ filledSlots: eb("filledSlots", "+", 1) }))
    .where("id", "=", assignment.sampleId)
    .where("filledSlots", "<", assignment.annotatorsPerSample)
    .where((eb) =>
      eb(eb.cast<string>(eb.val(assignment.criteriaSetId), "uuid"), "=", publishedSetOf(eb.ref("samples.taskId")).select("published.id")),
    )
    .returning("id")
    .executeTakeFirst();
  if (counted === undefined) {
    throw new AppError("lease_lost", takenByOthers);
  }
  const held = await tx
    .selectFrom("assignments")
    .select("slot")
    .where("sampleId", "=", assignment.sampleId)
    .where("criteriaSetId", "=", assignment.criteriaSetId)
    .where("slot", "is not", null)
    .execute();
  const taken = new Set(held.map((other) => other.slot));
  let slot = 0;
  while (taken.has(slot)) slot++;
  await update(tx, assignment.id, { status: "open", skipReason: null, slot, leasedUntil: leaseFrom(assignment.leaseMinutes) });
}

/** A study's plan still holds the rating for its annotator unless another has taken it from the reserve. */
async function retakePlanned(tx: Db, assignment: AssignmentRow): Promise<void> {
  const planned = await tx.selectFrom("planSlots").select("slot").where("assignmentId", "=", assignment.id).forUpdate().executeTakeFirst();
  if (planned === undefined) throw new AppError("lease_lost", takenByOthers);
  // Second rounds, wrong drafts and samples with known answers count towards no quota.
  const counts = assignment.round === 0 && assignment.purpose === "work";
  const slot = counts ? planned.slot : null;
  await update(tx, assignment.id, { status: "open", skipReason: null, slot, leasedUntil: leaseFrom(assignment.leaseMinutes) });
  if (slot === null) return;
  await tx
    .updateTable("samples")
    .set((eb) => ({ filledSlots: eb("filledSlots", "+", 1) }))
    .where("id", "=", assignment.sampleId)
    .execute();
}

const submitStatement = prepared((given: { id: string }) =>
  db()
    .updateTable("assignments")
    .set({ status: "submitted", submittedAt: now, leasedUntil: null, updatedAt: now })
    .where("id", "=", given.id)
    .where(({ not, exists }) => not(exists(incompleteOf(given.id).select("c.id"))))
    .returning("submittedAt"),
);

/** Marks a locked assignment as submitted and returns the time; null if its work is incomplete. */
export const markSubmitted = async (tx: Db, id: string): Promise<Date | null> =>
  (await submitStatement({ id }, tx))[0]?.submittedAt ?? null;

/** Reopens a submitted assignment; it keeps its slot and counts as unsubmitted until it is submitted again. */
export async function markReopened(tx: Db, assignment: AssignmentRow): Promise<void> {
  await update(tx, assignment.id, { status: "open", submittedAt: null, leasedUntil: leaseFrom(assignment.leaseMinutes) });
}

/** Ends an assignment's blind pass: what was done in it, and the draft shown from now on, for each unit. */
export async function markRevealed(
  tx: Db,
  assignmentId: string,
  units: { criterionId: string; shownDraftId: string | null; blindScore: number | null; blindActions: number; complete: boolean }[],
): Promise<void> {
  await tx.updateTable("assignments").set({ revealedAt: now, updatedAt: now }).where("id", "=", assignmentId).execute();
  for (const { criterionId, ...unit } of units)
    await tx
      .updateTable("evaluations")
      .set({ ...unit, updatedAt: now })
      .where("assignmentId", "=", assignmentId)
      .where("criterionId", "=", criterionId)
      .execute();
}

/** Sets or clears (null) the annotator's note to the researcher. */
export async function setFlag(id: string, note: string | null): Promise<void> {
  await update(db(), id, { flag: note });
}

type Change = Partial<{
  status: AssignmentStatus;
  slot: number | null;
  leasedUntil: typeof now | null;
  submittedAt: typeof now | null;
  skipReason: string | null;
  flag: string | null;
}>;

/** What is reopened is worked on beside the sample that the queue gave out. */
const update = (on: Db, id: string, change: Change) =>
  on
    .updateTable("assignments")
    .set({ ...change, ...(change.status === "open" && { fresh: false }), updatedAt: now })
    .where("id", "=", id)
    .execute();
