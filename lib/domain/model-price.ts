import { z } from "zod";

const usdPerMillion = z.number().nonnegative().max(1_000_000);

/** The name of a model, or the beginning that several have in common. */
export const pricedModel = z.string().trim().min(1).max(300);

/** US dollars per million tokens. */
export const modelPriceContent = z.object({ inputPriceUsd: usdPerMillion, outputPriceUsd: usdPerMillion });

/** A line of the table of prices. */
export const modelPrice = modelPriceContent.extend({
  model: pricedModel,
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
});
export type ModelPrice = z.infer<typeof modelPrice>;

/** The table's price of a model: that of its exact name, else of the longest beginning of it; null: the table has none. */
export function priceFor<P extends { model: string }>(model: string, prices: readonly P[]): P | null {
  const fitting = prices.filter((price) => model.startsWith(price.model));
  return fitting.reduce<P | null>((best, price) => (best === null || price.model.length > best.model.length ? price : best), null);
}
