import { expect, test } from "vitest";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import type { SampleDetail, SampleUnit } from "@/lib/domain/sample-detail";
import { unitHeadline } from "./unit-headline";

const id = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;
const raters = (...changes: Partial<SampleDetail["raters"][number]>[]): SampleDetail["raters"] =>
  changes.map((change, index) => ({
    ...{ id: id(index), name: `A0${index + 1}`, arm: "drafted", round: 0, excluded: null, flag: null, submittedAt: null },
    ...change,
  }));
const unit = (scores: number[], scale: SampleUnit["criterion"]["scale"] = { min: 1, max: 5, step: 1, levels: [] }): SampleUnit => ({
  criterion: { id: id(9), position: 0, name: "Clear", definition: "", scale, overall: false, group: null, sampleId: null },
  evaluations: scores.map((score, index) => ({
    ...{ rater: id(index), score, blindScore: null, alsoAcceptable: [], durationMs: null, draftId: null, lines: [] },
  })),
  ...{ drafts: [], label: null, gold: null },
});
const three = raters({}, {}, {});
const sentence = (scores: number[], judge: number | null, people = three) => unitHeadline(unit(scores), people, judge, false);

test("judge, median and who agrees with the judge make one sentence", () => {
  expect(sentence([4, 1, 2], 4)).toBe("The judge gives 4, the median person 2; only A01 gives the judge’s score.");
  expect(sentence([1, 4, 4], 4)).toBe("The judge gives 4, the median person 4; 2 of three people give the judge’s score.");
  expect(sentence([3, 3, 3], 3)).toBe("The judge gives 3, the median person 3; all three people give the judge’s score.");
  expect(sentence([3, 2, 2], 5)).toBe("The judge gives 5, the median person 2; nobody gives the judge’s score.");
});

test("the median of an even number of scores may lie between two points", () => {
  expect(sentence([2, 3], 5, raters({}, {}))).toBe("The judge gives 5, the median person 2.5; nobody gives the judge’s score.");
});

test("one person is named, and nobody at all is said", () => {
  expect(sentence([2], 5, raters({}))).toBe("The judge gives 5, A01 2; they do not agree.");
  expect(sentence([5], 5, raters({}))).toBe("The judge gives 5, A01 5; they agree.");
  expect(sentence([], 5)).toBe("The judge gives 5; nobody has scored it yet.");
  expect(sentence([], null)).toBe("Nobody has scored this yet.");
  expect(sentence([2, 3, 5], null)).toBe("The median person 3.");
});

test("excluded people and second ratings do not count", () => {
  const people = raters({ excluded: "Too fast." }, {}, { round: 1 });
  expect(sentence([1, 3, 5], 3, people)).toBe("The judge gives 3, A02 3; they agree.");
});

test("a pair's headline says what most people chose, or that they are split", () => {
  const of = (scores: number[]) => unitHeadline(unit(scores, { ...preferenceScale }), three, 1, true);
  expect(of([1, 1, -1])).toBe("The judge chooses A, most people A; 2 of three people give the judge’s choice.");
  expect(of([1, -1, 0])).toBe("The judge chooses A, people are split; only A01 gives the judge’s choice.");
});

test("scores beside a draft that was wrong on purpose are no part of it", () => {
  expect(sentence([4, 1, 1], 4, raters({}, { planted: true }, {}))).toBe(
    "The judge gives 4, the median person 2.5; only A01 gives the judge’s score.",
  );
});
