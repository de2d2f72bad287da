import "server-only";
import { type Db, db } from "./client";

interface NewComment {
  taskId: string;
  targetKind: "criteria-round";
  targetId: string;
  place: string | null;
  userId: string;
  text: string;
}

/** Adds a message to a thread. */
export async function appendComment(tx: Db, comment: NewComment): Promise<void> {
  await tx.insertInto("comments").values(comment).execute();
}

/** All messages about a target, oldest first, each with its place and its author; `name` null: the account was deleted. */
export async function listComments(targetKind: NewComment["targetKind"], targetIds: string[], on: Db = db()) {
  return on
    .selectFrom("comments as c")
    .leftJoin("users as u", "u.id", "c.userId")
    .select(["c.id", "c.targetId", "c.place", "c.userId", "u.name", "c.text", "c.at"])
    .where("c.targetKind", "=", targetKind)
    .where("c.targetId", "=", ({ fn, val }) => fn.any(val(targetIds)))
    .orderBy("c.at")
    .orderBy("c.id")
    .execute();
}
