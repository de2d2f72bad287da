// Does the study planner promise what studies then find? Made-up studies of the planned size are drawn, and the widths of their intervals compared with
// the planned ones (target: within 15 %): `npm run bench -- planner [--short]`.
import { pathToFileURL } from "node:url";
import type { SizeFigureName } from "@/lib/domain/plan-size";
import { type PlanContent, planContent } from "@/lib/domain/study-plan";
import { usualEpsilon } from "@/lib/domain/usual-epsilon";
import { alphaDifference, altTest, anchoring, clusteredMean, correlate, krippendorffAlpha, median, seededRandom } from "@/lib/stats";
import { correlationFor, cutsForShares } from "@/lib/stats/latent-scores";
import { drawNormal, type SeededRandom } from "@/lib/stats/random";
import { expectedShares } from "@/lib/study/planner/size-model";
import { sizePlan } from "@/lib/study/planner/size-plan";
import { atLeast, atMost, conclude } from "./support/conclude";

interface Setting {
  alpha: number;
  correlation: number;
  scores: "middle" | "high";
  samples: number;
  overlap: number;
  people: number;
  level?: "ordinal" | "interval" | "nominal";
  design?: "crossed" | "parallel";
  /** Standard deviation between people of the arms' difference. */
  peopleSpread?: number;
}

export interface PlannerResult {
  name: string;
  figure: SizeFigureName;
  planned: number;
  /** Median half-width of the studies' intervals; for the test, the share of studies that pass it. */
  achieved: number;
}

const points = 5;
const settings: readonly Setting[] = [
  { alpha: 0.3, correlation: 0.3, scores: "high", samples: 100, overlap: 4, people: 8 },
  { alpha: 0.5, correlation: 0.5, scores: "high", samples: 200, overlap: 6, people: 12 },
  { alpha: 0.7, correlation: 0.6, scores: "middle", samples: 60, overlap: 4, people: 6 },
  { alpha: 0.8, correlation: 0.7, scores: "high", samples: 150, overlap: 6, people: 6, level: "interval" },
  { alpha: 0.6, correlation: 0.6, scores: "middle", samples: 300, overlap: 4, people: 10, design: "parallel" },
  { alpha: 0.5, correlation: 0.4, scores: "high", samples: 120, overlap: 5, people: 10, level: "interval" },
  { alpha: 0.5, correlation: 0.5, scores: "middle", samples: 200, overlap: 6, people: 12, peopleSpread: 0.3 },
];

interface Study {
  /** `scores[sample][person]`; null: not rated in this arm. */
  blind: (number | null)[][];
  drafted: (number | null)[][];
  judge: number[];
}

/** A study of the planned size whose drafted scores are drawn as the blind ones are; people differ in how far the draft moves them, by `peopleSpread`. */
function drawStudy(setting: Setting, random: SeededRandom): Study {
  const cuts = cutsForShares(expectedShares(setting.scores, points));
  const level = setting.level ?? "ordinal";
  const people = correlationFor(setting.alpha, cuts, level);
  const validity = correlationFor(setting.correlation, cuts, level === "interval" ? "interval" : "ordinal") / Math.sqrt(people);
  const study: Study = { blind: [], drafted: [], judge: [] };
  for (let sample = 0; sample < setting.samples; sample++) {
    const quality = drawNormal(random);
    const point = (score: number) => 1 + cuts.filter((cut) => score > cut).length;
    study.judge.push(point(validity * quality + Math.sqrt(1 - validity ** 2) * drawNormal(random)));
    const [blind, drafted] = [emptyRow(setting), emptyRow(setting)];
    for (let slot = 0; slot < setting.overlap; slot++) {
      // Arms take turns, and so do the people of each; in the parallel design the first half of the people work with drafts.
      const isDrafted = slot % 2 === 0;
      const half = setting.people / 2;
      const turn = sample * Math.ceil(setting.overlap / 2) + Math.floor(slot / 2);
      const person =
        setting.design === "parallel"
          ? (isDrafted ? 0 : half) + (turn % half)
          : (sample * setting.overlap + slot + Math.floor(sample / 2)) % setting.people;
      (isDrafted ? drafted : blind)[person] = point(Math.sqrt(people) * quality + Math.sqrt(1 - people) * drawNormal(random));
    }
    study.blind.push(blind);
    study.drafted.push(drafted);
  }
  return study;
}

const emptyRow = ({ people }: Setting) => Array.from({ length: people }, (): number | null => null);

function distances({ judge }: Study, arm: (number | null)[][]) {
  const rows = arm.flatMap((row, sample) =>
    row.flatMap((score, person) => (score === null ? [] : [{ sample, person, distance: Math.abs(score - (judge[sample] ?? 0)) }])),
  );
  return rows;
}

/** The arms' difference and its half-width: over samples or, where people differ, over people as well. */
function differenceWidth(setting: Setting, study: Study, random: SeededRandom): number | null {
  const spread = setting.peopleSpread ?? 0;
  const effects = Array.from({ length: setting.people }, () => spread * drawNormal(random));
  const drafted = distances(study, study.drafted).map((row) => ({ ...row, distance: row.distance + (effects[row.person] ?? 0) }));
  const blind = distances(study, study.blind);
  if (spread > 0) return halfOf(clusteredMean({ values: ownDifferences(setting.people, drafted, blind) }).interval);
  const arm = (rows: typeof blind) => ({ values: rows.map((row) => row.distance), clusters: rows.map((row) => String(row.sample)) });
  const [d, b] = [arm(drafted), arm(blind)];
  const { clustered } = anchoring({ drafted: d.values, blind: b.values, draftedClusters: d.clusters, blindClusters: b.clusters });
  return halfOf(clustered?.interval);
}

/** Each person's mean distance with the draft less that without. */
function ownDifferences(
  people: number,
  drafted: { person: number; distance: number }[],
  blind: { person: number; distance: number }[],
): number[] {
  const mean = (rows: { person: number; distance: number }[], person: number) => {
    const own = rows.filter((row) => row.person === person);
    return own.reduce((sum, row) => sum + row.distance, 0) / own.length;
  };
  return Array.from({ length: people }, (_, person) => mean(drafted, person) - mean(blind, person));
}

const halfOf = (interval: { low: number; high: number } | null | undefined) => (interval ? (interval.high - interval.low) / 2 : null);

function achievedIn(setting: Setting, random: SeededRandom): Record<SizeFigureName, number | null> {
  const level = setting.level ?? "ordinal";
  const study = drawStudy(setting, random);
  const means = study.blind.map((row) => {
    const given = row.filter((score) => score !== null);
    return given.length === 0 ? null : given.reduce((sum, score) => sum + score, 0) / given.length;
  });
  const correlation = correlate({ x: study.judge, y: means })[level === "interval" ? "pearson" : "spearman"];
  return {
    alpha: halfOf(krippendorffAlpha({ ratings: study.blind, level }).interval),
    correlation: halfOf(correlation.interval),
    difference: differenceWidth(setting, study, random),
    alphaDifference: halfOf(alphaDifference({ first: study.blind, second: study.drafted, level }).interval),
    power: Number(altTest({ ratings: study.blind, judge: study.judge, score: "rmse", epsilon: usualEpsilon }).passed ?? 0),
  };
}

function plannedFor(setting: Setting): PlanContent {
  const run = "00000000-0000-4000-8000-000000000000";
  return planContent.parse({
    arms: [{ arm: "drafted", runId: run }, { arm: "blind" }],
    ...{ design: setting.design ?? "crossed", overlap: setting.overlap, people: setting.people },
    sizing: {
      assumptions: {
        ...{ alpha: setting.alpha, correlation: setting.correlation, scores: setting.scores },
        peopleSpread: setting.peopleSpread ?? 0,
      },
    },
  });
}

/** Planned and achieved widths in each setting. */
export function checkPlanner(studies: number, of = settings): PlannerResult[] {
  return of.flatMap((setting, index) => {
    const level = setting.level ?? "ordinal";
    const { figures } = sizePlan(plannedFor(setting), {
      ...{ samplesInTask: setting.samples, inputsInTask: setting.samples, criteria: 1, pilot: null, drawnFrom: null },
      ...{ scale: { level, points, step: 1 }, free: setting.people, secondsPerSample: null },
    });
    const random = seededRandom(1000 + index);
    const found = Array.from({ length: studies }, () => achievedIn(setting, random));
    const { alpha, correlation, scores, samples, overlap, people, design = "crossed", peopleSpread = 0 } = setting;
    const name = `${level} alpha ${alpha}, r ${correlation}, ${scores} scores, ${samples} samples x ${overlap} of ${people} people, ${design}, people differ by ${peopleSpread}`;
    return (Object.keys(figures) as SizeFigureName[]).flatMap((figure) => {
      const planned = figures[figure].value;
      const values = found.flatMap((study) => study[figure] ?? []);
      const achieved = figure === "power" ? values.reduce((sum, one) => sum + one, 0) / studies : median(values);
      return planned === null || achieved === null ? [] : [{ name, figure, planned, achieved }];
    });
  });
}

/** A few settings and studies: a few seconds. */
export const shortPlannerCheck = (): PlannerResult[] => checkPlanner(40, settings.slice(0, 3));

function main(): void {
  const results = process.argv.includes("--short") ? shortPlannerCheck() : checkPlanner(400);
  for (const name of new Set(results.map((result) => result.name))) {
    console.log(`\n${name}`);
    for (const { figure, planned, achieved } of results.filter((result) => result.name === name)) {
      const ratio = figure === "power" ? "" : `   planned / achieved ${(planned / achieved).toFixed(2)}`;
      console.log(`  ${figure.padEnd(16)} planned ${planned.toFixed(3)}   achieved ${achieved.toFixed(3)}${ratio}`);
    }
  }
  const widths = results.filter(({ figure }) => figure !== "power");
  conclude(
    widths.flatMap(({ name, figure, planned, achieved }) => {
      const what = `planned / achieved ${figure}, ${name}`;
      return [...atLeast(what, planned / achieved, 0.85), ...atMost(what, planned / achieved, 1.15)];
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
