import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import type { DB } from "@/generated/kysely/types";
import { amongWork } from "@/lib/domain/assignment";
import { found } from "@/lib/domain/errors";
import type { TaskSummary } from "@/lib/domain/project";
import { db } from "./client";
import { countDrafts } from "./draft-counts";
import { isExcluded } from "./exclusions";
import { guidelinesOf } from "./guidelines";
import { jsonList } from "./json";
import { prepared } from "./prepared";
import { publishedSetOf } from "./published-set";
import { countInQueue, countWithoutDraft } from "./queue";
import { rowVersion } from "./row-version";
import { isSetAside, setAsideIn } from "./set-aside";
import { shownRunId } from "./task-for-work";
import { changesOf, countWork, finishedOf, type Place, type WorkCounts, workIn } from "./work-counts";

type Ref<T> = Expression<T>;
const sub = expressionBuilder<DB>();

const samplesOf = (taskId: Ref<string>) =>
  sub
    .selectFrom("samples as s")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("s.taskId", "=", taskId);

/** Of these samples, those that are set aside; they are few, and looked for from their own tables, so that no other sample is asked. */
const setAsideOf = (some: ReturnType<typeof samplesOf>, taskId: Ref<string>) => some.where("s.id", "in", setAsideIn(taskId));

const criteriaOf = (setId: Ref<string | null>) =>
  sub
    .selectFrom("criteria as c")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("c.criteriaSetId", "=", setId)
    .where("c.sampleId", "is", null);

/** How many fully assigned samples are still held by an annotator. */
const heldAndFull = ({ id, setId, annotatorsPerSample }: Place) =>
  sub
    .selectFrom("assignments as a")
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .select(({ fn }) => fn.count<number>("a.sampleId").distinct().as("n"))
    .where("a.taskId", "=", id)
    .where("a.status", "in", ["open", "prepared"])
    .where("a.criteriaSetId", "=", setId)
    .where("a.slot", "is not", null)
    .where("s.filledSlots", ">=", annotatorsPerSample);

/** Samples with all slots taken, at least one by an expired lease or not begun, that the annotator has never held. */
const lapsedFor = (place: Place, annotatorId: Ref<string | null>) =>
  heldAndFull(place)
    .where((eb) => eb.not(isSetAside(eb.ref("s.id"))))
    .where((eb) => eb.or([eb("a.leasedUntil", "<", sql<Date>`now()`), eb("a.status", "=", "prepared")]))
    .where((eb) => {
      const mine = eb.selectFrom("assignments as m").select("m.id").whereRef("m.sampleId", "=", "s.id");
      return eb.not(eb.exists(mine.where("m.criteriaSetId", "=", place.setId).where("m.annotatorId", "=", annotatorId)));
    });

/** The annotator's finished and current work. */
const workOf = (place: Place, annotatorId: Ref<string | null>) =>
  sub
    .selectFrom("assignments as a")
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere("a.status", "=", "submitted").as("submitted"),
      fn.countAll<number>().filterWhere("a.status", "=", "skipped").as("skipped"),
      fn.countAll<number>().filterWhere("a.status", "=", "open").as("open"),
      fn.countAll<number>().filterWhere("a.status", "=", "prepared").as("prepared"),
      fn
        .countAll<number>()
        .filterWhere(
          eb.and([
            eb("a.criteriaSetId", "=", place.setId),
            eb("s.filledSlots", "<", place.annotatorsPerSample),
            eb.not(isSetAside(eb.ref("s.id"))),
          ]),
        )
        .as("unfilled"),
    ])
    .where("a.annotatorId", "=", annotatorId)
    .where("a.purpose", "in", amongWork)
    .where("a.taskId", "=", place.id);

/** The study that runs in a task. */
const runningPlanOf = (taskId: Ref<string>) =>
  sub.selectFrom("studyPlans as p").where("p.taskId", "=", taskId).where("p.status", "=", "running");

/** How many ratings of a seat in the study that runs have not begun, and whose seat it is; null: nobody's yet. */
const seatsOf = (taskId: Ref<string>) =>
  runningPlanOf(taskId)
    .innerJoin("planSeats as seat", "seat.planId", "p.id")
    .where("seat.leftAt", "is", null)
    .select((eb) =>
      eb
        .selectFrom("planSlots as slot")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("slot.seatId", "=", "seat.id")
        .where("slot.assignmentId", "is", null)
        .$asScalar()
        .$notNull()
        .as("unbegun"),
    );

/** What the study that runs has left for an annotator: in their seat, else, if they may take one, in the first that is free. */
const plannedFor = (taskId: Ref<string>, { annotatorId, role }: { annotatorId: Ref<string | null>; role: Ref<string | null> }) =>
  sub
    .case()
    .when(sub.exists(runningPlanOf(taskId).select("p.id")))
    .then(
      sub.fn.coalesce(
        seatsOf(taskId).where("seat.annotatorId", "=", annotatorId).$asScalar(),
        seatsOf(taskId)
          .where("seat.annotatorId", "is", null)
          .where(sub(role, "=", "annotator"))
          .orderBy("seat.position")
          .limit(1)
          .$asScalar(),
        sub.lit(0),
      ),
    )
    .end();

const evaluationRunsOf = (taskId: Ref<string>) =>
  sub
    .selectFrom("runs as r")
    .select((eb) => {
      const isSettled = eb.and([eb("r.status", "=", "done"), eb("r.importId", "is", null)]);
      const settledAt = eb
        .case()
        .when(isSettled)
        .then(eb.cast<string | null>(eb.ref("r.endedAt"), "text"))
        .end();
      return jsonList(jsonBuildObject({ id: eb.ref("r.id"), settledAt })).as("list");
    })
    .where("r.taskId", "=", taskId)
    .where("r.kind", "=", "evaluation");

/**
 * A task with its counts. Each count reads one index range; nothing is joined row by row. `userId` is the requesting person: `mine` counts their own work
 * and what they could still claim.
 *
 * The counts name the task by its value: where they take it from the row, PostgreSQL expects as many samples of a small task as tasks have in the mean,
 * and reads those of a large one beside it to find them.
 */
function taskWithCounts(taskId: string, userId: string) {
  const id = sub.cast<string>(sub.val(taskId), "uuid");
  return db()
    .selectFrom("tasks as t")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .leftJoinLateral(
      ({ ref }) => publishedSetOf(ref("t.id")).select(["published.id", "published.version"]).as("cs"),
      (join) => join.onTrue(),
    )
    .leftJoin("memberships as m", (join) => join.onRef("m.projectId", "=", "t.projectId").on("m.userId", "=", userId))
    .leftJoin("annotators as me", (join) => join.onRef("me.projectId", "=", "t.projectId").on("me.userId", "=", userId))
    .crossJoinLateral(({ ref }) =>
      workOf({ id, setId: ref("cs.id"), annotatorsPerSample: ref("t.annotatorsPerSample") }, ref("me.id")).as("mine"),
    )
    .select(["t.id", "t.projectId", "t.name", "t.description", "t.inputName", "t.outputName", "t.kind"])
    .select([
      "t.annotatorsPerSample",
      "t.arm",
      "t.leaseMinutes",
      "t.reasonRequired",
      "t.mayAcceptRest",
      "t.textFormat",
      "t.archivedAt",
      "t.draftRunId",
    ])
    .select(["p.archivedAt as projectArchivedAt", "cs.id as setId", "cs.version as setVersion", "me.id as annotatorId"])
    .select(["mine.submitted", "mine.skipped", "mine.open", "mine.prepared", "mine.unfilled"])
    .select((eb) => {
      const setId = eb.ref("cs.id");
      const place = { id, setId, annotatorsPerSample: eb.ref("t.annotatorsPerSample") };
      const samplesFull = samplesOf(id).where("s.filledSlots", ">=", place.annotatorsPerSample);
      const samplesUnfilled = samplesOf(id).where("s.filledSlots", "<", place.annotatorsPerSample);
      return [
        guidelinesOf(id).as("guidelines"),
        samplesFull.$asScalar().$notNull().as("samplesFull"),
        setAsideOf(samplesFull, id).$asScalar().$notNull().as("setAsideFull"),
        samplesUnfilled.$asScalar().$notNull().as("samplesUnfilled"),
        setAsideOf(samplesUnfilled, id).$asScalar().$notNull().as("setAsideUnfilled"),
        heldAndFull(place).$asScalar().$notNull().as("samplesHeld"),
        heldAndFull(place).where("s.id", "in", setAsideIn(id)).$asScalar().$notNull().as("setAsideHeld"),
        finishedOf(place, setAsideIn(id)).$asScalar().$notNull().as("setAsideFinished"),
        criteriaOf(setId).$asScalar().$notNull().as("criteria"),
        workIn(id, "open").$asScalar().$notNull().as("assignmentsOpen"),
        changesOf(id).$asScalar().as("changes"),
        rowVersion.as("rowVersion"),
        lapsedFor(place, eb.ref("me.id")).$asScalar().$notNull().as("lapsed"),
        eb
          .exists(
            eb.selectFrom("studyPlans as over").select("over.id").whereRef("over.taskId", "=", "t.id").where("over.status", "=", "closed"),
          )
          .$castTo<boolean>()
          .as("studyClosed"),
        plannedFor(id, { annotatorId: eb.ref("me.id"), role: eb.ref("m.role") }).as("planned"),
        isExcluded(eb.ref("me.id"), id).$castTo<boolean>().as("excluded"),
        evaluationRunsOf(id).$asScalar().$notNull().as("runs"),
        shownRunId({ id, draftRunId: eb.ref("t.draftRunId").$notNull(), setId: setId.$notNull() }).as("shownRunId"),
      ];
    })
    .where("t.id", "=", id);
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof taskWithCounts>["executeTakeFirstOrThrow"]>>;

/** What the requesting person could still claim, before it is known which samples lack a draft. */
function availableIn(row: TaskRow): number {
  const { archivedAt, projectArchivedAt, setId, arm, shownRunId, unfilled, lapsed, planned, prepared } = row;
  if (row.excluded) return 0;
  if (planned !== null && archivedAt === null && projectArchivedAt === null) return planned + prepared;
  const isClosed =
    row.studyClosed || archivedAt !== null || projectArchivedAt !== null || setId === null || (arm === "drafted" && shownRunId === null);
  return isClosed ? 0 : row.samplesUnfilled - row.setAsideUnfilled - unfilled + lapsed + prepared;
}

function toSummary(row: TaskRow, drafts: ReadonlyMap<string, number>, work: ReadonlyMap<string, WorkCounts>): TaskSummary {
  const { inputs, submitted: assignmentsSubmitted, finished } = found(work.get(row.id), "task");
  const { id, projectId, name, description, inputName, outputName, kind, guidelines, annotatorsPerSample, arm, leaseMinutes } = row;
  const {
    reasonRequired,
    mayAcceptRest,
    textFormat,
    draftRunId,
    criteria,
    assignmentsOpen,
    samplesFull,
    samplesUnfilled,
    setAsideFull,
    setAsideUnfilled,
  } = row;
  const samples = samplesFull + samplesUnfilled;
  const { setId, setVersion, submitted, skipped, open, runs } = row;
  return {
    ...{ id, projectId, name, description, inputName, outputName, kind, guidelines, annotatorsPerSample, arm, leaseMinutes },
    reasonRequired,
    mayAcceptRest,
    textFormat,
    draftRunId,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    publishedSet: setId === null || setVersion === null ? null : { id: setId, version: setVersion },
    counts: {
      ...{ samples, samplesToRate: samples - setAsideFull - setAsideUnfilled, inputs, criteria, assignmentsOpen },
      assignmentsSubmitted,
      // Those whose slots are all taken and that nobody still works on; imported work has no slots and is counted one by one.
      samplesFinished:
        finished === null ? samplesFull - setAsideFull - (row.samplesHeld - row.setAsideHeld) : finished - row.setAsideFinished,
      drafts: runs.reduce((sum, run) => sum + (drafts.get(run.id) ?? 0), 0),
      samplesWithoutDraft: 0,
    },
    mine: { submitted, skipped, open, available: availableIn(row) },
  };
}

async function toSummaries(rows: TaskRow[]): Promise<TaskSummary[]> {
  const [drafts, work] = await Promise.all([countDrafts(rows.flatMap((row) => row.runs)), countWork(rows)]);
  return Promise.all(
    rows.map(async (row) => {
      const task = toSummary(row, drafts, work);
      const isWhole = (drafts.get(row.shownRunId ?? "") ?? 0) >= task.counts.samples * task.counts.criteria;
      if (row.planned !== null || row.shownRunId === null || row.arm !== "drafted" || isWhole) return task;
      return { ...task, ...(await countUndrafted(task, row.shownRunId, row.annotatorId ?? nobody)) };
    }),
  );
}

/** An id that no user has. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** The counts of a task whose run has not drafted everything: missing drafts are counted sample by sample. */
async function countUndrafted(task: TaskSummary, runId: string, annotatorId: string): Promise<Pick<TaskSummary, "counts" | "mine">> {
  const asked = { taskId: task.id, criteriaSetId: task.publishedSet?.id ?? nobody, runId };
  const [samplesWithoutDraft, available] = await Promise.all([
    countWithoutDraft(asked),
    task.mine.available === 0 ? 0 : countInQueue({ ...asked, annotatorId, annotatorsPerSample: task.annotatorsPerSample }),
  ]);
  return { counts: { ...task.counts, samplesWithoutDraft }, mine: { ...task.mine, available } };
}

/** A project's tasks in creation order, archived ones last. Four queries at most, whatever the number of tasks. */
export async function listTaskRows(projectId: string, userId: string): Promise<TaskSummary[]> {
  const ofProject = db().selectFrom("tasks as t").select("t.id").where("t.projectId", "=", projectId);
  const ordered = ofProject
    .orderBy((eb) => eb("t.archivedAt", "is not", null))
    .orderBy("t.createdAt")
    .orderBy("t.name");
  const [first, ...others] = (await ordered.execute()).map(({ id }) => taskWithCounts(id, userId));
  if (first === undefined) return [];
  return toSummaries(await others.reduce((all, one) => all.unionAll(one), first).execute());
}

const oneTask = prepared((given: { taskId: string; userId: string }) => taskWithCounts(given.taskId, given.userId));

/** Throws not_found. */
export async function getTaskRow(id: string, userId: string): Promise<TaskSummary> {
  const [task] = await toSummaries(await oneTask({ taskId: id, userId }));
  return found(task, "task");
}
