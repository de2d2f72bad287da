import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "@/lib/domain/errors";
import { type ObjectStore, objectStore } from "@/lib/objects/object-store";
import { db } from "./client";

/** Bytes as a row holds them: in itself, or as the name of an object in the store. */
export interface Kept {
  bytes: Buffer | null;
  object: string | null;
}

/** Keeps bytes in the object store if there is one; returns what their row says. An object whose row is never written is swept later. */
export async function keepBytes(kind: "images" | "exports", bytes: Uint8Array, type: string): Promise<Kept> {
  const store = objectStore();
  if (store === null) return { bytes: Buffer.from(bytes), object: null };
  const object = `${await ownPlace(store)}${kind}/${randomUUID()}`;
  await answered(store.put(object, bytes, type));
  return { bytes: null, object };
}

/**
 * What the keys begin with that this database gives its objects. A copy of it, restored from a backup with the same secret, gives others: neither may
 * sweep what only the other names.
 */
async function ownPlace({ prefix }: ObjectStore): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select left(md5(concat(d.oid, (select id from _prisma_migrations order by migration_name limit 1))), 16) as mark from pg_database d where d.datname = current_database()`.execute(
    db(),
  );
  return `${prefix}${rows[0]?.mark}/`;
}

/** What the store answers. Throws unavailable, as where the database does not answer. */
async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    const message =
      "The object store, which keeps images and exports, does not answer as it should. Try again later, or tell an administrator of this installation.";
    throw new AppError("unavailable", message, { cause });
  }
}

/** The bytes of a row. Throws unavailable where its object is gone or the store is no longer configured. */
export async function bytesOf({ bytes, object }: Kept): Promise<Buffer> {
  if (bytes !== null) return bytes;
  const store = objectStore();
  const kept = object === null || store === null ? null : await answered(store.get(object));
  if (!kept) throw new AppError("unavailable", "This file is kept in the object store, which does not have it or is not configured.");
  return kept;
}

/** Writes, reads and removes an object; false where there is no store. Throws what keeps the store from being used. */
export async function probeObjectStore(): Promise<boolean> {
  const store = objectStore();
  if (store === null) return false;
  const key = `${store.prefix}probes/${randomUUID()}`;
  await store.put(key, Buffer.from("probe"), "text/plain");
  if ((await store.get(key))?.toString() !== "probe") throw new Error("It does not give back what it was given.");
  await store.remove([key]);
  return true;
}

/** Longer than any transaction that may still write the row of an object. */
const graceMs = 24 * 60 * 60 * 1000;

/** Deletes this database's objects that no row names any more: their project, import or export is gone. Returns how many. */
export async function sweepObjects(nowMs = Date.now()): Promise<number> {
  const store = objectStore();
  if (store === null) return 0;
  let swept = 0;
  for await (const page of store.list(await ownPlace(store))) {
    const old = page.filter(({ changedAt }) => nowMs - changedAt.getTime() > graceMs).map(({ key }) => key);
    if (old.length === 0) continue;
    const named = await db()
      .selectFrom("images")
      .select("object")
      .where("object", "in", old)
      .union(db().selectFrom("preparedExportChunks").select("object").where("object", "in", old))
      .execute();
    const kept = new Set(named.map(({ object }) => object));
    const gone = old.filter((key) => !kept.has(key));
    await store.remove(gone);
    swept += gone.length;
  }
  return swept;
}
