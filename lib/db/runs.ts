import "server-only";
import { type Expression, type Insertable, type Selectable, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { found } from "@/lib/domain/errors";
import type { Run, RunStatus } from "@/lib/domain/judge";
import { listLikeness } from "@/lib/domain/list-likeness";
import type { UnitKey } from "./batch-work";
import { type Db, db, prisma } from "./client";
import { addressOf } from "./endpoints";
import { publishedSetOf } from "./published-set";
import { askedBy, draftsOf, failuresOf, rateOf, workOf } from "./run-progress";
import { storable } from "./storable";

/** Runs with their judge and criteria set, and their frozen settings. */
const frozenRuns = () =>
  db()
    .selectFrom("runs as r")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .leftJoin("criteriaSets as cs", "cs.id", "r.criteriaSetId")
    .select(["r.id", "r.taskId", "r.kind", "r.status", "r.model", "r.protocol", "r.promptVersion", "r.parameters", "r.options", "r.roles"])
    .select(["r.variant", "r.reuseAnswers", "r.budgetUsd", "r.budgetTokens", "r.inputPriceUsd", "r.outputPriceUsd", "r.importId"])
    .select(["r.error", "r.createdAt", "r.startedAt", "r.endedAt", "j.id as judgeId", "j.name as judgeName", "j.kind as judgeKind"])
    .select(["cs.id as criteriaSetId", "cs.version as criteriaSetVersion"]);

/**
 * Runs with their progress, counted from the work list or, for an imported run, from its drafts. Tokens and cost are sums over requests, failed ones
 * included, or over an imported run's drafts. Other runs' drafts are read only if they may add something.
 */
const runs = () =>
  frozenRuns()
    .crossJoinLateral(({ ref }) => workOf(ref("r.id")).as("work"))
    .crossJoinLateral((eb) => rateOf(eb.ref("r.id"), eb.ref("r.startedAt"), eb("r.status", "=", "running")).as("rate"))
    .leftJoinLateral(
      ({ ref }) => askedBy(ref("r.id")).as("asked"),
      (join) => join.onTrue(),
    )
    .crossJoinLateral((eb) => {
      const isNeeded = eb.or([eb("r.reuseAnswers", "=", true), eb("work.total", "=", 0), eb("asked.inputTokens", "is", null)]);
      return draftsOf(eb.ref("r.id"), isNeeded).as("made");
    })
    .crossJoinLateral(({ ref }) => failuresOf(ref("r.id")).as("failures"))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("drafts as d")
          .select(["d.id", "d.details"])
          .whereRef("d.runId", "=", "r.id")
          .where("r.kind", "=", "criteria")
          .limit(1)
          .as("proposal"),
      (join) => join.onTrue(),
    )
    .leftJoin("servers as e", (join) =>
      join.on(({ eb, ref }) => eb("e.address", "=", addressOf(ref("j.baseUrl")))).on("e.blockedUntil", ">", sql<Date>`now()`),
    )
    .select([
      "work.total",
      "work.done",
      "work.failed",
      "work.pending",
      "work.dropped",
      "made.drafts",
      "made.cached",
      "rate.units as unitsPerMinute",
    ])
    .select(["failures.list as failures", "proposal.id as proposalDraftId", "proposal.details as proposalDetails", "e.blockedUntil"])
    .select(({ fn, val }) => [
      fn.coalesce("asked.inputTokens", "made.inputTokens").as("inputTokens"),
      fn.coalesce("asked.outputTokens", "made.outputTokens").as("outputTokens"),
      fn.coalesce("asked.costUsd", "made.costUsd").as("costUsd"),
      fn.coalesce("asked.withoutCost", val(0)).as("requestsWithoutCost"),
    ]);

type StoredRun = Awaited<ReturnType<ReturnType<typeof runs>["executeTakeFirstOrThrow"]>>;

const isUnderWay: Partial<Record<RunStatus, true>> = { queued: true, running: true };

/** A run without a work list has one unit if it proposes criteria, else the units it has drafts of. */
function unitsOf({ kind, status, total, done, failed, pending, dropped, drafts, cached }: StoredRun): Run["units"] {
  if (total > 0) return { total, done, failed, pending, dropped, cached };
  const isProposal = kind === "criteria";
  const isPending = isUnderWay[status] === true || status === "paused";
  return {
    total: isProposal ? 1 : drafts,
    done: drafts,
    failed: isProposal && status === "failed" ? 1 : 0,
    pending: isProposal && isPending ? 1 : 0,
    dropped,
    cached,
  };
}

function toRun(row: StoredRun): Run {
  const { judgeId, judgeName, judgeKind, criteriaSetId, criteriaSetVersion, importId, inputPriceUsd, outputPriceUsd, ...run } = row;
  const { total: _, done, failed, pending, dropped, drafts, cached, blockedUntil, proposalDetails, roles, ...shown } = run;
  const { status, unitsPerMinute } = run;
  return {
    ...shown,
    judge: { id: judgeId, name: judgeName },
    roles: Object.fromEntries(Object.entries(roles).map(([role, { judgeId, model }]) => [role, { judgeId, model }])),
    criteriaSet: criteriaSetId === null || criteriaSetVersion === null ? null : { id: criteriaSetId, version: criteriaSetVersion },
    priced: inputPriceUsd !== null && outputPriceUsd !== null,
    imported: importId !== null || judgeKind === "imported",
    units: unitsOf(row),
    secondsLeft: unitsPerMinute > 0 && pending > 0 ? (pending * 60) / unitsPerMinute : null,
    heldUntil: isUnderWay[status] ? (blockedUntil?.toISOString() ?? null) : null,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    consistency: listLikeness.nullable().parse(proposalDetails?.consistency ?? null),
  };
}

/** Runs of a task, newest first. */
export async function listRunRows(taskId: string): Promise<Run[]> {
  return (await runs().where("r.taskId", "=", taskId).orderBy("r.createdAt", "desc").orderBy("r.id").execute()).map(toRun);
}

/** Throws not_found. */
export async function getRunRow(id: string): Promise<Run> {
  return toRun(found(await runs().where("r.id", "=", id).executeTakeFirst(), "run"));
}

/** What authorisation and control of a run need. Throws not_found. */
export async function getRunPlace(id: string) {
  const place = db()
    .selectFrom("runs as r")
    .innerJoin("tasks as t", "t.id", "r.taskId")
    .select(["t.projectId", "r.taskId", "r.judgeId", "r.status"])
    .where("r.id", "=", id);
  return found(await place.executeTakeFirst(), "run");
}

/** What a run needs from its task: the project and the published criteria. Throws not_found. */
export async function getTaskForRun(taskId: string) {
  const task = await db()
    .selectFrom("tasks as t")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .leftJoinLateral(
      ({ ref }) => publishedSetOf(ref("t.id")).select("published.id").as("cs"),
      (join) => join.onTrue(),
    )
    .select(["t.id", "t.projectId", "t.kind", "t.archivedAt", "p.archivedAt as projectArchivedAt", "cs.id as publishedSetId"])
    .where("t.id", "=", taskId)
    .executeTakeFirst();
  const { archivedAt, projectArchivedAt, ...rest } = found(task, "task");
  return { ...rest, archived: archivedAt !== null || projectArchivedAt !== null };
}

/** Whether the set is one of the task's published sets. */
export async function isPublishedSetOf(taskId: string, criteriaSetId: string): Promise<boolean> {
  return (await prisma().criteriaSet.count({ where: { id: criteriaSetId, taskId, status: "published" } })) > 0;
}

const json = ["parameters", "options", "roles", "prompts"] as const;
type JsonField = (typeof json)[number];

/** What a new run freezes. JSON fields are passed in the form in which they are read. */
export type NewRun = Omit<Insertable<DB["runs"]>, JsonField> & Pick<Selectable<DB["runs"]>, JsonField>;

/** Creates a run with its settings frozen. */
export async function createRun(tx: Db, run: NewRun): Promise<string> {
  const { parameters, options, roles, prompts, ...plain } = run;
  const texts = {
    parameters: JSON.stringify(parameters),
    options: JSON.stringify(options),
    roles: JSON.stringify(roles),
    prompts: JSON.stringify(prompts),
  };
  const made = tx
    .insertInto("runs")
    .values({ ...plain, ...texts })
    .returning("id");
  return (await made.executeTakeFirstOrThrow()).id;
}

/** A run joined with the first samples of its task, or with all of them if there is no limit. */
const samplesToDraft = (runId: string, sampleLimit: number | null) =>
  db()
    .selectFrom("runs as r")
    .crossJoinLateral((eb) => {
      const samples = eb
        .selectFrom("samples")
        .select(["id", "position"])
        .whereRef("taskId", "=", "r.taskId")
        .orderBy("position")
        .orderBy("id");
      return (sampleLimit === null ? samples : samples.limit(sampleLimit)).as("s");
    })
    .where("r.id", "=", runId);

/** Writes a run's work list in one statement: each sample with its applicable criteria, or only the overall one. Returns how many units. */
export async function createRunUnits(
  tx: Db,
  runId: string,
  choice: { criteria: "every" | "overall"; sampleLimit: number | null },
): Promise<number> {
  const units = samplesToDraft(runId, choice.sampleLimit)
    .innerJoin("criteria as c", "c.criteriaSetId", "r.criteriaSetId")
    .where((eb) => eb.or([eb("c.sampleId", "is", null), eb("c.sampleId", "=", eb.ref("s.id"))]))
    .$if(choice.criteria === "overall", (query) => query.where("c.overall", "=", true))
    .select(["r.id as runId", "s.id as sampleId", "c.id as criterionId"]);
  return insertUnits(tx, units);
}

/** Writes the work list of a run with its own criterion: every sample with that one. Returns how many units. */
export async function createUnitsOfCriterion(tx: Db, runId: string, criterionId: string, sampleLimit: number | null): Promise<number> {
  const units = samplesToDraft(runId, sampleLimit)
    .innerJoin("criteria as c", (join) => join.on("c.id", "=", criterionId))
    .select(["r.id as runId", "s.id as sampleId", "c.id as criterionId"]);
  return insertUnits(tx, units);
}

async function insertUnits(tx: Db, units: Expression<UnitKey & { runId: string }>): Promise<number> {
  const inserted = tx.insertInto("runUnits").columns(["runId", "sampleId", "criterionId"]).expression(units);
  return Number((await inserted.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows);
}

/** The criteria of a set that hold for every sample. */
export const listCriteriaToDraft = (criteriaSetId: string) =>
  db()
    .selectFrom("criteria")
    .select(["name", "overall", "scale"])
    .where("criteriaSetId", "=", criteriaSetId)
    .where("sampleId", "is", null)
    .orderBy("position")
    .execute();

/** How many of a task's first samples have no reference. */
export async function countWithoutReference(taskId: string, sampleLimit: number | null): Promise<number> {
  const first = db().selectFrom("samples").select("reference").where("taskId", "=", taskId).orderBy("position").orderBy("id");
  const { count } = await db()
    .selectFrom((sampleLimit === null ? first : first.limit(sampleLimit)).as("s"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where((eb) => eb(eb.fn.coalesce(eb.fn<string>("trim", ["reference"]), eb.val("")), "=", ""))
    .executeTakeFirstOrThrow();
  return count;
}

/** Moves a run to a status if its status is one of `from`. Returns whether it was. */
export async function moveRun(tx: Db, id: string, from: RunStatus[], to: RunStatus, error: string | null = null): Promise<boolean> {
  const isEnd = to === "done" || to === "failed" || to === "cancelled";
  const moved = tx
    .updateTable("runs")
    .set(({ fn }) => ({ status: to, error: error === null ? null : storable(error), endedAt: isEnd ? fn<Date>("now") : null }))
    .where("id", "=", id)
    .where("status", "in", from);
  return (await moved.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}

/** Sets a run's budgets; undefined ones stay unchanged. */
export async function setBudget(
  tx: Db,
  runId: string,
  { budgetUsd, budgetTokens }: { budgetUsd?: number | null | undefined; budgetTokens?: number | null | undefined },
): Promise<void> {
  if (budgetUsd === undefined && budgetTokens === undefined) return;
  await tx.updateTable("runs").set({ budgetUsd, budgetTokens }).where("id", "=", runId).execute();
}

/** Puts a run's failed units back on its work list. Returns how many. */
export async function reopenFailedUnits(tx: Db, runId: string): Promise<number> {
  const reopened = tx
    .updateTable("runUnits")
    .set(({ fn }) => ({ status: "pending", updatedAt: fn<Date>("now") }))
    .where("runId", "=", runId)
    .where("status", "=", "failed");
  return Number((await reopened.executeTakeFirstOrThrow()).numUpdatedRows);
}
