import type { EncodedRatings } from "./encoded-ratings";
import type { Estimate } from "./result";
import { centredMoments, conditioned } from "./sums";

/**
 * Exact agreement and Cohen's kappa of two columns on a scale too fine for a joint table. Quadratic kappa in its closed form
 * 1 - sum (x - y)^2 / (S_x + S_y + n (mean x - mean y)^2), S the centred sums of squares (it is Lin's concordance with 1/n moments).
 */
export function kappasOfColumns(both: EncodedRatings): { kappa: Estimate; quadraticKappa: Estimate; exact: Estimate } {
  const { codes, units, values } = both;
  const numbers = values.every((value) => typeof value === "number") ? conditioned(values as number[]) : Float64Array.from(values.keys());
  const x: number[] = [];
  const y: number[] = [];
  const rows = new Float64Array(values.length);
  const columns = new Float64Array(values.length);
  let same = 0;
  for (let unit = 0; unit < units; unit++) {
    const [a, b] = [(codes[2 * unit] as number) - 1, (codes[2 * unit + 1] as number) - 1];
    if (a < 0 || b < 0) continue;
    x.push(numbers[a] as number);
    y.push(numbers[b] as number);
    rows[a] = (rows[a] as number) + 1;
    columns[b] = (columns[b] as number) + 1;
    if (a === b) same += 1;
  }
  const n = x.length;
  if (n === 0) {
    const none: Estimate = { value: null, why: "no-pairable-units", n };
    return { kappa: none, quadraticKappa: none, exact: none };
  }
  const estimate = (disagreement: number, expected: number): Estimate =>
    expected > 0 ? { value: 1 - disagreement / expected, why: null, n } : { value: null, why: "no-variation", n };
  const alike = rows.reduce((sum, count, c) => sum + count * (columns[c] as number), 0);
  const [ofX, ofY] = [centredMoments(x), centredMoments(y)];
  const squares = x.reduce((sum, value, i) => sum + (value - (y[i] as number)) ** 2, 0);
  return {
    kappa: estimate(1 - same / n, (n * n - alike) / (n * n)),
    quadraticKappa: estimate(squares, ofX.squares + ofY.squares + n * (ofX.mean - ofY.mean) ** 2),
    exact: { value: same / n, why: null, n },
  };
}
