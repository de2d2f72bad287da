import { expect, it } from "vitest";
import { explanations, type FigureName } from "@/lib/domain/explanations";
import { alphaThresholds, selfPreference } from "@/lib/stats";

const said = (figure: FigureName) => `${explanations[figure].sentence} ${explanations[figure].formula}`;

it("a group's p is said to come from the test that is made: cluster-robust, not Welch's on the means of inputs", () => {
  const [errorOnOwn, errorOnOther] = [
    [1, 0, 1, 2],
    [0, 0, -1, 1],
  ];
  const [ownClusters, otherClusters] = [
    ["a", "a", "b", "c"],
    ["a", "b", "b", "c"],
  ];
  // t with three inputs' 2 degrees of freedom.
  expect(selfPreference({ errorOnOwn, errorOnOther, ownClusters, otherClusters }).df).toBe(2);
  expect(said("group-p")).toMatch(/cluster-robust/u);
});

it("what alpha allows to say is read from both ends of its interval, and one from .667 to above .800 has a reading too", () => {
  expect(said("verdict")).toMatch(/both ends/u);
  expect(said("verdict")).toMatch(/at least \.667/u);
});

it("shares that are means over inputs or units are said to be", () => {
  for (const figure of ["tie-share", "pair-order", "tie-threshold"] as const)
    expect(explanations[figure].formula, figure).toMatch(/mean over inputs/u);
});

it("a figure that is shown for several comparisons names them all", () => {
  expect(said("mean-absolute-error")).toMatch(/people's mean/u);
  expect(said("mean-absolute-error")).toMatch(/adjudicators' label/u);
  expect(said("within-one")).toMatch(/mean of the others/u);
  expect(said("mean-score")).toMatch(/over units or ratings/u);
});

it("the difference of two alphas is not said to be on the same samples: those that one side lacks count for the other", () => {
  for (const figure of ["alpha-difference", "alpha-gap", "alpha-change"] as const)
    expect(said(figure), figure).not.toMatch(/same (samples|units)/u);
});

it("no cause is named that the figure does not show", () => {
  expect(said("halo")).not.toMatch(/, one impression colours/u);
  expect(said("alpha-gap")).not.toMatch(/what drafts add/u);
});

it("the alternative-annotator test grants the judge an advantage", () => {
  expect(explanations["alt-test"].sentence).toMatch(/0\.2/u);
});

it("bootstrap samples in which nothing varies count, as full agreement", () => {
  const same = Array.from({ length: 12 }, (_, unit) => (unit === 0 ? [1, 2] : [2, 2]));
  const { atLeast667, degenerateShare } = alphaThresholds({ ratings: same, level: "nominal" });
  expect(degenerateShare).toBeGreaterThan(0.2);
  expect(atLeast667).toBe(degenerateShare);
  expect(explanations["reach-chance"].formula).toMatch(/nothing varies/u);
});

it("samples are drawn by the judges' differences alone", () => {
  expect(explanations["draw-chance"].sentence).toMatch(/judges/u);
});

it("only a plain count, share, median or mean is explained without a source", () => {
  const plain = /^(count|mean|median|longest run|fixed rules)\b|^[^Σ√]+ \/ [^Σ√]+$/u;
  const unsourced = Object.entries(explanations).filter(([, { sources, formula }]) => sources.length === 0 && !plain.test(formula));
  expect(unsourced.map(([figure]) => figure)).toEqual([]);
});
