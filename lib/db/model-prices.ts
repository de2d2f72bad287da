import "server-only";
import type { PoolClient } from "pg";
import type { ModelPrice } from "@/lib/domain/model-price";
import { pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

const selectPrice = `
  select p.model, p.input_price_usd as "inputPriceUsd", p.output_price_usd as "outputPriceUsd", coalesce(u.name, p.updated_by_id) as "updatedBy",
         to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
  from model_prices p left join users u on u.id = p.updated_by_id`;

/** The table of prices, by name. */
export async function listModelPriceRows(client: Queryable = pool()): Promise<ModelPrice[]> {
  return (await client.query<ModelPrice>(`${selectPrice} order by p.model`)).rows;
}

/** Sets the price of a model, or of all whose names begin so. */
export async function saveModelPriceRow(
  client: Queryable,
  price: { model: string; inputPriceUsd: number; outputPriceUsd: number; updatedById: string },
): Promise<void> {
  await client.query(
    `insert into model_prices (model, input_price_usd, output_price_usd, updated_by_id, updated_at) values ($1, $2, $3, $4, now())
     on conflict (model) do update set input_price_usd = excluded.input_price_usd, output_price_usd = excluded.output_price_usd,
                                       updated_by_id = excluded.updated_by_id, updated_at = now()`,
    [price.model, price.inputPriceUsd, price.outputPriceUsd, price.updatedById],
  );
}

/** Takes a line out of the table. Says whether it was there. */
export async function removeModelPriceRow(client: Queryable, model: string): Promise<boolean> {
  return (await client.query("delete from model_prices where model = $1", [model])).rowCount === 1;
}
