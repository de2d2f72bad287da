import "server-only";
import { found } from "@/lib/domain/errors";
import type { PromptVersionRow } from "@/lib/domain/prompt-version";
import { type Db, db } from "./client";
import { jsonList, jsonOf } from "./json";

const versions = (on: Db = db()) =>
  on
    .selectFrom("promptVersions as v")
    .leftJoin("users as u", "u.id", "v.createdById")
    .select(["v.id", "v.projectId", "v.protocol", "v.version", "v.texts", "v.hash", "v.note", "v.createdAt"])
    .select((eb) => [
      eb.fn.coalesce("u.name", "v.createdById").as("createdBy"),
      eb
        .selectFrom("judges as j")
        .select((judge) => jsonList(jsonOf(judge, ["j.id", "j.name"]), judge.ref("j.name")).as("list"))
        .whereRef("j.promptVersionId", "=", "v.id")
        .where("j.archivedAt", "is", null)
        .$asScalar()
        .$notNull()
        .as("judges"),
    ]);

type StoredVersion = Awaited<ReturnType<ReturnType<typeof versions>["executeTakeFirstOrThrow"]>>;

const toRow = (version: StoredVersion): PromptVersionRow => ({ ...version, createdAt: version.createdAt.toISOString() });

/** A project's prompt versions, newest first within each protocol. */
export async function listPromptVersionRows(projectId: string): Promise<PromptVersionRow[]> {
  const rows = await versions().where("v.projectId", "=", projectId).orderBy("v.protocol").orderBy("v.version", "desc").execute();
  return rows.map(toRow);
}

/** One prompt version; null: the project has none with that id. */
export async function findPromptVersion(projectId: string, id: string, on: Db = db()): Promise<PromptVersionRow | null> {
  const version = await versions(on).where("v.projectId", "=", projectId).where("v.id", "=", id).executeTakeFirst();
  return version === undefined ? null : toRow(version);
}

/**
 * The prompt version to use when no judge names one. `id`: the one to use; undefined: the project's newest; null: the built-in one.
 * Returns undefined for the built-in prompts, and null if the project has none with that id.
 */
export async function findWordingToAsk(
  projectId: string,
  protocol: string,
  id: string | null | undefined,
): Promise<PromptVersionRow | null | undefined> {
  if (id === null) return undefined;
  if (id !== undefined) return findPromptVersion(projectId, id);
  const ofProtocol = versions().where("v.projectId", "=", projectId).where("v.protocol", "=", protocol);
  const newest = await ofProtocol.orderBy("v.version", "desc").limit(1).executeTakeFirst();
  return newest && toRow(newest);
}

/** Throws not_found. */
export async function getPromptVersion(id: string): Promise<PromptVersionRow> {
  return toRow(found(await versions().where("v.id", "=", id).executeTakeFirst(), "prompt version"));
}

interface NewPromptVersion {
  projectId: string;
  protocol: string;
  /** All of the protocol's prompts. */
  texts: Record<string, string>;
  hash: string;
  note: string;
  createdById: string;
}

/** Stores prompts under the next version number. If the project already has exactly these texts, returns that version instead. */
export async function createPromptVersionRow(tx: Db, made: NewPromptVersion): Promise<{ id: string; isNew: boolean }> {
  // Without the lock, two concurrent edits would take the same number.
  await tx.selectFrom("projects").select("id").where("id", "=", made.projectId).forNoKeyUpdate().execute();
  const ofProtocol = tx.selectFrom("promptVersions").where("projectId", "=", made.projectId).where("protocol", "=", made.protocol);
  const texts = JSON.stringify(made.texts);
  const same = await ofProtocol
    .select("id")
    .where("texts", "=", (eb) => eb.cast(eb.val(texts), "jsonb"))
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (same !== undefined) return { id: same.id, isNew: false };
  const version = ofProtocol.select(({ fn, eb, val }) => eb(fn.coalesce(fn.max("version"), val(0)), "+", 1).as("next"));
  const kept = tx
    .insertInto("promptVersions")
    .values({ ...made, texts, version })
    .returning("id");
  return { ...(await kept.executeTakeFirstOrThrow()), isNew: true };
}
