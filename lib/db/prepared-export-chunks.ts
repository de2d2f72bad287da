import "server-only";
import { sql } from "kysely";
import { found } from "@/lib/domain/errors";
import { db } from "./client";
import { bytesOf, keepBytes } from "./stored-objects";

/** All chunks but the last have this size, so that the place of a byte follows from its number. */
const chunkBytes = 1 << 20;

/**
 * Stores an export's file as it is made, and after each chunk how far it is; returns the size. False: the export was cancelled meanwhile, or
 * what it is of was deleted.
 */
export async function storeExportChunks(
  exportId: string,
  body: AsyncIterable<string | Uint8Array>,
  { progress, signal }: { progress: () => number | null; signal: AbortSignal },
): Promise<number | false> {
  let parts: Buffer[] = [];
  let held = 0;
  let seq = 0;
  let size = 0;
  const store = async (bytes: Buffer) => {
    signal.throwIfAborted();
    const kept = await keepBytes("exports", bytes, "application/octet-stream");
    // Nothing is inserted for an export that was cancelled.
    const stored = await db()
      .insertInto("preparedExportChunks")
      .columns(["exportId", "seq", "bytes", "object"])
      .expression((eb) =>
        eb
          .selectFrom("preparedExports")
          .select([
            "id",
            sql<number>`${seq}::int`.as("seq"),
            sql<Buffer | null>`${kept.bytes}::bytea`.as("bytes"),
            sql<string | null>`${kept.object}::text`.as("object"),
          ])
          .where("id", "=", exportId)
          .where("status", "=", "running")
          .forShare(),
      )
      .returning("seq")
      .executeTakeFirst();
    if (stored === undefined) return false;
    seq += 1;
    size += bytes.length;
    await db().updateTable("preparedExports").set({ progress: progress(), size }).where("id", "=", exportId).execute();
    return true;
  };
  for await (const piece of body) {
    const part = Buffer.from(piece as string);
    parts.push(part);
    held += part.length;
    if (held < chunkBytes) continue;
    const all = Buffer.concat(parts);
    let from = 0;
    for (; held - from >= chunkBytes; from += chunkBytes) if (!(await store(all.subarray(from, from + chunkBytes)))) return false;
    // A copy, so that the whole is not kept for its rest.
    parts = [Buffer.from(all.subarray(from))];
    held -= from;
  }
  if (held > 0 && !(await store(Buffer.concat(parts)))) return false;
  return size;
}

/** The bytes from `start` up to but without `end`, one chunk in memory at a time. Throws not_found if the file is deleted meanwhile. */
export async function* readExportChunks(exportId: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const of = db().selectFrom("preparedExportChunks").select(["bytes", "object"]).where("exportId", "=", exportId);
  for (let seq = Math.floor(start / chunkBytes); seq * chunkBytes < end; seq++) {
    const bytes = await bytesOf(found(await of.where("seq", "=", seq).executeTakeFirst(), "file any more"));
    const first = seq * chunkBytes;
    yield bytes.subarray(Math.max(start - first, 0), Math.min(end - first, bytes.length));
  }
}
