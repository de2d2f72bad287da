import { expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { figure, fixtureReport } from "@/lib/testing/report-fixture";
import { chapterClaims } from "./chapter-claims";

type Chapters = TaskReport["chapters"];
/** A part of a chapter: what the claims do not read is left out. */
const part = (of: unknown) => of as never;

const on = figure(0.5);
const off = figure(null);
const none = fixtureReport([]).chapters;

const reaches = { tentative: 0.9, reliable: 0.1, why: null, resamples: 2000, seed: 17 };
const unreached = { ...reaches, tentative: null, reliable: null };
const altTest = (winningRate: number | null) => ({ "model-x": { winningRate, epsilon: 0.2 } });
const verdict = (changes: object) => ({
  Clarity: part({ level: "ordinal", used: { reaches: unreached }, altTest: altTest(null), sharpened: { "model-x": off }, ...changes }),
});
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
    /reaches \.667 and \.800 is the share of 2,000 bootstrap samples of the inputs \(seed 17\)/u,
    { verdict: verdict({ used: { reaches } }) },
    { verdict: verdict({}) },
  ],
  [
    /alternative-annotator test with the root mean squared error as the score and epsilon 0\.2, .* fewer than 30 units/u,
    { verdict: verdict({ altTest: altTest(0) }) },
    { verdict: verdict({ level: "nominal", altTest: altTest(0) }) },
  ],
  [/prediction-powered inference/u, { verdict: verdict({ sharpened: { "model-x": on } }) }, { verdict: verdict({}) }],
  [
    /Each annotator, and a judge in their place,/u,
    { judges: { ...none.judges, besidePeople: { "model-x": { Clarity: [part({ difference: on })] } } } },
    { judges: { ...none.judges, besidePeople: { "model-x": { Clarity: [part({ difference: off })] } } } },
  ],
  [
    /PERM-BOTH .* Holm's correction .* p is at most \.05 and its interval leaves zero out/u,
    { judges: { ...none.judges, ranking: { Clarity: part({ pairs: [{ p: 0.5 }] }) } } },
    { judges: { ...none.judges, ranking: { Clarity: part({ pairs: [{ p: null }] }) } } },
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
  [/Self-preference/u, { bias: bias({ ownModel: on }) }, { bias: bias({}) }],
  [
    /Benjamini and Hochberg's correction .* q is at most \.05 and its interval leaves zero out/u,
    { bias: bias({ subgroups: [{ q: 0.9 }] }) },
    { bias: bias({ subgroups: [{ q: null }] }) },
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

test.each(claims)("%s is said of a report that has the figure, and of no other", (sentence, of, notOf) => {
  const said = chapterClaims({ ...none, ...of });
  expect(said).toHaveLength(1);
  expect(said[0]?.text).toMatch(sentence);
  expect(chapterClaims({ ...none, ...notOf })).toEqual([]);
});

test("an empty report claims nothing", () => {
  expect(chapterClaims(none)).toEqual([]);
});
