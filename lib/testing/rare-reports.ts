import type { Figure, TaskReport } from "@/lib/domain/report";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { fixtureChapters, fixtureScores, fixtureStanding, fixtureVerdict } from "./chapters-fixture";
import { fullReport } from "./described-reports";
import { alphas, figure } from "./report-fixture";

// Reports with what a report seldom has: a criterion of labels, a metric on a scale of its own, figures that are not defined, work that everybody
// did with a draft in view.

const chapters = fixtureChapters();
const { judges, people } = chapters;
const { Clarity: ofPeople } = people.perCriterion;
const { Clarity: ranked } = judges.ranking;
const { "model-x": halves } = chapters.next.means?.Clarity ?? {};
const { "model-x": sharpened } = fixtureVerdict().sharpened;
if (!ofPeople || !ranked || !halves || !sharpened) throw new Error("the fixture has figures of Clarity");

const model = fullReport.raters.find(({ kind }) => kind === "judge") ?? fullReport.raters[0];
if (!model) throw new Error("the fixture has a judge");
const rater = (name: string, changes: Partial<TaskReport["raters"][number]> = {}) => ({ ...model, id: name, name, ...changes });

const none = (why: string): Figure => ({ ...figure(null), why, n: 0, intervalWhy: "undefined-estimate" });
const [Clarity, Truth] = fullReport.criteria;
if (!Clarity || !Truth) throw new Error("the fixture has two criteria");

/** Mixed arms, three criteria of scores and one of labels, and these chapters. */
const reportOf = (changes: Partial<TaskReport["chapters"]>, others: Partial<TaskReport> = {}): TaskReport => ({
  ...fullReport,
  arms: ["blind", "drafted"],
  criteria: [Clarity, Truth, { ...Clarity, name: "Kind", labels: ["fact", "taste"] }, { ...Clarity, name: "Depth" }],
  chapters: { ...chapters, ...changes },
  ...others,
});

const refused = { judges: ["model-x", "model-y"].map((name) => ({ name, figure: none("no-blind-ratings"), groups: [] })), pairs: [] };

/** Two judges ranked within inputs on one criterion, and over all units on another. */
export const rankedWithin = reportOf(
  {
    judges: {
      ...judges,
      ranking: {
        Clarity: { ...ranked, judges: ranked.judges.map((own) => (own.name === "model-x" ? { ...own, withinInputs: null } : own)) },
        Truth: {
          statistic: "spearman",
          judges: [{ name: "model-y", figure: figure(0.37, [0.2, 0.5], 39), withinInputs: null, groups: ["a"] }],
          pairs: [],
        },
      },
    },
  },
  { raters: [...fullReport.raters, rater("model-y")] },
);

/** Judges of which one is a metric on a scale of its own; each two are set apart, or it says why not. */
export const rankedReport = reportOf(
  {
    judges: {
      ...judges,
      ranking: {
        Clarity: {
          judges: [
            { name: "model-y", figure: figure(0.66, [0.5, 0.78], 41), groups: ["a"] },
            { name: "model-x", figure: figure(0.58, [0.4, 0.7], 42), groups: ["a", "b"] },
            { name: "Length", figure: figure(0.21, undefined, 43), groups: ["b"] },
          ],
          pairs: [
            { a: "model-y", b: "model-x", difference: figure(0.09, [0.02, 0.16], 38), p: 0.021, pHolm: 0.042 },
            { a: "model-y", b: "Length", difference: figure(0.45, [-0.03, 0.9], 37), p: 0.001, pHolm: 0.003 },
            { a: "Length", b: "model-x", difference: none("constant-input"), p: null, pHolm: null },
          ],
        },
        Truth: { judges: [{ name: "model-x", figure: none("constant-input"), groups: [] }], pairs: [] },
        Kind: refused,
      },
    },
  },
  {
    raters: [
      ...fullReport.raters,
      rater("model-y"),
      rater("Length", { judgeKind: "metric", metric: { name: "length", scale: { min: 0, max: 900 } } }),
    ],
    counts: { ...fullReport.counts, inputs: 20 },
  },
);

/** Everybody saw a draft, so that judges are not ranked, and one of them is tested on no criterion. */
export const draftedReport = reportOf(
  {
    judges: {
      ...judges,
      ranking: { Clarity: refused },
      altCurves: { "model-x": { Clarity: { points: [], perPerson: [], why: "no-blind-ratings" } } },
    },
  },
  { arms: ["drafted"], raters: [...fullReport.raters, rater("model-y")] },
);

const approximate = (by: number) => ({
  ...ofPeople,
  ...{ oneRater: none("too-few"), meanOfRaters: none("too-few"), raters: 1 + by, dropped: 61 + by, strata: [] },
  approximate: {
    ratingsPerUnit: 2.75 + by / 4,
    oneRater: figure(0.51 + by / 100, [0.42 + by / 100, 0.6 + by / 100], 57 + by * 10),
    meanOfRaters: figure(0.74 + by / 100, [0.67 + by / 100, 0.8 + by / 100], 56 + by * 10),
    ceiling: figure(0.86 + by / 100, [0.82 + by / 100, 0.89 + by / 100], 55 + by * 10),
  },
});

/** Reliability that is approximate on two criteria and missing on another, beside one of labels. */
export const reliabilityReport = reportOf(
  {
    people: {
      ...people,
      perCriterion: {
        Clarity: approximate(0),
        Depth: approximate(1),
        Kind: {
          ...ofPeople,
          ...{ rawAgreement: figure(0.62, [0.53, 0.71], 18), gwet: figure(0.78, [0.72, 0.84], 17), raters: 4, dropped: 1 },
          strata: [
            { name: "unanimous", units: 0, judges: {} },
            { name: "mild", units: 13, judges: {} },
            {
              name: "split",
              units: 11,
              judges: {
                "model-x": {
                  ...{ bias: none("labels"), absoluteError: none("labels") },
                  close: figure(0.64, [0.5, 0.78], 10),
                },
              },
            },
          ],
        },
      },
    },
    verdict: {
      Clarity: fixtureVerdict({ all: fixtureStanding(0.11, 0.16) }),
      Kind: fixtureVerdict({ ceiling: figure(0.91, [0.87, 0.94]) }),
    },
  },
  {
    agreement: {
      ...fullReport.agreement,
      perCriterion: { ...fullReport.agreement.perCriterion, Kind: { annotators: alphas(0.66, [0.6, 0.72]), withJudge: {} } },
    },
  },
);

const { blandAltman: limits, systems } = fixtureScores;
if (!limits) throw new Error("the fixture has limits of agreement");
const rowsOfSystems = [
  { system: "one", judge: figure(4.5, [4.2, 4.8], 13), people: figure(2, [1.8, 2.2], 13) },
  { system: "two", judge: figure(1.5, undefined, 11), people: figure(3, undefined, 11) },
  { system: "three", judge: figure(null, undefined, 0), people: figure(2.1, undefined, 0) },
  { system: "four", judge: figure(2.2, undefined, 9), people: figure(null, undefined, 9) },
];

/** A judge's scores on three criteria: half points and differences that grow, scores that are all alike, and one whose limits are not defined. */
export const scoresOfJudge: { name: string; scores: ScoresOfJudge }[] = [
  {
    name: "Clarity",
    scores: {
      ...fixtureScores,
      confusion: {
        values: [1, 1.5, 3],
        counts: [
          [6, 0, 2],
          [0, 9, 1],
          [0, 0, 0],
        ],
        farApart: 1,
      },
      blandAltman: {
        ...limits,
        ...{ slope: figure(0.13, [0.04, 0.22], 33), bias: figure(0.25, [0.11, 0.39], 35) },
        low: { value: -1.2, interval: null },
        bubbles: [
          { mean: 1.5, difference: 1, n: 3 },
          { mean: 3.25, difference: -0.5, people: 3.5, judge: 3, n: 12 },
          { mean: 4, difference: 0, n: 1 },
        ],
      },
      systems: { ...systems, rows: rowsOfSystems },
    },
  },
  {
    name: "Truth",
    scores: {
      ...fixtureScores,
      confusion: { values: [4], counts: [[8]], farApart: 0 },
      blandAltman: {
        ...{
          n: 8,
          bias: { ...figure(0, undefined, 8), intervalWhy: "degenerate-replicates" },
          slope: figure(null),
          low: { value: 0, interval: null },
          high: { value: 0, interval: null },
        },
        bubbles: [{ mean: 4, difference: 0, n: 8 }],
      },
      systems: { ...systems, rows: rowsOfSystems.slice(0, 1) },
    },
  },
  { name: "Kind", scores: { ...fixtureScores, blandAltman: null } },
];

const curve = { points: [0, 0.15, 0.2].map((epsilon) => ({ epsilon, winningRate: epsilon === 0.15 ? 0.25 : epsilon * 2.5 })), why: null };

/** The test at three prices, with a person who is tested and one who has no figure, beside criteria on which nobody can be tested. */
export const curveReport = reportOf({
  judges: {
    ...judges,
    altCurves: {
      "model-x": {
        Clarity: {
          ...curve,
          perPerson: [
            { name: "Ada", n: 31, judge: 0.81, person: 0.77, eligible: true },
            { name: "Ben", n: 36, judge: 0.68, person: 0.83, eligible: true },
            { name: "Chloe", n: 4, judge: null, person: null, eligible: false },
          ],
        },
        Truth: {
          points: curve.points.map(({ epsilon }) => ({ epsilon, winningRate: null })),
          perPerson: [{ name: "Ada", n: 29, judge: null, person: null, eligible: false }],
          why: "no-eligible-annotators",
        },
        Kind: { points: [], perPerson: [], why: "no-blind-ratings" },
        Depth: { ...curve, perPerson: [] },
      },
    },
  },
  verdict: { Clarity: fixtureVerdict(), Depth: fixtureVerdict({ altTest: {} }) },
});

/** The same judge asked again on scores and on labels, with one criterion on which it was not. */
export const consistencyReport = reportOf({
  judges: {
    ...judges,
    consistency: {
      "model-x": {
        Clarity: { runs: 2, alpha: figure(0.91, undefined, 43), same: figure(0.8, undefined, 15) },
        Truth: { runs: 1, alpha: none("no-units"), same: none("no-units") },
        Kind: { runs: 1, alpha: figure(0.92, undefined, 44), same: figure(1, undefined, 17) },
      },
      "model-y": { Kind: { runs: 3, alpha: none("no-variation"), same: figure(0, undefined, 7) } },
    },
  },
});

const halving = { labels: null, judged: null, cheapest: [] };
const unrated = { ...none("all-labelled"), labelled: 0, unlabelled: 100, people: none("no-blind-ratings"), lambda: null, gain: null };

/** Means of which two weight what a plan drew, one has only the judge's scores, and one is of labels. */
export const meansReport = reportOf({
  verdict: {
    Clarity: fixtureVerdict({ sharpened: { "model-x": { ...sharpened, ...{ gain: null, draw: { plan: 4, leftOut: 3 } } } } }),
    Truth: fixtureVerdict({ sharpened: { "model-x": { ...unrated, why: "several-draws" } } }),
    Kind: fixtureVerdict({ sharpened: { "model-x": { ...unrated, why: "labels" } } }),
    Depth: fixtureVerdict({
      sharpened: {
        "model-x": {
          ...{ ...figure(2.57, undefined, 95), labelled: 71, unlabelled: 24, people: figure(2.51, [2.31, 2.71], 71) },
          ...{ lambda: 0.6, gain: null, draw: { plan: 4, leftOut: 0 } },
        },
      },
    }),
  },
  next: {
    ...chapters.next,
    means: {
      Clarity: { "model-x": { ...halves, halving: { ...halves.halving, judged: null } } },
      Truth: { "model-x": { judge: figure(2.81, [2.71, 2.91], 99), halving: { ...halving, why: "several-draws" } } },
      Kind: { "model-x": { judge: none("labels"), halving: { ...halving, why: "labels" } } },
      Depth: { "model-x": { judge: figure(2.62, [2.52, 2.72], 96), halving: { ...halving, why: "no-variation" } } },
    },
  },
});

/** Everybody saw a draft, so that no mean is sharpened. */
export const unsharpenedReport = reportOf(
  {
    verdict: {
      Clarity: fixtureVerdict({ sharpened: { "model-x": { ...unrated, why: "no-blind-ratings" } } }),
      Truth: fixtureVerdict({ sharpened: {} }),
    },
    next: {
      ...chapters.next,
      means: {
        Clarity: { "model-x": { ...halves, halving: { ...halving, why: "no-blind-ratings" } } },
        Truth: { "model-y": halves },
      },
    },
  },
  { arms: ["drafted"] },
);

/** Adjudicators' labels on criteria of scores and of labels, one of which has none. */
export const adjudicatedReport = reportOf(
  {},
  {
    adjudicated: {
      units: 12,
      offered: { units: 90, meanRange: 0.81, meanRangeAdjudicated: 2.43 },
      judges: {
        "model-x": {
          pooled: { association: figure(0.41, [0.3, 0.5], 11), error: figure(0.92, [0.8, 1], 12) },
          perCriterion: {
            Clarity: { association: figure(0.42, [0.31, 0.51], 7), error: figure(0.93, undefined, 6) },
            Truth: { association: none("no-judge-score"), error: none("no-judge-score") },
            Kind: { association: none("labels"), error: figure(0.33, [0.2, 0.4], 5) },
          },
        },
      },
      people: {
        pooled: { association: figure(0.63, [0.5, 0.7], 12), error: figure(0.55, [0.4, 0.6], 10) },
        perCriterion: { Clarity: { association: figure(0.64, [0.51, 0.71], 9), error: figure(0.56, [0.41, 0.61], 9) } },
      },
      label: {
        towards: { ...figure(0.6, [0.3, 0.8], 10), count: 6 },
        neither: { ...figure(0.3, [0.1, 0.5], 10), count: 3 },
        away: { ...figure(0.1, undefined, 10), count: 1 },
      },
      change: {
        towards: { ...none("no-judge-score"), count: 0 },
        neither: { ...none("no-judge-score"), count: 0 },
        away: { ...none("no-judge-score"), count: 0 },
      },
    },
  },
);
