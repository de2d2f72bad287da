import type { AlphaFigure, Verdict } from "./report";

/** Krippendorff's customary thresholds: no conclusions below the first, reliable from the second. */
export const lowerMark = 0.667;
export const upperMark = 0.8;

const fewestUnits = 20;
const fewestInputs = 10;

/**
 * The conclusion that one alpha allows. Under 20 units or 10 inputs: too few. Otherwise it depends on the interval: below .667, between
 * .667 and .800, above .800, from .667 up but across .800 ("at least"), or across .667 ("cannot tell yet", with the units it would take).
 */
export function verdictOf(figure: AlphaFigure | undefined): Verdict {
  const say = (code: Verdict["code"], sentence: string, unitsNeeded: number | null = null): Verdict => ({ code, sentence, unitsNeeded });
  if (!figure || figure.value === null) return say("undefined", `Not defined: ${undefinedBecause(figure?.why)}.`);
  const { units, inputs, interval, value } = figure;
  if (units < fewestUnits || inputs < fewestInputs) {
    return say(
      "too-few",
      `Too few to say: ${counted(units, "unit")} of ${counted(inputs, "input")}; it takes ${fewestUnits} units of ${fewestInputs} inputs.`,
    );
  }
  if (!interval) return say("undecided", "Cannot tell yet: there is no interval to go by.");
  const { low, high } = interval;
  const range = `${mark(low)} to ${mark(high)}`;
  if (high < lowerMark) return say("below", `Below .667: the whole interval, ${range}, is below it.`);
  if (low >= upperMark) return say("above", `Above .800: the whole interval, ${range}, is above it.`);
  if (low >= lowerMark && high <= upperMark) return say("between", `Between .667 and .800: the whole interval, ${range}, is between them.`);
  if (low >= lowerMark) return say("at-least", `At least .667: the interval, ${range}, begins above it and crosses .800.`);
  const needed = unitsNeeded(units, value, low);
  return say(
    "undecided",
    `Cannot tell yet: the interval, ${range}, crosses .667. ${
      needed === null
        ? "The value is too close to it for a million units to tell."
        : `It would take about ${whole(needed)} units, not ${whole(units)}.`
    }`,
    needed,
  );
}

/**
 * How many units it takes for the interval to end at .667, at the same value and spread: its width shrinks with the square root of the
 * units.
 */
function unitsNeeded(units: number, value: number, low: number): number | null {
  const needed = Math.ceil(units * ((value - low) / (value - lowerMark)) ** 2);
  return needed <= 1_000_000 ? Math.max(needed, units + 1) : null;
}

const reasons: Record<string, string> = {
  "no-variation": "every rating is the same",
  "no-pairable-units": "no unit has ratings by two people",
  labels: "labels have no order",
};

const undefinedBecause = (why: string | null | undefined): string => (why && (reasons[why] ?? why.replaceAll("-", " "))) || "not computed";
const counted = (value: number, noun: string): string => `${whole(value)} ${noun}${value === 1 ? "" : "s"}`;
const whole = (value: number): string => value.toLocaleString("en-US");

/** Truncates to three decimals, so that .6669 does not read as .667. */
function mark(value: number): string {
  const thousandths = Math.floor(Math.abs(value) * 1000 + 1e-9) / 1000;
  return `${value < 0 && thousandths !== 0 ? "−" : ""}${thousandths.toFixed(3).replace(/^0/u, "")}`;
}

/** How a study's row in the log states the epsilon of its alternative-annotator test. */
export const epsilonWords = (epsilon: number) => `epsilon ${epsilon}`;
