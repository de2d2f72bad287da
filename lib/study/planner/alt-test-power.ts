import { drawNormal, seededRandom, tQuantile } from "@/lib/stats";

/** What an alternative-annotator test is expected to meet. */
export interface AltTestPlan {
  annotators: number;
  /** Units that each annotator shares with the judge and another annotator, and the inputs they belong to. */
  units: number;
  inputs: number;
  epsilon: number;
  /** How much more often the judge than an annotator is the closer one, and how often both are equally close. */
  advantage: number;
  ties: number;
}

/** How much the tests of different annotators on the same units are assumed to correlate. */
const likeness = 0.3;
const q = 0.05;
/** As in the test itself: an annotator with fewer units is not eligible. */
const fewestUnits = 30;
const draws = 1000;

/**
 * The chance that at least half of the annotators are found replaceable: each is tested by t against epsilon, adjusted by Benjamini-Yekutieli at 5 %.
 * The t values are drawn as normal around sqrt(inputs) (epsilon + advantage) / sd, with sd^2 = 1 - ties - advantage^2: units of one
 * input are taken to agree entirely.
 */
export function altTestPower({ annotators, units, inputs, epsilon, advantage, ties }: AltTestPlan): {
  value: number | null;
  why: string | null;
} {
  if (annotators < 3) return { value: null, why: "too-few-annotators" };
  if (units < fewestUnits || inputs < 2) return { value: null, why: "too-few-units" };
  const variance = 1 - ties - advantage ** 2;
  if (variance <= 0) return { value: advantage > -epsilon ? 1 : 0, why: null };
  const centre = (Math.sqrt(inputs) * (epsilon + advantage)) / Math.sqrt(variance);
  const random = seededRandom(annotators);
  const [common, own] = [Math.sqrt(likeness), Math.sqrt(1 - likeness)];
  const thresholds = byThresholds(annotators, Math.round(inputs) - 1);
  const needed = Math.ceil(annotators / 2);
  const rounds = Math.max(200, Math.min(draws, Math.ceil(8000 / annotators)));
  let passed = 0;
  for (let draw = 0; draw < rounds; draw++) {
    const shift = centre + common * drawNormal(random);
    const values = Float64Array.from({ length: annotators }, () => shift + own * drawNormal(random)).sort();
    const rejects = thresholds.some((threshold, index) => index + 1 >= needed && (values[annotators - 1 - index] as number) >= threshold);
    if (rejects) passed += 1;
  }
  return { value: passed / rounds, why: null };
}

/** The least t of the k-th largest at which k annotators are rejected. */
function byThresholds(annotators: number, df: number): number[] {
  const harmonic = Array.from({ length: annotators }, (_, i) => 1 / (i + 1)).reduce((sum, one) => sum + one, 0);
  return Array.from({ length: annotators }, (_, index) => tQuantile(1 - ((index + 1) * q) / (annotators * harmonic), df));
}
