interface CurveLine {
  label: string;
  /** The line of what is being looked at. */
  main: boolean;
  /** From left to right. */
  points: { x: number; y: number }[];
}

/** Places are shares of the plot: 0 at the left and the top, 1 at the right and the bottom. */
export interface Curves {
  xTicks: { value: number; at: number }[];
  yTicks: { value: number; at: number }[];
  lines: {
    label: string;
    main: boolean;
    /** Up to the known part of the axis, and beyond it. */
    known: [x: number, y: number][];
    beyond: [x: number, y: number][];
    /** Where the label goes, moved apart from others. */
    labelAt: number;
  }[];
  /** The main line at the marked x. */
  mark: { x: number; y: number; value: number } | null;
}

/** Labels closer than this share of the height would overlap. */
const labelGap = 0.11;

/** Falling curves on common axes from zero, cut where they are more than twice as high as the marked value (without one, four times the least). */
export function prepareCurves(lines: readonly CurveLine[], markX: number, knownTo: number): Curves {
  const main = lines.find((line) => line.main);
  const marked = main?.points.find(({ x }) => x === markX) ?? null;
  const ys = lines.flatMap(({ points }) => points.map(({ y }) => y));
  const top = Math.max(Number.MIN_VALUE, Math.min(Math.max(...ys), marked === null ? Math.min(...ys) * 4 : marked.y * 2));
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const place = ({ x, y }: { x: number; y: number }): [number, number] => [(x - left) / Math.max(1, right - left), 1 - y / top];
  const drawn = lines.map(({ label, main: isMain, points }) => {
    const shown = points.filter(({ y }) => y <= top * 1.0001);
    return {
      ...{ label, main: isMain },
      known: shown.filter(({ x }) => x <= knownTo).map(place),
      beyond: shown.filter(({ x }, index) => x > knownTo || (shown[index + 1]?.x ?? 0) > knownTo).map(place),
      labelAt: place(shown.at(-1) ?? { x: right, y: 0 })[1],
    };
  });
  return {
    xTicks: [...new Set([left, ...(marked === null ? [] : [markX]), right])].map((value) => ({ value, at: place({ x: value, y: 0 })[0] })),
    yTicks: ticks(top).map((value) => ({ value, at: place({ x: left, y: value })[1] })),
    lines: apart(drawn),
    mark: marked && { x: place(marked)[0], y: place(marked)[1], value: marked.y },
  };
}

/** Three or four round values from zero to the top. */
function ticks(top: number): number[] {
  const rough = top / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** Moves labels down until none covers the one above it. */
function apart<T extends { labelAt: number }>(lines: readonly T[]): T[] {
  const sorted = lines.map((line) => ({ ...line })).sort((a, b) => a.labelAt - b.labelAt);
  sorted.forEach((line, index) => {
    const above = sorted[index - 1];
    if (above) line.labelAt = Math.max(line.labelAt, above.labelAt + labelGap);
  });
  return sorted;
}
