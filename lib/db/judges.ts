import "server-only";
import { AppError, found } from "@/lib/domain/errors";
import { type Judge, type JudgeCapabilities, judgeParameters } from "@/lib/domain/judge";
import type { JudgeKind } from "@/lib/domain/judge-kind";
import { type Db, db } from "./client";
import { unlessTaken } from "./unless-taken";

const judges = (on: Db = db()) =>
  on
    .selectFrom("judges")
    .select(["id", "projectId", "name", "kind", "baseUrl", "model", "protocol", "parameters", "options", "roles"])
    .select(["promptVersionId", "capabilities", "inputPriceUsd", "outputPriceUsd", "archivedAt"]);

// The sealed key itself is not read when a judge is only displayed.
const shownJudges = (on?: Db) => judges(on).select((eb) => eb("apiKeyEncrypted", "is not", null).$castTo<boolean>().as("hasKey"));

/** Judges of a project, archived ones last. */
export async function listJudgeRows(projectId: string): Promise<Judge[]> {
  const rows = await shownJudges()
    .where("projectId", "=", projectId)
    .orderBy((eb) => eb("archivedAt", "is not", null))
    .orderBy("createdAt")
    .orderBy("name")
    .execute();
  return rows.map(judgeOf);
}

/** The names of a project's judges, archived ones among them. */
export const listJudgeNames = async (projectId: string): Promise<string[]> =>
  (await db().selectFrom("judges").select("name").where("projectId", "=", projectId).execute()).map(({ name }) => name);

/** Throws not_found. */
export const getJudgeRow = async (id: string): Promise<Judge> => judgeOf(await shownJudges().where("id", "=", id).executeTakeFirst());

/** A judge that nobody else changes until the transaction ends. Throws not_found. */
export const lockJudgeRow = async (tx: Db, id: string): Promise<Judge> =>
  judgeOf(await shownJudges(tx).where("id", "=", id).forUpdate().executeTakeFirst());

function judgeOf(row: (Omit<Judge, "archivedAt"> & { archivedAt: Date | null }) | undefined): Judge {
  const judge = found(row, "judge");
  return { ...judge, archivedAt: judge.archivedAt?.toISOString() ?? null };
}

/**
 * A callable judge with its sealed key, which stays on the server. Throws not_found, and conflict for a judge without an endpoint
 * (imported drafts, a metric, a panel).
 */
export async function getCallableJudge(id: string) {
  const row = await judges().select("apiKeyEncrypted").where("id", "=", id).executeTakeFirst();
  const { kind, baseUrl, model, parameters, archivedAt, ...judge } = found(row, "judge");
  if (baseUrl === null || model === null)
    throw new AppError("conflict", `The judge "${judge.name}" has no endpoint: ${withoutEndpoint[kind]}.`);
  return { ...judge, baseUrl, model, parameters: judgeParameters.parse(parameters), archived: archivedAt !== null };
}

const withoutEndpoint: Record<JudgeKind, string> = {
  endpoint: "it was never set",
  imported: "its drafts were made elsewhere",
  metric: "a metric is computed",
  panel: "a panel is made of other judges",
  recalibrated: "its scores are computed from another judge's",
};

/** A judge's settings. A metric or a panel has neither `baseUrl` nor `model`. */
export type JudgeContent = Omit<Judge, "id" | "projectId" | "kind" | "capabilities" | "hasKey" | "archivedAt"> & {
  kind: Exclude<JudgeKind, "imported">;
  /** From its creation on. */
  archived?: true;
};

type JsonField = "parameters" | "options" | "roles";

/** JSON fields in their stored form. */
const stored = <C extends { [F in JsonField]?: unknown }>({ parameters, options, roles, ...plain }: C) => ({
  ...plain,
  ...(parameters === undefined ? {} : { parameters: JSON.stringify(parameters) }),
  ...(options === undefined ? {} : { options: JSON.stringify(options) }),
  ...(roles === undefined ? {} : { roles: JSON.stringify(roles) }),
});

/** Throws already_exists. */
export async function createJudgeRow(tx: Db, projectId: string, content: JudgeContent, apiKeyEncrypted: string | null): Promise<string> {
  const { archived, ...settings } = content;
  const values = { ...stored(settings), projectId, apiKeyEncrypted, archivedAt: archived ? new Date() : null };
  return unlessTaken(`This project already has a judge called "${content.name}".`, async () => {
    return (await tx.insertInto("judges").values(values).returning("id").executeTakeFirstOrThrow()).id;
  });
}

export type JudgeChange = { [K in Exclude<keyof JudgeContent, "kind" | "archived">]?: JudgeContent[K] | undefined } & {
  apiKeyEncrypted?: string | null | undefined;
  archived?: boolean | undefined;
};

/**
 * Changes the given fields. Known capabilities are cleared when the endpoint changes. Runs keep what they were started with. Throws
 * already_exists.
 */
export async function updateJudgeRow(tx: Db, id: string, change: JudgeChange): Promise<void> {
  const { archived, ...fields } = change;
  if (Object.values(change).every((value) => value === undefined)) return;
  const isElsewhere = change.baseUrl !== undefined || change.model !== undefined;
  await unlessTaken(`This project already has a judge called "${change.name}".`, () =>
    tx
      .updateTable("judges")
      .set(({ fn }) => ({
        ...stored(fields),
        ...(isElsewhere ? { capabilities: null } : {}),
        ...(archived === undefined ? {} : { archivedAt: archived ? fn.coalesce("archivedAt", fn<Date>("now")) : null }),
      }))
      .where("id", "=", id)
      .execute(),
  );
}

export async function saveJudgeCapabilities(id: string, capabilities: JudgeCapabilities): Promise<void> {
  await db()
    .updateTable("judges")
    .set({ capabilities: JSON.stringify(capabilities) })
    .where("id", "=", id)
    .execute();
}

/** Which of these judges exist in the project, and their kinds. */
export async function listJudgeKinds(projectId: string, ids: readonly string[], on: Db = db()) {
  const rows = await on
    .selectFrom("judges")
    .select(["id", "name", "kind", "archivedAt"])
    .where("projectId", "=", projectId)
    .where("id", "=", ({ fn, val }) => fn.any(val([...ids])))
    .execute();
  return rows.map(({ archivedAt, ...row }) => ({ ...row, archived: archivedAt !== null }));
}
