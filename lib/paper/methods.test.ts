import { describe, expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { mixedReport } from "@/lib/testing/mixed-report-fixture";
import { fixturePairReport, fixturePairs } from "@/lib/testing/pair-report-fixture";
import { alphas, figure, fixtureReport, meanAlphas } from "@/lib/testing/report-fixture";
import { type MethodsInput, methodsOf } from "./methods";
import type { Provenance } from "./panel-table";
import { methodsAsLatex, methodsAsMarkdown, toBibtex } from "./write-methods";

const provenance: Provenance = {
  ...{ task: "T", arms: "blind", level: "ordinal", selection: [], computedAt: "2026-11-22T23:30:00.000Z", dataVersion: "9f8e" },
  software: "Redline 0.1.0",
};
const base = fixtureReport([
  { name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.8]) },
  { name: "Truth", agreement: alphas(null) },
]);
const empty = fixtureReport([{ name: "Clarity", agreement: alphas(null) }], {
  ...{ arms: [], correlation: {}, actions: {}, bias: {}, scores: { ...base.scores, onCommonUnits: {} } },
  agreement: {
    pooled: { why: null, annotators: alphas(null), withJudge: {} },
    meanOverCriteria: { annotators: meanAlphas(null, undefined, 0, 1), withJudge: {} },
    ...{ perCriterion: {}, pairs: [] },
  },
  counts: { ...base.counts, annotators: 0, ratings: 0 },
});
function written(report: TaskReport, changes: Partial<MethodsInput> = {}): string {
  const said = methodsOf({ report, provenance, level: "ordinal", judges: [], studies: [], ...changes });
  for (const { text } of said) expect(text).toMatch(/^[A-Z1-9].*[.!?]$/su);
  return said.map(({ text }) => text).join("\n");
}

/** Two arms side by side, with this distance to the draft. */
const compared = (seen: ReturnType<typeof figure>) =>
  ({ arms: [], comparisons: [{ distance: { perCriterion: { Clarity: { with: seen } } } }] }) as unknown as TaskReport["influence"];
const limits = {
  "model-x": {
    Clarity: {
      blandAltman: { bias: figure(0.5) },
      ...{ calibration: { recalibrated: figure(null) }, ties: { accuracy: figure(null) }, systems: { soft: figure(null) } },
    },
  },
} as unknown as TaskReport["chapters"]["scores"];

/** Whose verdict rests on first ratings. */
const twice: TaskReport = mixedReport({ arms: ["blind-then-drafted"] });

/** Each claim with a report of which it is true and one of which it is not. */
const claims: [claim: string, of: TaskReport, notOf: TaskReport][] = [
  ["3 annotators rated 20 outputs for 10 inputs on 2 criteria from 1 to 5 (120 ratings).", base, empty],
  ["4 ratings that were asked for are missing.", { ...base, counts: { ...base.counts, missing: 4 } }, base],
  [
    "Annotators saw the judge's draft and revised it line by line; no rating was made blind.",
    base,
    { ...base, arms: ["blind", "drafted"] },
  ],
  ["No annotator saw a judge's draft before rating.", { ...base, arms: ["blind"] }, { ...base, arms: ["blind", "unstated"] }],
  ["Annotators gave a first rating without the judge's draft", { ...base, arms: ["blind-then-drafted"] }, base],
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
  [
    "Some ratings were made without a draft in view, others with the judge's draft in view.",
    { ...base, arms: ["blind", "drafted"] },
    { ...base, arms: ["blind"] },
  ],
  [
    "Some ratings were made with the judge's draft in view, others blind and then again with the draft.",
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
    { ...base, influence: compared(figure(0.5)) },
    { ...base, influence: compared(figure(null)) },
  ],
  ["compared on alpha and on time.", { ...base, influence: compared(figure(null)) }, { ...base, influence: compared(figure(0.5)) }],
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
  [
    "Adjudicators labelled 7 units",
    {
      ...base,
      adjudicated: {
        ...{ units: 7, offered: { units: 9, meanRange: 1, meanRangeAdjudicated: 2 }, judges: {} },
        people: { pooled: { association: figure(0.5), error: figure(0.5) }, perCriterion: {} },
        label: { towards: { ...figure(1), count: 1 }, away: { ...figure(0), count: 0 }, neither: { ...figure(0), count: 0 } },
        change: { towards: { ...figure(1), count: 1 }, away: { ...figure(0), count: 0 }, neither: { ...figure(0), count: 0 } },
      },
    },
    base,
  ],
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

  test("name nobody who was excluded", () => {
    const people = [{ id: "x", name: "Secret Name", reason: "too fast" }];
    expect(written({ ...base, excluded: { ...base.excluded, people } })).not.toContain("Secret");
  });

  test("end with software, day and version of the data, and claim nothing else of an empty report", () => {
    expect(written(empty)).toBe("Computed with Redline 0.1.0 on the data of 2026-11-22, version 9f8e.");
  });
});

/** The sentence that begins like this, with the works that it cites. */
const cited = (report: TaskReport, start: string, changes: Partial<MethodsInput> = {}) => {
  const found = methodsOf({ report, provenance, level: "ordinal", judges: [], studies: [], ...changes }).filter(({ text }) =>
    text.startsWith(start),
  );
  expect(found.length).toBe(1);
  return found[0]?.cites;
};
const withCounts = (counts: Partial<TaskReport["counts"]>, changes: Partial<TaskReport> = {}) =>
  written({ ...base, counts: { ...base.counts, ...counts }, ...changes }).split("\n")[0];

/** Raw agreement, kappas and the test on labels; null: undefined. */
const labelled = (kappa: number | null, withJudge: number | null, winningRates: (number | null)[] = []): TaskReport => ({
  ...base,
  criteria: base.criteria.map((one) => ({ ...one, labels: ["yes", "no"] })),
  labels: {
    Clarity: {
      annotators: { kappa: figure(kappa) },
      withJudge: Object.fromEntries(
        [...winningRates, null].map((winningRate, at) => [
          `judge ${at}`,
          { kappa: figure(at === 0 ? withJudge : null), altTest: { winningRate, epsilon: at === 1 ? 0.1 : 0.2 } },
        ]),
      ),
    },
  } as unknown as TaskReport["labels"],
});

describe("what was rated", () => {
  test("is counted in singular and plural", () => {
    expect(withCounts({ annotators: 1, samples: 1, inputs: 1, criteria: 1, ratings: 1, missing: 1 })).toBe(
      "1 annotator rated 1 output for 1 input on 1 criterion from 1 to 5 (1 rating). 1 rating that was asked for is missing.",
    );
    expect(withCounts({ annotators: 12, samples: 1200, ratings: 14_400, missing: 1001 })).toBe(
      "12 annotators rated 1,200 outputs for 10 inputs on 2 criteria from 1 to 5 (14,400 ratings). 1,001 ratings that were asked for are missing.",
    );
  });

  test("has a scale where all criteria have one and it is of numbers", () => {
    const scale = (...criteria: object[]) =>
      withCounts({}, { criteria: criteria.map((one) => ({ ...base.criteria[0], ...one })) as TaskReport["criteria"] });
    expect(scale({ min: 0, max: 9 }, { min: 0, max: 9 })).toContain("on 2 criteria from 0 to 9 (");
    for (const text of [scale({}, { max: 9 }), scale({}, { labels: ["yes"] }), scale({ labels: ["yes"] }, { labels: ["no"] })])
      expect(text).toContain("on 2 criteria (");
  });

  test("says nothing of missing ratings where there are none, nor of ways of rating that are not recorded", () => {
    expect(withCounts({})).toBe("3 annotators rated 20 outputs for 10 inputs on 2 criteria from 1 to 5 (120 ratings).");
    expect(written({ ...base, arms: ["unstated"] })).not.toContain("Some ratings");
  });

  test("is pairs where two outputs are compared", () => {
    expect(written(fixturePairReport())).toContain("3 annotators rated 20 pairs for 10 inputs on 1 criterion (60 ratings).");
  });

  test("and how, is not said where nobody rated", () => {
    expect(withCounts({ annotators: 0 })).not.toContain("rated");
    expect(written({ ...base, counts: { ...base.counts, annotators: 0 } })).not.toContain("draft and revised");
    expect(written({ ...base, arms: [] })).not.toMatch(/in view/u);
  });
});

describe("studies and exclusions", () => {
  test("a plan's own full stop is kept, and unknown arms have their own name", () => {
    const all = { planned: 1, submitted: 0 };
    const study = { sentence: "Everybody rates everything!", seed: 7, ...all };
    expect(written(base, { studies: [{ ...study, arms: [] }] })).toContain(
      "Everybody rates everything! The allocation was drawn with seed 7. Of 1 planned rating, 0 were submitted.",
    );
    const arms = [
      { arm: "blind-then-drafted", judge: "model-x", planned: 3, submitted: 2 },
      { arm: "shadow", judge: null, planned: 5, submitted: 1 },
    ];
    expect(written(base, { studies: [{ ...study, arms }] })).toContain("submitted (2 of 3 blind and then with the draft; 1 of 5 shadow).");
  });

  test("reasons are listed once each, without the stops and blanks they end in", () => {
    const people = ["too fast. .. ", " too fast", "always 3 …", "why?"].map((reason, at) => ({ id: `${at}`, name: "x", reason }));
    expect(written({ ...base, excluded: { ...base.excluded, people } })).toContain(
      "4 annotators were excluded (too fast; always 3 …; why?); all figures leave their work out.",
    );
    expect(written({ ...base, excluded: { ...base.excluded, people: people.slice(2), shown: "with" } })).toContain(
      "2 annotators were excluded (always 3 …; why?); all figures include their work nevertheless.",
    );
  });

  test("a judge that is not asked has no protocol", () => {
    const judge = { name: "model-x", what: "ROUGE-L, computed without a model", protocol: null };
    expect(written(base, { judges: [judge] })).toContain("The judge model-x is ROUGE-L, computed without a model.");
    expect(cited(base, "The judge model-x", { judges: [judge] })).toEqual([]);
    expect(cited(base, "The judge model-x", { judges: [{ ...judge, protocol: { name: "p", cites: ["shi2024"] } }] })).toEqual(["shi2024"]);
    // A person of the judge's name is no judge.
    const raters = base.raters.map((one) => ({ ...one, kind: "annotator" as const }));
    expect(written({ ...base, raters }, { judges: [judge] })).not.toContain("The judge");
  });
});

describe("agreement and correlation", () => {
  test("a mean over criteria is claimed where there are several and it is defined", () => {
    const alpha = "Krippendorff's alpha with ordinal distances, for each criterion;";
    expect(written({ ...base, criteria: base.criteria.slice(0, 1) })).toContain(alpha);
    const undefinedMean = { ...base.agreement.meanOverCriteria, annotators: meanAlphas(null, undefined, 0, 2) };
    expect(written({ ...base, agreement: { ...base.agreement, meanOverCriteria: undefinedMean } })).toContain(alpha);
    expect(cited(base, "Agreement between")).toEqual(["krippendorff2018", "hayes2007"]);
    // Of labels it is said by another sentence.
    expect(written(labelled(0.5, 0.5))).not.toContain("for each criterion");
  });

  test("only the coefficients that the report has are named and cited", () => {
    const of = (name: "pearson" | "spearman" | "kendallTauB") => {
      const none = { pearson: figure(null), spearman: figure(null), kendallTauB: figure(null), n: 9 };
      const [own] = Object.values(base.correlation);
      if (own === undefined) throw new Error("the report has a judge");
      return {
        ...base,
        correlation: { "model-x": { ...own, pooled: none, perCriterion: { Clarity: none, Truth: { ...none, [name]: figure(0.5) } } } },
      };
    };
    for (const [name, words, work] of [
      ["pearson", "Pearson's r", "pearson1895"],
      ["spearman", "Spearman's rho", "spearman1904"],
      ["kendallTauB", "Kendall's tau-b", "kendall1945"],
    ] as const) {
      expect(written(of(name))).toContain(`by ${words}; the judge is never part of that mean.`);
      expect(cited(of(name), "A judge is correlated")).toEqual([work]);
    }
    expect(cited(base, "A judge is correlated")).toEqual(["pearson1895", "spearman1904", "kendall1945"]);
    expect(cited(base, "A judge's signed error")).toEqual(["bland1999"]);
    expect(written(empty)).not.toContain("Alpha with a judge");
  });
});

describe("labels", () => {
  test("have agreement, kappas and the test that the report has, with their sources", () => {
    const whole = labelled(0.5, 0.5, [0.4, 0.6, 0]);
    expect(cited(whole, "For criteria with unordered labels, agreement is nominal alpha")).toEqual(["krippendorff2018"]);
    expect(cited(whole, "Kappa among annotators is Fleiss'.")).toEqual(["fleiss1971"]);
    expect(cited(whole, "Judges are compared with the annotators' most frequent label by Cohen's kappa")).toEqual(["cohen1960"]);
    expect(cited(whole, "The alternative-annotator test uses accuracy as the score and epsilon 0.2, 0.1, on ratings")).toEqual([
      "calderon2025",
    ]);
    const bare = written(labelled(null, null));
    expect(bare).toContain("unordered labels");
    expect(bare).not.toMatch(/Fleiss|Cohen|alternative-annotator/u);
    expect(written(base)).not.toContain("unordered labels");
  });
});

describe("pairs", () => {
  test("have their sources, and say so where no tie could be chosen", () => {
    const report = fixturePairReport();
    expect(cited(report, "Kappa of all annotators")).toEqual(["fleiss1971"]);
    expect(cited(report, "Every two annotators")).toEqual(["cohen1960"]);
    expect(cited(report, "Judges are compared with the annotators' majority")).toEqual(["cohen1960"]);
    expect(cited(report, "Judges saw the pairs in both orders")).toEqual(["shi2024"]);
    expect(cited(report, "Accuracy is the share")).toEqual([]);
    expect(written(fixturePairReport(fixturePairs({ tieAllowed: false })))).toContain("is preferred; a tie could not be chosen.");
  });

  test("checks of judges that no pair entered are not described", () => {
    const pairs = fixturePairs();
    const emptied = <T extends object>(of: Record<string, T>) =>
      Object.fromEntries(Object.entries(of).map(([name, one]) => [name, { ...one, n: 0 }]));
    const none = fixturePairs({
      swap: emptied(pairs.swap),
      interference: emptied(pairs.interference),
      sycophancy: emptied(pairs.sycophancy),
    });
    expect(written(fixturePairReport(none))).not.toMatch(/both orders|neutral words|after a claim/u);
    const { trio } = pairs.accuracy;
    if (trio === undefined) throw new Error("the fixture has a panel");
    expect(written(fixturePairReport(fixturePairs({ accuracy: { trio } })))).not.toContain("Accuracy");
    const unknown = Object.fromEntries(
      Object.entries(pairs.agreementWithAnnotators).map(([name, one]) => [name, { ...one, kappa: figure(null) }]),
    );
    const noKappa = fixturePairs({
      agreementWithAnnotators: unknown,
      annotatorsTwoByTwo: pairs.annotatorsTwoByTwo.map((one) => ({ ...one, kappa: figure(null) })),
    });
    expect(written(fixturePairReport(noKappa))).not.toContain("Cohen");
    expect(written(fixturePairReport(null))).not.toMatch(/Accuracy|both orders/u);
  });
});

describe("drafts and adjudication", () => {
  test("are described where somebody acted on a line, compared arms or gave a label", () => {
    expect(cited(base, "Lines of the drafts")).toEqual(["li2023"]);
    expect(cited(base, "Annotators saw the judge's draft")).toEqual(["li2023"]);
    const [own] = Object.values(base.actions);
    if (own === undefined) throw new Error("the report has actions");
    expect(written({ ...base, actions: { "model-x": { ...own, overall: { ...own.overall, n: 0 } } } })).not.toContain(
      "Lines of the drafts",
    );
    const influence = { arms: [], comparisons: [] } as unknown as TaskReport["influence"];
    expect(written({ ...base, influence })).not.toContain("compared on alpha");
    expect(written({ ...base, influence: null })).not.toContain("compared on alpha");
  });
});

describe("intervals", () => {
  const of = (...kinds: { method: string; confidence?: number; resamples?: number | null; seed?: number | null }[]) =>
    kinds.map(({ method, confidence = 0.95, resamples = null, seed = null }, at) => [
      `judge ${at}`,
      { pooled: { ...figure(1), interval: { low: 0, high: 1, confidence, method, resamples, seed } }, perCriterion: {} },
    ]);
  const sentences = (...kinds: Parameters<typeof of>) =>
    methodsOf({
      report: { ...empty, bias: Object.fromEntries(of(...kinds)) },
      provenance,
      level: "ordinal",
      judges: [],
      studies: [],
    }).slice(0, -1);

  test("of each method are described once, with level, source, and what was clustered", () => {
    expect(sentences({ method: "jackknife" }, { method: "t", confidence: 0.999 }, { method: "jackknife" }, { method: "wilson" })).toEqual([
      { text: "Intervals by the method “jackknife” are at the 95 % level; inputs are clusters and raters fixed.", cites: ["miller1974"] },
      {
        text: "Intervals by the method “cluster-robust t” are at the 99.9 % level; inputs are clusters and raters fixed.",
        cites: ["liang1986"],
      },
      { text: "Intervals by the method “Wilson” are at the 95 % level.", cites: ["wilson1927"] },
    ]);
    expect(
      sentences(
        { method: "jackknife-fisher-z" },
        { method: "bca", resamples: 12_000, seed: 3 },
        { method: "bca", resamples: 12_000, seed: 4 },
        { method: "percentile", resamples: 500 },
        { method: "wald" },
      ),
    ).toEqual([
      {
        text: expect.stringContaining("“jackknife on Fisher's z” are at the 95 % level; inputs are clusters"),
        cites: ["miller1974", "fisher1921"],
      },
      { text: "Intervals by the method “BCa bootstrap” are at the 95 % level with 12,000 resamples and seed 3.", cites: ["efron1987"] },
      { text: "Intervals by the method “BCa bootstrap” are at the 95 % level with 12,000 resamples and seed 4.", cites: ["efron1987"] },
      { text: "Intervals by the method “percentile bootstrap” are at the 95 % level with 500 resamples.", cites: ["efron1987"] },
      { text: "Intervals by the method “normal” are at the 95 % level.", cites: [] },
    ]);
  });

  test("are no limits of agreement, which have ends but no method, and no method without ends", () => {
    const ends = { bias: figure(0.5), low: { value: -1, interval: null }, high: { value: 2, interval: null } };
    const [of_] = Object.values(limits);
    const scores = {
      "model-x": { Clarity: { ...of_?.Clarity, blandAltman: ends, other: { method: "x" }, half: { low: 1, method: "y" } } },
    };
    const chapters = { ...empty.chapters, scores: scores as unknown as TaskReport["chapters"]["scores"] };
    expect(written({ ...empty, chapters })).not.toContain("Intervals by");
  });

  test("of systems have systems as clusters, and that is said about their method alone", () => {
    const [own] = Object.values(base.correlation);
    if (own === undefined) throw new Error("the report has a judge");
    const found = (method: string) => {
      const coefficient = { ...figure(0.5), interval: { low: 0, high: 1, confidence: 0.95, method, resamples: null, seed: null } };
      const systems = { n: 12, pearson: coefficient, spearman: figure(null), kendallTauB: figure(null) };
      const correlation = { "model-x": { ...own, systemLevel: { ...own.systemLevel, meanOverCriteria: systems } } };
      return written({ ...base, correlation });
    };
    expect(found("jackknife")).toContain("“jackknife” are at the 95 % level; inputs (systems where systems are compared) are clusters");
    expect(found("jackknife-fisher-z")).toContain("“jackknife” are at the 95 % level; inputs are clusters");
    expect(found("jackknife-fisher-z")).toContain(
      "“jackknife on Fisher's z” are at the 95 % level; inputs (systems where systems are compared) are",
    );
  });
});

test("the last sentence says what was selected", () => {
  const selection = ["Only alpha", "Without 2 excluded people"];
  expect(written(base, { provenance: { ...provenance, selection } })).toMatch(/version 9f8e \(Only alpha; Without 2 excluded people\)\.$/u);
});

test("one figure of several is enough for the sentence about it", () => {
  const none = { nominal: figure(null), ordinal: figure(null), interval: figure(null), ratio: figure(null) };
  const perCriterion = Object.fromEntries(
    Object.entries(base.agreement.perCriterion).map(([name, { annotators }], at) => [
      name,
      { annotators, withJudge: { "model-x": none, other: at === 0 ? none : { ...none, interval: figure(0.5) } } },
    ]),
  ) as unknown as TaskReport["agreement"]["perCriterion"];
  expect(written({ ...base, agreement: { ...base.agreement, perCriterion } })).toContain("Alpha with a judge counts it");
  const { Clarity } = labelled(0.5, null).labels;
  const labels = { Clarity, Truth: { ...Clarity, annotators: { kappa: figure(null) } } } as unknown as TaskReport["labels"];
  expect(written({ ...base, labels })).toContain("Kappa among annotators is Fleiss'.");
  const seen = (...values: (number | null)[]) => ({
    distance: { perCriterion: Object.fromEntries(values.map((value, at) => [`c${at}`, { with: figure(value) }])) },
  });
  const influence = { arms: [], comparisons: [seen(null), seen(null, 0.5)] } as unknown as TaskReport["influence"];
  expect(written({ ...base, influence })).toContain("on the mean absolute distance to the draft");
});

test("an arm with one judge is not said to be of it, and of several each that has one is", () => {
  const arm = { arm: "drafted", planned: 9, submitted: 8 };
  const study = { sentence: "All rate all.", seed: 1, planned: 27, submitted: 24 };
  const arms = [
    { ...arm, judge: "model-x" },
    { ...arm, judge: null },
    { ...arm, arm: "blind", judge: "model-y" },
  ];
  expect(written(base, { studies: [{ ...study, arms }] })).toContain(
    "(8 of 9 with the draft of model-x; 8 of 9 with the draft; 8 of 9 blind).",
  );
  expect(written(base, { studies: [{ ...study, sentence: "Is it so? Yes", arms: [] }] })).toContain("Is it so? Yes. The allocation");
});

test("judges whose flips are tested in two ways have both named", () => {
  const pairs = fixturePairs();
  const [own] = Object.values(pairs.swap);
  if (own === undefined) throw new Error("no swap");
  const of = (...methods: (typeof own.pMethod)[]) =>
    written(
      fixturePairReport({ ...pairs, swap: Object.fromEntries(methods.map((pMethod, place) => [`judge ${place}`, { ...own, pMethod }])) }),
    );
  expect(of("exact-binomial")).toContain("is tested by an exact binomial test.");
  expect(of("sign-flip")).toContain("is tested by sign flips of whole inputs.");
  expect(of("exact-binomial", "sign-flip")).toContain(
    "is tested by an exact binomial test, or by sign flips of whole inputs where these repeat.",
  );
});

describe("methods as text", () => {
  const some = [
    { text: "Alpha & 95 % intervals.", cites: ["krippendorff2018", "hayes2007"] as const },
    { text: "Nothing cited.", cites: [] },
    { text: "Again.", cites: ["hayes2007"] as const },
  ];

  test("Markdown cites before the stop and lists each work once as BibTeX", () => {
    const text = methodsAsMarkdown(some);
    expect(text.split("\n")[0]).toBe("Alpha & 95 % intervals [@krippendorff2018; @hayes2007]. Nothing cited. Again [@hayes2007].");
    expect(text.match(/@article\{hayes2007,/gu)).toHaveLength(1);
    expect(text.match(/@book\{krippendorff2018,/gu)).toHaveLength(1);
    expect(methodsAsMarkdown([{ text: "Nothing cited.", cites: [] }])).toBe("Nothing cited.\n");
    expect(methodsAsMarkdown([{ text: "Is it?", cites: ["hayes2007"] }])).toContain("Is it? [@hayes2007]\n");
  });

  test("LaTeX escapes the text and cites with natbib", () => {
    expect(methodsAsLatex(some)).toBe(
      "Alpha \\& 95 \\% intervals~\\citep{krippendorff2018,hayes2007}.\nNothing cited.\nAgain~\\citep{hayes2007}.\n",
    );
  });

  test("a work is BibTeX with its fields, and an arXiv number where it has one", () => {
    expect(toBibtex(["hayes2007"])).toBe(
      [
        "@article{hayes2007,",
        "  author = {Hayes, Andrew F. and Krippendorff, Klaus},",
        "  title = {{Answering the Call for a Standard Reliability Measure for Coding Data}},",
        "  year = {2007},",
        "  journal = {Communication Methods and Measures},",
        ...["  volume = {1},", "  number = {1},", "  pages = {77--89},", "  doi = {10.1080/19312450709336664},"],
        "}",
        "",
      ].join("\n"),
    );
    expect(toBibtex(["shi2024"])).toContain("  eprint = {2406.07791},\n  archiveprefix = {arXiv},\n");
    const all = toBibtex(["hayes2007", "dubois2024"]);
    expect(all).toBe(toBibtex(["hayes2007"]) + toBibtex(["dubois2024"]));
    for (const line of all.split("\n")) expect(line).toMatch(/^(@\w+\{\w+,| {2}\w+ = \{.+\},|\}|)$/u);
    expect(all).not.toContain("undefined");
  });
});
