import { describe, expect, test } from "vitest";
import {
  CEILING,
  categoryScores,
  correlationFor,
  cutsForShares,
  drawUnit,
  pairProbabilities,
  populationAlpha,
  populationCorrelation,
  SYMMETRIC,
} from "./latent-scores";
import { seededRandom } from "./random";
import { normalCdf } from "./special-functions";

const JOINT = [
  [0.1, 0.1, 0],
  [0.1, 0.3, 0.1],
  [0, 0.1, 0.2],
];

describe("a population of ratings", () => {
  test("has cuts that give the categories their shares", () => {
    expect(cutsForShares([0.5, 0.5])).toEqual([0]);
    for (const shares of [SYMMETRIC, CEILING]) {
      const upTo = [...cutsForShares(shares).map(normalCdf), 1];
      shares.forEach((share, c) => {
        expect((upTo[c] as number) - (upTo[c - 1] ?? 0)).toBeCloseTo(share, 12);
      });
    }
  });

  test("has the joint distribution of two normals, cut to the scale", () => {
    // Sheppard 1899: both below the middle with 1/4 + asin(r) / (2 pi).
    for (const correlation of [0, 0.3, 0.8]) {
      const joint = pairProbabilities({ correlation, cuts: [0] });
      const same = 0.25 + Math.asin(correlation) / (2 * Math.PI);
      [same, 0.5 - same, 0.5 - same, same].forEach((share, at) => {
        expect(joint[at >> 1]?.[at % 2]).toBeCloseTo(share, 11);
      });
    }
    const apart = pairProbabilities({ correlation: 0, cuts: cutsForShares(CEILING) });
    CEILING.forEach((share, c) => {
      expect(apart[c]).toEqual(CEILING.map((other) => expect.closeTo(share * other, 11)));
    });
  });

  test("has scores 1, 2, 3 or the shares below and half of its own, and alpha of these", () => {
    expect(categoryScores(JOINT, false)).toEqual([1, 2, 3]);
    expect(categoryScores(JOINT, true)).toEqual([0.1, 0.45, 0.85].map((score) => expect.closeTo(score, 14)));
    // Observed and expected distances: .4 and 1 - .04 - .25 - .09; .4 and twice .49; 2 (.1 .35^2 + .1 .4^2) and twice .07.
    expect(populationAlpha(JOINT, "nominal")).toBeCloseTo(1 - 0.4 / 0.62, 14);
    expect(populationAlpha(JOINT, "interval")).toBeCloseTo(29 / 49, 14);
    expect(populationAlpha(JOINT, "ordinal")).toBeCloseTo(167 / 280, 14);
  });

  test("has correlations: alpha of scores and of ranks, and of pairs in order", () => {
    expect(populationCorrelation(JOINT, "pearson")).toBeCloseTo(29 / 49, 14);
    expect(populationCorrelation(JOINT, "spearman")).toBeCloseTo(167 / 280, 14);
    // In order with 2 * .19, against it with 2 * .02, tied on one side with .04 + .25 + .09.
    expect(populationCorrelation(JOINT, "kendall")).toBeCloseTo(0.34 / 0.62, 14);
  });

  test("has the latent correlation that gives the wanted alpha", () => {
    for (const level of ["nominal", "ordinal", "interval"] as const) {
      const cuts = cutsForShares(CEILING);
      const correlation = correlationFor(0.45, cuts, level);
      expect(populationAlpha(pairProbabilities({ correlation, cuts }), level)).toBeCloseTo(0.45, 10);
    }
    // Of two halves, alpha is 4 P(both below) - 1.
    expect(correlationFor(1 / 3, [0], "interval")).toBeCloseTo(0.5, 10);
  });
});

describe("units drawn from it", () => {
  test("have its joint distribution, and gaps as often as wanted", () => {
    const scale = { correlation: 0.6, cuts: cutsForShares(CEILING) };
    const random = seededRandom(5);
    const units = Array.from({ length: 40_000 }, () => drawUnit(scale, 3, 0.25, random));
    const expected = pairProbabilities(scale);
    for (const [a, b] of [
      [0, 1],
      [2, 0],
    ] as const) {
      const both = units.filter((unit) => unit[a] !== null && unit[b] !== null);
      expect(both.length / units.length).toBeCloseTo(0.5625, 2);
      expected.forEach((row, c) => {
        row.forEach((share, k) => {
          const found = both.filter((unit) => unit[a] === c + 1 && unit[b] === k + 1).length / both.length;
          expect(Math.abs(found - share)).toBeLessThan(0.01);
        });
      });
    }
  });

  test("are rated alike where the correlation is one, and not at all where everything is missing", () => {
    const random = seededRandom(1);
    const alike = Array.from({ length: 50 }, () => drawUnit({ correlation: 1, cuts: [-1, 0, 1] }, 4, 0, random));
    for (const unit of alike) expect(new Set(unit).size).toBe(1);
    expect(new Set(alike.map(([first]) => first))).toEqual(new Set([1, 2, 3, 4]));
    expect(drawUnit({ correlation: 0.5, cuts: [0] }, 3, 1, random)).toEqual([null, null, null]);
  });
});
