import { describe, expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fullReport as base, emptyReport as empty, labelled, limits, provenance } from "@/lib/testing/described-reports";
import { mixedReport } from "@/lib/testing/mixed-report-fixture";
import { fixturePairReport, fixturePairs } from "@/lib/testing/pair-report-fixture";
import { figure } from "@/lib/testing/report-fixture";
import { type MethodsInput, methodsOf } from "./methods";

function written(report: TaskReport, changes: Partial<MethodsInput> = {}): string {
  const said = methodsOf({ report, provenance, level: "ordinal", judges: [], studies: [], ...changes });
  for (const { text } of said) expect(text).toMatch(/^[A-Z1-9].*[.!?]$/su);
  return said.map(({ text }) => text).join("\n");
}

const [on, off] = [figure(0.5), figure(null)];

/** Two arms side by side, with these figures of alpha, distance to the draft and time; ratings of which the draft is not known. */
const compared = (
  alpha: typeof on,
  distance: typeof on,
  seconds: typeof on,
  ratings: { arm: string; run: object | null; ratings: number }[] = [],
) =>
  ({
    arms: ratings,
    comparisons: [
      {
        agreement: { perCriterion: { Clarity: { ordinal: alpha } }, meanOverCriteria: { ordinal: off } },
        distance: { perCriterion: { Clarity: { with: distance } } },
        seconds: { perCriterion: { Clarity: { difference: seconds } } },
      },
    ],
  }) as unknown as TaskReport["influence"];

/** Adjudicators' labels of seven units, so many of them given beside a judge's score. */
const adjudicatedWith = (n: number): TaskReport["adjudicated"] => {
  const [most, none] = [
    { ...figure(1, undefined, n), count: n },
    { ...figure(0, undefined, n), count: 0 },
  ];
  const ways = { towards: most, away: none, neither: none };
  return {
    ...{ units: 7, offered: { units: 9, meanRange: 1, meanRangeAdjudicated: 2 }, judges: {} },
    people: { pooled: { association: on, error: on }, perCriterion: {} },
    ...{ label: ways, change: ways },
  };
};

/** Pairs of which some were judged without a draft, too few for an agreement; `basis` of the judge beside people. */
const fewBlindPairs = (basis: "without-draft" | "with-draft") => {
  const [[judge, agreement] = []] = Object.entries(fixturePairs().agreementWithAnnotators);
  const agreementWithAnnotators = { [judge ?? ""]: { ...agreement, basis } } as ReturnType<typeof fixturePairs>["agreementWithAnnotators"];
  return fixturePairReport(fixturePairs({ agreementWithAnnotators }), { arms: ["blind-then-drafted"] });
};

/** Labels likewise. */
const fewBlindLabels = (basis: "without-draft" | "with-draft"): TaskReport => {
  const report = labelled(0.5, 0.5);
  const { Clarity } = report.labels;
  const withJudge = Object.fromEntries(Object.entries(Clarity?.withJudge ?? {}).map(([name, one]) => [name, { ...one, basis }]));
  return { ...report, arms: ["blind-then-drafted"], labels: Clarity ? { Clarity: { ...Clarity, withJudge } } : {} };
};

/** Ratings of which only one criterion's suffice without a draft. */
const partlyMixed = (changes: Partial<TaskReport>): TaskReport => {
  const { Clarity } = twice.chapters.verdict;
  return { ...twice, chapters: { ...twice.chapters, verdict: Clarity ? { Clarity } : {} }, ...changes };
};
const whileExcluded = (reason: string): TaskReport => ({
  ...base,
  excluded: { ...base.excluded, people: [{ id: "x", name: "Dora", reason }] },
});

/** Whose verdict rests on first ratings. */
const twice: TaskReport = mixedReport({ arms: ["blind-then-drafted"] });

/** Each claim with a report of which it is true and one of which it is not. */
const claims: [claim: string, of: TaskReport, notOf: TaskReport][] = [
  ["3 annotators rated 20 outputs for 10 inputs on 2 criteria from 1 to 5 (120 ratings).", base, empty],
  [
    "Of outputs that an annotator rated, 4 ratings are missing on criteria that this annotator rated elsewhere.",
    { ...base, counts: { ...base.counts, missing: 4 } },
    base,
  ],
  [
    "Of pairs that an annotator rated, 4 ratings are missing",
    fixturePairReport(fixturePairs(), { counts: { ...base.counts, missing: 4 } }),
    fixturePairReport(),
  ],
  [
    "Annotators saw a judge's draft and accepted or revised it line by line; no rating was made blind.",
    base,
    { ...base, arms: ["blind", "drafted"] },
  ],
  ["Annotators saw a judge's draft and accepted or revised it line by line", base, { ...base, actions: {} }],
  ["Annotators saw a judge's draft; no rating was made blind.", { ...base, actions: {} }, base],
  ["No annotator saw a judge's draft before rating.", { ...base, arms: ["blind"] }, { ...base, arms: ["blind", "unstated"] }],
  ["Annotators gave a first rating without a judge's draft", { ...base, arms: ["blind-then-drafted"] }, base],
  [
    "Figures that a draft in view would distort, such as each criterion's agreement and the tests of judges, are of first ratings, the others of final ones.",
    twice,
    { ...twice, arms: ["blind", "drafted"] },
  ],
  [
    "Figures that a draft in view would distort, such as each criterion's agreement and the tests of judges, are of ratings made without one, the others of all.",
    { ...twice, arms: ["blind", "drafted"] },
    twice,
  ],
  ["such as a criterion's agreement where they define one and the tests of judges, are of first ratings,", partlyMixed({}), twice],
  [
    "Judges are compared with annotators on ratings made without one alone; these define no agreement among annotators, which is of all.",
    { ...base, arms: ["blind", "drafted"] },
    { ...twice, arms: ["blind", "drafted"] },
  ],
  [
    "Judges are compared with annotators on ratings made without one alone;",
    { ...base, arms: ["blind", "drafted"] },
    { ...base, arms: ["drafted", "unstated"] },
  ],
  [
    "Judges are compared with annotators on first ratings alone; these define no agreement among annotators, which is of final ones.",
    fewBlindPairs("without-draft"),
    fewBlindPairs("with-draft"),
  ],
  [
    "Judges are compared with annotators on first ratings alone; these define no agreement among annotators, which is of final ones.",
    fewBlindLabels("without-draft"),
    fewBlindLabels("with-draft"),
  ],
  [
    "Of 7 ratings made with a draft in view it is not recorded which draft it was.",
    {
      ...base,
      arms: ["blind", "drafted"],
      influence: compared(on, off, off, [
        { arm: "blind", run: null, ratings: 11 },
        { arm: "drafted", run: null, ratings: 5 },
        { arm: "drafted", run: {}, ratings: 13 },
        { arm: "first", run: null, ratings: 2 },
        { arm: "final", run: null, ratings: 2 },
      ]),
    },
    { ...base, arms: ["blind", "drafted"], influence: compared(on, off, off, [{ arm: "drafted", run: {}, ratings: 7 }]) },
  ],
  [
    "Some ratings were made without a draft in view, others with a judge's draft in view.",
    { ...base, arms: ["blind", "drafted"] },
    { ...base, arms: ["blind"] },
  ],
  [
    "Some ratings were made with a judge's draft in view, others blind and then again with a draft.",
    { ...base, arms: ["blind-then-drafted", "drafted"] },
    { ...base, arms: ["blind", "drafted"] },
  ],
  [
    "Some ratings were made without a draft in view.\nOf others it is not recorded whether a draft was in view.",
    { ...base, arms: ["blind", "unstated"] },
    { ...base, arms: ["unstated"] },
  ],
  [
    "Of the ratings it is not recorded whether a draft was in view.",
    { ...base, arms: ["unstated"] },
    { ...base, arms: ["blind", "unstated"] },
  ],
  ["Krippendorff's alpha with ordinal distances, for each criterion, and its mean over the criteria;", base, empty],
  ["Alpha with a judge counts it as one more annotator.", base, empty],
  ["by Pearson's r, Spearman's rho, Kendall's tau-b; the judge is never part of that mean.", base, empty],
  ["A judge's signed error is its score minus the annotators' mean", base, { ...base, bias: {} }],
  ["Lines of the drafts are counted as accepted, revised, removed or added", base, { ...base, actions: {} }],
  [
    "compared on alpha, on the mean absolute distance to the draft and on time.",
    { ...base, influence: compared(on, on, on) },
    { ...base, influence: compared(on, off, on) },
  ],
  ["compared on alpha and on time.", { ...base, influence: compared(on, off, on) }, { ...base, influence: compared(on, off, off) }],
  ["compared on time.", { ...base, influence: compared(off, off, on) }, { ...base, influence: compared(on, off, on) }],
  [
    "Ratings with and without the draft are compared",
    { ...base, influence: compared(on, off, off) },
    { ...base, influence: compared(off, off, off) },
  ],
  ["Limits of agreement", { ...base, chapters: { ...base.chapters, scores: limits } }, base],
  [
    "1 annotator was excluded (too fast); all figures leave their work out.",
    { ...base, excluded: { ...base.excluded, people: [{ id: "x", name: "Secret Name", reason: "too fast." }] } },
    base,
  ],
  [
    "1 annotator was excluded (too fast); all figures include their work nevertheless.",
    { ...base, excluded: { ...base.excluded, shown: "with", people: [{ id: "x", name: "Secret Name", reason: "too fast" }] } },
    { ...base, excluded: { ...base.excluded, people: [{ id: "x", name: "Secret Name", reason: "too fast" }] } },
  ],
  ["Accuracy is the share of a rater's pairs with a known better output (40 in all)", fixturePairReport(), base],
  ["a tie counts as wrong unless the known answer is one.", fixturePairReport(), fixturePairReport(fixturePairs({ tieAllowed: false }))],
  ["compared with the annotators' majority", fixturePairReport(), fixturePairReport(fixturePairs({ agreementWithAnnotators: {} }))],
  [
    "Kappa of all annotators is Fleiss'.",
    fixturePairReport(),
    fixturePairReport(fixturePairs({ kappaBetweenAnnotators: { ...figure(null), why: "unequal-ratings" } })),
  ],
  ["Every two annotators are compared by", fixturePairReport(), fixturePairReport(fixturePairs({ annotatorsTwoByTwo: [] }))],
  ["tested by an exact binomial test", fixturePairReport(), fixturePairReport(fixturePairs({ swap: {} }))],
  ["asked, in neutral words, to review their analysis", fixturePairReport(), fixturePairReport(fixturePairs({ interference: {} }))],
  ["after a claim, without a reason,", fixturePairReport(), fixturePairReport(fixturePairs({ sycophancy: {} }))],
  ["Adjudicators labelled 7 units, the most disputed first, before", { ...base, adjudicated: adjudicatedWith(3) }, base],
  [
    ", before and after seeing a judge's draft where there was one;",
    { ...base, adjudicated: adjudicatedWith(3) },
    { ...base, adjudicated: adjudicatedWith(0) },
  ],
  ["Adjudicators labelled 7 units, the most disputed first; their", { ...base, adjudicated: adjudicatedWith(0) }, base],
  ["Intervals by the method “jackknife” are at the 95 % level; inputs are clusters and raters fixed.", base, empty],
];

describe("methods", () => {
  test.each(claims)("say “%s” only of a report of which it is true", (claim, of, notOf) => {
    expect(written(of)).toContain(claim);
    expect(written(notOf)).not.toContain(claim);
  });

  test("name the level that is shown", () => {
    expect(written(base, { level: "interval" })).toContain("alpha with interval distances");
  });

  test("say how many resamples and which seed a bootstrap had, and nothing of them otherwise", () => {
    const drawn = { ...figure(0.65), interval: { low: 0, high: 1, confidence: 0.9, method: "bca", resamples: 2000, seed: 11 } };
    const report = { ...base, bias: { "model-x": { pooled: drawn, perCriterion: { Clarity: drawn } } } };
    expect(written(report)).toContain("“BCa bootstrap” are at the 90 % level with 2,000 resamples and seed 11.");
    expect(written(base)).not.toMatch(/resamples|seed/u);
  });

  test("describe the judges of the report, and no other judge of the project", () => {
    const judges = ["model-x", "model-y"].map((name) => ({
      name,
      what: `the model of ${name}`,
      protocol: { name: "step by step", cites: ["li2023" as const] },
    }));
    const text = written(base, { judges });
    expect(text).toContain("The judge model-x is the model of model-x, asked by the protocol “step by step”.");
    expect(text).not.toContain("model-y");
  });

  test("give the plan of the study in its own words, with its seed", () => {
    const study = { sentence: "Each of 3 annotators rates 5 samples", seed: 42, planned: 1800, submitted: 1 };
    const all = { arm: "blind", judge: null, planned: 1800, submitted: 1 };
    expect(written(base, { studies: [{ ...study, arms: [all] }] })).toContain(
      "Each of 3 annotators rates 5 samples. The allocation was drawn with seed 42. Of 1,800 planned ratings, 1 was submitted.",
    );
    const arms = [
      { ...all, planned: 900, submitted: 612 },
      { arm: "drafted", judge: "model-x", planned: 500, submitted: 410 },
      { arm: "drafted", judge: "model-y", planned: 400, submitted: 90 },
    ];
    expect(written(base, { studies: [{ ...study, submitted: 1112, arms }] })).toContain(
      "Of 1,800 planned ratings, 1,112 were submitted (612 of 900 blind; 410 of 500 with the draft of model-x; 90 of 400 with the draft of model-y).",
    );
    expect(written(base)).not.toContain("allocation");
  });

  test("name neither those who were excluded nor those whom a reason names", () => {
    const text = written(whileExcluded("Dora copied Ada, says Ben, not model-x"));
    expect(text).toContain("1 annotator was excluded (an annotator copied an annotator, says an annotator, not model-x);");
    expect(text).not.toMatch(/Ada|Ben|Dora/u);
  });

  test("end with software, day and version of the data, and claim nothing else of an empty report", () => {
    expect(written(empty)).toBe("Computed with Redline 0.1.0 on the data of 2026-11-22, version 9f8e.");
  });
});
