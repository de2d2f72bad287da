import "server-only";
import type { Action } from "@/lib/domain/action";
import type { LineDecision, PanelCandidate, ReplacedWork, RoundItem, RoundSummary } from "@/lib/domain/criteria-round";
import type { CriterionContent, CriterionGroup } from "@/lib/domain/criterion";
import { found } from "@/lib/domain/errors";
import { permissions } from "@/lib/domain/policy";
import { type Db, db } from "./client";

const rounds = (on: Db) =>
  on
    .selectFrom("criteriaRounds as r")
    .innerJoin("tasks as t", "t.id", "r.taskId")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .leftJoin("drafts as d", "d.id", "r.proposalDraftId")
    .leftJoin("runs as run", "run.id", "d.runId")
    .leftJoin("judges as j", "j.id", "run.judgeId")
    .leftJoin("criteriaSets as cs", "cs.id", "r.criteriaSetId")
    .select(["r.id", "r.taskId", "r.number", "r.status", "r.anonymous", "r.items", "r.removedBefore", "r.proposalDraftId"])
    .select([
      "r.openedAt",
      "r.collectedAt",
      "r.closedAt",
      "t.projectId",
      "t.kind",
      "p.reasonCodes",
      "j.name as judge",
      "cs.version as publishedVersion",
    ]);

export type RoundRow = Awaited<ReturnType<ReturnType<typeof rounds>["executeTakeFirstOrThrow"]>>;

/** Throws not_found. With `lock`, later writers of the same round wait until this transaction ends. */
export async function getRoundRow(id: string, { tx = db(), lock = false }: { tx?: Db; lock?: boolean } = {}): Promise<RoundRow> {
  const one = rounds(tx).where("r.id", "=", id);
  return found(await (lock ? one.forUpdate("r") : one).executeTakeFirst(), "round");
}

/** A task's rounds, newest first. */
export const listRoundRows = (taskId: string): Promise<RoundRow[]> =>
  rounds(db()).where("r.taskId", "=", taskId).orderBy("r.number", "desc").execute();

/** The public part of a round, without anybody's work. */
export function toRoundSummary(row: RoundRow): Omit<RoundSummary, "mine"> {
  const { id, taskId, number, status, anonymous, judge, publishedVersion } = row;
  const when = {
    openedAt: row.openedAt.toISOString(),
    collectedAt: row.collectedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
  return { id, taskId, number, status, anonymous, judge, publishedVersion, ...when };
}

interface NewRound {
  taskId: string;
  openedById: string;
  anonymous: boolean;
  proposalDraftId: string | null;
  previousId: string | null;
  items: RoundItem[];
  removedBefore: (CriterionGroup | null)[];
  experts: { userId: string; code: string }[];
}

/** Creates a round with an empty redline per expert; returns its id. The caller holds the task's lock. */
export async function createRoundRow(tx: Db, { experts, items, removedBefore, ...round }: NewRound): Promise<string> {
  const last = await tx
    .selectFrom("criteriaRounds")
    .select(({ fn }) => fn.max<number | null>("number").as("number"))
    .where("taskId", "=", round.taskId)
    .executeTakeFirst();
  const { id } = await tx
    .insertInto("criteriaRounds")
    .values({
      ...round,
      number: (last?.number ?? 0) + 1,
      items: JSON.stringify(items),
      removedBefore: JSON.stringify(removedBefore),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("criteriaRedlines")
    .values(experts.map((expert) => ({ ...expert, roundId: id })))
    .execute();
  return id;
}

/** Whether a round of the task is not over yet. */
export async function hasRoundUnderWay(tx: Db, taskId: string): Promise<boolean> {
  const underWay = tx.selectFrom("criteriaRounds").select("id").where("taskId", "=", taskId).where("status", "<>", "closed");
  return (await underWay.executeTakeFirst()) !== undefined;
}

/** Whether a round of the project still keeps its redlines from each other. */
export async function hasOpenRound(tx: Db, projectId: string): Promise<boolean> {
  const open = tx
    .selectFrom("criteriaRounds as r")
    .innerJoin("tasks as t", "t.id", "r.taskId")
    .select("r.id")
    .where("t.projectId", "=", projectId)
    .where("r.status", "=", "open");
  return (await open.executeTakeFirst()) !== undefined;
}

/** A round's redlines in the order of their codes, each with its expert; without the actions. */
export async function listRedlines(roundIds: string[], on: Db = db()) {
  return on
    .selectFrom("criteriaRedlines as l")
    .leftJoin("users as u", "u.id", "l.userId")
    .select(["l.id", "l.roundId", "l.userId", "l.code", "l.submittedAt", "u.name"])
    .where("l.roundId", "=", ({ fn, val }) => fn.any(val(roundIds)))
    .orderBy("l.code")
    .execute();
}
export type RedlineRow = Awaited<ReturnType<typeof listRedlines>>[number];

/** A user's redline in a round, or undefined. */
export const findOwnRedline = async (tx: Db, roundId: string, userId: string): Promise<RedlineRow | undefined> =>
  (await listRedlines([roundId], tx)).find((redline) => redline.userId === userId);

/** The actions of redlines, by redline, in order. */
export async function listRedlineActions(redlineIds: string[], on: Db = db()): Promise<Map<string, Action[]>> {
  const rows = await on
    .selectFrom("actions")
    .select(["id", "seq", "parentId", "kind", "itemId", "itemKind", "text", "score", "criterion", "reasonCode", "reason", "undoesId", "at"])
    .select(({ ref }) => ref("redlineId").$notNull().as("redlineId"))
    .where("redlineId", "=", ({ fn, val }) => fn.any(val(redlineIds)))
    .orderBy("seq")
    .execute();
  const byRedline = new Map<string, Action[]>();
  for (const { redlineId, ...action } of rows) {
    byRedline.set(redlineId, [...(byRedline.get(redlineId) ?? []), { ...action, at: action.at.toISOString() }]);
  }
  return byRedline;
}

/** Marks a redline as submitted, or as unfinished again. */
export async function markRedline(tx: Db, id: string, submitted: boolean): Promise<void> {
  await tx
    .updateTable("criteriaRedlines")
    .set(({ fn }) => ({ submittedAt: submitted ? fn<Date>("now") : null }))
    .where("id", "=", id)
    .execute();
}

/** Shows a round's redlines to its panel. */
export async function markCollected(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable("criteriaRounds")
    .set(({ fn }) => ({ status: "discussing", collectedAt: fn<Date>("now") }))
    .where("id", "=", id)
    .execute();
}

/** Ends a round, with the set published from it or null. */
export async function closeRoundRow(tx: Db, id: string, by: { userId: string; criteriaSetId: string | null }): Promise<void> {
  await tx
    .updateTable("criteriaRounds")
    .set(({ fn }) => ({ status: "closed", closedAt: fn<Date>("now"), closedById: by.userId, criteriaSetId: by.criteriaSetId }))
    .where("id", "=", id)
    .execute();
}

interface NewDecision {
  roundId: string;
  lineId: string;
  criterion: CriterionContent | null;
  group: CriterionGroup | null;
  note: string;
  userId: string;
}

/** Records a decision after the earlier ones. The caller holds the round's lock. */
export async function appendDecision(tx: Db, { criterion, ...decision }: NewDecision): Promise<void> {
  const { count } = await tx
    .selectFrom("criteriaDecisions")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("roundId", "=", decision.roundId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("criteriaDecisions")
    .values({ ...decision, seq: count, criterion: criterion === null ? null : JSON.stringify(criterion) })
    .execute();
}

/** The latest decision on each line, by round and line. */
export async function listDecisions(roundIds: string[], on: Db = db()): Promise<Map<string, Map<string, LineDecision>>> {
  const rows = await on
    .selectFrom("criteriaDecisions as d")
    .leftJoin("users as u", "u.id", "d.userId")
    .select(["d.roundId", "d.lineId", "d.criterion", "d.group", "d.note", "d.at", "u.name as by"])
    .where("d.roundId", "=", ({ fn, val }) => fn.any(val(roundIds)))
    .orderBy("d.seq")
    .execute();
  const byRound = new Map<string, Map<string, LineDecision>>();
  for (const { roundId, lineId, at, ...decision } of rows) {
    const ofRound = byRound.get(roundId) ?? new Map<string, LineDecision>();
    byRound.set(roundId, ofRound.set(lineId, { ...decision, at: at.toISOString() }));
  }
  return byRound;
}

/** Members of a project who may be invited to a round, by name. */
export async function listPanelCandidates(projectId: string, on: Db = db()): Promise<PanelCandidate[]> {
  return on
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.id", "m.userId")
    .select(["u.id as userId", "u.name", "u.email", "m.role"])
    .where("m.projectId", "=", projectId)
    .where("m.role", "in", permissions["criteria.redline"])
    .orderBy("u.name")
    .orderBy("u.email")
    .execute();
}

/** Work under the version that a task's annotators use now; null: it has none. */
export async function findReplacedWork(taskId: string, on: Db = db()): Promise<ReplacedWork | null> {
  const row = await on
    .selectFrom("criteriaSets as cs")
    .select((eb) => {
      const work = (status: "open" | "submitted") =>
        eb
          .selectFrom("assignments as a")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .whereRef("a.criteriaSetId", "=", "cs.id")
          .where("a.status", "=", status)
          .where("a.purpose", "=", "work")
          .$asScalar()
          .$notNull();
      return ["cs.version", work("open").as("open"), work("submitted").as("submitted")];
    })
    .where("cs.taskId", "=", taskId)
    .where("cs.status", "=", "published")
    .orderBy("cs.version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
