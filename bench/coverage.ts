import { pathToFileURL } from "node:url";
import { krippendorffAlpha } from "@/lib/stats/alpha";
import { alphaDifference } from "@/lib/stats/alpha-difference";
import { cohenKappa } from "@/lib/stats/cohen-kappa";
import { fleissKappa } from "@/lib/stats/fleiss-kappa";
import { icc } from "@/lib/stats/icc";
import { kendall } from "@/lib/stats/kendall";
import {
  CEILING,
  correlationFor,
  cutsForShares,
  drawUnit,
  pairProbabilities,
  populationAlpha,
  populationCorrelation,
  SYMMETRIC,
} from "@/lib/stats/latent-scores";
import { pearson } from "@/lib/stats/pearson";
import { drawNormal, type SeededRandom, seededRandom, streamSeed } from "@/lib/stats/random";
import type { Interval } from "@/lib/stats/result";
import { spearman } from "@/lib/stats/spearman";
import { wilson } from "@/lib/stats/wilson";
import { atLeast, atMost, conclude } from "./support/conclude";

/** One population with a known true value, and one interval computed from a sample of it. */
export interface CoverageScenario {
  group: string;
  name: string;
  truth: number;
  draw(random: SeededRandom): Interval | null;
}

export interface CoverageResult {
  group: string;
  name: string;
  truth: number;
  /** Share of intervals that contain the true value; a missing interval counts as a miss. */
  coverage: number;
  absent: number;
  datasets: number;
}

/** How often each scenario's interval contains its true value. The same seed gives the same figures. */
export function measureCoverage(scenarios: readonly CoverageScenario[], datasets: number, seed: number): CoverageResult[] {
  return scenarios.map(({ group, name, truth, draw }) => {
    const random = seededRandom(streamSeed(seed, `${group}/${name}`));
    let [held, absent] = [0, 0];
    for (let i = 0; i < datasets; i++) {
      const interval = draw(random);
      if (!interval) absent += 1;
      else if (interval.low <= truth && truth <= interval.high) held += 1;
    }
    return { group, name, truth, coverage: held / datasets, absent, datasets };
  });
}

/** The mean coverage of results. */
export function meanCoverage(results: readonly CoverageResult[]): number {
  return results.reduce((sum, { coverage }) => sum + coverage, 0) / results.length;
}

type Level = "nominal" | "ordinal" | "interval";
type Method = "jackknife" | "bca" | "percentile";

interface Design {
  level: Level;
  target: number;
  shape: "symmetric" | "ceiling";
  units: number;
  raters: number;
  missing: number;
}

/** Levels, alphas of .2 to .8, shapes, 3 and 6 raters, 0 and 20 % missing, crossed so that each value meets each other. */
const DESIGNS: readonly Design[] = [
  { level: "nominal", target: 0.2, shape: "symmetric", units: 100, raters: 3, missing: 0 },
  { level: "nominal", target: 0.5, shape: "ceiling", units: 100, raters: 6, missing: 0.2 },
  { level: "nominal", target: 0.8, shape: "symmetric", units: 200, raters: 6, missing: 0 },
  { level: "nominal", target: 0.65, shape: "ceiling", units: 200, raters: 3, missing: 0.2 },
  { level: "ordinal", target: 0.2, shape: "ceiling", units: 100, raters: 6, missing: 0 },
  { level: "ordinal", target: 0.5, shape: "symmetric", units: 100, raters: 3, missing: 0.2 },
  { level: "ordinal", target: 0.8, shape: "ceiling", units: 100, raters: 3, missing: 0 },
  { level: "ordinal", target: 0.65, shape: "symmetric", units: 200, raters: 6, missing: 0.2 },
  { level: "interval", target: 0.2, shape: "symmetric", units: 100, raters: 6, missing: 0.2 },
  { level: "interval", target: 0.5, shape: "ceiling", units: 200, raters: 3, missing: 0 },
  { level: "interval", target: 0.8, shape: "symmetric", units: 100, raters: 3, missing: 0.2 },
  { level: "interval", target: 0.65, shape: "ceiling", units: 100, raters: 6, missing: 0 },
  { level: "interval", target: 0.8, shape: "ceiling", units: 200, raters: 6, missing: 0.2 },
  { level: "ordinal", target: 0.35, shape: "ceiling", units: 200, raters: 3, missing: 0.2 },
];

/** Scenarios of one interval of alpha. */
export function alphaScenarios(method: Method, resamples = 999): CoverageScenario[] {
  return DESIGNS.map(({ level, target, shape, units, raters, missing }) => {
    const cuts = cutsForShares(shape === "symmetric" ? SYMMETRIC : CEILING);
    const latent = { correlation: correlationFor(target, cuts, level), cuts };
    return {
      group: `alpha ${method}`,
      name: `${level} ${target} ${shape} ${units}x${raters} missing ${missing}`,
      truth: populationAlpha(pairProbabilities(latent), level),
      draw(random) {
        const ratings = Array.from({ length: units }, () => drawUnit(latent, raters, missing, random));
        return krippendorffAlpha({ ratings, level, interval: method, resamples, seed: random.int(2 ** 31) }).interval;
      },
    };
  });
}

/** Units in clusters of similar quality: the interval must delete whole clusters. */
function clusterScenarios(): CoverageScenario[] {
  return [true, false].map((byCluster) => ({
    group: byCluster ? "alpha jackknife by cluster" : "alpha jackknife by unit on clustered data (too narrow, for comparison)",
    name: "interval .5, 40 clusters of 5 units, 3 raters",
    truth: 0.5,
    draw(random) {
      const ratings: number[][] = [];
      const clusters: number[] = [];
      for (let cluster = 0; cluster < 40; cluster++) {
        // Quality and the raters' noise are mostly shared within a cluster, so its units agree or disagree together.
        const [quality, spread] = [drawNormal(random), Math.sqrt(2 * random.next())];
        for (let unit = 0; unit < 5; unit++) {
          const own = Math.sqrt(0.8) * quality + Math.sqrt(0.2) * drawNormal(random);
          ratings.push(Array.from({ length: 3 }, () => own + spread * drawNormal(random)));
          clusters.push(cluster);
        }
      }
      return krippendorffAlpha({ ratings, level: "interval", clusters: byCluster ? clusters : null }).interval;
    },
  }));
}

function differenceScenarios(): CoverageScenario[] {
  const cuts = cutsForShares(SYMMETRIC);
  const latent = { correlation: 0.6, cuts };
  return (["nominal", "ordinal"] as const).map((level) => ({
    group: "difference of alphas, jackknife",
    name: `${level}, four raters and one more of their kind, 100 units`,
    truth: 0,
    draw(random) {
      const second = Array.from({ length: 100 }, () => drawUnit(latent, 5, 0.1, random));
      return alphaDifference({ first: second.map((row) => row.slice(0, 4)), second, level }).interval;
    },
  }));
}

function correlationScenarios(): CoverageScenario[] {
  const statistics = { pearson, spearman, kendall: (pairs: { x: number[]; y: number[] }) => kendall(pairs).tauB };
  return (["pearson", "spearman", "kendall"] as const).flatMap((statistic) =>
    (
      [
        ["symmetric", SYMMETRIC, 0.6],
        ["ceiling", CEILING, 0.6],
        ["ceiling", CEILING, 0.85],
      ] as const
    ).map(([shape, shares, correlation]) => {
      const latent = { correlation, cuts: cutsForShares(shares) };
      return {
        group: `${statistic}, jackknife on Fisher's z`,
        name: `${shape}, latent ${correlation}, 100 units`,
        truth: populationCorrelation(pairProbabilities(latent), statistic),
        draw(random: SeededRandom) {
          const pairs = Array.from({ length: 100 }, () => drawUnit(latent, 2, 0, random) as [number, number]);
          return statistics[statistic]({ x: pairs.map(([a]) => a), y: pairs.map(([, b]) => b) }).interval;
        },
      };
    }),
  );
}

function otherScenarios(): CoverageScenario[] {
  const latent = { correlation: 0.7, cuts: cutsForShares(SYMMETRIC) };
  const joint = pairProbabilities(latent);
  return [
    {
      group: "Fleiss' kappa, jackknife",
      name: "symmetric, 100x4",
      truth: populationAlpha(joint, "nominal"),
      draw: (random) => fleissKappa({ ratings: Array.from({ length: 100 }, () => drawUnit(latent, 4, 0, random)) }).interval,
    },
    {
      group: "quadratic kappa, large sample",
      name: "symmetric, 100 units",
      truth: populationAlpha(joint, "interval"),
      draw(random) {
        const pairs = Array.from({ length: 100 }, () => drawUnit(latent, 2, 0, random));
        return cohenKappa({
          first: pairs.map((row) => row[0]),
          second: pairs.map((row) => row[1]),
          weights: "quadratic",
          scale: [1, 2, 3, 4, 5],
        }).interval;
      },
    },
    ...(["icc1", "iccC1"] as const).map(
      (form): CoverageScenario => ({
        group: "ICC, F interval",
        name: `${form}, normal scores, 30x4`,
        truth: 0.6,
        draw(random) {
          const ratings = Array.from({ length: 30 }, () => {
            const quality = Math.sqrt(0.6) * drawNormal(random);
            return Array.from({ length: 4 }, () => quality + Math.sqrt(0.4) * drawNormal(random));
          });
          return icc({ ratings })[form].interval;
        },
      }),
    ),
    {
      group: "Wilson",
      name: "p .9, n 40",
      truth: 0.9,
      draw: (random) => wilson({ successes: Array.from({ length: 40 }, () => random.next() < 0.9).filter(Boolean).length, n: 40 }).interval,
    },
  ];
}

function printResults(results: readonly CoverageResult[]): void {
  for (const group of new Set(results.map((result) => result.group))) {
    const own = results.filter((result) => result.group === group);
    console.log(`\n${group}: mean ${(100 * meanCoverage(own)).toFixed(1)} % of ${own[0]?.datasets} data sets each`);
    for (const { name, truth, coverage, absent, datasets } of own) {
      const error = 100 * Math.sqrt((coverage * (1 - coverage)) / datasets);
      const missing = absent > 0 ? `, ${absent} without interval` : "";
      console.log(`  ${(100 * coverage).toFixed(1).padStart(5)} % +- ${error.toFixed(1)}  ${name} (true ${truth.toFixed(3)}${missing})`);
    }
  }
}

/** The short form: fixed seed, jackknife of alpha only, a few seconds. */
export function shortCoverage(): CoverageResult[] {
  return measureCoverage(alphaScenarios("jackknife"), 80, 2026);
}

/** What the intervals that are shown by default miss of their level: two points of 95 %, on average over a group's scenarios. */
function shortOf(results: readonly CoverageResult[]): string[] {
  return [...new Set(results.map(({ group }) => group))].flatMap((group) => {
    const mean = meanCoverage(results.filter((result) => result.group === group));
    return [...atLeast(group, mean, 0.93), ...atMost(group, mean, 0.97)];
  });
}

function main(): void {
  console.log("Coverage of nominal 95 % intervals by simulation (latent-normal scores cut to the scale; +- is the Monte Carlo error)");
  if (process.argv.includes("--short")) {
    const results = shortCoverage();
    printResults(results);
    conclude(shortOf(results));
    return;
  }
  const alphas = measureCoverage(alphaScenarios("jackknife"), 2000, 2026);
  printResults(alphas);
  const others = measureCoverage(
    [...clusterScenarios(), ...differenceScenarios(), ...correlationScenarios(), ...otherScenarios()],
    1000,
    2026,
  );
  printResults(others);
  printResults(measureCoverage([...alphaScenarios("bca"), ...alphaScenarios("percentile")], 300, 2026));
  conclude(shortOf([...alphas, ...others].filter(({ group }) => !group.endsWith("for comparison)"))));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
