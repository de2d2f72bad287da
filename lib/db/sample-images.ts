import "server-only";
import { expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { ImageRecord } from "@/lib/domain/import";
import { type Db, db } from "./client";
import { bytesOf, keepBytes } from "./stored-objects";

/** Stores those of an import's images that one of the samples names that it stored or changed. */
export async function insertImages(on: Db, importId: string, images: readonly ImageRecord[]): Promise<void> {
  if (images.length === 0) return;
  const samples = await on
    .selectFrom("samples")
    .select("imageUrl")
    .where("importId", "=", importId)
    .union(
      on
        .selectFrom("sampleUpdates as u")
        .innerJoin("samples as s", "s.id", "u.sampleId")
        .select("s.imageUrl")
        .where("u.importId", "=", importId),
    )
    .execute();
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

const eb = expressionBuilder<DB & { s: DB["samples"]; x: DB["samples"] }, "s" | "x">();

/** The uploaded image of sample `s` or `x`: of the last import that brought one by the path that the sample names, the sample's own or one that changed it. */
export const imageOf = (sample: "s" | "x") =>
  eb
    .selectFrom("images")
    .innerJoin("imports as brought", "brought.id", "images.importId")
    .select(["images.importId", "images.path", "images.type", "images.bytes", "images.object"])
    .whereRef("images.path", "=", `${sample}.imageUrl`)
    .where(({ ref, selectFrom }) => {
      const changed = selectFrom("sampleUpdates as u").select("u.importId").whereRef("u.sampleId", "=", `${sample}.id`);
      return sql<boolean>`${ref("images.importId")} in (select ${ref(`${sample}.importId`)} union all ${changed})`;
    })
    .orderBy("brought.finishedAt", (order) => order.desc().nullsFirst())
    .limit(1);

/** What a sample's dataset says about its image, the image if it was uploaded, and the project. Undefined: there is no such sample. */
export async function findSampleImage(sampleId: string) {
  const row = await db()
    .selectFrom("samples as s")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .leftJoinLateral(imageOf("s").as("i"), (join) => join.onTrue())
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
