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

type Price = Pick<ModelPrice, "inputPriceUsd" | "outputPriceUsd">;

/** Sets the price of a model, or of all models with this prefix. Returns the price that it replaces; null: there was none. */
export async function saveModelPriceRow(
  tx: Db,
  { model, ...price }: Price & { model: string; updatedById: string },
): Promise<Price | null> {
  const values = { ...price, updatedAt: tx.fn<Date>("now") };
  for (;;) {
    const made = await tx
      .insertInto("modelPrices")
      .values({ model, ...values })
      .onConflict((conflict) => conflict.column("model").doNothing())
      .returning("model")
      .executeTakeFirst();
    if (made !== undefined) return null;
    const rows = tx.selectFrom("modelPrices").select(["inputPriceUsd", "outputPriceUsd"]).where("model", "=", model);
    const before = await rows.forUpdate().executeTakeFirst();
    // Undefined: it was removed in the meantime.
    if (before === undefined) continue;
    await tx.updateTable("modelPrices").set(values).where("model", "=", model).execute();
    return before;
  }
}

/** Removes a price and returns it; null: there was none. */
export async function removeModelPriceRow(tx: Db, model: string): Promise<Price | null> {
  const removed = tx.deleteFrom("modelPrices").where("model", "=", model).returning(["inputPriceUsd", "outputPriceUsd"]);
  return (await removed.executeTakeFirst()) ?? null;
}
