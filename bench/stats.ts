import { alpha as npmAlpha } from "krippendorff";
import { alphaAtAllLevels, krippendorffAlpha } from "@/lib/stats/alpha";
import { alphaDifference } from "@/lib/stats/alpha-difference";
import { altTest } from "@/lib/stats/alt-test";
import { correlate } from "@/lib/stats/correlation";
import { type EncodedRatings, encodeRatings } from "@/lib/stats/encoded-ratings";
import { judgeError } from "@/lib/stats/error";
import { kendall } from "@/lib/stats/kendall";
import { cutsForShares, drawUnit } from "@/lib/stats/latent-scores";
import { pairwiseAgreement } from "@/lib/stats/pairwise-agreement";
import { ppiMean } from "@/lib/stats/ppi";
import { drawNormal, seededRandom } from "@/lib/stats/random";
import { atMost, conclude } from "./support/conclude";

/** Prints each case's time with its target and the time of npm `krippendorff` in the same run. Medians after warm-up. */

const SCALE = [1, 2, 3, 4, 5];
const LATENT = { correlation: 0.6, cuts: cutsForShares([0.1, 0.2, 0.4, 0.2, 0.1]) };

function likert(units: number, raters: number, missing = 0.2): (number | null)[][] {
  const random = seededRandom(2026);
  return Array.from({ length: units }, () => drawUnit(LATENT, raters, missing, random));
}

/** Milliseconds over many runs: the median, and the fastest, which shows how far a busy machine slowed the rest. */
interface Timing {
  median: number;
  fastest: number;
}

function timeOf(run: () => unknown, repeats: number): Timing {
  for (let i = 0; i < Math.max(3, repeats / 3); i++) run();
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return { median: times[repeats >> 1] ?? Number.NaN, fastest: times[0] ?? Number.NaN };
}

const medianMs = (run: () => unknown, repeats: number): number => timeOf(run, repeats).median;

interface Row {
  id: string;
  what: string;
  target: number;
  ours: Timing;
  /** Milliseconds of the npm package for its nearest equivalent, or null. */
  npm: number | null;
  note: string;
}

const rows: Row[] = [];
function report(id: string, what: string, target: number, ours: Timing, npm: number | null = null, note = ""): void {
  rows.push({ id, what, target, ours, npm, note });
}

/** The package takes raters as rows and undefined for missing. */
function npmTable(ratings: readonly (readonly (number | null)[])[]): (number | undefined)[][] {
  const raters = ratings[0]?.length ?? 0;
  return Array.from({ length: raters }, (_, rater) => ratings.map((row) => row[rater] ?? undefined));
}

const encode = (ratings: (number | null)[][]): EncodedRatings => encodeRatings({ ratings, scale: SCALE });
const bca = (ratings: EncodedRatings) => () => krippendorffAlpha({ ratings, level: "ordinal", interval: "bca", resamples: 1000 });

function agreementCases(): void {
  const small = likert(200, 6);
  const [codes, table] = [encode(small), npmTable(small)];
  const npmOnce = medianMs(() => npmAlpha(table), 100);
  report(
    "P1",
    "alpha at four levels, 200x6x5",
    0.1,
    timeOf(() => alphaAtAllLevels({ ratings: codes, interval: "none" }), 1000),
    npmOnce,
    "nominal alone",
  );
  report(
    "P2",
    "P1 with jackknife intervals",
    0.5,
    timeOf(() => alphaAtAllLevels({ ratings: codes }), 1000),
    null,
  );
  report("P3", "1000 resamples, ordinal BCa, 200x6", 12, timeOf(bca(codes), 60), npmOnce * 1000, "1000 x nominal, scaled");

  const middle = likert(10_000, 5);
  const npmMiddle = medianMs(() => npmAlpha(npmTable(middle)), 15);
  report("P4", "the same, 10,000x5", 30, timeOf(bca(encode(middle)), 40), npmMiddle * 1000, "scaled");

  const large = likert(166_667, 6);
  const [largeCodes, largeTable] = [encode(large), npmTable(large)];
  const npmLarge = medianMs(() => npmAlpha(largeTable), 3);
  report("P5", "the same, 10^6 ratings, pass included", 40, timeOf(bca(largeCodes), 40), npmLarge * 1000, "scaled");
  report("P9", "extra memory at 10^6 ratings (MB)", 4, extraMemory(largeCodes), null, "not a time");
}

/** Growth of heap and buffers over one call with garbage collection run beforehand; megabytes. */
function extraMemory(codes: EncodedRatings): Timing {
  const used = (): number => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  globalThis.gc?.();
  const before = used();
  const result = alphaAtAllLevels({ ratings: codes });
  const after = used();
  const megabytes = result.ordinal.value === null ? Number.NaN : (after - before) / 2 ** 20;
  return { median: megabytes, fastest: megabytes };
}

/** Six people and a judge, 200 units on each of six criteria: everything a report shows. */
function reportCase(): void {
  const criteria = Array.from({ length: 6 }, (_, criterion) => {
    const all = likert(200 + criterion, 7, 0.1);
    return { people: all.map((row) => row.slice(0, 6)), judge: all.map((row) => row[6] ?? null) };
  });
  const run = (): void => {
    for (const { people, judge } of criteria) {
      const human = people.map((row) => {
        const present = row.filter((value): value is number => value !== null);
        return present.length > 0 ? present.reduce((a, b) => a + b, 0) / present.length : null;
      });
      alphaAtAllLevels({ ratings: people, scale: SCALE });
      krippendorffAlpha({ ratings: people, scale: SCALE, level: "ordinal", interval: "bca", resamples: 2000 });
      const withJudge = people.map((row, unit) => [...row, judge[unit] ?? null]);
      alphaDifference({ first: people, second: withJudge, scale: SCALE, level: "ordinal" });
      pairwiseAgreement({ ratings: withJudge, scale: SCALE });
      correlate({ x: judge, y: human });
      altTest({ ratings: people, judge });
      judgeError({ human, judge });
      const labelled = human
        .map((value, unit) => ({ value, judge: judge[unit] }))
        .filter(({ value, judge: f }) => value !== null && f != null);
      ppiMean({
        human: labelled.map(({ value }) => value),
        judge: labelled.map(({ judge: f }) => f ?? null),
        judgeUnlabelled: judge.filter((value) => value !== null),
      });
    }
  };
  report("P6", "full report, 6 people + judge, 200x6 criteria, B = 2000", 250, timeOf(run, 30));
}

function kendallCases(): void {
  const random = seededRandom(7);
  const pairs = Array.from({ length: 1_000_000 }, () => drawUnit(LATENT, 2, 0, random) as [number, number]);
  const grid = { x: pairs.map(([a]) => a), y: pairs.map(([, b]) => b), interval: "none" as const };
  const shared = Array.from({ length: 1_000_000 }, () => drawNormal(random));
  const continuous = {
    x: shared.map((z) => z + drawNormal(random)),
    y: shared.map((z) => z + drawNormal(random)),
    interval: "none" as const,
  };
  report(
    "P7a",
    "tau-b, 10^6 pairs on a 5x5 grid",
    5,
    timeOf(() => kendall(grid), 30),
  );
  report(
    "P7b",
    "tau-b, 10^6 continuous pairs",
    250,
    timeOf(() => kendall(continuous), 7),
  );
}

function print(): void {
  const show = (ms: number): string => (ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toPrecision(3)} ms`);
  console.log("| # | case | target | median (fastest) | met | npm krippendorff 0.1.0 |\n| --- | --- | --- | --- | --- | --- |");
  for (const { id, what, target, ours, npm, note } of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const unit = (value: number): string => (note === "not a time" ? `${value.toPrecision(3)} MB` : show(value));
    const theirs = npm === null ? "cannot" : `${show(npm)} (${note})`;
    console.log(
      `| ${id} | ${what} | <= ${unit(target)} | ${unit(ours.median)} (${unit(ours.fastest)}) | ${ours.median <= target ? "yes" : "no"} | ${theirs} |`,
    );
  }
}

agreementCases();
reportCase();
kendallCases();
print();
conclude(rows.flatMap(({ id, what, target, ours }) => atMost(`${id}, ${what}`, ours.median, target)));
