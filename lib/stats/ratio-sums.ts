import { ratioDistance } from "./ratio-distance";

/** Up to this many values every pair is summed; beyond it boxes of values are. */
const MOST_DIRECT_VALUES = 1000;
/** Interpolation points of a box. With boxes one wide on the log scale, 18 leave an error below 1e-16 of the largest distance. */
const POINTS = 18;

/**
 * For given values (none negative), a function that sums the ratio distances from each value to all ratings:
 * sums(marginals)[c] = sum_k n_k ((c - k) / (c + k))^2.
 *
 * On the log scale the distance is tanh^2((ln c - ln k) / 2), smooth everywhere: for many values it is interpolated between boxes of values at
 * Chebyshev points (an analytic kernel, so the error falls geometrically), which costs O(values) instead of O(values^2).
 */
export function ratioSums(numbers: Float64Array): (marginals: Float64Array) => Float64Array {
  return numbers.length <= MOST_DIRECT_VALUES ? (marginals) => directSums(numbers, marginals) : boxSums(numbers);
}

/** Every pair once. */
export function directSums(numbers: Float64Array, marginals: Float64Array): Float64Array {
  const size = numbers.length;
  const sums = new Float64Array(size);
  for (let c = 0; c < size; c++) {
    const count = marginals[c] as number;
    for (let k = c + 1; k < size; k++) {
      const distance = ratioDistance(numbers[c] as number, numbers[k] as number);
      sums[c] = (sums[c] as number) + (marginals[k] as number) * distance;
      sums[k] = (sums[k] as number) + count * distance;
    }
  }
  return sums;
}

interface Box {
  from: number;
  to: number;
  /** ln of the lowest value; `points` lie on the log scale from there, so that values close together keep their digits. */
  origin: number;
  points: Float64Array;
}

/** Values in boxes at most one wide on the log scale, each shrunk to what it holds. Zero is apart: its distance to anything else is 1. */
function boxesOf(sorted: Float64Array, first: number): Box[] {
  const boxes: Box[] = [];
  for (let from = first; from < sorted.length; ) {
    const low = sorted[from] as number;
    let to = from + 1;
    while (to < sorted.length && (sorted[to] as number) <= low * Math.E) to++;
    const half = logAbove(sorted[to - 1] as number, low) / 2;
    const points = Float64Array.from({ length: POINTS }, (_, i) => half * (1 + Math.cos(((2 * i + 1) * Math.PI) / (2 * POINTS))));
    boxes.push({ from, to, origin: Math.log(low), points });
    from = to;
  }
  return boxes;
}

/** ln(x / low) for low <= x, exact for close values. */
function logAbove(x: number, low: number): number {
  return Math.log1p((x - low) / low);
}

/** The Lagrange basis at x on Chebyshev points, by the barycentric formula. */
function basis(points: Float64Array, x: number, into: Float64Array, offset: number): void {
  let sum = 0;
  for (let i = 0; i < POINTS; i++) {
    const gap = x - (points[i] as number);
    if (gap === 0) {
      into.fill(0, offset, offset + POINTS);
      into[offset + i] = 1;
      return;
    }
    const weight = ((i % 2 === 0 ? 1 : -1) * Math.sin(((2 * i + 1) * Math.PI) / (2 * POINTS))) / gap;
    into[offset + i] = weight;
    sum += weight;
  }
  for (let i = 0; i < POINTS; i++) into[offset + i] = (into[offset + i] as number) / sum;
}

/** The same sums through boxes. */
export function boxSums(numbers: Float64Array): (marginals: Float64Array) => Float64Array {
  const order = Uint32Array.from(numbers.keys()).sort((a, b) => (numbers[a] as number) - (numbers[b] as number));
  const sorted = Float64Array.from(order, (code) => numbers[code] as number);
  let zeros = 0;
  while (zeros < sorted.length && sorted[zeros] === 0) zeros++;
  const boxes = boxesOf(sorted, zeros);
  const bases = new Float64Array(sorted.length * POINTS);
  for (const { from, to, points } of boxes) {
    for (let i = from; i < to; i++) basis(points, logAbove(sorted[i] as number, sorted[from] as number), bases, i * POINTS);
  }
  const kernels = kernelsOf(boxes);
  return (marginals) => {
    const counts = Float64Array.from(order, (code) => marginals[code] as number);
    let zeroCount = 0;
    for (let i = 0; i < zeros; i++) zeroCount += counts[i] as number;
    const masses = boxes.map(({ from, to }) => {
      const mass = new Float64Array(POINTS);
      for (let i = from; i < to; i++)
        for (let p = 0; p < POINTS; p++) mass[p] = (mass[p] as number) + (counts[i] as number) * (bases[i * POINTS + p] as number);
      return mass;
    });
    const sums = new Float64Array(numbers.length);
    let others = 0;
    boxes.forEach(({ from, to }, own) => {
      const field = kernels(own, masses);
      for (let i = from; i < to; i++) {
        let sum = zeroCount;
        for (let p = 0; p < POINTS; p++) sum += (bases[i * POINTS + p] as number) * (field[p] as number);
        sums[order[i] as number] = sum;
        others += counts[i] as number;
      }
    });
    for (let i = 0; i < zeros; i++) sums[order[i] as number] = others;
    return sums;
  };
}

/** The field that all boxes' masses make at one box's points. Beyond 40 on the log scale the distance is 1 to the last digit. */
function kernelsOf(boxes: readonly Box[]): (own: number, masses: readonly Float64Array[]) => Float64Array {
  return (own, masses) => {
    const field = new Float64Array(POINTS);
    const { points, origin } = boxes[own] as Box;
    boxes.forEach((box, other) => {
      const mass = masses[other] as Float64Array;
      const shift = origin - box.origin;
      const far = Math.abs(shift) > 42;
      const whole = far ? mass.reduce((a, b) => a + b, 0) : 0;
      for (let i = 0; i < POINTS; i++) {
        let sum = whole;
        for (let j = 0; j < POINTS && !far; j++) {
          const gap = shift + ((points[i] as number) - (box.points[j] as number));
          sum += (mass[j] as number) * Math.tanh(gap / 2) ** 2;
        }
        field[i] = (field[i] as number) + sum;
      }
    });
    return field;
  };
}
