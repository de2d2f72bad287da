import type { Pilot } from "@/lib/domain/pilot";
import type { SizeAssumption } from "@/lib/domain/plan-size";
import type { SizeAssumptions } from "@/lib/domain/size-question";
import { spearmanBrown } from "@/lib/stats";
import { alphaError, type Distances, distanceError } from "./precision";
import { type ScoreModel, type SimulatedScores, simulateScores } from "./score-model";

/** The criterion that is planned for. */
export interface PlannedScale {
  level: ScoreModel["level"];
  /** How many points it has, and how far apart they are. */
  points: number;
  step: number;
}

/** Everything that the expected figures rest on besides the plan. */
export interface SizeModel {
  level: ScoreModel["level"];
  statistic: ScoreModel["statistic"];
  scores: SimulatedScores;
  /** How much wider the pilot's own intervals are than those of simulated scores. */
  calibration: { alpha: number; correlation: number; distance: number };
  distances: Distances | null;
  peopleSpread: number;
  /** Null: as simulated. */
  advantage: { advantage: number; ties: number } | null;
  inputsPerSample: number;
  assumed: SizeAssumption[];
}

const defaults = { alpha: 0.5, correlation: 0.5, scores: "high", peopleSpread: 0.15 } as const;
/** A pilot of fewer inputs says little about the width of its own intervals. */
const fewestInputs = 20;

/** Chooses between what is stated, what the pilot found and the defaults, and says which it was. */
export function sizeModel(stated: SizeAssumptions, pilot: Pilot | null, scale: PlannedScale, inputsPerSample: number): SizeModel {
  const assumed: SizeAssumption[] = [];
  const choose = (name: SizeAssumption["name"], of: { stated: number | undefined; pilot: number | null; otherwise: number }): number => {
    const [value, source] =
      of.stated !== undefined
        ? ([of.stated, "stated"] as const)
        : of.pilot !== null
          ? ([of.pilot, "pilot"] as const)
          : ([of.otherwise, "default"] as const);
    assumed.push({ name, value, source });
    return value;
  };
  const alpha = choose("alpha", { stated: stated.alpha, pilot: usableAlpha(pilot), otherwise: defaults.alpha });
  const correlation = choose("correlation", {
    stated: stated.correlation,
    pilot: correlationWithOne(pilot),
    otherwise: defaults.correlation,
  });
  const shares = sharesOf(stated, pilot, scale.points);
  assumed.push({ name: "scores", ...shares.said });
  const statistic = scale.level === "interval" ? "pearson" : "spearman";
  const scores = simulated({ level: scale.level, alpha, correlation, statistic, shares: shares.shares });
  const distances = distancesOf(stated, pilot, scores, scale.step);
  assumed.push({ name: "distanceSpread", value: distances?.spread ?? null, source: distances?.source ?? "computed" });
  const peopleSpread = choose("peopleSpread", {
    stated: stated.peopleSpread,
    pilot: pilot?.distances?.peopleSpread ?? null,
    otherwise: defaults.peopleSpread * scale.step,
  });
  const advantage = advantageOf(stated, pilot);
  assumed.push({
    name: "advantage",
    value: advantage?.advantage ?? scores.advantage(3)?.advantage ?? null,
    source: advantage?.source ?? "computed",
  });
  return {
    ...{ level: scale.level, statistic, scores, distances, peopleSpread, advantage, inputsPerSample, assumed },
    calibration: calibrationOf(stated, pilot, scores, distances),
  };
}

function advantageOf(stated: SizeAssumptions, pilot: Pilot | null) {
  const ties = pilot?.advantage?.ties ?? 0.5;
  if (stated.advantage !== undefined)
    return { advantage: stated.advantage, ties: Math.min(ties, 1 - Math.abs(stated.advantage)), source: "stated" as const };
  return pilot?.advantage ? { ...pilot.advantage, source: "pilot" as const } : null;
}

const usableAlpha = (pilot: Pilot | null) => (pilot?.alpha ? Math.max(0.05, Math.min(0.95, pilot.alpha.value)) : null);

/** The judge's correlation with one person, from that with the mean of several: each further person takes noise out of the mean. */
function correlationWithOne(pilot: Pilot | null): number | null {
  const alpha = usableAlpha(pilot);
  if (!pilot?.correlation || alpha === null) return null;
  const { value, raters } = pilot.correlation;
  const reliability = spearmanBrown({ reliability: alpha, k: raters }).value ?? alpha;
  return Math.max(0, Math.min(0.95, value * Math.sqrt(alpha / reliability)));
}

function sharesOf(stated: SizeAssumptions, pilot: Pilot | null, points: number) {
  const from = (said: "middle" | "high", source: "stated" | "default") => ({
    shares: expectedShares(said, points),
    said: { value: said, source },
  });
  if (stated.scores !== undefined) return from(stated.scores, "stated");
  if (pilot === null) return from(defaults.scores, "default");
  return { shares: pilot.shares, said: { value: "as in the pilot", source: "pilot" as const } };
}

/** Shares of equally wide points under a normal curve, whose middle is the scale's, or that of its top point. */
export function expectedShares(scores: "middle" | "high", points: number): number[] {
  const width = 4 / points;
  const centre = scores === "middle" ? 0 : 2 - width / 2;
  const density = Array.from({ length: points }, (_, i) => Math.exp(-(((i + 0.5) * width - 2 - centre) ** 2) / 2));
  const whole = density.reduce((sum, one) => sum + one, 0);
  return density.map((one) => one / whole);
}

function distancesOf(stated: SizeAssumptions, pilot: Pilot | null, scores: SimulatedScores, step: number) {
  const model = scores.distances();
  const found = pilot?.distances ?? null;
  // Samples that more people rated than others can make it more than 1.
  const likeness = Math.min(1, found?.likeness ?? model?.likeness ?? 0);
  if (stated.distanceSpread !== undefined) return { spread: stated.distanceSpread, likeness, source: "stated" as const };
  if (found) return { spread: found.spread, likeness, source: "pilot" as const };
  return model && { spread: model.spread * step, likeness, source: "computed" as const };
}

/** Ratios of the pilot's standard errors to those that the model expects of a study of its size; 1 where the pilot is too small or not asked. */
function calibrationOf(stated: SizeAssumptions, pilot: Pilot | null, scores: SimulatedScores, distances: Distances | null) {
  const none = { alpha: 1, correlation: 1, distance: 1 };
  if (pilot === null || pilot.inputs < fewestInputs) return none;
  const ratio = (found: number | null | undefined, expected: number | null) => (found == null || !expected ? 1 : found / expected);
  const { alpha, correlation } = pilot;
  const difference = pilot.distances?.difference;
  const expectedZ = correlation ? scores.correlation(Math.max(1, Math.round(correlation.raters))) : null;
  return {
    alpha: stated.alpha === undefined && alpha ? ratio(alpha.error, alphaError(scores, alpha.strata)) : 1,
    correlation:
      stated.correlation === undefined && correlation && expectedZ
        ? ratio(correlation.error, Math.sqrt(expectedZ.variance / correlation.samples))
        : 1,
    distance:
      stated.distanceSpread === undefined && difference && distances
        ? ratio(difference.error, expectedDifference(distances, difference))
        : 1,
  };
}

function expectedDifference(distances: Distances, { drafted, blind, samples }: { drafted: number; blind: number; samples: number }) {
  const load = (ratings: number) => ({ ratings, perSample: ratings / samples });
  return distanceError(distances, samples, load(drafted), load(blind));
}

// A simulation takes a tenth of a second, and every change of a plan asks for the same one.
const known = new Map<string, SimulatedScores>();
const mostKnown = 16;

function simulated(model: ScoreModel): SimulatedScores {
  const key = JSON.stringify(model);
  const found = known.get(key) ?? simulateScores(model);
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return found;
}
