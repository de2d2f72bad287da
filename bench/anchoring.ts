// Are the report's differences between arms recovered where the draft's effect is known? Studies are made up in which people keep the draft with a
// known probability and otherwise score as they would have without it: `npm run bench -- anchoring [--short]`.
import { pathToFileURL } from "node:url";
import type { ReportData } from "@/lib/domain/report-data";
import { draftEffects } from "@/lib/report/chapters/draft-effect";
import { influence } from "@/lib/report/influence";
import { asColumns, ratingTable } from "@/lib/report/rating-table";
import { type SeededRandom, seededRandom } from "@/lib/stats";
import { drawNormal } from "@/lib/stats/random";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { atLeast, atMost, conclude } from "./support/conclude";

export interface ArmEffect {
  inputs: number;
  /** Probability that a person who sees the draft keeps its score. */
  keep: number;
  /** Seconds that the draft saves in a rating. */
  saved: number;
}

export interface AnchoringCoverage {
  name: string;
  /** The draft's true effect: with minus without. */
  truth: number;
  runs: number;
  /** Share of runs whose interval holds the truth, and the mean of the runs' values. */
  coverage: number;
  mean: number;
}

const effects: readonly ArmEffect[] = [
  { inputs: 40, keep: 0.3, saved: 8 },
  { inputs: 80, keep: 0.6, saved: 20 },
  { inputs: 40, keep: 0, saved: 0 },
];
const people = ["Ann", "Bob", "Cleo", "Dan"];
const criteria = ["Clear", "True"];
const secondsWithout = 60;

/** Errors without the draft are uniform from -spread to spread, 1 or 2 by input: their mean distance, and their variance. */
const meanDistance = (2 / 3 + 6 / 5) / 2;
const errorVariance = (2 / 3 + 2) / 2;
/** Of the drafts, uniform from 3 to 7. */
const draftVariance = 2;

/** Alpha at the interval level where people keep the draft with this probability: the share of the scores' variance that is the drafts'. */
const alphaAt = (keep: number): number => draftVariance / (draftVariance + (1 - keep) * errorVariance);

const whole = (random: SeededRandom, from: number, to: number) => from + Math.floor(random.next() * (to - from + 1));

/** A study whose people are given an arm for each sample by chance. Inputs differ in how hard they are and how long they take. */
function drawStudy({ inputs, keep, saved }: ArmEffect, random: SeededRandom): ReportData {
  const data = reportDataFixture({ inputs, criteria: Object.fromEntries(criteria.map((name) => [name, [1, 9]])), annotators: people });
  const drafts: NonNullable<ReportData["arms"]>["drafts"] = [];
  const ratings: NonNullable<ReportData["arms"]>["ratings"] = [];
  for (let input = 0; input < inputs; input++) {
    const spread = whole(random, 1, 2);
    const longer = 10 * drawNormal(random);
    for (const sample of [2 * input, 2 * input + 1]) {
      const arms = people.map(() => whole(random, 0, 2));
      for (const criterion of criteria.keys()) {
        // Far enough from both ends of the scale that no error is cut off.
        const draft = whole(random, 3, 7);
        drafts.push({ run: 0, sample, criterion, score: draft });
        for (const [rater, arm] of arms.entries()) {
          const own = draft + whole(random, -spread, spread);
          const kept = random.next() < keep ? draft : own;
          const rate = (arm: "blind" | "drafted" | "first" | "final", score: number, saves = 0) => {
            const seconds = secondsWithout + longer + 5 * drawNormal(random) - saves;
            ratings.push({ rater, sample, criterion, arm, run: arm === "blind" ? null : 0, score, durationMs: 1000 * seconds });
          };
          if (arm === 0) rate("blind", own);
          else if (arm === 1) rate("drafted", kept, saved);
          else {
            rate("first", own);
            rate("final", kept);
          }
        }
      }
    }
  }
  return { ...data, arms: { runs: [{ id: "run", judge: "judge" }], drafts, ratings } };
}

/**
 * What the report says about each study's arms: distance to the draft, pooled and on the first criterion, seconds, agreement and the anchoring index; and
 * about those who first rated without it: how far they are from it in the end, and how far they moved.
 */
export function anchoringCoverage(effect: ArmEffect, runs: number, seed: number): AnchoringCoverage[] {
  const random = seededRandom(seed);
  const { keep, saved } = effect;
  const [criterion = ""] = criteria;
  const distance = -keep * meanDistance;
  const truths = {
    "distance to the draft": distance,
    [`distance on ${criterion}`]: distance,
    seconds: -saved,
    "interval alpha": alphaAt(keep) - alphaAt(0),
    "anchoring index": keep,
    [`anchoring index on ${criterion}`]: keep,
    // Where nobody keeps the draft, nobody moves, and there is nothing to estimate.
    ...(keep > 0 && { "distance, final and first": distance, [`points towards the draft on ${criterion}`]: -distance }),
  };
  const figures = Object.entries(truths).map(([name, truth]) => ({ name, truth, values: [] as number[], held: 0 }));
  for (let run = 0; run < runs; run++) {
    const table = ratingTable(asColumns(drawStudy(effect, random)));
    const { arms, comparisons } = influence(table) ?? { arms: [], comparisons: [] };
    const { effects } = draftEffects(table);
    const compared = (kind: "drafted" | "final") => comparisons.find((one) => arms[one.with]?.arm === kind);
    const [seen, final] = [compared("drafted"), compared("final")];
    const ofEffect = (kind: "drafted" | "final") => effects.find((one) => one.kind === kind);
    const found = [
      seen?.distance.pooled.difference,
      seen?.distance.perCriterion[criterion]?.difference,
      seen?.seconds.pooled.difference,
      seen?.agreement.meanOverCriteria.interval,
      ofEffect("drafted")?.index.pooled,
      ofEffect("drafted")?.index.perCriterion[criterion],
      final?.distance.pooled.difference,
      ofEffect("final")?.moves[criterion]?.shift,
    ];
    for (const [at, figure] of figures.entries()) {
      const { value, interval } = found[at] ?? {};
      if (value === null || value === undefined || !interval) continue;
      figure.values.push(value);
      if (interval.low <= figure.truth && figure.truth <= interval.high) figure.held += 1;
    }
  }
  return figures.map(({ name, truth, values, held }) => ({
    ...{ name: `${name}, ${effect.inputs} inputs, draft kept in ${100 * keep} %`, truth, runs },
    coverage: held / runs,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
  }));
}

/** Few runs of the first effect, for the tests. */
export const shortAnchoringCheck = (): AnchoringCoverage[] => anchoringCoverage(effects[0] as ArmEffect, 60, 7);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const short = process.argv.includes("--short");
  const results = short ? shortAnchoringCheck() : effects.flatMap((effect, at) => anchoringCoverage(effect, 400, 1 + at));
  for (const { name, truth, runs, coverage, mean } of results)
    console.log(
      `${name}: true ${truth.toFixed(3)}, mean ${mean.toFixed(3)}, interval holds it in ${(100 * coverage).toFixed(1)} % of ${runs} runs`,
    );
  // 95 % of 400 runs, give or take three standard errors; of the few short ones, only whether they cover far too little.
  const [least, most] = short ? [0.87, 1] : [0.917, 0.983];
  conclude(results.flatMap(({ name, coverage }) => [...atLeast(name, coverage, least), ...atMost(name, coverage, most)]));
}
