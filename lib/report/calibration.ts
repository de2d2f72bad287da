import type { CalibrationResults } from "@/lib/domain/calibration";
import type { Criterion } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import { alphaAtAllLevels } from "@/lib/stats";

interface CalibrationScore {
  annotatorId: string;
  sampleId: string;
  inputKey: string;
  criterionId: string;
  score: number | null;
}

/**
 * Krippendorff's alpha of a calibration round on each criterion, with an interval over inputs: nominal for pairs and for labels, else ordinal. n counts
 * scores, `units` the samples that two or more people scored, `inputs` the inputs that these belong to.
 */
export function calibrationAlphas(
  criteria: readonly Criterion[],
  scores: readonly CalibrationScore[],
  pairwise: boolean,
): CalibrationResults["criteria"] {
  return criteria.map(({ id, name, scale }) => {
    const own = scores.filter(({ criterionId }) => criterionId === id);
    const people = [...new Set(own.map(({ annotatorId }) => annotatorId))];
    const samples = new Map(own.map(({ sampleId, inputKey }) => [sampleId, inputKey]));
    const ratings = [...samples.keys()].map((sampleId) =>
      people.map((person) => own.find((one) => one.sampleId === sampleId && one.annotatorId === person)?.score ?? null),
    );
    const clusters = [...samples.values()];
    const level = pairwise || isCategorical(scale) ? "nominal" : "ordinal";
    const { value, why, n, interval, intervalWhy, pairableUnits } = alphaAtAllLevels({ ratings, clusters })[level];
    const pairable = clusters.filter((_, unit) => (ratings[unit] ?? []).filter((score) => score !== null).length > 1);
    const alpha = { value, why, n, interval, intervalWhy, units: pairableUnits, inputs: new Set(pairable).size };
    return { criterionId: id, name, level, alpha };
  });
}
