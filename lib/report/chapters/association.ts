import { placesOf } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report-figures";
import type { WithinInputs } from "@/lib/domain/report-verdict";
import { correlate, pearson } from "@/lib/stats";
import { type RatingTable, sampleOf } from "../rating-table";
import { remembered, rememberedBy } from "../remembered";
import { anyScoresIn, asFigure, type Scene, scoresIn, valuesAt } from "./scene";

const columnsIn = (scene: Scene, judge: number) => ({ x: anyScoresIn(scene, judge), y: scene.people, clusters: scene.inputs });

const pooledIn = rememberedBy((scene: Scene, judge) => correlate({ ...columnsIn(scene, judge), ...scene.table.wanted }));

/** Within each input, averaged over inputs. Inputs of which judge or people scored nothing are not among its groups. */
const withinIn = rememberedBy((scene: Scene, judge) => {
  const columns = columnsIn(scene, judge);
  const both = placesOf(columns.x.length, (place) => columns.x[place] !== null && columns.y[place] !== null);
  const [x, y, clusters] = [valuesAt(columns.x, both), valuesAt(columns.y, both), valuesAt(columns.clusters, both)];
  return correlate({ x, y, clusters, groups: clusters, ...scene.table.wanted });
});

/** Spearman's correlation of a judge with people's mean, and over how many inputs it is averaged; null: over all units. */
export interface RankCorrelation {
  spearman: Figure;
  withinInputs: WithinInputs | null;
}

/** Within each input, averaged over the inputs that define a correlation, or over all units. */
export function rankCorrelationIn(scene: Scene, judge: number, isWithin: boolean): RankCorrelation {
  const { n, spearman } = isWithin ? withinIn(scene, judge) : pooledIn(scene, judge);
  const { definedGroups = 0, totalGroups = 0 } = spearman;
  return { spearman: asFigure({ ...spearman, n }), withinInputs: isWithin ? { definedGroups, totalGroups } : null };
}

/** Whether inputs have outputs of several systems, and one of them defines a correlation of judge and people. */
export const definesWithin = (scene: Scene, judge: number): boolean =>
  hasSeveralSystems(scene) && withinIn(scene, judge).spearman.value !== null;

/**
 * How alike a judge and people's mean order outputs. Spearman: where inputs have outputs of several systems, within each input, averaged over the inputs
 * that define a correlation: over all units, how hard inputs are would count as agreement. Over all units where no input has such outputs, or none defines
 * one. Tau-b is over all units, as published tables have it (CoEval's).
 */
export function associationIn(scene: Scene, judge: number): RankCorrelation & { tauB: Figure } {
  const pooled = pooledIn(scene, judge);
  return {
    ...rankCorrelationIn(scene, judge, definesWithin(scene, judge)),
    tauB: asFigure({ ...pooled.kendallTauB, n: pooled.n }),
  };
}

/**
 * Simpson's paradox: whether two of a judge's correlations with people's mean (Pearson's, over all units, within inputs, and between systems' means) have
 * opposite signs, so that none of them can be used for another. False with fewer than two systems.
 */
export const signsDiffer = rememberedBy((scene: Scene, judge): boolean => {
  const [x, y] = systemMeans(scene, judge);
  if (x.length < 2) return false;
  const between = pearson({ x, y, interval: "none" });
  const found = [pooledIn(scene, judge).pearson, between, withinIn(scene, judge).pearson].flatMap((one) => one.value ?? []);
  // What rounding leaves of none has no sign.
  return found.some((value) => value < -1e-9) && found.some((value) => value > 1e-9);
});

/** The judge's and people's means of each system, over the same units. Those that are equal on paper are equal to so many digits. */
function systemMeans(scene: Scene, judge: number): [judge: number[], people: number[]] {
  const { table, units, people } = scene;
  const judged = scoresIn(scene, judge);
  const { systems, systemAt } = systemsOfSamples(table.data.samples);
  const sums = { n: new Float64Array(systems), judge: new Float64Array(systems), people: new Float64Array(systems) };
  for (let place = 0; place < units.length; place++) {
    const system = systemAt[sampleOf(table, units[place] as number)] as number;
    const own = judged[place] ?? null;
    const theirs = people[place] ?? null;
    if (system < 0 || own === null || theirs === null) continue;
    sums.n[system] = (sums.n[system] as number) + 1;
    sums.judge[system] = (sums.judge[system] as number) + own;
    sums.people[system] = (sums.people[system] as number) + theirs;
  }
  const means = (side: "judge" | "people") =>
    Array.from(sums.n, (n, system) => Number(((sums[side][system] as number) / n).toPrecision(10))).filter((mean) => !Number.isNaN(mean));
  return [means("judge"), means("people")];
}

/** How many systems there are, and the number of each sample's; -1: none. */
const systemsOfSamples = remembered((samples: RatingTable["data"]["samples"]) => {
  const known = new Map<string, number>();
  const systemAt = new Int32Array(samples.length);
  for (let sample = 0; sample < samples.length; sample++) {
    const name = samples[sample]?.system ?? null;
    if (name !== null && !known.has(name)) known.set(name, known.size);
    systemAt[sample] = name === null ? -1 : (known.get(name) as number);
  }
  return { systems: known.size, systemAt };
});

/** Whether an input has outputs of several systems. */
const hasSeveralSystems = remembered(({ table, units, inputs }: Scene): boolean => {
  const { systemAt } = systemsOfSamples(table.data.samples);
  const systemOf = new Map<number, number>();
  return units.some((unit, place) => {
    const system = systemAt[sampleOf(table, unit)] as number;
    if (system < 0) return false;
    const input = inputs[place] as number;
    const first = systemOf.get(input) ?? system;
    systemOf.set(input, first);
    return system !== first;
  });
});
