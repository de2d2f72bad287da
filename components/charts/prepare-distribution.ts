/** One point or bin of the scale, with the share of each rater's ratings in it. */
interface DistributionBin {
  /** "3", or "20 to 30" if the scale has too many points to show each. */
  label: string;
  /** The text under the bar: the label, or where a stretch begins. */
  tick: string;
  /** The score, or the label; null for a stretch of the scale. */
  point: number | string | null;
  /** In series order; share is null if the series has no ratings. */
  values: { count: number; share: number | null; height: number }[];
}

export interface Distribution {
  /** `mean` is null without scores, and for points that are words. */
  series: { name: string; n: number; mean: number | null }[];
  bins: DistributionBin[];
  /** The largest share. */
  top: number;
  /** The share drawn at full height, and those that lines are drawn at. */
  full: number;
  ticks: number[];
}

interface ScoreSeries {
  name: string;
  n: number;
  mean: number | null;
  /** Score as text -> count. */
  histogram: Record<string, number>;
}

/** A named point of a scale, or a label under its own name. */
export interface DistributionPoint {
  value: number | string;
  label: string;
}

/** Scales with more points than this are grouped into ten bins of equal width. */
const mostPoints = 21;

/**
 * Score distributions side by side on the declared scale, including points nobody used. With `named` points, shows those in order by name and
 * gives no mean, since words have none.
 */
export function prepareDistribution(scale: { min: number; max: number }, series: ScoreSeries[], named?: DistributionPoint[]): Distribution {
  const points = pointsOf(scale, series);
  const labels = points === null ? [] : pointLabels(points);
  const bins = named
    ? named.map(({ value, label }) => ({ label, tick: label, point: value, counts: countsAt(series, value) }))
    : points === null
      ? stretches(scale, series)
      : points.map((point, index) => ({ label: labels[index] ?? "", tick: labels[index] ?? "", point, counts: countsAt(series, point) }));
  const shares = bins.flatMap(({ counts }) => counts.map((count, index) => shareOf(count, series[index]?.n)));
  const top = Math.max(0, ...shares.filter((share) => share !== null));
  return {
    series: series.map(({ name, n, mean }) => ({ name, n, mean: named ? null : mean })),
    bins: bins.map(({ label, tick, point, counts }) => ({
      label,
      tick,
      point,
      values: counts.map((count, index) => {
        const share = shareOf(count, series[index]?.n);
        return { count, share, height: share === null || top === 0 ? 0 : share / top };
      }),
    })),
    ...{ top, full: top, ticks: [] },
  };
}

/** Several distributions drawn on one axis of shares, so that bars can be compared between them: up to the next tenth, in two or more steps. */
export function onOneAxis<T extends { distribution: Distribution }>(several: readonly T[]): T[] {
  const full = Math.min(1, Math.ceil(Math.max(0.1, ...several.map(({ distribution }) => distribution.top)) * 10 - 1e-9) / 10);
  const step = full <= 0.3 ? 0.1 : full <= 0.6 ? 0.2 : 0.5;
  const ticks = Array.from({ length: Math.floor(full / step + 1e-9) }, (_, index) => Number(((index + 1) * step).toFixed(1)));
  return several.map((one) => {
    const bins = one.distribution.bins.map((bin) => ({
      ...bin,
      values: bin.values.map((value) => ({ ...value, height: value.share === null ? 0 : value.share / full })),
    }));
    return { ...one, distribution: { ...one.distribution, bins, full, ticks } };
  });
}

const shareOf = (count: number, n: number | undefined) => (n ? count / n : null);

/** The scale's points: whole numbers if all scores are whole, otherwise the scores that occur and the scale's ends. */
function pointsOf({ min, max }: { min: number; max: number }, series: ScoreSeries[]): number[] | null {
  const seen = new Set(series.flatMap(({ histogram }) => Object.keys(histogram).map(Number)));
  const whole = Number.isInteger(min) && Number.isInteger(max) && [...seen].every(Number.isInteger);
  if (whole) {
    return max - min < mostPoints ? Array.from({ length: max - min + 1 }, (_, index) => min + index) : null;
  }
  const points = [...seen.add(min).add(max)].sort((a, b) => a - b);
  return points.length <= mostPoints ? points : null;
}

/** Point labels: a panel's means to two decimals, unless two of them would then look the same. */
function pointLabels(points: readonly number[]): string[] {
  const short = points.map((point) => String(Number(point.toFixed(2))));
  return new Set(short).size === points.length ? short : points.map(String);
}

const countsAt = (series: ScoreSeries[], point: number | string) =>
  series.map(({ histogram }) => {
    if (typeof point === "string") return Object.hasOwn(histogram, point) ? (histogram[point] ?? 0) : 0;
    return Object.entries(histogram).reduce((sum, [score, count]) => (Number(score) === point ? sum + count : sum), 0);
  });

function stretches({ min, max }: { min: number; max: number }, series: ScoreSeries[]) {
  const width = (max - min) / 10;
  const bins = Array.from({ length: 10 }, (_, index) => ({
    label: `${tidy(min + index * width)} to ${tidy(min + (index + 1) * width)}`,
    tick: tidy(min + index * width),
    point: null as number | string | null,
    counts: series.map(() => 0),
  }));
  for (const [index, { histogram }] of series.entries()) {
    for (const [score, count] of Object.entries(histogram)) {
      const place = Math.min(9, Math.max(0, Math.floor((Number(score) - min) / width)));
      const counts = bins[place]?.counts;
      if (counts) counts[index] = (counts[index] ?? 0) + count;
    }
  }
  return bins;
}

const tidy = (value: number) => String(Number(value.toPrecision(6)));
