import "server-only";
import { sql } from "kysely";
import { type AssignmentPurpose, amongWork } from "@/lib/domain/assignment";
import { found } from "@/lib/domain/errors";
import { db } from "./client";
import { calledIn } from "./exported-name";
import { guidelinesOf } from "./guidelines";
import { isPlanned } from "./queue";
import { lastReturn } from "./reviews";
import { isSetAside } from "./set-aside";

/**
 * An assignment's context in the workspace: project, task and sample, without the systems that wrote the outputs, the subset and the gold label.
 * Throws not_found.
 */
export async function getWorkspaceFrame(assignmentId: string) {
  const frame = await db()
    .selectFrom("assignments as a")
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .innerJoin("tasks as t", "t.id", "a.taskId")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .leftJoin("studyPlans as plan", "plan.id", "a.planId")
    .select([
      "p.name as projectName",
      "p.reasonCodes",
      "t.name as taskName",
      "t.description",
      "t.inputName",
      "t.outputName",
      "t.textFormat",
      "s.externalId",
      "s.input",
      "s.output",
      "s.outputB",
      "s.reference",
      "s.imageUrl",
    ])
    .select((eb) => [
      guidelinesOf(eb.ref("t.id")).as("guidelines"),
      calledIn(eb.ref("a.taskId")).as("annotator"),
      sql<boolean>`coalesce((${eb.ref("plan.content")} ->> 'shuffleCriteria')::boolean, false)`.as("shuffleCriteria"),
      eb
        .case()
        .when("a.status", "=", "open")
        .then(lastReturn(eb.ref("a.id")).$asScalar())
        .end()
        .as("returnedAt"),
      eb
        .selectFrom("comments as c")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("c.targetId", "=", "a.id")
        .where("c.targetKind", "=", "assignment")
        .$asScalar()
        .$notNull()
        .as("comments"),
    ])
    .where("a.id", "=", assignmentId)
    .executeTakeFirst();
  return found(frame, "assignment");
}

/** How many planned ratings of the annotator's seat have not begun. */
const unbegunInSeat = ({ planId, annotatorId }: { planId: string; annotatorId: string }) =>
  db()
    .selectFrom("planSlots as slot")
    .innerJoin("planSeats as seat", "seat.id", "slot.seatId")
    .select(({ fn }) => fn.countAll<number>().as("free"))
    .where("seat.planId", "=", planId)
    .where("seat.annotatorId", "=", annotatorId)
    .where("slot.assignmentId", "is", null);

/** Counting more samples than this would make opening one slower the larger the task is. */
const mostCounted = 1000;

/**
 * An assignment's place in its annotator's own work in the task, in the order assigned: `number`, from 1, and its neighbours. `total` is everything that
 * this annotator has or could still get in the task; null: more than a thousand samples are left.
 */
export async function getOwnProgress(assignment: {
  id: string;
  taskId: string;
  annotatorId: string;
  criteriaSetId: string;
  annotatorsPerSample: number;
  planId: string | null;
  purpose: AssignmentPurpose;
  round: number;
}) {
  const alike = amongWork.includes(assignment.purpose);
  const { id, taskId, annotatorId, criteriaSetId, annotatorsPerSample, planId } = assignment;
  const progress = await db()
    .with("mine", (q) =>
      q
        .selectFrom("assignments")
        .select(({ fn, ref }) => [
          "id",
          "status",
          fn
            .agg<number>("row_number")
            .over((window) => window.orderBy("createdAt").orderBy("id"))
            .as("number"),
          fn
            .agg<string | null>("lag", ["id"])
            .over((window) => window.orderBy("createdAt").orderBy("id"))
            .as("previousId"),
          // What is only prepared is opened by submitting this one.
          sql<
            string | null
          >`lead(case when ${ref("status")} <> 'prepared' then ${ref("id")} end) over (order by ${ref("createdAt")}, ${ref("id")})`.as(
            "nextId",
          ),
        ])
        .where("taskId", "=", taskId)
        .where("annotatorId", "=", annotatorId)
        .where("purpose", "in", alike ? amongWork : [assignment.purpose])
        .$if(!alike, (mine) => mine.where("round", "=", assignment.round)),
    )
    .with("counted", (q) =>
      q
        .selectFrom("mine")
        .select(({ fn }) => [
          fn.countAll<number>().as("given"),
          fn.countAll<number>().filterWhere("status", "=", "submitted").as("submitted"),
          fn.countAll<number>().filterWhere("status", "=", "skipped").as("skipped"),
        ]),
    )
    .with("left", (q) => {
      if (planId !== null) return q.selectFrom(unbegunInSeat({ planId, annotatorId }).as("seat")).select("seat.free");
      const lacking = q
        .selectFrom("samples as s")
        .select("s.id")
        .where("s.taskId", "=", taskId)
        .where("s.filledSlots", "<", annotatorsPerSample)
        .where((eb) => eb.not(isPlanned(taskId)))
        // In one condition: apart, PostgreSQL would look for what is held among all samples before it counts the first.
        .where(({ not, or, exists, selectFrom, ref }) =>
          not(
            or([
              isSetAside(ref("s.id")),
              exists(
                selectFrom("assignments as held")
                  .select("held.id")
                  .whereRef("held.sampleId", "=", "s.id")
                  .where("held.annotatorId", "=", annotatorId)
                  .where("held.criteriaSetId", "=", criteriaSetId),
              ),
            ]),
          ),
        )
        // The order of an index: else the planner may read the table from its start, where most samples have no slot left.
        .orderBy("s.filledSlots", "desc")
        .orderBy("s.position")
        .limit(mostCounted + 1);
      return q.selectFrom(lacking.as("lacking")).select(({ fn }) => fn.countAll<number>().as("free"));
    })
    .selectFrom(["mine", "counted", "left"])
    .select(["mine.number", "mine.previousId", "mine.nextId", "counted.submitted", "counted.skipped", "counted.given", "left.free"])
    .where("mine.id", "=", id)
    .executeTakeFirst();
  const { given, free, ...rest } = found(progress, "assignment");
  return { ...rest, total: free > mostCounted ? null : given + free };
}
