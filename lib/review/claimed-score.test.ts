import { describe, expect, test } from "vitest";
import { labelled } from "@/lib/testing/labels";
import { growsTooFast, processorMs } from "@/lib/testing/processor-time";
import { contradictedScore } from "./claimed-score";

const scale = { min: 1, max: 5, step: 1 };

describe("a sentence contradicts a score of 2", () => {
  test.each([
    ["The answer earns 5 out of 5.", 5],
    ["I give it 4/5 because the end is vague.", 4],
    ["Five out of five: nothing is missing.", 5],
    ["Score: 4", 4],
    ["**Score**: 4 points", 4],
    ["A score of 3 would be fair.", 3],
    ["I would rate this a 4.", 4],
    ["It deserves a 5!", 5],
    ["4 out of 5 points.", 4],
    ["Das sind 4 von 5 Punkten.", 4],
    ["回答很好，我给4分。", 4],
    ["4.5/5 overall", 4.5],
    ["It went from 3/5 to 4/5.", 3],
    ["4,5 von 5 Punkten", 4.5],
    ["1 out of 5", 1],
  ])("%s", (text, claimed) => {
    expect(contradictedScore(text.replaceAll("**", ""), 2, scale)).toBe(claimed);
  });
});

describe("a sentence does not contradict a score of 2", () => {
  test.each([
    ["2 out of 5."],
    ["Score: 2, not the 5 out of 5 it could have been."],
    ["3 out of 5 sentences are wrong."],
    ["This is not 5 out of 5."],
    ["It isn't a 4/5 answer."],
    ["At least 4 out of 5 would need a source."],
    ["It says “5 out of 5 dentists agree”."],
    ["Written on 4/5/2024."],
    ["Chapter 4/12 is quoted."],
    ["9 out of 10 readers"],
    ["0 out of 5"],
    ["I would not rate this a 4."],
    ["It went from 3/5 to 2/5."],
    ["The scale runs from score 1 to 5."],
    ["The year 1985 is right."],
    ["It took 3 分钟."],
    ["Three examples, all good."],
    ["A score of 120 on the test is mentioned."],
    [""],
  ])("%s", (text) => {
    expect(contradictedScore(text, 2, scale)).toBeNull();
  });
});

test("without a score there is nothing to contradict", () => {
  expect(contradictedScore("5 out of 5", null, scale)).toBeNull();
});

describe("of a pair, a sentence that prefers the other output contradicts the choice", () => {
  const preference = { min: -1, max: 1, step: 1 };
  test.each([
    ["[A] is better.", -1, 1],
    ["[B] is clearly better because it answers.", 1, -1],
    ["I prefer [A].", 0, 1],
    ["[A] is better.", 1, null],
    ["[A] is not better.", -1, null],
    ["[A] is longer than [B].", -1, null],
    ["I do not prefer [A].", -1, null],
    ["“[B] wins” is what it says, not that [A] is better.", -1, null],
  ])("%s with %d", (text, score, claimed) => {
    expect(contradictedScore(text, score, preference)).toBe(claimed);
  });
});

test.each([
  ["It is labelled made up.", 0],
  ["It is not labelled made up.", null],
  ["It was made up.", null],
])("of labels, in %j the one that is named as its own is claimed", (text, claimed) => {
  expect(contradictedScore(text, 1, labelled("made up", "old"))).toBe(claimed);
});

test("a text of 500,000 characters is read in well under a second", () => {
  const text = "I rate it a score of four and a half, n't ".repeat(12_000);
  expect(processorMs(() => contradictedScore(text, 2, scale))).toBeLessThan(1500);
});

describe("a line of 100,000 characters is read in time proportional to its length", () => {
  const labels = {
    ...{ kind: "categorical" as const, min: 0, max: 1, step: 1 },
    levels: ["good", "not good"].map((label, value) => ({ value, label, description: "" })),
  };
  test.each([
    ["The score", " ", scale],
    ["A rating of 4", " ", scale],
    ["", "score the ", scale],
    ["", "4 out of ", scale],
    ["The label", " ", labels],
    ["", "label the ", labels],
    ["[A] is ", "clearly ", { min: -1, max: 1, step: 1 }],
  ])("%s, then many of '%s'", (start, filler, on) => {
    const read = (share: number) => contradictedScore(`${start}${filler.repeat((share * 100_000) / filler.length)}x`, 3, on);
    expect(growsTooFast(read)).toBe(false);
  });
});
