import type { TaskReport } from "@/lib/domain/report";
import type { DraftEffect } from "@/lib/domain/report-draft-effect";
import type { PersonInReport } from "@/lib/domain/report-people";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import type { CriterionVerdict } from "@/lib/domain/report-verdict";
import { alphas, figure } from "./report-fixture";

// A report's chapters on one criterion, Clarity, and the judge model-x: every figure its own number, so that one in another's place shows.

export const fixtureStanding = (by: number, bias: number): CriterionVerdict["used"] => ({
  agreement: alphas(0.71 + by, [0.69 + by, 0.78 + by]),
  reaches: { tentative: 0.934 + by / 10, reliable: 0.115 + by / 10, why: null, resamples: 2000, seed: 1 },
  judges: {
    "model-x": {
      withJudge: alphas(0.66 + by, [0.6 + by, 0.7 + by]),
      change: figure(-0.05 + by, [-0.08 + by, -0.02 + by]),
      spearman: figure(0.52 + by, [0.41 + by, 0.62 + by]),
      tauB: figure(0.44 + by, [0.31 + by, 0.57 + by]),
      bias: figure(bias, [bias - 0.11, bias + 0.12]),
      close: figure(0.86 + by, [0.8 + by, 0.9 + by]),
    },
  },
});

export const fixtureVerdict = (changes: Partial<CriterionVerdict> = {}): CriterionVerdict => ({
  level: "ordinal",
  basis: "without-draft",
  used: fixtureStanding(0, 0.37),
  all: null,
  gap: null,
  altTest: { "model-x": { winningRate: 2 / 3, advantageProbability: 0.83, passed: true, epsilon: 0.2, n: 77, eligible: 3, why: null } },
  sharpened: {
    "model-x": {
      ...{ ...figure(3.28, [3.1, 3.46], 100), labelled: 77, unlabelled: 23 },
      ...{ people: figure(3.33, [3.04, 3.62], 77), lambda: 0.7, gain: 2.6 },
    },
  },
  ceiling: figure(0.92, [0.88, 0.95]),
  flags: [],
  judgeFlags: { "model-x": [] },
  ...changes,
});

const judgedStratum = (by: number, n: number) => ({
  "model-x": {
    bias: figure(by, [by - 0.11, by + 0.12], n),
    absoluteError: figure(0.81 + by, undefined, n),
    close: figure(0.7 + by / 10, undefined, n),
    spearman: figure(0.47 + by / 20, [0.33 + by / 20, 0.58 + by / 20], n),
  },
});

const person = (by: number): PersonInReport => ({
  ratings: 40 + by * 10,
  medianSeconds: 61 + by * 10,
  severity: figure(0.2 + by, [0.12 + by, 0.28 + by]),
  withOthers: figure(0.55 - by, [0.43 - by, 0.67 - by]),
  close: figure(0.9 - by / 10),
  entropy: 0.84 + by / 10,
  longestRun: 7 + by * 10,
  retest: figure(0.75 - by / 10, undefined, 12),
  draftKept: figure(0.66 + by / 10),
  alphaWithout: figure(-0.03 - by / 10),
});

const people: TaskReport["chapters"]["people"] = {
  perCriterion: {
    Clarity: {
      rawAgreement: figure(0.61, [0.52, 0.7], 19),
      gwet: figure(0.77, [0.71, 0.83], 19),
      oneRater: figure(0.48, [0.4, 0.56], 17),
      meanOfRaters: figure(0.73, [0.66, 0.79], 17),
      ...{ raters: 3, dropped: 2 },
      strata: [
        { name: "unanimous", units: 9, judges: judgedStratum(0.31, 9) },
        { name: "mild", units: 6, judges: judgedStratum(-0.22, 5) },
        { name: "split", units: 0, judges: judgedStratum(0, 0) },
      ],
      acceptable: {
        basis: "all",
        several: figure(0.37, [0.29, 0.45], 57),
        exact: figure(0.53, [0.44, 0.62], 19),
        accepted: figure(0.79, [0.71, 0.87], 19),
        judges: {
          "model-x": {
            exact: figure(0.43, [0.33, 0.54], 23),
            accepted: figure(0.86, [0.78, 0.94], 23),
            difference: figure(0.07, [0.01, 0.13], 18),
            byMedian: [
              { people: 1, units: 13, divergence: figure(0.14, [0.05, 0.23], 13), acceptable: { 1: 21, 2: 8 }, judge: { 1: 11, 2: 2 } },
              {
                people: 2,
                units: 10,
                divergence: figure(0.26, [0.11, 0.41], 10),
                acceptable: { 1: 5, 2: 16, 3: 6 },
                judge: { 2: 7, 3: 3 },
              },
            ],
          },
        },
      },
    },
  },
  raters: { Ada: person(0), Ben: person(0.1) },
};

const limit = (value: number, ends: [number, number]) => ({ value, interval: figure(value, ends).interval ?? null });

export const fixtureScores: ScoresOfJudge = {
  confusion: {
    values: [1, 2],
    counts: [
      [11, 3],
      [4, 17],
    ],
    farApart: 5,
  },
  blandAltman: {
    ...{ n: 35, bias: figure(0.24, [0.1, 0.38], 35), slope: figure(-0.19, [-0.3, -0.08]) },
    ...{ low: limit(-1.3, [-1.6, -1.1]), high: limit(1.8, [1.5, 2.1]) },
    bubbles: [{ mean: 1.5, difference: 1, n: 3 }],
  },
  calibration: {
    levels: [
      { ...figure(1.21, [1.1, 1.32], 15), level: 1 },
      { ...figure(1.85, [1.7, 2], 20), level: 2 },
    ],
    steps: [
      { level: 1, value: 1.22 },
      { level: 2, value: 1.86 },
    ],
    error: figure(0.42),
    recalibrated: figure(0.33),
    difference: figure(-0.09, [-0.14, -0.04]),
  },
  distance: { jensenShannon: figure(0.045), wasserstein: figure(0.27, undefined, 35) },
  top: { people: figure(0.51, [0.4, 0.62]), judge: figure(0.57, [0.45, 0.69]) },
  bottom: { people: figure(0.12, [0.06, 0.18]), judge: figure(0.08, [0.03, 0.13]) },
  ties: { people: figure(0.31, undefined, 9), judge: figure(0.36), accuracy: figure(0.63), calibrated: figure(0.65) },
  systems: {
    rows: [
      { system: "one", judge: figure(1.9), people: figure(1.7) },
      { system: "two", judge: figure(1.4), people: figure(1.6) },
    ],
    ...{ accuracy: figure(1, undefined, 1), soft: figure(0.88, undefined, 1), signsDiffer: true },
  },
};

const group = (name: string, value: number, q: number, tauB: number) => ({
  ...{ by: "system" as const, group: name, difference: figure(value, [value - 0.1, value + 0.1], 22), p: q / 2, q },
  tauB: figure(tauB, [tauB - 0.13, tauB + 0.14], 22),
});

const fates = (by: number, n: number) => ({
  n,
  kept: figure(0.43 + by, undefined, n),
  changedRight: figure(0.39 + by),
  changedWrong: figure(0.18 - by),
});

export const fixtureEffect: DraftEffect = {
  judge: "model-x",
  kind: "final",
  index: { pooled: figure(0.41, [0.28, 0.54]), perCriterion: { Clarity: figure(0.37, [0.2, 0.51]) } },
  drafts: {
    pooled: { right: fates(0.1, 61), wrong: fates(0, 36) },
    perCriterion: { Clarity: { right: fates(0.12, 31), wrong: fates(0.02, 18) } },
  },
  moves: {
    Clarity: {
      values: [2, 3],
      counts: [
        [8, 5],
        [1, 9],
      ],
      ways: {
        towards: [
          [0, 4],
          [1, 0],
        ],
        away: [
          [0, 1],
          [0, 0],
        ],
      },
      ...{ towards: 5, stayed: 17, away: 1, shift: figure(0.17, [0.06, 0.28], 23), p: 0.031 },
    },
  },
};

export const fixtureChapters = (): TaskReport["chapters"] => ({
  verdict: { Clarity: fixtureVerdict() },
  people,
  judges: {
    besidePeople: {
      "model-x": {
        Clarity: [
          {
            person: "Ada",
            own: figure(0.71, [0.6, 0.8], 38),
            judge: figure(0.52, [0.4, 0.64]),
            difference: figure(-0.19, [-0.3, -0.08]),
            ...{ p: 0.002, pHolm: 0.004 },
          },
          {
            person: "Ben",
            own: figure(0.49, [0.3, 0.6], 37),
            judge: figure(0.55, [0.41, 0.66]),
            difference: figure(0.06, [-0.05, 0.17]),
            ...{ p: 0.29, pHolm: 0.29 },
          },
        ],
      },
    },
    likeness: {
      "model-x": { Clarity: { ...figure(1.37, [1.09, 1.65], 6), judgeKappa: 0.437, peopleKappa: 0.353, spread: 0.0613 } },
    },
    altCurves: {
      "model-x": {
        Clarity: {
          points: [
            { epsilon: 0, winningRate: 0 },
            { epsilon: 0.2, winningRate: 2 / 3 },
          ],
          perPerson: [{ name: "Ada", n: 12, judge: 0.81, person: 0.77, eligible: false }],
          why: null,
        },
      },
    },
    ranking: {
      Clarity: {
        statistic: "spearman",
        judges: [
          { name: "model-y", figure: figure(0.66, [0.5, 0.78]), withinInputs: { definedGroups: 13, totalGroups: 19 }, groups: ["a"] },
          { name: "model-x", figure: figure(0.58, [0.4, 0.7]), withinInputs: { definedGroups: 17, totalGroups: 21 }, groups: ["b"] },
        ],
        pairs: [
          {
            ...{ a: "model-x", b: "model-y", difference: figure(-0.08, [-0.12, -0.04]), p: 0.0004, pHolm: 0.012 },
            withinInputs: { definedGroups: 12, totalGroups: 18 },
          },
        ],
      },
    },
    protocols: {
      columns: [
        {
          name: "model-x with people",
          kind: "with-draft",
          draftsOf: "model-x",
          perCriterion: { Clarity: figure(0.83) },
          pairwise: { Clarity: figure(0.61, undefined, 6) },
        },
      ],
      betweenPeople: { Clarity: figure(0.59, undefined, 3) },
    },
    consistency: { "model-x": { Clarity: { runs: 3, alpha: figure(0.93), same: figure(0.87, undefined, 29) } } },
  },
  scores: { "model-x": { Clarity: fixtureScores } },
  bias: {
    "model-x": {
      perCriterion: {
        Clarity: {
          ...{ perDoubling: figure(0.14, [0.02, 0.26]), partial: figure(0.21, [0.05, 0.37]), ownModel: figure(0.29, [0.1, 0.48], 16) },
          opportunity: figure(0.26, [0.06, 0.46], 27),
          systems: [
            { system: "one", people: 3.09, judge: 3.74, atEqualLength: figure(3.62, [3.44, 3.8], 19) },
            { system: "two", people: 3.18, judge: 3.88, atEqualLength: figure(3.53, [3.36, 3.71], 22) },
          ],
          formats: [
            { format: "list", difference: figure(0.31, [0.12, 0.5], 24), p: 0.0013, q: 0.0026 },
            { format: "refusal", difference: figure(-0.17, [-0.4, 0.06], 21), p: 0.14, q: 0.141 },
          ],
          subgroups: [group("one", 0.23, 0.04, 0.51), group("two", -0.34, 0.03, 0.38), group("three", 0.12, 0.2, 0.62)],
        },
      },
      halo: { judge: figure(0.72, undefined, 1), people: figure(0.45, undefined, 1), difference: figure(0.27, undefined, 1) },
    },
  },
  influence: {
    effects: [fixtureEffect],
    behaviours: [
      {
        ...{ judge: "model-x", criterion: null, definition: "draft-only", n: 55, tied: 4 },
        ...{
          correction: figure(0.553, undefined, 21),
          scrutiny: figure(0.62, undefined, 20),
          subjectivity: figure(0.14, undefined, 34),
          outlierRemoved: null,
        },
      },
    ],
  },
  criteria: {
    pairs: [{ a: "Clarity", b: "Truth", people: figure(0.64, [0.5, 0.75], 20), judges: { "model-x": figure(0.82, [0.7, 0.9]) } }],
  },
  next: {
    precision: { Clarity: { figure: figure(0.7, [0.6, 0.8]), units: 20, needed: [{ half: 0.05, units: 80 }] } },
    correlations: { Clarity: { "model-x": { figure: figure(0.52, [0.36, 0.65]), units: 40, needed: [{ half: 0.05, units: 410 }] } } },
    forecast: {
      values: [1, 2, 3],
      perCriterion: {
        Clarity: {
          ...{ mean: figure(3.42, [3.2, 3.64], 22), perUnit: 1.9, why: null },
          rows: [
            { units: 22, reaches: [0.31, 0.23, 0.19] },
            { units: 44, reaches: [0.21, 0.16, 0.13] },
          ],
        },
      },
    },
    means: {
      Clarity: {
        "model-x": {
          judge: figure(3.51, [3.41, 3.61], 101),
          halving: {
            ...{ labels: 203, judged: 1907, why: null },
            cheapest: [
              { cost: 10, labels: 151, judged: 407 },
              { cost: 1000, labels: 109, judged: 1303 },
            ],
          },
        },
      },
    },
    samples: { waiting: 7, seed: 1, drawn: [{ id: "s1", externalId: "row-4", probability: 0.19, inclusion: 0.83, why: "judges-differ" }] },
  },
});
