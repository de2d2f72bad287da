import "server-only";
import { sql } from "kysely";
import type { KeyScope } from "@/lib/domain/api-key";
import { found } from "@/lib/domain/errors";
import type { Reach } from "@/lib/domain/may-open-account";
import type { Actor, Role } from "@/lib/domain/policy";
import { type Db, db, prisma } from "./client";
import { prepared } from "./prepared";

/** Accounts as actors, with their memberships. A deleted project, or the task in it, is taken from everybody here and in `roleIn`. */
const selectAnyActor = (on: Db) =>
  on.selectFrom("users").select((eb) => [
    "users.id as userId",
    "users.name",
    "users.email",
    "users.participant",
    sql<boolean>`coalesce(${eb.ref("users.role")} = 'admin', false)`.as("instanceAdmin"),
    eb
      .selectFrom("memberships")
      .whereRef("memberships.userId", "=", "users.id")
      .select(({ ref }) =>
        sql<Record<string, Role> | null>`jsonb_object_agg(${ref("memberships.projectId")}, ${ref("memberships.role")})`.as("roles"),
      )
      .as("memberships"),
    eb
      .selectFrom("deletedProjects")
      .select(({ ref }) => sql<string[] | null>`array_agg(${ref("deletedProjects.projectId")})`.as("ids"))
      .as("deletedProjects"),
    eb
      .selectFrom("participants")
      .innerJoin("studyPlans", "studyPlans.id", "participants.planId")
      .select("studyPlans.taskId")
      .whereRef("participants.userId", "=", "users.id")
      .as("takesPartIn"),
  ]);

/** A disabled account cannot act. */
const selectActor = (on: Db) => selectAnyActor(on).where(({ eb, fn }) => eb(fn.coalesce("users.banned", sql.lit(false)), "=", false));

type ActorRow = Awaited<ReturnType<ReturnType<typeof selectAnyActor>["executeTakeFirstOrThrow"]>>;

const toActor = ({ memberships, deletedProjects, participant, takesPartIn, ...actor }: ActorRow): Actor => ({
  ...actor,
  memberships: new Map(Object.entries(memberships ?? {})),
  ...(deletedProjects !== null && { deletedProjects: new Set(deletedProjects) }),
  ...(participant && { onlyTask: takesPartIn }),
});

const bySession = prepared((given: { token: string }) =>
  selectActor(db())
    .innerJoin("sessions", "sessions.userId", "users.id")
    .select(({ ref }) => sql<boolean>`${ref("sessions.updatedAt")} < now() - interval '1 day'`.as("stale"))
    .where("sessions.token", "=", given.token)
    .where("sessions.expiresAt", ">", sql<Date>`now()`),
);

/** The holder of a session, with memberships, in one query; null when the session has ended. `stale`: not renewed for a day. */
export async function findActorBySession(token: string): Promise<{ actor: Actor; stale: boolean } | null> {
  const [row] = await bySession({ token });
  if (row === undefined) return null;
  const { stale, ...actor } = row;
  return { actor: toActor(actor), stale };
}

const byApiKey = prepared((given: { keyHash: string }) =>
  selectActor(db())
    .innerJoin("apiKeys", "apiKeys.userId", "users.id")
    .select("apiKeys.scopes")
    .select(({ ref }) => sql<boolean>`coalesce(${ref("apiKeys.lastUsedAt")} < now() - interval '1 minute', true)`.as("unnoted"))
    .where("apiKeys.keyHash", "=", given.keyHash)
    .where(({ eb, or }) => or([eb("apiKeys.expiresAt", "is", null), eb("apiKeys.expiresAt", ">", sql<Date>`now()`)])),
);

/** The owner and scope of an API key, by its hash, in one query; null when the key is not valid. Records its use, at most once a minute. */
export async function findActorByApiKey(keyHash: string): Promise<{ actor: Actor; scopes: KeyScope[] } | null> {
  const [row] = await byApiKey({ keyHash });
  if (row === undefined) return null;
  const { unnoted, scopes, ...actor } = row;
  if (unnoted) await prisma().apiKey.updateMany({ where: { keyHash }, data: { lastUsedAt: new Date() } });
  return { actor: toActor(actor), scopes };
}

/** An account as an actor; null for one that is disabled or gone. */
export async function findActor(userId: string, on: Db = db()): Promise<Actor | null> {
  const row = await selectActor(on).where("users.id", "=", userId).executeTakeFirst();
  return row === undefined ? null : toActor(row);
}

/** What an account gives access to, disabled or not. Throws not_found. */
export async function getReach(userId: string, on: Db = db()): Promise<Reach> {
  return toActor(found(await selectAnyActor(on).where("users.id", "=", userId).executeTakeFirst(), "person"));
}
