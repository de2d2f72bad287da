import { z } from "zod";

const usdPerMillion = z.number().nonnegative().max(1_000_000);

/** A model's name, or a prefix that several share. */
export const pricedModel = z.string().trim().min(1).max(300);

/** US dollars per million tokens. */
export const modelPriceContent = z.object({ inputPriceUsd: usdPerMillion, outputPriceUsd: usdPerMillion });

/** A row of the price table. */
export const modelPrice = modelPriceContent.extend({
  model: pricedModel,
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
});
export type ModelPrice = z.infer<typeof modelPrice>;

/** A model's price in the table: that of its exact name, else of its longest listed prefix; null: none. */
export function priceFor<P extends { model: string }>(model: string, prices: readonly P[]): P | null {
  const fitting = prices.filter((price) => model.startsWith(price.model));
  return fitting.reduce<P | null>((best, price) => (best === null || price.model.length > best.model.length ? price : best), null);
}
