import "server-only";
import { sql } from "kysely";
import { type LinkPurpose, mayOpenAccount } from "@/lib/domain/may-open-account";
import { findActor, getReach } from "./actors";
import { type Db, db, inTransaction } from "./client";
import { demandOrdinaryAccount } from "./participants";

export interface LinkHolder {
  userId: string;
  name: string;
  email: string;
  purpose: LinkPurpose;
  /** Null: the command line or the product itself. */
  issuerId: string | null;
}

/**
 * Stores a link's hashed token and ends the user's earlier links, except the first administrator's, which may still be on a screen.
 * `issuerId` null: the command line or the product itself.
 */
export async function createSetPasswordToken(input: {
  userId: string;
  issuerId: string | null;
  purpose: LinkPurpose;
  tokenHash: string;
  days: number;
}): Promise<void> {
  const { days, ...link } = input;
  await inTransaction(async (tx) => {
    await demandOrdinaryAccount(tx, link.userId);
    if (link.purpose !== "first-admin") await voidSetPasswordTokens(tx, link.userId);
    const expiresAt = sql<Date>`now() + make_interval(days => ${days})`;
    await tx
      .insertInto("setPasswordLinks")
      .values({ ...link, expiresAt })
      .execute();
  });
}

/** Ends all of an account's links. */
export async function voidSetPasswordTokens(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom("setPasswordLinks").where("userId", "=", userId).execute();
}

/**
 * The user a link is for; null when it was used or voided, has expired or never existed, when the account is disabled, or when the issuer may no
 * longer open the account: their role, or the account's memberships, may have changed since.
 */
export async function findSetPasswordToken(tokenHash: string, on: Db = db()): Promise<LinkHolder | null> {
  const link = await on
    .selectFrom("setPasswordLinks")
    .innerJoin("users", "users.id", "setPasswordLinks.userId")
    .select(["users.id as userId", "users.name", "users.email", "setPasswordLinks.purpose", "setPasswordLinks.issuerId"])
    .where("setPasswordLinks.tokenHash", "=", tokenHash)
    .where("setPasswordLinks.expiresAt", ">", sql<Date>`now()`)
    .where(({ eb, fn }) => eb(fn.coalesce("users.banned", sql.lit(false)), "=", false))
    .executeTakeFirst();
  if (link === undefined) return null;
  if (link.issuerId === null) return link;
  const issuer = await findActor(link.issuerId, on);
  return issuer !== null && mayOpenAccount(issuer, await getReach(link.userId, on)) ? link : null;
}
