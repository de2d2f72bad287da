import "server-only";
import { listModelPriceRows } from "@/lib/db/model-prices";
import type { ModelPrice } from "@/lib/domain/model-price";
import type { Actor } from "@/lib/domain/policy";

/** The installation's price table; anybody with an account may read it. */
export async function listModelPrices(_actor: Actor): Promise<{ items: ModelPrice[] }> {
  return { items: await listModelPriceRows() };
}
