import { alphaOfPrepared, prepareAlpha } from "./alpha";
import { refuseManyCategories } from "./category-counts";
import { type ClusteredRatingsInput, encodeRatings } from "./encoded-ratings";
import type { IntervalOptions } from "./resampling";
import type { IntervalEstimate } from "./result";

export interface CategoryAlpha extends IntervalEstimate {
  category: number | string;
  /** Ratings in pairable units that have this category. */
  ratings: number;
}

export interface AlphaPerCategoryResult {
  /** Units with two or more ratings. */
  n: number;
  categories: CategoryAlpha[];
}

/**
 * Which categories the raters tell apart: for each category the nominal alpha of "this one" against "any other",
 * alpha_c = 1 - (n - 1) sum_(k != c) o_ck / (n_c (n - n_c)).
 *
 * Input, missing ratings and intervals as in `krippendorffAlpha`. A category that no pairable rating has, or that all have, is
 * `no-variation`; with no pairable unit every category is `no-pairable-units`.
 *
 * @example alphaPerCategory({ ratings: [["a", "a"], ["b", "c"], ["a", "a"]] }).categories[0]?.value // 1
 * Source: Krippendorff 2018, Content Analysis, 4th ed., chapter 12.
 */
export function alphaPerCategory(options: ClusteredRatingsInput & IntervalOptions): AlphaPerCategoryResult {
  const encoded = encodeRatings(options);
  refuseManyCategories(encoded.values.length);
  let n = 0;
  const categories = encoded.values.map((category, index) => {
    const codes = Uint8Array.from(encoded.codes, (code) => (code === 0 ? 0 : code === index + 1 ? 2 : 1));
    const prepared = prepareAlpha({ ...options, ratings: { ...encoded, codes, values: [0, 1] }, scale: null });
    const { value, why, n: ratings, interval, intervalWhy, pairableUnits } = alphaOfPrepared(prepared, "nominal");
    n = pairableUnits;
    return { category, value, why, n: ratings, ratings: prepared.source.ratingsOf(1), interval, intervalWhy };
  });
  return { n, categories };
}
