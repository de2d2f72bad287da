import "server-only";
import { found } from "@/lib/domain/errors";
import { type Db, db } from "./client";

const chunkBytes = 1 << 20;

/** Stores a file's bytes as they arrive, in chunks of one megabyte; returns the size. */
export async function storeChunks(importId: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let size = 0;
  let seq = 0;
  const flush = async () => {
    if (held === 0) return;
    const bytes = Buffer.concat(parts);
    await db().insertInto("importChunks").values({ importId, seq: seq++, bytes }).execute();
    parts = [];
    held = 0;
  };
  for await (const part of source) {
    size += part.byteLength;
    parts.push(part);
    held += part.byteLength;
    if (held >= chunkBytes) await flush();
  }
  await flush();
  return size;
}

/** A staged file's bytes, one chunk in memory at a time. */
export async function* readChunks(importId: string, onProgress?: (share: number) => Promise<void>): AsyncGenerator<Uint8Array> {
  const ofImport = db().selectFrom("importChunks").where("importId", "=", importId);
  const { total } = await ofImport.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  for (let seq = 0; seq < total; seq++) {
    const piece = await ofImport.select("bytes").where("seq", "=", seq).executeTakeFirst();
    yield found(piece, "staged file").bytes;
    await onProgress?.((seq + 1) / total);
  }
}

export async function deleteChunks(tx: Db, importId: string): Promise<void> {
  await tx.deleteFrom("importChunks").where("importId", "=", importId).execute();
}
