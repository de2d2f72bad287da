import type { PlanSize, SizeFigure } from "@/lib/domain/plan-size";

const figure = (value: number | null, change: Partial<SizeFigure> = {}): SizeFigure => ({
  ...{ value, why: value === null ? "no-blind-arm" : null, wanted: 0.1, reached: false, method: "a method", level: "ordinal", pilot: 60 },
  ...{ samples: { value: 300, why: null }, overlap: { value: 8, why: null }, people: { value: null, why: "not-by-people" } },
  ...change,
});

/** A plan of ten samples and its alternatives, no two figures alike. */
export const fixtureSize = (change: Partial<PlanSize> = {}): PlanSize => ({
  conclusion: "Alpha needs 300 samples or 8 people for each sample.",
  criterion: "Clarity",
  confidence: 0.95,
  pilot: { ratings: 60, samples: 10, annotators: 4, anchored: false, drawnFrom: null },
  assumptions: [
    { name: "alpha", value: 0.43, source: "pilot" },
    { name: "correlation", value: 0.52, source: "pilot" },
    { name: "peopleSpread", value: 0.15, source: "default" },
    { name: "secondsPerRating", value: 30, source: "stated" },
  ],
  notes: ["People are expected to rate independently of each other."],
  figures: {
    alpha: figure(0.31),
    correlation: figure(0.42),
    difference: figure(0.53),
    alphaDifference: figure(null),
    power: figure(0.27, { wanted: 0.8 }),
  },
  curves: [
    {
      figure: "alpha",
      lines: [
        {
          ...{ label: "2 raters", planned: true },
          points: [
            { samples: 5, value: 0.44 },
            { samples: 10, value: 0.31 },
            { samples: 20, value: 0.22 },
          ],
        },
      ],
    },
  ],
  rows: [
    row("This plan", null, null, [0.31, 0.42, 0.53, 0.27], 4.5),
    row("7 people", { people: 7 }, "3 to invite", [0.31, 0.42, 0.48, 0.27], 4.6),
    row("5 raters each", { overlap: 5, people: 5 }, "needs 1 more person", [0.2, 0.35, 0.4, 0.5], 11.2),
    row("15 samples", { samples: 15 }, "5 to import", [0.25, 0.33, 0.45, 0.38], 6.7),
  ],
  samplesInTask: 10,
  payWarning: null,
  ...change,
});

function row(
  label: string,
  change: PlanSize["rows"][number]["change"],
  obstacle: string | null,
  [alpha, correlation, difference, power]: [number, number, number, number],
  hours: number,
): PlanSize["rows"][number] {
  return {
    label,
    change,
    obstacle,
    figures: { alpha, correlation, difference, alphaDifference: null, power },
    ratings: 20,
    hours,
    cost: null,
  };
}
