import { describe, expect, test } from "vitest";
import { compareCandidates } from "./compare-candidates";
import { type LearningUnit, unitKey } from "./learning-unit";

const criteria = [{ id: "clear", name: "Clear", min: 1, max: 5 }];
const truth = [1, 2, 3, 4, 5, 1, 3, 5, 2, 4, 4, 2];
const units: LearningUnit[] = truth.map((score, at) => ({
  sampleId: `s${at}`,
  input: `i${at}`,
  criterionId: "clear",
  people: [
    { annotatorId: "ada", score },
    { annotatorId: "ben", score: Math.min(5, score + (at % 2)) },
  ],
}));
const judge = (scoreOf: (truth: number, at: number) => number | null) => ({
  costUsd: 0.5,
  scores: new Map(
    units.flatMap((unit, at) => {
      const score = scoreOf(truth[at] ?? 0, at);
      return score === null ? [] : [[unitKey(unit), score] as const];
    }),
  ),
});
const wrong = judge((score) => 6 - score);
const right = { ...judge((score) => score), id: "right", costUsd: 0.25 };

describe("a proof", () => {
  test("finds the better judge better and the worse one worse", () => {
    const [better] = compareCandidates({ criteria, units, present: wrong, candidates: [right], use: 3 }).candidates;
    expect(better?.verdict).toBe("better");
    const [worse] = compareCandidates({ criteria, units, present: right, candidates: [{ id: "wrong", ...wrong }], use: 3 }).candidates;
    expect(worse?.verdict).toBe("worse");
    expect(worse?.error.difference.value).toBeCloseTo(-(better?.error.difference.value ?? 0), 12);
  });

  test("shows no improvement of a judge that gives the same scores", () => {
    const { use, level, candidates } = compareCandidates({
      criteria,
      units,
      present: right,
      candidates: [right],
      use: 2,
    });
    expect({ use, level }).toEqual({ use: 2, level: 0.05 });
    expect(candidates[0]).toMatchObject({
      verdict: "no-improvement-shown",
      error: { difference: { value: 0 }, p: 1, adjusted: 1 },
      agreement: { difference: { value: 0 } },
    });
  });

  test("gives errors as shares of the scale, candidate minus present, with n and inputs", () => {
    const present = judge((score) => Math.min(5, score + 1));
    const [found] = compareCandidates({ criteria, units, present, candidates: [right], use: 1 }).candidates;
    // People's means are half a point above the truth on every second unit, but where it is 5.
    const means = truth.map((score, at) => (score + Math.min(5, score + (at % 2))) / 2);
    const error = (scores: number[]) => scores.reduce((sum, score, at) => sum + Math.abs(score - (means[at] ?? 0)) / 4, 0) / 12;
    expect(found).toMatchObject({ n: 12, inputs: 12, costUsd: { present: 0.5, candidate: 0.25 } });
    expect(found?.error.candidate.value).toBeCloseTo(error(truth), 12);
    expect(found?.error.present.value).toBeCloseTo(error(truth.map((score) => Math.min(5, score + 1))), 12);
    expect(found?.criteria[0]?.difference.value).toBeCloseTo(found?.error.difference.value ?? Number.NaN, 12);
    expect(found?.error.difference.interval?.confidence).toBe(0.95);
  });

  test("counts only units that both judges have scored", () => {
    const some = judge((score, at) => (at < 7 ? score : null));
    expect(compareCandidates({ criteria, units, present: wrong, candidates: [{ id: "some", ...some }], use: 1 }).candidates[0]?.n).toBe(7);
  });

  test("tests whether a judge could replace people at the epsilon that the study states, 0.2 where none does", () => {
    // A judge that is right but for two units of twelve is farther from either person than the other, but by less than a fifth of the units.
    const many = Array.from({ length: 5 }, (_, copy) =>
      units.map((unit) => ({ ...unit, sampleId: `${unit.sampleId}-${copy}`, input: `${unit.input}-${copy}` })),
    ).flat();
    const scores = new Map(many.map((unit, at) => [unitKey(unit), (truth[at % 12] ?? 0) === 1 ? 3 : (truth[at % 12] ?? 0)] as const));
    const of = (epsilon?: number) =>
      compareCandidates({
        ...{ criteria, units: many, present: { scores, costUsd: 1 }, candidates: [{ id: "same", scores, costUsd: 1 }], use: 1, epsilon },
      });
    const rateAt = (epsilon?: number) => [of(epsilon).epsilon, of(epsilon).candidates[0]?.alternative.present.winningRate];
    expect([rateAt(0), rateAt()]).toEqual([
      [0, 0],
      [0.2, 1],
    ]);
  });

  test("adjusts for all candidates together", () => {
    const rest = ["b", "c", "d"].map((id) => ({ ...right, id }));
    const alone = compareCandidates({ criteria, units, present: wrong, candidates: [right], use: 1 }).candidates[0];
    const among = compareCandidates({ criteria, units, present: wrong, candidates: [right, ...rest], use: 1 }).candidates[0];
    expect(among?.error.p).toBe(alone?.error.p);
    expect(among?.error.adjusted).toBeCloseTo(8 * (alone?.error.p ?? 0), 12);
  });
});
