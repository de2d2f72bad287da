import type { PairsReport } from "./report-pairs";

/** "an exact binomial test": how it is tested whether a judge favours a position, of one judge or several. */
export function positionTestInWords(methods: ReadonlySet<PairsReport["swap"][string]["pMethod"]>): string {
  if (!methods.has("sign-flip")) return "an exact binomial test";
  const flips = "sign flips of whole inputs";
  return methods.size === 1 ? flips : `an exact binomial test, or by ${flips} where these repeat`;
}
