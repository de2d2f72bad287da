import type { SeededRandom } from "./random";

/** Draws multinomial counts with the same weights again and again, at a cost of O(cells + sqrt(total)) a draw. */
export interface MultinomialDraws {
  /** Fills `counts` (one number per weight) with a draw of `total` objects. */
  draw(counts: Uint16Array | Int32Array | Float64Array, random: SeededRandom): void;
}

/** How many standard deviations of a Poisson total to stay below the wanted one: fewer mean more repeats, more mean more single draws. */
const MARGIN = 0.75;
/** Poisson probabilities below this share of the greatest are left out: random numbers are multiples of 2^-32, and would not find them. */
const NEGLIGIBLE = 1e-13;

/**
 * Prepares multinomial draws of `total` objects over cells with the given non-negative weights.
 *
 * Independent Poisson counts, given their sum T, are multinomial of T objects; so draw them with a mean sum a little below `total`, draw all
 * of them again when T exceeds it, and place the missing total - T objects one by one. Exact for whatever T. Poisson counts and single
 * objects come from alias tables, one random number each.
 *
 * @param total whole number of objects
 * @param weights at least one above 0, unless `total` is 0
 * Source: the conditional property is classical (Fisher 1922); alias tables: Walker 1977, Vose 1991.
 */
export function multinomialDraws(total: number, weights: ArrayLike<number>): MultinomialDraws {
  const sum = Array.from(weights).reduce((all, weight) => all + weight, 0);
  const poissonTotal = Math.max(0, total - MARGIN * Math.sqrt(total));
  const poisson = poissonTables(Float64Array.from(weights, (weight) => (weight / sum) * poissonTotal));
  const single = new AliasTable(Float64Array.from(weights));
  return {
    draw(counts, random) {
      let drawn = total + 1;
      while (drawn > total) {
        drawn = 0;
        for (let k = 0; k < counts.length; k++) {
          const count = poisson[k]?.draw(random) ?? 0;
          counts[k] = count;
          drawn += count;
        }
      }
      for (; drawn < total; drawn++) {
        const k = single.draw(random);
        counts[k] = (counts[k] as number) + 1;
      }
    },
  };
}

/** Whole numbers with given weights, counted from `first`; one random number a draw. */
class AliasTable {
  private readonly cut: Float64Array;
  private readonly other: Int32Array;

  constructor(
    weights: Float64Array,
    private readonly first = 0,
  ) {
    const size = weights.length;
    let sum = 0;
    for (let place = 0; place < size; place++) sum += weights[place] as number;
    const cut = new Float64Array(size);
    const other = new Int32Array(size);
    // Places with less than their share from the front, those with more from the back.
    const places = new Int32Array(size);
    let [poor, rich] = [0, size];
    for (let place = 0; place < size; place++) {
      cut[place] = ((weights[place] as number) / sum) * size;
      other[place] = place;
      if ((cut[place] as number) < 1) places[poor++] = place;
      else places[--rich] = place;
    }
    while (poor > 0 && rich < size) {
      const taker = places[--poor] as number;
      const giver = places[rich] as number;
      other[taker] = giver;
      cut[giver] = (cut[giver] as number) - (1 - (cut[taker] as number));
      if ((cut[giver] as number) >= 1) continue;
      rich += 1;
      places[poor++] = giver;
    }
    // What is left over is a whole share but for rounding, and has itself as the other.
    this.cut = cut;
    this.other = other;
  }

  draw(random: SeededRandom): number {
    const u = random.next() * this.cut.length;
    const place = Math.floor(u);
    return this.first + (u - place < (this.cut[place] as number) ? place : (this.other[place] as number));
  }
}

/** One table per mean; equal means share theirs. null where nothing can be drawn. */
function poissonTables(means: Float64Array): (AliasTable | null)[] {
  const byMean = new Map<number, AliasTable>();
  return Array.from(means, (mean) => {
    if (!(mean > 0)) return null;
    const known = byMean.get(mean);
    if (known) return known;
    const table = poissonTable(mean);
    byMean.set(mean, table);
    return table;
  });
}

/** From the most probable count outwards by the ratios of neighbours; only proportions matter. */
function poissonTable(mean: number): AliasTable {
  const mode = Math.floor(mean);
  // Ten standard deviations to each side, and more where the mean is small, hold everything above NEGLIGIBLE.
  const reach = Math.ceil(10 * Math.sqrt(mean)) + 20;
  const weights = new Float64Array(2 * reach + 1);
  weights[reach] = 1;
  let [low, high] = [reach, reach];
  for (let k = mode, p = 1; k > 0 && low > 0; k--) {
    p *= k / mean;
    if (p < NEGLIGIBLE) break;
    weights[--low] = p;
  }
  for (let k = mode + 1, p = 1; high < 2 * reach; k++) {
    p *= mean / k;
    if (p < NEGLIGIBLE) break;
    weights[++high] = p;
  }
  return new AliasTable(weights.subarray(low, high + 1), mode - (reach - low));
}
