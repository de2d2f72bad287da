import "server-only";
import { sql } from "kysely";
import type { ColumnKinds } from "@/lib/datasets/parquet-tables";
import type { Tx } from "./client";

/** What the values of an exported task's columns are. */
export async function readColumnKinds(tx: Tx, task: { id: string; criteriaSetId: string | null }): Promise<ColumnKinds> {
  const metadata = await tx
    .selectFrom("samples")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom(sql<{ key: string; value: unknown }>`jsonb_each(${from.ref("samples.metadata")})`.as("pair"))
          .select(({ ref }) => ["pair.key", sql<string>`jsonb_typeof(${ref("pair.value")})`.as("kind")])
          .as("own"),
      (join) => join.onTrue(),
    )
    .where("samples.taskId", "=", task.id)
    .select(({ ref }) => ["own.key", sql<string[]>`array_agg(distinct ${ref("own.kind")} order by ${ref("own.kind")})`.as("kinds")])
    .groupBy("own.key")
    .execute();
  const labelled =
    task.criteriaSetId === null
      ? []
      : await tx
          .selectFrom("criteria")
          .select("name")
          .where("criteriaSetId", "=", task.criteriaSetId)
          .where(({ ref }) => sql<boolean>`${ref("scale")}->>'kind' = 'categorical'`)
          .execute();
  return {
    metadata: new Map(metadata.map(({ key, kinds }) => [key, kinds])),
    labelled: new Set(labelled.map(({ name }) => name)),
  };
}
