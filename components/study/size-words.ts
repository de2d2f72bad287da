import type { PlannedSize, SizeAssumption, SizeFigureName } from "@/lib/domain/plan-size";
import { count, decimals, figuresOf } from "../charts/format";

export const sizeFigureWords: Record<SizeFigureName, string> = {
  alpha: "alpha",
  correlation: "correlation",
  difference: "difference",
  alphaDifference: "alphas’ difference",
  power: "test passed",
};

/** Half a width with its sign, or the power in percent. */
export function sizeFigureText(name: SizeFigureName, value: number | null): string {
  if (value === null) return "–";
  return name === "power" ? `${Math.round(value * 100)} %` : `±${decimals(value)}`;
}

const whyWords: Record<string, string> = {
  "no-blind-arm": "the plan has no blind arm",
  "no-drafted-arm": "the plan has no arm with drafts",
  "no-pairable-units": "no two people rate the same sample in one arm",
  "too-few": "there are too few samples",
  "too-few-people": "it takes at least two people",
  "too-few-annotators": "the test needs three people who rate blind",
  "too-few-units": "the test needs 30 samples from each person who rates blind",
  "no-variation": "scores are expected not to vary",
  unordered: "the scale has no order",
};

export const sizeWhy = (why: string | null): string => (why === null ? "" : (whyWords[why] ?? why));

const assumptionWords: Record<SizeAssumption["name"], string> = {
  alpha: "agreement of two people, alpha",
  correlation: "the judge’s correlation with one person",
  scores: "where scores lie",
  distanceSpread: "spread of distances to the draft, points",
  peopleSpread: "how far people differ in the arms’ difference, points",
  advantage: "how much more often the judge is closer than a person",
  secondsPerRating: "seconds for a rating",
  criteria: "criteria",
};

const sourceWords: Record<SizeAssumption["source"], string> = {
  pilot: "from the ratings so far",
  stated: "as you said",
  default: "assumed",
  computed: "follows from the above",
};

/** "agreement of two people, alpha: 0.50 (assumed)". */
export function assumptionText({ name, value, source }: SizeAssumption): string {
  if (value === null) return `${assumptionWords[name]}: not known`;
  const text = typeof value === "string" ? value : Number.isInteger(value) ? String(value) : decimals(value);
  return `${assumptionWords[name]}: ${text} (${sourceWords[source]})`;
}

/** What the figures are about and from. */
export function sizeBasis({ criterion, pilot, confidence }: PlannedSize): string {
  const what = `Expected half-widths of ${Math.round(confidence * 100)} % intervals${criterion === null ? "" : ` for “${criterion}”`}`;
  if (pilot === null) return `${what}, from assumptions alone: nothing has been rated yet.`;
  const drawn = pilot.drawnFrom === null ? "" : `, drawn from ${count(pilot.drawnFrom)}`;
  const seen = pilot.anchored ? " with the draft in view" : "";
  const people = figuresOf(pilot.annotators, "person", "people");
  return `${what}, from ${figuresOf(pilot.ratings, "rating")}${seen} of ${figuresOf(pilot.samples, "sample")}${drawn} by ${people}.`;
}
