import "server-only";
import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/domain/errors";
import { objectStore } from "@/lib/objects/object-store";
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
  const object = `${store.prefix}${kind}/${randomUUID()}`;
  await store.put(object, bytes, type);
  return { bytes: null, object };
}

/** The bytes of a row. Throws unavailable where its object is gone or the store is no longer configured. */
export async function bytesOf({ bytes, object }: Kept): Promise<Buffer> {
  if (bytes !== null) return bytes;
  const kept = object === null ? null : await objectStore()?.get(object);
  if (!kept) throw new AppError("unavailable", "This file is kept in the object store, which does not have it or is not configured.");
  return kept;
}

/** Longer than any transaction that may still write the row of an object. */
const graceMs = 24 * 60 * 60 * 1000;

/** Deletes this installation's objects that no row names any more: their project, import or export is gone. Returns how many. */
export async function sweepObjects(nowMs = Date.now()): Promise<number> {
  const store = objectStore();
  if (store === null) return 0;
  let swept = 0;
  for await (const page of store.list()) {
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
