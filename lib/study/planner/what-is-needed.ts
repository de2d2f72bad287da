import type { SizeFigure, SizeFigureName } from "@/lib/domain/plan-size";
import { expectedFigure } from "./expected-figures";
import type { SizeModel } from "./size-model";
import { type SizeChoices, studySize } from "./study-size";

type Need = SizeFigure["samples"];

const mostSamples = 100_000;
const mostOverlap = 20;
const mostPeople = 200;

/** Whether a figure is what is wanted: a width at most so wide, a power at least so high. */
export const reaches = (name: SizeFigureName, value: number | null, wanted: number): boolean =>
  value !== null && (name === "power" ? value >= wanted : value <= wanted);

/** The least samples, people for each sample and people in all that reach what is wanted, each with the other two as planned. */
export function whatIsNeeded(
  name: SizeFigureName,
  choices: SizeChoices,
  model: SizeModel,
  { wanted, epsilon }: { wanted: number; epsilon: number },
): { samples: Need; overlap: Need; people: Need } {
  const isEnough = (change: Partial<SizeChoices>) =>
    reaches(name, expectedFigure(name, studySize({ ...choices, ...change }), model, epsilon).value, wanted);
  return {
    samples: need(
      leastBySearch((samples) => isEnough({ samples }), mostSamples),
      "not-by-samples",
    ),
    overlap: need(
      leastBySearch((overlap) => isEnough({ overlap, people: Math.max(choices.people, overlap) }), mostOverlap),
      "not-by-people-per-sample",
    ),
    // Nothing else is about people beyond those who take part.
    people: need(name === "difference" ? leastBySearch((people) => isEnough({ people }), mostPeople) : null, "not-by-people"),
  };
}

const need = (value: number | null, why: string): Need => ({ value, why: value === null ? why : null });

/** The least number that is enough, if every larger one is too. */
function leastBySearch(isEnough: (n: number) => boolean, most: number): number | null {
  let [low, high] = [0, 1];
  while (!isEnough(high)) {
    if (high >= most) return null;
    [low, high] = [high, Math.min(most, high * 2)];
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
