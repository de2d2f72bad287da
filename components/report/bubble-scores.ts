import type { ScoresOfJudge } from "@/lib/domain/report-scores";

type Bubble = NonNullable<ScoresOfJudge["blandAltman"]>["bubbles"][number];

/** People's mean and the judge's score of a bubble's units; of a report that did not keep them, from their mean and difference. */
export const bubbleScores = ({ mean, difference, people = mean - difference / 2, judge = mean + difference / 2 }: Bubble) => ({
  people,
  judge,
});
