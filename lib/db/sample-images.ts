import "server-only";
import type { ImageRecord } from "@/lib/domain/import";
import { type Db, db } from "./client";
import { bytesOf, keepBytes } from "./stored-objects";

/** Stores those of an import's images that one of its stored samples names. */
export async function insertImages(on: Db, importId: string, images: readonly ImageRecord[]): Promise<void> {
  if (images.length === 0) return;
  const samples = await on.selectFrom("samples").select("imageUrl").distinct().where("importId", "=", importId).execute();
  const named = new Set(samples.map(({ imageUrl }) => imageUrl));
  for (const { path, type, bytes } of images) {
    if (!named.has(path)) continue;
    const kept = await keepBytes("images", bytes, type);
    await on
      .insertInto("images")
      .values({ importId, path, type, ...kept })
      .execute();
  }
}

/** What a sample's dataset says of its image, the image if it was uploaded, and the project. Undefined: there is no such sample. */
export async function findSampleImage(sampleId: string) {
  const row = await db()
    .selectFrom("samples as s")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .leftJoin("images as i", (join) => join.onRef("i.importId", "=", "s.importId").onRef("i.path", "=", "s.imageUrl"))
    .select(["t.projectId", "s.imageUrl", "i.type", "i.bytes", "i.object"])
    .where("s.id", "=", sampleId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { projectId, imageUrl, type, bytes, object } = row;
  return { projectId, imageUrl, image: type === null ? null : { type, read: () => bytesOf({ bytes, object }) } };
}

/** A sample's uploaded image as a data URL; null: it is gone. */
export async function readImageData(sampleId: string): Promise<string | null> {
  const image = (await findSampleImage(sampleId))?.image;
  return image ? `data:${image.type};base64,${(await image.read()).toString("base64")}` : null;
}
