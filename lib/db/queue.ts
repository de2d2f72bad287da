import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { Arm } from "@/lib/domain/assignment";
import { db } from "./client";
import { mayBegin, passOf } from "./may-begin";
import { prepared } from "./prepared";
import { isSetAside } from "./set-aside";
import { violatedUnique } from "./unless-taken";

const sub = expressionBuilder<DB>();

/** A request to the queue: the next sample of a task for an annotator, with a run's drafts or (null) without any. */
export interface Asked {
  taskId: string;
  annotatorId: string;
  criteriaSetId: string;
  runId: string | null;
  annotatorsPerSample: number;
}
export interface Claim extends Asked {
  arm: Arm;
  leaseMinutes: number;
  /** `prepared`: to be begun later. It takes no sample that another annotator has prepared. */
  status: "open" | "prepared";
}

type Given<Values> = { [K in keyof Values]: NonNullable<Values[K]> };

/** Whether the annotator has never held the sample. */
const isNew = (sampleId: Expression<string>, given: Pick<Given<Asked>, "annotatorId" | "criteriaSetId">) =>
  sub.not(
    sub.exists(
      sub
        .selectFrom("assignments as mine")
        .select("mine.id")
        .where("mine.sampleId", "=", sampleId)
        .where("mine.annotatorId", "=", given.annotatorId)
        .where("mine.criteriaSetId", "=", given.criteriaSetId),
    ),
  );

/** Whether a criterion of the set applies to the sample and has no draft in the run. */
export const lacksDraft = (
  sampleId: Expression<string>,
  given: { criteriaSetId: string | Expression<string>; runId: string | Expression<string> },
) =>
  sub.exists(
    sub
      .selectFrom("criteria as c")
      .select("c.id")
      .where("c.criteriaSetId", "=", given.criteriaSetId)
      .where((eb) => eb.or([eb("c.sampleId", "is", null), eb("c.sampleId", "=", sampleId)]))
      // As a value, not as `not exists`, for which PostgreSQL would read all drafts of the run before it looks at the first sample.
      .where((eb) =>
        eb(
          eb
            .selectFrom("drafts as d")
            .select("d.id")
            .where("d.runId", "=", given.runId)
            .where("d.sampleId", "=", sampleId)
            .whereRef("d.criterionId", "=", "c.id"),
          "is",
          null,
        ),
      ),
  );

const mayBeGiven = (sampleId: Expression<string>, given: Given<Asked>, drafted: boolean) =>
  drafted ? sub.and([isNew(sampleId, given), sub.not(lacksDraft(sampleId, given))]) : isNew(sampleId, given);

/**
 * Assignments under the set whose slots are free for the next annotator: their lease has expired or, with `prepared`, their annotators have not begun
 * them.
 */
const lapsedOf = (given: Pick<Given<Asked>, "criteriaSetId">, prepared: boolean) =>
  sub
    .selectFrom("assignments as lapsed")
    .where("lapsed.criteriaSetId", "=", given.criteriaSetId)
    .where("lapsed.status", "in", ["open", "prepared"])
    .where("lapsed.slot", "is not", null)
    .where((eb) => {
      const expired = eb("lapsed.leasedUntil", "<", sql<Date>`now()`);
      return prepared ? eb.or([expired, eb("lapsed.status", "=", "prepared")]) : expired;
    });

/** Whether a study allocates the task's samples, or has: then only a plan gives them out. */
export const isPlanned = (taskId: string) =>
  sub.exists(
    sub
      .selectFrom("studyPlans as plan")
      .select("plan.id")
      .where("plan.taskId", "=", taskId)
      .where("plan.status", "in", ["running", "closed"]),
  );

/** Samples with a free slot. */
const withFreeSlot = (given: Given<Asked>, drafted: boolean) =>
  sub
    .selectFrom("samples as s")
    .where("s.taskId", "=", given.taskId)
    .where("s.filledSlots", "<", given.annotatorsPerSample)
    .where((eb) => eb.not(isPlanned(given.taskId)))
    .where((eb) => eb.not(isSetAside(eb.ref("s.id"))))
    .where((eb) => mayBeGiven(eb.ref("s.id"), given, drafted));

/** Samples with a slot that nobody holds any more. */
const withLapsedSlot = (given: Given<Asked>, { drafted, prepared }: { drafted: boolean; prepared: boolean }) =>
  lapsedOf(given, prepared)
    .innerJoin("samples as s", "s.id", "lapsed.sampleId")
    .where("lapsed.taskId", "=", given.taskId)
    .where((eb) => eb.not(isPlanned(given.taskId)))
    .where((eb) => eb.not(isSetAside(eb.ref("s.id"))))
    .where((eb) => mayBeGiven(eb.ref("s.id"), given, drafted));

/**
 * One statement assigns a sample to an annotator who may begin work: it locks one, takes back its slots that nobody holds any more, and creates the
 * assignment if a slot is then free. What was begun in such a slot is released and kept; what was only prepared is deleted, so that its annotator can
 * still get the sample.
 * Samples with an expired lease go first, then those already begun, so that overlap completes early. The statement never waits for an assignment's
 * lock, since saving and skipping hold one when they lock the sample. For a pair, the output shown first is chosen at random.
 */
const claimStatement = ({ drafted, skipLocked, taking }: { drafted: boolean; skipLocked: boolean; taking: boolean }) =>
  prepared<Claim, { id: string }>((given) =>
    db()
      .with("pass", () => passOf(given))
      .with("returned", (q) => {
        const oldest = withLapsedSlot(given, { drafted, prepared: taking })
          .select(["s.id", "s.filledSlots"])
          .where(({ exists }) => mayBegin(given, exists(q.selectFrom("pass").select("pass.passedAt"))))
          .orderBy("lapsed.leasedUntil")
          .limit(1)
          .forUpdate("s");
        return skipLocked ? oldest.skipLocked() : oldest;
      })
      .with("fresh", (q) => {
        const first = withFreeSlot(given, drafted)
          .select(["s.id", "s.filledSlots"])
          .where(({ exists }) => mayBegin(given, exists(q.selectFrom("pass").select("pass.passedAt"))))
          .where(({ not, exists }) => not(exists(q.selectFrom("returned").select("returned.id"))))
          .orderBy("s.filledSlots", "desc")
          .orderBy("s.position")
          .limit(1)
          .forUpdate("s");
        return skipLocked ? first.skipLocked() : first;
      })
      .with("candidate", (q) => q.selectFrom("returned").selectAll().unionAll(q.selectFrom("fresh").selectAll()))
      .with("stale", (q) =>
        lapsedOf(given, taking)
          .select(["lapsed.id", "lapsed.status"])
          .where("lapsed.sampleId", "in", q.selectFrom("candidate").select("candidate.id"))
          .forUpdate()
          .skipLocked(),
      )
      .with("released", (q) =>
        q
          .updateTable("assignments")
          .from("stale")
          .set({ status: "released", slot: null, leasedUntil: null, updatedAt: sql<Date>`now()` })
          .whereRef("assignments.id", "=", "stale.id")
          .where("stale.status", "=", "open")
          .returning("assignments.id"),
      )
      .with("dropped", (q) =>
        q
          .deleteFrom("assignments")
          .using("stale")
          .whereRef("assignments.id", "=", "stale.id")
          .where("stale.status", "=", "prepared")
          .returning("assignments.id"),
      )
      .with("takenBack", (q) => q.selectFrom("released").select("released.id").unionAll(q.selectFrom("dropped").select("dropped.id")))
      .with("held", (q) =>
        q
          .selectFrom("candidate")
          .select((eb) => [
            "candidate.id as sampleId",
            sql<number>`${eb.ref("candidate.filledSlots")} - ${eb.selectFrom("takenBack").select(eb.fn.countAll<number>().as("n"))}`.as(
              "filled",
            ),
          ]),
      )
      .with("counted", (q) =>
        q
          .updateTable("samples")
          .from("held")
          .set((eb) => ({
            filledSlots: sql<number>`${eb.ref("held.filled")} + (${eb.ref("held.filled")} < ${given.annotatorsPerSample}::int)::int`,
          }))
          .whereRef("samples.id", "=", "held.sampleId")
          .returning("samples.id"),
      )
      .insertInto("assignments")
      .columns([
        "taskId",
        "sampleId",
        "annotatorId",
        "criteriaSetId",
        "runId",
        "arm",
        "status",
        "swapped",
        "slot",
        "leasedUntil",
        "updatedAt",
        "fresh",
      ])
      .expression((q) =>
        q
          .selectFrom("held")
          .select((eb) => [
            eb.cast<string>(eb.val(given.taskId), "uuid").as("taskId"),
            "held.sampleId",
            eb.cast<string>(eb.val(given.annotatorId), "uuid").as("annotatorId"),
            eb.cast<string>(eb.val(given.criteriaSetId), "uuid").as("criteriaSetId"),
            eb.cast<string>(eb.val(given.runId), "uuid").as("runId"),
            eb.cast<string>(eb.val(given.arm), "text").as("arm"),
            eb.cast<Claim["status"]>(eb.val(given.status), "text").as("status"),
            eb
              .and([
                sql<boolean>`random() < 0.5`,
                eb.exists(
                  eb.selectFrom("tasks").select("tasks.id").where("tasks.id", "=", given.taskId).where("tasks.kind", "=", "pairwise"),
                ),
              ])
              .as("swapped"),
            eb
              .selectFrom(sql<{ slot: number }>`generate_series(0, ${given.annotatorsPerSample}::int - 1)`.as<"free">(sql`free(slot)`))
              .select((free) => free.fn.min("free.slot").as("slot"))
              .where(({ not, exists, selectFrom, ref }) =>
                not(
                  exists(
                    selectFrom("assignments as other")
                      .select("other.id")
                      .where("other.sampleId", "=", ref("held.sampleId"))
                      .where("other.criteriaSetId", "=", given.criteriaSetId)
                      .where("other.slot", "=", ref("free.slot"))
                      .where("other.id", "not in", selectFrom("takenBack").select("takenBack.id")),
                  ),
                ),
              )
              .as("slot"),
            leaseFrom(given.leaseMinutes).as("leasedUntil"),
            sql<Date>`now()`.as("updatedAt"),
            sql.lit(true).as("fresh"),
          ])
          .where("held.filled", "<", given.annotatorsPerSample),
      )
      .returning("assignments.id"),
  );

// Skipping samples that are locked at this instant, then waiting for them, then taking what others have only prepared.
const claimsFor = (drafted: boolean) => [
  claimStatement({ drafted, skipLocked: true, taking: false }),
  claimStatement({ drafted, skipLocked: false, taking: false }),
  claimStatement({ drafted, skipLocked: false, taking: true }),
];
const claims = { drafted: claimsFor(true), blind: claimsFor(false) };

/** An annotator has at most one prepared assignment in a task: their other tab was faster. */
export const preparedOnce = "assignments_prepared_once";

/** When a lease that is taken or renewed now expires. */
export const leaseFrom = (minutes: number | Expression<number>) => sql<Date>`now() + make_interval(mins => ${minutes}::int)`;

/**
 * Assigns the annotator the next sample that still lacks annotators; null when there is none for them. However many ask at once, no sample gets
 * more than `annotatorsPerSample`, and of two that an annotator's tabs ask for at once, both get the same.
 */
export async function claimAssignment(claim: Claim): Promise<string | null> {
  const all = claim.runId === null ? claims.blind : claims.drafted;
  const ahead = claim.status === "prepared";
  return claimFirst(claim, ahead ? all.slice(0, 1) : all, async () => ahead || (await countInQueue(claim)) === 0);
}

/** The id of what the first of these statements that finds something gives out; a lost race starts again. `isOver`: an empty answer means there is nothing. */
export async function claimFirst<C extends { taskId: string; annotatorId: string }>(
  claim: C,
  statements: readonly ((claim: C) => Promise<{ id: string }[]>)[],
  isOver: () => Promise<boolean>,
): Promise<string | null> {
  for (let turn = 0; turn < 20; turn++) {
    try {
      for (const claimNext of statements) {
        const [made] = await claimNext(claim);
        if (made !== undefined) return made.id;
      }
      if (await isOver()) return null;
    } catch (error) {
      const lost = violatedUnique(error);
      if (lost === null) throw error;
      if (lost === preparedOnce) return null;
      if (lost === oneAtATime) return findFresh(claim);
    }
  }
  return null;
}

/** The unique index by which a person is given one sample of a task at a time, whatever their tabs ask for. */
const oneAtATime = "assignments_one_at_a_time";

/** The sample that the annotator's other tab was given at the same moment; null: it is submitted already. */
export async function findFresh({ taskId, annotatorId }: { taskId: string; annotatorId: string }): Promise<string | null> {
  const fresh = db().selectFrom("assignments").select("id").where("taskId", "=", taskId).where("annotatorId", "=", annotatorId);
  return (await fresh.where("status", "=", "open").where("fresh", "=", true).executeTakeFirst())?.id ?? null;
}

/** How many samples the annotator could be assigned now. */
export async function countInQueue(asked: Asked): Promise<number> {
  const drafted = asked.runId !== null;
  const given = { ...asked, runId: asked.runId ?? "" };
  const { n } = await db()
    .selectFrom(
      withFreeSlot(given, drafted)
        .select("s.id")
        .union(withLapsedSlot(given, { drafted, prepared: true }).select("s.id"))
        .as("free"),
    )
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

/** How many of the task's samples that are given out lack the run's draft for some criterion that applies. */
export async function countWithoutDraft(task: { taskId: string; criteriaSetId: string; runId: string }): Promise<number> {
  const { n } = await db()
    .selectFrom("samples as s")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("s.taskId", "=", task.taskId)
    .where((eb) => eb.not(isSetAside(eb.ref("s.id"))))
    .where((eb) => lacksDraft(eb.ref("s.id"), task))
    .executeTakeFirstOrThrow();
  return n;
}
