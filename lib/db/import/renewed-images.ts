import "server-only";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ImageRecord } from "@/lib/domain/import";
import { imageOf } from "../sample-images";
import { bytesOf } from "../stored-objects";
import type { StagedDb } from "./staging";

/** An image that the file has in place of the stored one of the same path, by their sizes. */
export interface RenewedImage {
  beforeBytes: number;
  afterBytes: number;
}

/**
 * The staged samples, by place, that are stored already with an image of the same path but other bytes; they are marked as changed. A sample's hash knows
 * its image by path only.
 */
export async function markRenewedImages(db: StagedDb, images: readonly ImageRecord[]): Promise<Map<number, RenewedImage>> {
  const renewed = new Map<number, RenewedImage>();
  const given = new Map(images.map(({ path, bytes }) => [path, bytes]));
  if (given.size === 0) return renewed;
  const samples = await db
    .selectFrom("stagedSkips as k")
    .innerJoin("stagedSamples as s", "s.place", "k.place")
    .innerJoin("stagedNames as t", "t.no", "s.task")
    .innerJoin("samples as x", (join) => join.onRef("x.taskId", "=", "t.id").onRef("x.externalId", "=", "s.externalId"))
    .innerJoinLateral(imageOf("x").as("i"), (join) => join.onTrue())
    .where("k.reason", "in", ["unchanged-sample", "changed-sample"])
    .whereRef("s.imageUrl", "=", "x.imageUrl")
    .select(["k.place", "i.importId", "i.path"])
    .execute();
  const stored = await differing(db, samples, given);
  for (const { place, importId, path } of samples) {
    const beforeBytes = stored.get(keyOf(importId, path));
    const afterBytes = given.get(path)?.byteLength;
    if (beforeBytes !== undefined && afterBytes !== undefined) renewed.set(place, { beforeBytes, afterBytes });
  }
  const places = [...renewed.keys()];
  await db.updateTable("stagedSkips").set({ reason: "changed-sample" }).where("place", "=", sql<number>`any(${places}::int[])`).execute();
  return renewed;
}

const keyOf = (importId: string, path: string) => `${importId} ${path}`;
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

/** The sizes of those stored images whose bytes are not the given ones. */
async function differing(
  db: StagedDb,
  samples: readonly { importId: string; path: string }[],
  given: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const { importId, path } of new Map(samples.map((one) => [keyOf(one.importId, one.path), one])).values()) {
    const bytes = given.get(path);
    if (bytes === undefined) continue;
    const row = await db
      .selectFrom("images as i")
      .where("i.importId", "=", importId)
      .where("i.path", "=", path)
      .select(({ ref }) => ["i.object", sql<number>`length(${ref("i.bytes")})`.as("size"), sql<string>`md5(${ref("i.bytes")})`.as("md5")])
      .executeTakeFirstOrThrow();
    const kept = row.object === null ? null : await bytesOf({ bytes: null, object: row.object });
    const [size, hash] = kept === null ? [row.size, row.md5] : [kept.byteLength, md5(kept)];
    if (hash !== md5(bytes)) sizes.set(keyOf(importId, path), size);
  }
  return sizes;
}
