import type { ArmComparison, ComparedArm, Contrast, TaskReport } from "@/lib/domain/report";
import { alphas, figure, meanAlphas } from "./report-fixture";

export const atEachLevel = (value: number | null) => ({
  ...{ nominal: figure(0.9), ordinal: figure(value, [0.01, 0.29]), interval: figure(0.91), ratio: figure(0.92) },
});
export const contrast = (without: number, with_: number, difference: number): Contrast => ({
  ...{ with: figure(with_, [0.3, 0.6]), without: figure(without, [0.6, 0.9]), difference: figure(difference, [-0.5, -0.1]) },
});

/** Work on a criterion without a draft and with those of model-x: every figure its own number. */
export const fixtureInfluence = (criterion: string): NonNullable<TaskReport["influence"]> => ({
  arms: [
    {
      ...{ arm: "blind", run: null, ratings: 1200, annotators: 5, medianSeconds: 55 },
      agreement: { perCriterion: { [criterion]: alphas(0.41, [0.3, 0.5]) }, meanOverCriteria: meanAlphas(0.44, [0.38, 0.5], 1, 1) },
    },
    {
      ...{ arm: "drafted", run: { id: "r", judge: "model-x" }, ratings: 800, annotators: 1, medianSeconds: 30 },
      agreement: { perCriterion: { [criterion]: alphas(0.57, [0.5, 0.6]) }, meanOverCriteria: meanAlphas(0.62, [0.58, 0.66], 1, 1) },
    },
  ],
  comparisons: [
    {
      ...{ with: 1, without: 0 },
      agreement: { perCriterion: { [criterion]: atEachLevel(0.16) }, meanOverCriteria: atEachLevel(0.18) },
      distance: { pooled: contrast(0.75, 0.44, -0.31), perCriterion: { [criterion]: contrast(0.71, 0.47, -0.24) } },
      signed: { pooled: contrast(-0.35, -0.14, 0.21), perCriterion: { [criterion]: contrast(0.33, 0.16, -0.17) } },
      seconds: { pooled: contrast(55, 30, -25), perCriterion: { [criterion]: contrast(92, 36, -56) } },
    },
  ],
});

/**
 * Work without drafts and with those of two judges, of one of them after a first score; and with drafts that nobody knows, and of arms that an earlier
 * version compared without signs.
 */
export function influenceOfSeveral(criterion: string): NonNullable<TaskReport["influence"]> {
  const { arms, comparisons } = fixtureInfluence(criterion);
  const [blind, drafted] = arms as [ComparedArm, ComparedArm];
  const [comparison] = comparisons as [ArmComparison];
  const signed = {
    pooled: contrast(-0.45, -0.24, 0.22),
    perCriterion: { [criterion]: contrast(0.43, 0.26, -0.18), Kind: contrast(1, 2, 3) },
  };
  return {
    arms: [
      blind,
      drafted,
      { ...blind, ...{ arm: "first", run: { id: "s", judge: "model-y" }, ratings: 210, annotators: 1 } },
      { ...drafted, ...{ arm: "final", run: { id: "s", judge: "model-y" }, ratings: 205, annotators: 2 } },
      { ...drafted, run: null },
    ],
    comparisons: [
      { ...comparison, signed: undefined },
      { ...comparison, ...{ with: 4, without: 0 } },
      comparison,
      { ...comparison, ...{ with: 3, without: 2, signed } },
    ],
  };
}
