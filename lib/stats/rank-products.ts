/** Values as places in the order of their distinct values, from 0. */
export interface Coded {
  codes: Int32Array;
  levels: number;
}

/** A table of places no greater than this is kept; beyond it, ranking anew is cheaper than its memory. */
const MOST_PLACES = 4_000_000;

/**
 * The sum of products of two columns' centred mid-ranks without the rows of a cluster, as if the rest were ranked anew. A centred mid-rank is half the
 * number of values below less those above, so taking rows away only subtracts signs: whole numbers, exact up to 200,000 rows, and a cluster costs its size
 * squared instead of a pass over all rows.
 *
 * @returns null where the columns have too many distinct values between them
 */
export function rankProductsWithout(x: Coded, y: Coded): ((members: Int32Array) => number) | null {
  if (x.levels * y.levels > MOST_PLACES) return null;
  const [ranksX, ranksY] = [belowLessAbove(x), belowLessAbove(y)];
  const total = x.codes.reduce((sum, code, row) => sum + (ranksX[code] as number) * (ranksY[y.codes[row] as number] as number), 0);
  const byY = signedSums(y, (row) => ranksX[x.codes[row] as number] as number);
  const byX = signedSums(x, (row) => ranksY[y.codes[row] as number] as number);
  const both = signedPlaces(x, y);
  return (members) => {
    let left = total;
    for (const row of members) {
      const [i, j] = [x.codes[row] as number, y.codes[row] as number];
      left -= (byY[j] as number) + (byX[i] as number);
      let [lessX, lessY] = [0, 0];
      for (const other of members) {
        const [k, l] = [x.codes[other] as number, y.codes[other] as number];
        left += both[i * y.levels + l] as number;
        lessX += Math.sign(i - k);
        lessY += Math.sign(j - l);
      }
      left -= ((ranksX[i] as number) - lessX) * ((ranksY[j] as number) - lessY);
    }
    return left / 4;
  };
}

/** The sum of squares of one column's centred mid-ranks without the rows of a cluster. */
export function rankSquaresWithout({ codes, levels }: Coded): (members: Int32Array) => number {
  const sizes = sizesOf({ codes, levels });
  const cubes = sizes.reduce((sum, size) => sum + size ** 3, 0);
  return (members) => {
    let left = cubes;
    for (const row of members) {
      const size = sizes[codes[row] as number] as number;
      left -= 3 * size * (size - 1) + 1;
      sizes[codes[row] as number] = size - 1;
    }
    for (const row of members) sizes[codes[row] as number] = (sizes[codes[row] as number] as number) + 1;
    return ((codes.length - members.length) ** 3 - left) / 12;
  };
}

function sizesOf({ codes, levels }: Coded): Float64Array {
  const sizes = new Float64Array(levels);
  for (const code of codes) sizes[code] = (sizes[code] as number) + 1;
  return sizes;
}

/** By value: how many rows have a smaller one, less how many have a greater one. */
const belowLessAbove = (column: Coded): Float64Array => signedRuns(sizesOf(column)).map((sum) => 0 - sum);

/** By value: the sum of a quantity over the rows with a greater value less that over the rows with a smaller one. */
function signedSums({ codes, levels }: Coded, of: (row: number) => number): Float64Array {
  const sums = new Float64Array(levels);
  codes.forEach((code, row) => {
    sums[code] = (sums[code] as number) + of(row);
  });
  return signedRuns(sums);
}

/** For each place, what comes after it less what comes before it. */
function signedRuns(sums: Float64Array): Float64Array {
  const all = sums.reduce((sum, value) => sum + value, 0);
  let before = 0;
  return sums.map((own) => {
    const after = all - before - own;
    const signed = after - before;
    before += own;
    return signed;
  });
}

/** For each pair of values (x, y), the sum over all rows of sign(row's x - x) sign(row's y - y). */
function signedPlaces(x: Coded, y: Coded): Float64Array {
  const counts = new Float64Array(x.levels * y.levels);
  x.codes.forEach((code, row) => {
    const at = code * y.levels + (y.codes[row] as number);
    counts[at] = (counts[at] as number) + 1;
  });
  // By value of y: rows with a greater x less rows with a smaller one.
  const signed = sizesOf(y);
  const places = new Float64Array(counts.length);
  for (let code = 0; code < x.levels; code++) {
    const own = counts.subarray(code * y.levels, (code + 1) * y.levels);
    const before = code === 0 ? null : counts.subarray((code - 1) * y.levels, code * y.levels);
    for (let level = 0; level < y.levels; level++)
      signed[level] = (signed[level] as number) - (own[level] as number) - (before?.[level] ?? 0);
    places.set(signedRuns(signed), code * y.levels);
  }
  return places;
}
