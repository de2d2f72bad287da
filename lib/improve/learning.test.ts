import { describe, expect, test } from "vitest";
import { choosePanel } from "./choose-panel";
import { demandTruth, learningUnits } from "./demand-truth";
import { guidanceMessages, mostEdits } from "./guidance";
import { unitKey } from "./learning-unit";
import { recalibrate } from "./recalibrate";

const criteria = [{ id: "clear", name: "Clear", min: 1, max: 5 }];
const rows = (count: number, score = (at: number) => 1 + (at % 5)) =>
  Array.from({ length: count }, (_, at) => ({
    sampleId: `s${at}`,
    input: `i${at}`,
    criterionId: "clear",
    annotatorId: "ada",
    score: score(at),
  }));

describe("what counts as the truth", () => {
  test("is one unit with all its scores, on known criteria", () => {
    const [first, ...others] = rows(2);
    const units = learningUnits(
      [first, { ...first, annotatorId: "ben", score: 4 }, ...others, { ...first, criterionId: "x" }].flatMap((row) =>
        row ? [row as (typeof others)[number]] : [],
      ),
      criteria,
    );
    expect(units.map(({ people }) => people.map(({ score }) => score))).toEqual([[1, 4], [2]]);
  });

  test("is refused below ten inputs, with what was not accepted and why", () => {
    const refused = { drafted: 120, unstated: 1, excluded: 3 };
    expect(() => demandTruth(learningUnits(rows(10), criteria), "develop", refused)).not.toThrow();
    expect(() => demandTruth(learningUnits(rows(9), criteria), "held-out", refused)).toThrow(
      "Only scores that people gave without seeing a draft count as the truth. The held-out part has such scores on 9 inputs; 10 are needed. Not accepted: 120 scores given with a draft in view, 1 score whose import does not say whether a draft was shown, 3 scores by excluded people. Collect blind scores, or use the arm blind-then-drafted.",
    );
  });
});

describe("recalibration", () => {
  // No level of the judge's is in one fold alone.
  const units = learningUnits(
    rows(20, (at) => 1 + Math.floor(at / 4)),
    criteria,
  );

  test("maps a judge that is a point too high back, and says what it gains on inputs not fitted to", () => {
    const scores = new Map(units.map((unit) => [unitKey(unit), (unit.people[0]?.score ?? 0) + 1]));
    const { criteria: maps, crossFitted } = recalibrate(criteria, units, scores);
    expect(maps.clear).toEqual([2, 3, 4, 5, 6].map((level) => ({ level, value: level - 1 })));
    expect(crossFitted).toMatchObject([{ criterion: "Clear", inputs: 20, difference: { value: -1, n: 20 } }]);
  });

  test("leaves a criterion alone that has too few inputs", () => {
    const few = units.slice(0, 9);
    expect(recalibrate(criteria, few, new Map(few.map((unit) => [unitKey(unit), 2])))).toEqual({ criteria: {}, crossFitted: [] });
  });
});

describe("a panel", () => {
  const units = learningUnits(rows(10), criteria);
  const judge = (judgeId: string, off: (at: number) => number) => ({
    judgeId,
    scores: new Map(units.map((unit, at) => [unitKey(unit), (unit.people[0]?.score ?? 0) + off(at)])),
  });
  const mean = (scores: number[]) => scores.reduce((sum, score) => sum + score, 0) / scores.length;

  test("takes judges whose errors cancel, and nobody who makes it worse", () => {
    const judges = [judge("worst", () => 4), judge("high", () => 1), judge("low", () => -1)];
    expect(choosePanel(criteria, units, judges, mean)).toEqual({ members: ["high", "low"], error: 0, n: 10 });
  });

  test("needs two judges with scores of the same units", () => {
    expect(choosePanel(criteria, units, [judge("one", () => 0)], mean)).toBeNull();
    expect(choosePanel(criteria, units, [judge("one", () => 0), { judgeId: "none", scores: new Map() }], mean)).toBeNull();
  });
});

test("the question for a rubric's revision has the counts and edits, each edit between tags, and no more than forty", () => {
  const edits = Array.from({ length: 50 }, (_, at) => ({
    criterion: "Clear",
    before: `before ${at}.`,
    after: at === 0 ? "" : `after ${at}.`,
  }));
  const text = guidanceMessages(
    [{ name: "Clear", definition: "Easy to read." }],
    [{ criterion: "Clear", reason: "wrong-fact", count: 17 }],
    edits,
  )
    .map(({ content }) => content)
    .join("\n");
  expect(text).toContain("Clear: wrong-fact, 17 times");
  expect(text).toContain("people removed: before 0.");
  expect(text).toContain(`after ${mostEdits - 1}.`);
  expect(text).not.toContain(`after ${mostEdits}.`);
});
