import { describe, expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fullReport as base, emptyReport as empty, labelled, provenance } from "@/lib/testing/described-reports";
import { fixturePairReport, fixturePairs } from "@/lib/testing/pair-report-fixture";
import { figure, meanAlphas } from "@/lib/testing/report-fixture";
import { type MethodsInput, methodsOf } from "./methods";

function written(report: TaskReport, changes: Partial<MethodsInput> = {}): string {
  const said = methodsOf({ report, provenance, level: "ordinal", judges: [], studies: [], ...changes });
  for (const { text } of said) expect(text).toMatch(/^[A-Z1-9].*[.!?]$/su);
  return said.map(({ text }) => text).join("\n");
}

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

describe("what was rated", () => {
  test("is counted in singular and plural", () => {
    expect(withCounts({ annotators: 1, samples: 1, inputs: 1, criteria: 1, ratings: 1, missing: 1 })).toBe(
      "1 annotator rated 1 output for 1 input on 1 criterion from 1 to 5 (1 rating). Of outputs that an annotator rated, 1 rating is missing on criteria that this annotator rated elsewhere.",
    );
    expect(withCounts({ annotators: 12, samples: 1200, ratings: 14_400, missing: 1001 })).toBe(
      "12 annotators rated 1,200 outputs for 10 inputs on 2 criteria from 1 to 5 (14,400 ratings). Of outputs that an annotator rated, 1,001 ratings are missing on criteria that this annotator rated elsewhere.",
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
    expect(written({ ...base, counts: { ...base.counts, annotators: 0 } })).not.toContain("Annotators saw");
    expect(written({ ...base, arms: [] })).not.toMatch(/in view/u);
  });
});

describe("whether a repeat would rank the systems alike", () => {
  const own = { n: 31, systems: 3, pairs: 3, ordered: 2, value: 0.93, why: null };
  const none = { ...own, value: null, why: "none-apart" };
  const withStability = (perCriterion: NonNullable<TaskReport["scores"]["stability"]>["perCriterion"]) => ({
    ...base,
    scores: { ...base.scores, stability: { resamples: 2000, seed: 7, perCriterion } },
  });

  test("is said where it is known", () => {
    const report = withStability({ Truth: none, Clarity: own });
    expect(written(report)).toContain("of 2,000 draws of the inputs (seed 7); systems are apart where a sign-flip p is at most .05");
    expect(cited(report, "The stable ranking probability")).toEqual(["riley2024"]);
    const { stability: _, ...older } = base.scores;
    for (const without of [withStability({ Truth: none }), { ...base, scores: older }])
      expect(written(without)).not.toContain("stable ranking");
  });
});

describe("a report narrowed to an arm", () => {
  test("says how its own ratings were made, not that nobody rated otherwise", () => {
    const narrowed = (arm: "blind" | "drafted") => written({ ...base, arms: [arm], filter: { arm } });
    expect(narrowed("blind")).toContain("\nNone of these ratings was made with a judge's draft in view.\n");
    expect(narrowed("blind")).not.toContain("No annotator saw");
    expect(narrowed("drafted")).toContain("line by line; none of these ratings was made blind.");
    expect(written({ ...base, arms: ["drafted"], filter: { system: "harbour" }, actions: {} })).toContain(
      "Annotators saw a judge's draft; none of these ratings was made blind.",
    );
  });
});

test("a judge with an annotator's name is described under its name in the report", () => {
  const judge = { name: "Ann", what: "the model x with prompts 1", protocol: null };
  const raters = base.raters.map((one) => (one.kind === "judge" ? { ...one, name: "Ann (judge)" } : one));
  expect(written({ ...base, raters }, { judges: [judge] })).toContain("The judge Ann (judge) is the model x with prompts 1.");
  expect(written(base, { judges: [judge] })).not.toContain("The judge Ann");
  const other = { ...judge, name: "Ann (judge)", what: "the model y with prompts 1" };
  const said = written({ ...base, raters }, { judges: [judge, other] });
  expect(said).toContain("The judge Ann (judge) is the model y with prompts 1.");
  expect(said).not.toContain("the model x");
});

describe("studies and exclusions", () => {
  test("what a study planned and reached is said to be of the whole study where the report is narrowed", () => {
    const studies = [{ sentence: "All rate all.", seed: 7, planned: 60, submitted: 58, arms: [] }];
    const said = (filter: TaskReport["filter"]) => written({ ...base, filter }, { studies });
    expect(said({})).toContain("Of 60 planned ratings, 58 were submitted.");
    expect(said({ annotator: "P7" })).toContain("Of 60 planned ratings, 58 were submitted in the whole study.");
  });

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
    expect(cited(report, "Where annotators and a judge each prefer one of two outputs")).toEqual(["wataoka2024"]);
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
    const noOwn = { ownModel: { "model-x": { ...figure(null), why: "no-own-outputs" } } };
    expect(written(fixturePairReport(fixturePairs(noOwn)))).not.toMatch(/equal-opportunity/u);
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
    expect(cited(base, "Annotators saw a judge's draft and")).toEqual(["li2023"]);
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
    ...{ agreement: { meanOverCriteria: none, perCriterion: {} }, seconds: { perCriterion: {} } },
    distance: { perCriterion: Object.fromEntries(values.map((value, at) => [`c${at}`, { with: figure(value) }])) },
  });
  const influence = { arms: [], comparisons: [seen(null), seen(null, 0.5)] } as unknown as TaskReport["influence"];
  expect(written({ ...base, influence })).toContain("on the mean absolute distance to the draft");
  const timed = {
    ...seen(null),
    seconds: { perCriterion: { Clarity: { difference: figure(null) }, Truth: { difference: figure(2) } } },
  };
  expect(written({ ...base, influence: { arms: [], comparisons: [timed] } as unknown as TaskReport["influence"] })).toContain("on time");
  const ownModel = { "model-x": figure(null), "model-y": figure(0.5) };
  expect(written(fixturePairReport(fixturePairs({ ownModel })))).toContain("equal-opportunity");
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
