import fc from "fast-check";
import { expect, test } from "vitest";
import type { PilotData } from "@/lib/domain/pilot-data";
import { planContent } from "@/lib/domain/study-plan";
import { pilotsOf } from "./pilots";
import { sizeForTask } from "./size-for-task";

const run = "00000000-0000-4000-8000-000000000000";
const [blind, drafted, both] = [{ arm: "blind" }, { arm: "drafted", runId: run }, { arm: "blind-then-drafted", runId: run }];
const designs = [
  ...["crossed", "parallel"].flatMap((design) => [[blind], [drafted], [drafted, blind], [both]].map((arms) => ({ design, arms }))),
  ...[[both], [blind, drafted]].map((arms) => ({ design: "within", arms })),
];
const scales: PilotData["criteria"][number]["scale"][] = [
  { min: 1, max: 5, step: 1, levels: [] },
  { min: 0, max: 1, step: 1, levels: [] },
  { min: 0, max: 100, step: null, levels: [] },
  // One point alone.
  { min: 0, max: 1, step: 2, levels: [] },
  { kind: "categorical", min: 0, max: 12, step: 1, levels: [] },
];

/** Ratings that hardly vary, of few samples, inputs or people, with all, few or none of the drafts. */
const pilots: fc.Arbitrary<PilotData> = fc
  .record({
    scale: fc.constantFrom(...scales),
    criteria: fc.constantFrom(0, 1, 1, 1),
    samples: fc.integer({ min: 0, max: 25 }),
    raters: fc.integer({ min: 1, max: 4 }),
    /** How often a score is the scale's highest instead of its lowest, and what has one of its own. */
    tops: fc.constantFrom(0, 0.04, 0.5, 1),
    by: fc.constantFrom("rating", "sample", "rater"),
    judge: fc.constantFrom("none", "constant", "people's", "one"),
    arms: fc.constantFrom(["blind"], ["drafted"], ["blind", "drafted"], ["blind-then-drafted"], ["unstated"]),
    oneInput: fc.boolean(),
    given: fc.constantFrom(0.3, 1),
    random: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
  })
  .map(({ scale, criteria, samples, raters, tops, by, judge, arms, oneInput, given, random }) => {
    const draw = () => random.next().value ?? 0;
    const score = () => (draw() < tops ? scale.max : scale.min);
    const [ofSamples, ofRaters] = [Array.from({ length: samples }, score), Array.from({ length: raters }, score)];
    const ratings = ofSamples.flatMap((ofSample, sample) =>
      ofRaters.flatMap((ofRater, rater) => {
        const arm = arms[rater % arms.length] ?? "blind";
        const own = { rating: score(), sample: ofSample, rater: ofRater }[by];
        const blindScore = arm === "blind-then-drafted" ? score() : null;
        return draw() < given ? [{ sample, rater, criterion: 0, score: own, blindScore, arm, ofJudge: arm !== "blind" }] : [];
      }),
    );
    const drafts = ofSamples.map((own, sample) => ({ sample, criterion: 0, score: judge === "people's" ? own : scale.max }));
    return {
      criteria: Array.from({ length: criteria }, () => ({ id: "c", name: "Clear", scale, overall: false })),
      inputs: ofSamples.map((_, sample) => (oneInput ? "i" : `i${sample}`)),
      ratedSamples: samples,
      ratings,
      judge: drafts.slice(0, { none: 0, one: 1, constant: samples, "people's": samples }[judge]),
    };
  });

const plans = fc
  .record({
    design: fc.constantFrom(...designs),
    of: fc.record({
      people: fc.constantFrom(1, 2, 5),
      overlap: fc.constantFrom(1, 2, 3),
      shared: fc.constantFrom(0, 3),
      maxPerPerson: fc.constantFrom(null, 1),
    }),
    assumptions: fc.record({
      peopleSpread: fc.constantFrom(0, undefined),
      distanceSpread: fc.constantFrom(undefined, 1e-100, 1e-200),
      advantage: fc.constantFrom(undefined, 1, -1),
      alpha: fc.constantFrom(undefined, 0.95),
      correlation: fc.constantFrom(undefined, 0, 0.95),
    }),
  })
  .map(({ design, of, assumptions }) => planContent.parse({ ...design, ...of, sizing: { assumptions } }));

/** Where it holds a number that is none. */
function noNumbers(of: unknown, at = ""): string[] {
  if (typeof of === "number") return Number.isFinite(of) ? [] : [`${at} ${of}`];
  return of === null || typeof of !== "object" ? [] : Object.entries(of).flatMap(([key, one]) => noNumbers(one, `${at}/${key}`));
}

test("a plan of any design is sized from a pilot that says next to nothing: every figure is a number, or null with the reason", {
  timeout: 120_000,
}, () => {
  const levels = fc.constantFrom("ordinal" as const, "nominal" as const, "interval" as const);
  fc.assert(
    fc.property(pilots, plans, levels, (pilotData, plan, level) => {
      const found = pilotsOf(pilotData, level);
      const staff = { seconds: [], medianSeconds: null, free: 1, units: { criteria: 1, made: {} } };
      const samples = pilotData.inputs.map((inputKey) => ({ inputKey }));
      const size = sizeForTask(plan, { level, samples, pilotData, pilots: found, staff });
      expect([...noNumbers(found, "pilot"), ...noNumbers(size)]).toEqual([]);
      for (const [name, { value, why }] of Object.entries(size.figures)) {
        expect(value === null, `${name}: ${why}`).toBe(why !== null);
        expect(value ?? 0, name).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 40) },
  );
});
