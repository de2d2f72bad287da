import { startProduct } from "./server.mjs";

/** One product for all journeys of a run, with the demo study; a journey that needs a fresh one starts its own with startProduct. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct();
  process.env.REDLINE_JOURNEYS_URL = product.url;
  return product.stop;
}
