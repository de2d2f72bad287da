import type { SizeFigureName } from "@/lib/domain/plan-size";
import { tQuantile } from "@/lib/stats";
import { altTestPower } from "./alt-test-power";
import { alphaDifferenceError, alphaError, distanceError, pairedDistanceError } from "./precision";
import type { SizeModel } from "./size-model";
import { ratedBy, ratingsOf, type Stratum, samplesOf } from "./strata";
import { type ArmSize, perSample, type StudySize } from "./study-size";

export const confidence = 0.95;

export interface Expected {
  value: number | null;
  why: string | null;
}

const undefinedBy = (why: string): Expected => ({ value: null, why });

/** What one figure of a study of this size is expected to be: half the width of its interval or, for the test, its power. */
export function expectedFigure(name: SizeFigureName, size: StudySize, model: SizeModel, epsilon: number): Expected {
  if (name === "alpha") return alphaWidth(size, model);
  if (name === "correlation") return correlationWidth(size, model);
  if (name === "difference") return differenceWidth(size, model);
  if (name === "alphaDifference") return alphaDifferenceWidth(size, model);
  return power(size, model, epsilon);
}

const inputsOf = (strata: readonly Stratum[], model: SizeModel) => Math.round(samplesOf(strata) * model.inputsPerSample);

/** Half an interval by t over the inputs. */
function halfWidth(error: number | null, inputs: number): Expected {
  if (error === null) return undefinedBy("no-pairable-units");
  return inputs < 2 ? undefinedBy("too-few") : { value: error * tQuantile(0.5 + confidence / 2, inputs - 1), why: null };
}

function alphaWidth({ blind, drafted }: StudySize, model: SizeModel): Expected {
  const strata = ratedBy((blind ?? drafted)?.strata ?? [], 2);
  const error = alphaError(model.scores, strata);
  return halfWidth(error && error * model.calibration.alpha, inputsOf(strata, model));
}

function alphaDifferenceWidth({ blind, drafted }: StudySize, model: SizeModel): Expected {
  if (blind === null || drafted === null) return undefinedBy(blind === null ? "no-blind-arm" : "no-drafted-arm");
  const error = alphaDifferenceError(model.scores, drafted.strata, blind.strata);
  const inputs = Math.min(inputsOf(ratedBy(blind.strata, 2), model), inputsOf(ratedBy(drafted.strata, 2), model));
  return halfWidth(error && error * model.calibration.alpha, inputs);
}

/** The interval is made on Fisher's z and turned back, where it is not symmetric: half of its width. */
function correlationWidth({ blind }: StudySize, model: SizeModel): Expected {
  if (model.level === "nominal") return undefinedBy("unordered");
  if (blind === null) return undefinedBy("no-blind-arm");
  const strata = ratedBy(blind.strata, 1);
  const samples = samplesOf(strata);
  if (samples < 10) return undefinedBy("too-few");
  const expected = model.scores.correlation(Math.max(1, Math.round(ratingsOf(strata) / samples)));
  if (expected === null) return undefinedBy("no-variation");
  const reach = halfWidth(Math.sqrt(expected.variance / samples) * model.calibration.correlation, inputsOf(strata, model));
  if (reach.value === null) return reach;
  const z = Math.atanh(expected.value);
  return { value: (Math.tanh(z + reach.value) - Math.tanh(z - reach.value)) / 2, why: null };
}

/** A person's own two distances on one sample are at least this much alike. */
const ownLikeness = 0.6;

function differenceWidth(size: StudySize, model: SizeModel): Expected {
  const { blind, drafted, pairing, samples } = size;
  if (model.level === "nominal") return undefinedBy("unordered");
  if (blind === null || drafted === null) return undefinedBy(blind === null ? "no-blind-arm" : "no-drafted-arm");
  const { distances } = model;
  if (distances === null) return undefinedBy("no-variation");
  const load = (arm: ArmSize) => ({ ratings: arm.ratings, perSample: perSample(arm) });
  const error =
    pairing === "own-samples"
      ? pairedDistanceError({ ...distances, likeness: Math.max(distances.likeness, ownLikeness) }, Math.min(blind.ratings, drafted.ratings))
      : distanceError(distances, samples, load(drafted), load(blind));
  const inputs = inputsOf(drafted.strata, model);
  if (error === null || inputs < 2) return undefinedBy("too-few");
  const overSamples = (error * model.calibration.distance) ** 2;
  const overPeople = model.peopleSpread ** 2 * (pairing === "other-people" ? 1 / drafted.people + 1 / blind.people : 1 / size.people);
  const peopleDf = pairing === "other-people" ? drafted.people + blind.people - 2 : size.people - 1;
  if (overPeople > 0 && peopleDf < 1) return undefinedBy("too-few-people");
  // Degrees of freedom by Satterthwaite: samples and people are drawn separately.
  const variance = overSamples + overPeople;
  if (variance === 0) return undefinedBy("no-variation");
  const [ofSamples, ofPeople] = [overSamples / variance, overPeople / variance];
  const df = 1 / (ofSamples ** 2 / (inputs - 1) + (overPeople === 0 ? 0 : ofPeople ** 2 / peopleDf));
  return { value: Math.sqrt(variance) * tQuantile(0.5 + confidence / 2, df), why: null };
}

function power({ blind }: StudySize, model: SizeModel, epsilon: number): Expected {
  if (blind === null) return undefinedBy("no-blind-arm");
  const pairable = ratedBy(blind.strata, 2);
  const raters = Math.round(ratingsOf(pairable) / Math.max(1, samplesOf(pairable)));
  const expected = model.advantage ?? model.scores.advantage(raters);
  if (expected === null) return undefinedBy("no-pairable-units");
  const units = ratingsOf(pairable) / Math.max(1, blind.people);
  return altTestPower({ annotators: blind.people, units, inputs: units * model.inputsPerSample, epsilon, ...expected });
}
