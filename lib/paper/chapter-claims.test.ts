import { expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { figure, fixtureReport } from "@/lib/testing/report-fixture";
import { chapterClaims } from "./chapter-claims";

type Chapters = TaskReport["chapters"];
/** A part of a chapter: what the claims do not read is left out. */
const part = (of: unknown) => of as never;

const on = figure(0.5);
const off = figure(null);
const { chapters: none, counts } = fixtureReport([]);
const claimsOf = (chapters: Chapters, of = counts) => chapterClaims(chapters, of);

const reaches = { tentative: 0.9, reliable: 0.1, why: null, resamples: 2000, seed: 17 };
const unreached = { ...reaches, tentative: null, reliable: null };
const altTest = (winningRate: number | null) => ({ "model-x": { winningRate, epsilon: 0.2 } });
const verdict = (changes: object) => ({
  Clarity: part({
    level: "ordinal",
    used: { reaches: unreached, judges: {} },
    altTest: altTest(null),
    sharpened: { "model-x": off },
    ...changes,
  }),
});
const within = (withinInputs: object | null) => verdict({ used: { reaches: unreached, judges: { "model-x": { withinInputs } } } });
const scores = (changes: object) => ({
  "model-x": {
    Clarity: part({ blandAltman: null, calibration: { recalibrated: off }, ties: { accuracy: off }, systems: { soft: off }, ...changes }),
  },
});
const bias = (changes: object) => ({
  "model-x": part({ perCriterion: { Clarity: { perDoubling: off, partial: off, ownModel: off, subgroups: [], ...changes } } }),
});
const person = { gwet: off, meanOfRaters: off };
const effect = { index: { pooled: off, perCriterion: { Clarity: off } }, moves: { Clarity: { p: null } } };

/** Each sentence with the figure it is about, and the chapters without that figure. */
const claims: [sentence: RegExp, of: Partial<Chapters>, notOf: Partial<Chapters>][] = [
  [
    /Gwet's AC2/u,
    { people: part({ perCriterion: { Clarity: { ...person, gwet: on } } }) },
    { people: part({ perCriterion: { Clarity: person } }) },
  ],
  [
    /ICC\(A,1\) and ICC\(A,k\)/u,
    { people: part({ perCriterion: { Clarity: { ...person, meanOfRaters: on } } }) },
    { people: part({ perCriterion: { Clarity: person } }) },
  ],
  [
    /Spearman-Brown formula/u,
    { people: part({ perCriterion: { Clarity: { ...person, approximate: { meanOfRaters: on } } } }) },
    { people: part({ perCriterion: { Clarity: { ...person, approximate: { meanOfRaters: off } } } }) },
  ],
  [
    /reaches \.667 and \.800 is the share of 2,000 bootstrap samples of the inputs \(seed 17\)/u,
    { verdict: verdict({ used: { reaches, judges: {} } }) },
    { verdict: verdict({}) },
  ],
  [/rho is computed within each input/u, { verdict: within({ definedGroups: 3, totalGroups: 4 }) }, { verdict: within(null) }],
  [
    /alternative-annotator test with the root mean squared error as the score and epsilon 0\.2, .* fewer than 30 units/u,
    { verdict: verdict({ altTest: altTest(0) }) },
    { verdict: verdict({ level: "nominal", altTest: altTest(0) }) },
  ],
  [
    /Inputs on which judges differ/u,
    { verdict: verdict({ sharpened: { "model-x": { ...on, draw: { plan: 1, leftOut: 0 } } } }) },
    { verdict: verdict({}) },
  ],
  [
    /of the units that nobody rated without a draft \(prediction-powered inference\), as if chance had chosen/u,
    { verdict: verdict({ sharpened: { "model-x": on } }) },
    { verdict: verdict({}) },
  ],
  [
    /Each annotator, and a judge in their place,/u,
    { judges: { ...none.judges, besidePeople: { "model-x": { Clarity: [part({ difference: on })] } } } },
    { judges: { ...none.judges, besidePeople: { "model-x": { Clarity: [part({ own: off, judge: off, difference: off })] } } } },
  ],
  [
    /Each annotator, and a judge in their place,/u,
    { judges: { ...none.judges, besidePeople: { "model-x": { Clarity: [part({ judge: on, difference: off })] } } } },
    { judges: { ...none.judges, besidePeople: { "model-x": { Clarity: [] } } } },
  ],
  [
    /called closer to the others where the jackknife's p is at most \.05 after Holm's correction/u,
    { judges: { ...none.judges, besidePeople: { "model-x": { Clarity: [part({ pHolm: 0.5 })] } } } },
    { judges: { ...none.judges, besidePeople: { "model-x": { Clarity: [part({ pHolm: null }), part({})] } } } },
  ],
  [
    /z-score among the annotators' own/u,
    { judges: { ...none.judges, likeness: { "model-x": { Clarity: part(on) } } } },
    { judges: { ...none.judges, likeness: { "model-x": { Clarity: part(off) } } } },
  ],
  [
    /Spearman's rho with the annotators' mean, and by .* \(PERM-INPUTS\), with Holm's correction .* p is at most \.05 and its interval leaves zero out/u,
    { judges: { ...none.judges, ranking: { Clarity: part({ statistic: "spearman", pairs: [{ p: 0.5 }] }) } } },
    { judges: { ...none.judges, ranking: { Clarity: part({ statistic: "spearman", pairs: [{ p: null }] }) } } },
  ],
  [
    /Ways of evaluating are compared/u,
    { judges: { ...none.judges, protocols: part({ columns: [{ perCriterion: { Clarity: on } }] }) } },
    { judges: { ...none.judges, protocols: part({ columns: [{ perCriterion: { Clarity: off } }] }) } },
  ],
  [/1\.96 standard deviations/u, { scores: scores({ blandAltman: { bias: on } }) }, { scores: scores({}) }],
  [/isotonic regression/u, { scores: scores({ calibration: { recalibrated: on } }) }, { scores: scores({}) }],
  [/a tie threshold is chosen on other inputs/u, { scores: scores({ ties: { accuracy: on } }) }, { scores: scores({}) }],
  [/soft pairwise accuracy/u, { scores: scores({ systems: { soft: on } }) }, { scores: scores({}) }],
  [/Bias with length/u, { bias: bias({ partial: on }) }, { bias: bias({}) }],
  [/Bias with length/u, { bias: bias({ perDoubling: on }) }, { bias: bias({}) }],
  [/the equal-opportunity difference is/u, { bias: bias({ opportunity: on }) }, { bias: bias({ opportunity: off }) }],
  [/at equal length/u, { bias: bias({ systems: [{}] }) }, { bias: bias({ systems: [] }) }],
  [/Self-preference/u, { bias: bias({ ownModel: on }) }, { bias: bias({}) }],
  [
    /Benjamini and Hochberg's correction .* q is at most \.05 and its interval leaves zero out/u,
    { bias: bias({ subgroups: [{ q: 0.9 }] }) },
    { bias: bias({ subgroups: [{ q: null }] }) },
  ],
  [/on outputs of a form/u, { bias: bias({ formats: [{ q: null }, { q: 0.4 }] }) }, { bias: bias({ formats: [{ q: null }] }) }],
  [
    /Within each group .* tau-b, without a test/u,
    { bias: bias({ subgroups: [{ q: null, tauB: on }] }) },
    { bias: bias({ subgroups: [{ q: null, tauB: off }, { q: null }] }) },
  ],
  [
    /The anchoring index is/u,
    { influence: { effects: [part({ ...effect, index: { ...effect.index, pooled: on } })], behaviours: [] } },
    { influence: { effects: [part(effect)], behaviours: [] } },
  ],
  [
    /flipping the sign of each input's moves/u,
    { influence: { effects: [part({ ...effect, moves: { Clarity: { p: 1 } } })], behaviours: [] } },
    { influence: { effects: [part(effect)], behaviours: [] } },
  ],
  [
    /Correction, scrutiny and subjectivity/u,
    { influence: { effects: [], behaviours: [part({})] } },
    { influence: { effects: [], behaviours: [] } },
  ],
  [/Every two criteria are compared/u, { criteria: { pairs: [part({ people: on })] } }, { criteria: { pairs: [part({ people: off })] } }],
];

test.each(["month", "day"])("groups by %s are said to be of first ratings, where there are any", (by) => {
  const said = (q: number | null) =>
    claimsOf({
      ...none,
      bias: bias({
        subgroups: [
          { by: "system", q: 0.9 },
          { by, q },
        ],
      }),
    }).map(({ text }) => text.slice(0, 14));
  expect([said(0.8), said(null)]).toEqual([["A judge's sign", "Groups by time"], ["A judge's sign"]]);
});

test.each(claims)("%s is said about a report that has the figure, and about no other", (sentence, of, notOf) => {
  const said = claimsOf({ ...none, ...of });
  expect(said).toHaveLength(1);
  expect(said[0]?.text).toMatch(sentence);
  expect(claimsOf({ ...none, ...notOf })).toEqual([]);
});

test("an empty report claims nothing", () => {
  expect(claimsOf(none)).toEqual([]);
});

/** The works that first describe what each sentence names. */
const sources: [sentence: RegExp, cites: string[]][] = [
  [/Gwet's AC2/u, ["gwet2008"]],
  [/ICC\(A,1\)/u, ["mcgraw1996", "spearman1904"]],
  [/Spearman-Brown/u, ["krippendorff2018", "spearman1910"]],
  [/bootstrap samples of the inputs/u, ["krippendorff2018"]],
  [/within each input/u, ["deutsch2023"]],
  [/alternative-annotator test/u, ["calderon2025"]],
  [/as if chance had chosen/u, ["angelopoulos2023"]],
  [/Inputs on which judges differ/u, ["angelopoulos2023", "zrnic2024"]],
  [/Pearson's r with the mean/u, ["pearson1895"]],
  [/called closer/u, ["holm1979"]],
  [/z-score/u, ["cohen1960", "han2025"]],
  [/PERM-INPUTS/u, ["deutsch2021", "holm1979"]],
  [/Ways of evaluating/u, ["li2023"]],
  [/1\.96 standard deviations/u, ["bland1999"]],
  [/isotonic regression/u, ["zadrozny2002"]],
  [/a tie threshold/u, ["deutsch2023"]],
  [/soft pairwise accuracy/u, ["deutsch2023", "thompson2024"]],
  [/Bias with length/u, ["dubois2024"]],
  [/Self-preference/u, ["panickssery2024"]],
  [/Benjamini and Hochberg/u, ["benjamini1995"]],
  [/Within each group/u, ["kendall1945"]],
  [/anchoring index/u, []],
  [/flipping the sign/u, []],
  [/Correction, scrutiny and subjectivity/u, ["li2023"]],
  [/Every two criteria/u, ["spearman1904"]],
];

test.each(sources)("%s cites its sources", (sentence, cites) => {
  const said = claims.flatMap(([, of]) => claimsOf({ ...none, ...of })).filter(({ text }) => sentence.test(text));
  expect(said.map((one) => one.cites)).toEqual(said.map(() => cites));
  expect(said.length).toBeGreaterThan(0);
});

test.each([
  [
    { statistic: "spearman", withinInputs: { definedGroups: 3, totalGroups: 5 } },
    "Spearman's rho",
    ", within inputs that have outputs of several systems",
  ],
  [{ statistic: "spearman", withinInputs: null }, "Spearman's rho", ""],
  // Of reports frozen before judges were ranked by their rank correlation.
  [{ statistic: undefined, withinInputs: undefined }, "Pearson's correlation", ""],
])("judges are compared by the correlation that ranks them (%o)", ({ statistic, withinInputs }, coefficient, within) => {
  const ranking = { Clarity: part({ statistic, pairs: [{ p: 0.5, withinInputs }] }) };
  const [said] = claimsOf({ ...none, judges: { ...none.judges, ranking } });
  expect(said?.text).toContain(`compared by ${coefficient} with the annotators' mean${within}, and by a permutation test`);
});

test("tests made at several prices name each once", () => {
  const tests = { ...altTest(0.5), other: { winningRate: 0, epsilon: 0.15 }, third: { winningRate: 1, epsilon: 0.2 } };
  const [said] = claimsOf({ ...none, verdict: verdict({ altTest: tests }) });
  expect(said?.text).toContain("epsilon 0.2, 0.15, on ratings made without a draft");
});

test("one criterion or judge with the figure is enough for its sentence", () => {
  const off_ = verdict({}).Clarity;
  const both = {
    Clarity: part(off_),
    Truth: part(verdict({ used: { reaches, judges: {} }, altTest: altTest(0), sharpened: { "model-x": off, other: on } }).Clarity),
  };
  expect(claimsOf({ ...none, verdict: both as Chapters["verdict"] })).toHaveLength(3);
  const people = part({ perCriterion: { Clarity: person, Truth: { gwet: on, meanOfRaters: on } } });
  expect(claimsOf({ ...none, people })).toHaveLength(2);
  const [clear] = Object.values(scores({})["model-x"]);
  const { Clarity: whole } = scores({
    blandAltman: { bias: on },
    calibration: { recalibrated: on },
    ties: { accuracy: on },
    systems: { soft: on },
  })["model-x"];
  expect(claimsOf({ ...none, scores: part({ "model-x": { Clarity: clear, Truth: whole } }) })).toHaveLength(4);
  const biases = { perDoubling: off, partial: off, ownModel: off, subgroups: [] };
  const own = { ...biases, partial: on, ownModel: on, subgroups: [{ q: null }, { q: 0.2 }] };
  expect(claimsOf({ ...none, bias: part({ "model-x": { perCriterion: { Clarity: biases, Truth: own } } }) })).toHaveLength(3);
  const effects = [
    part(effect),
    part({ index: { pooled: off, perCriterion: { Clarity: off, Truth: on } }, moves: { Clarity: { p: null }, Truth: { p: 0.5 } } }),
  ];
  expect(claimsOf({ ...none, influence: { effects, behaviours: [] } })).toHaveLength(2);
  expect(claimsOf({ ...none, criteria: { pairs: [part({ people: off }), part({ people: on })] } })).toHaveLength(1);
  const besidePeople = { "model-x": { Clarity: [part({ difference: off }), part({ difference: on })] } };
  const ranking = { Clarity: part({ pairs: [{ p: null }, { p: 0.5 }] }) };
  expect(claimsOf({ ...none, judges: { ...none.judges, ranking: { Truth: part({ pairs: [] }) } } })).toEqual([]);
  const inputs = { definedGroups: 3, totalGroups: 5 };
  const ranked = {
    Clarity: part({ statistic: "spearman", pairs: [{ p: 0.5, withinInputs: null }] }),
    Truth: part({ statistic: "spearman", pairs: [null, inputs].map((withinInputs) => ({ p: 0.5, withinInputs })) }),
  };
  const [compared] = claimsOf({ ...none, judges: { ...none.judges, ranking: ranked } });
  expect(compared?.text).toContain("mean, within inputs that have outputs of several systems, and");
  const drawn = verdict({ sharpened: { "model-x": on, other: { ...on, draw: { plan: 1, leftOut: 0 } } } });
  expect(claimsOf({ ...none, verdict: drawn })[0]?.text).toContain("drawn with greater chances");
  const protocols = part({ columns: [{ perCriterion: { Clarity: off } }, { perCriterion: { Clarity: off, Truth: on } }] });
  expect(claimsOf({ ...none, judges: { ...none.judges, besidePeople, ranking, protocols } })).toHaveLength(3);
});

test("the test of two judges is named after what it swaps: whole inputs only where some have several outputs", () => {
  const ranking = { Clarity: part({ statistic: "spearman", pairs: [{ p: 0.5 }] }) };
  const said = (samples: number) => claimsOf({ ...none, judges: { ...none.judges, ranking } }, { ...counts, inputs: 10, samples })[0]?.text;
  expect(said(11)).toContain("swaps two judges input by input (PERM-INPUTS),");
  expect(said(10)).toContain("swaps two judges sample by sample (PERM-BOTH),");
});
