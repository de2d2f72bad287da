import { AppError } from "@/lib/domain/errors";
import type { RefusedScores, SplitPart } from "@/lib/domain/judge-improvement";
import type { LearningUnit } from "./learning-unit";
import { fewestInputs } from "./recalibrate";

/** Scores given without a draft, by unit. */
export function learningUnits(
  scores: readonly { sampleId: string; input: string; criterionId: string; annotatorId: string; score: number }[],
  criteria: readonly { id: string }[],
): LearningUnit[] {
  const known = new Set(criteria.map(({ id }) => id));
  const units = new Map<string, LearningUnit>();
  for (const { sampleId, input, criterionId, annotatorId, score } of scores) {
    if (!known.has(criterionId)) continue;
    const key = `${sampleId}/${criterionId}`;
    const unit = units.get(key) ?? { sampleId, input, criterionId, people: [] };
    unit.people.push({ annotatorId, score });
    units.set(key, unit);
  }
  return [...units.values()];
}

const partWords: Record<SplitPart, string> = { develop: "The part to develop on", "held-out": "The held-out part" };

/** Throws conflict where too few inputs have scores given without a draft, with the reason and what was refused. */
export function demandTruth(units: readonly LearningUnit[], part: SplitPart, refused: RefusedScores): void {
  const inputs = new Set(units.map(({ input }) => input)).size;
  if (inputs >= fewestInputs) return;
  const found = `${partWords[part]} has such scores on ${inputs === 1 ? "1 input" : `${inputs} inputs`}; ${fewestInputs} are needed.`;
  throw new AppError(
    "conflict",
    ["Only scores that people gave without seeing a draft count as the truth.", found, ...refusalOf(refused), whatToDo].join(" "),
    { details: { inputs, needed: fewestInputs, refused } },
  );
}

const whatToDo = "Collect blind scores, or use the arm blind-then-drafted.";

/** Which scores were refused, in words; empty if none were. */
export function refusalOf({ drafted, unstated, excluded }: RefusedScores): string[] {
  const scores = (count: number) => (count === 1 ? "1 score" : `${count} scores`);
  const parts = [
    ...(drafted > 0 ? [`${scores(drafted)} given with a draft in view`] : []),
    ...(unstated > 0 ? [`${scores(unstated)} whose import does not say whether a draft was shown`] : []),
    ...(excluded > 0 ? [`${scores(excluded)} by excluded people`] : []),
  ];
  return parts.length === 0 ? [] : [`Not accepted: ${parts.join(", ")}.`];
}
