import "server-only";
import { createHash } from "node:crypto";
import type { Action, NewAction } from "@/lib/domain/action";
import type { Criterion, CriterionContent } from "@/lib/domain/criterion";
import { withItemIds } from "@/lib/domain/draft";
import { AppError, found } from "@/lib/domain/errors";
import { type CriteriaSet, type Proposal, proposalDetails } from "@/lib/domain/project";
import { applyCriteriaActions } from "@/lib/review/apply-criteria-actions";
import { type Db, db } from "./client";

const proposals = (on: Db) =>
  on
    .selectFrom("drafts as d")
    .innerJoin("runs as r", "r.id", "d.runId")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .select(["d.id as draftId", "j.name as judge", "r.model", "r.promptVersion", "d.items", "d.details", "r.options", "r.roles"]);

type StoredProposal = Awaited<ReturnType<ReturnType<typeof proposals>["executeTakeFirstOrThrow"]>>;

function toProposal({ items, details, options, roles, ...proposal }: StoredProposal): Proposal {
  const { consistency = null, sampled = null } = proposalDetails.parse(details ?? {});
  const { temperature } = options;
  return {
    ...proposal,
    items: withItemIds(items),
    consistency,
    sampled: sampled ?? [],
    temperature: sampled !== null && typeof temperature === "number" ? temperature : null,
    embeddingsModel: consistency?.basis === "embeddings" ? (roles.embedding?.model ?? null) : null,
  };
}

const sets = (on: Db) =>
  on
    .selectFrom("criteriaSets as cs")
    .innerJoin("tasks as t", "t.id", "cs.taskId")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .where("cs.status", "<>", "derived")
    .select([
      "cs.id",
      "cs.taskId",
      "t.projectId",
      "p.reasonCodes",
      "cs.version",
      "cs.status",
      "t.kind",
      "cs.publishedAt",
      "cs.createdAt",
      "cs.proposalDraftId",
    ])
    .select((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom("assignments as a").select("a.id").whereRef("a.criteriaSetId", "=", "cs.id")),
          eb.exists(eb.selectFrom("runs as r").select("r.id").whereRef("r.criteriaSetId", "=", "cs.id")),
        ])
        .$castTo<boolean>()
        .as("inUse"),
    );

type SetRow = Awaited<ReturnType<ReturnType<typeof sets>["executeTakeFirstOrThrow"]>>;

/** A criteria set with its project and task and, while it is a draft, the result of its actions. */
export type CriteriaSetInContext = ReturnType<typeof assemble>;

/** A stable placeholder for the id that a draft set's criterion gets on publication. */
function provisionalId(criteriaSetId: string, lineId: string): string {
  const hex = createHash("sha256").update(`${criteriaSetId}/${lineId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function assemble(row: SetRow, proposal: Proposal | null, frozen: Criterion[], actions: Action[]) {
  const { proposalDraftId: _, status, ...set } = row;
  const state = applyCriteriaActions({ items: proposal?.items ?? [], actions, pairwise: row.kind === "pairwise" });
  const kept = state.lines.filter((line) => line.outcome !== "open" && line.outcome !== "remove");
  const provisional = kept.map((line, position) => ({ ...line.criterion, id: provisionalId(row.id, line.id), position, sampleId: null }));
  return {
    ...set,
    status: status === "published" ? status : ("draft" as const),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    criteria: status === "published" ? frozen : provisional,
    proposal,
    actions,
    state,
  };
}

/** Fills sets with their criteria, actions and proposals, in three queries whatever the number of sets. */
async function fill(on: Db, rows: SetRow[]): Promise<CriteriaSetInContext[]> {
  const ids = rows.map((row) => row.id);
  const criteria = await on
    .selectFrom("criteria")
    .select(["criteriaSetId", "id", "position", "name", "definition", "scale", "overall", "group", "sampleId"])
    .where("criteriaSetId", "=", ({ fn, val }) => fn.any(val(ids)))
    .where("sampleId", "is", null)
    .orderBy("position")
    .execute();
  const actions = await on
    .selectFrom("actions")
    .select(["criteriaSetId", "id", "seq", "parentId", "kind", "itemId", "itemKind", "text", "score", "criterion"])
    .select(["reasonCode", "reason", "undoesId", "at"])
    .where("criteriaSetId", "=", ({ fn, val }) => fn.any(val(ids)))
    .orderBy("seq")
    .execute();
  const draftIds = rows.flatMap(({ proposalDraftId }) => (proposalDraftId === null ? [] : [proposalDraftId]));
  const proposed =
    draftIds.length === 0
      ? []
      : await proposals(on)
          .where("d.id", "=", ({ fn, val }) => fn.any(val(draftIds)))
          .execute();
  const of = <T extends { criteriaSetId: string | null }>(all: T[], id: string) =>
    all.filter((entry) => entry.criteriaSetId === id).map(({ criteriaSetId: _, ...entry }) => entry);
  const acted = actions.map((action) => ({ ...action, at: action.at.toISOString() }));
  return rows.map((row) => {
    const proposal = proposed.find(({ draftId }) => draftId === row.proposalDraftId);
    return assemble(row, proposal === undefined ? null : toProposal(proposal), of(criteria, row.id), of(acted, row.id));
  });
}

/** Criteria sets of a task, newest first. Four queries. */
export async function listCriteriaSetRows(taskId: string): Promise<CriteriaSetInContext[]> {
  return fill(db(), await sets(db()).where("cs.taskId", "=", taskId).orderBy("cs.version", "desc").execute());
}

/** Throws not_found. With `lock`, later writers of the same set wait until this transaction ends. */
export async function getCriteriaSet(
  id: string,
  { tx = db(), lock = false }: { tx?: Db; lock?: boolean } = {},
): Promise<CriteriaSetInContext> {
  const query = sets(tx).where("cs.id", "=", id);
  const [set] = await fill(tx, await (lock ? query.forUpdate("cs") : query).execute());
  return found(set, "criteria set");
}

/** The public part of a criteria set. */
export function toCriteriaSet({ projectId: _, kind: __, state: ___, reasonCodes: ____, ...set }: CriteriaSetInContext): CriteriaSet {
  return set;
}

/** The result of a criteria run; null: none yet. */
export async function findProposal(runId: string): Promise<Proposal | null> {
  const ofRun = proposals(db()).where("r.id", "=", runId).where("r.kind", "=", "criteria").where("d.sampleId", "is", null);
  const stored = await ofRun.executeTakeFirst();
  return stored === undefined ? null : toProposal(stored);
}

/** The items of a criteria proposal made for this task. Throws not_found. */
export async function getProposalOf(tx: Db, taskId: string, draftId: string) {
  const ofTask = proposals(tx).where("d.id", "=", draftId).where("r.taskId", "=", taskId);
  const proposal = await ofTask.where("r.kind", "=", "criteria").where("d.sampleId", "is", null).executeTakeFirst();
  return found(proposal, "proposal for this task").items;
}

/** The task's draft set, or null. There is at most one, so that nobody publishes over another person's unfinished work. */
export async function findDraftSet(tx: Db, taskId: string): Promise<string | null> {
  const draft = tx.selectFrom("criteriaSets").select("id").where("taskId", "=", taskId).where("status", "=", "draft");
  return (await draft.executeTakeFirst())?.id ?? null;
}

/** Creates a draft set with the next version. Sets that belong to runs have negative versions. */
export async function createCriteriaSetRow(tx: Db, set: { taskId: string; proposalDraftId: string | null }): Promise<string> {
  const version = tx
    .selectFrom("criteriaSets")
    .select(({ fn, eb, val }) => eb(fn<number>("greatest", [fn.max("version"), val(0)]), "+", 1).as("next"))
    .where("taskId", "=", set.taskId);
  const made = tx
    .insertInto("criteriaSets")
    .values({ ...set, version })
    .returning("id");
  return (await made.executeTakeFirstOrThrow()).id;
}

/** Appends actions to a draft set or a redline after `afterSeq` (-1: none yet). Throws conflict when an id is already used elsewhere. */
export async function appendCriteriaActions(
  tx: Db,
  { afterSeq, ...owner }: ({ criteriaSetId: string } | { redlineId: string }) & { userId: string; afterSeq: number },
  actions: NewAction[],
): Promise<void> {
  if (actions.length === 0) return;
  const rows = actions.map(({ criterion, ...action }, index) => ({
    ...action,
    criterion: criterion === null ? null : JSON.stringify(criterion),
    ...owner,
    seq: afterSeq + 1 + index,
  }));
  const inserted = tx
    .insertInto("actions")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing());
  const { numInsertedOrUpdatedRows } = await inserted.executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== BigInt(actions.length))
    throw new AppError("conflict", "An action with this id was already made elsewhere.");
}

/**
 * Freezes a draft set with these criteria. The samples' slot counts restart from zero: they count annotators under the published set, and
 * the new one has none yet.
 */
export async function publishCriteriaSetRow(
  tx: Db,
  set: { id: string; taskId: string; userId: string },
  criteria: CriterionContent[],
): Promise<void> {
  const rows = criteria.map(({ name, definition, scale, overall, group }, position) => {
    return { criteriaSetId: set.id, position, name, definition, scale: JSON.stringify(scale), overall, group: group ?? null };
  });
  if (rows.length > 0) await tx.insertInto("criteria").values(rows).execute();
  await tx
    .updateTable("criteriaSets")
    .set({ status: "published", publishedAt: tx.fn<Date>("now"), publishedById: set.userId })
    .where("id", "=", set.id)
    .execute();
  await tx.updateTable("samples").set({ filledSlots: 0 }).where("taskId", "=", set.taskId).where("filledSlots", "<>", 0).execute();
}

/** Deletes a draft set with its actions. */
export async function deleteCriteriaSetRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom("criteriaSets").where("id", "=", id).where("status", "=", "draft").execute();
}
