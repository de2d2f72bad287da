import "server-only";
import type { ModelPrice } from "@/lib/domain/model-price";
import { type Db, db } from "./client";

/** The price table, by name. */
export async function listModelPriceRows(on: Db = db()): Promise<ModelPrice[]> {
  const rows = await on
    .selectFrom("modelPrices as p")
    .leftJoin("users as u", "u.id", "p.updatedById")
    .select(["p.model", "p.inputPriceUsd", "p.outputPriceUsd", "p.updatedAt"])
    .select(({ fn }) => fn.coalesce("u.name", "p.updatedById").as("updatedBy"))
    .orderBy("p.model")
    .execute();
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}

/** Sets the price of a model, or of all models with this prefix. */
export async function saveModelPriceRow(
  tx: Db,
  { model, ...price }: { model: string; inputPriceUsd: number; outputPriceUsd: number; updatedById: string },
): Promise<void> {
  const values = { ...price, updatedAt: tx.fn<Date>("now") };
  await tx
    .insertInto("modelPrices")
    .values({ model, ...values })
    .onConflict((conflict) => conflict.column("model").doUpdateSet(values))
    .execute();
}

/** Removes a price. Returns whether it existed. */
export async function removeModelPriceRow(tx: Db, model: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("modelPrices").where("model", "=", model).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
