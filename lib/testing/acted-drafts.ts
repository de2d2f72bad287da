import type { ReportData } from "@/lib/domain/report-data";
import type { ActionRates } from "@/lib/domain/report-figures";

const judge = 3;
const another = 4;

type Done = [accept: number, revise: number, remove: number, add: number];

const acted = (of: number, annotator: number, input: number, itemKind: string, [accept, revise, remove, add]: Done) => ({
  ...{ annotator, judge: of, criterion: input % 2, input, itemKind, accept, together: 0, revise, remove, add },
});

/** What people did with the drafts of two judges in `reportDataFixture`, the second of which is called "another": no two counts of a judge are equal. */
export const twoJudgesActedOn: ReportData["actionCounts"] = [
  acted(judge, 0, 0, "evidence", [2, 1, 2, 0]),
  acted(judge, 1, 0, "score", [3, 1, 0, 0]),
  acted(judge, 0, 2, "evidence", [4, 1, 0, 1]),
  acted(judge, 2, 4, "conclusion", [4, 3, 1, 0]),
  acted(judge, 2, 4, "heading", [70, 0, 0, 0]),
  acted(another, 0, 0, "explanation", [7, 1, 0, 2]),
  acted(another, 1, 2, "evidence", [9, 0, 1, 2]),
  acted(another, 1, 6, "score", [2, 3, 0, 1]),
];

const shareOf = (count: number, n: number, low: number, high: number): ActionRates["accept"] => ({
  ...{ count, share: count / n, intervalWhy: null },
  interval: { low, high, confidence: 0.95, method: "t", resamples: null, seed: null },
});

/** The rates of both that follow: p ± t(2) sqrt(3/2 Σ((hits - p size) / n)²) over each judge's three inputs, cut to 0..1, worked out outside Redline. */
export const ratesOfTwoJudges: Record<"judge" | "another", ActionRates> = {
  judge: {
    n: 23,
    accept: shareOf(13, 23, 0.380458446154597, 0.7499763364540986),
    revise: shareOf(6, 23, 0.002253082387210059, 0.5194860480475725),
    remove: shareOf(3, 23, 0, 0.3913433322538695),
    add: shareOf(1, 23, 0, 0.25100359296557473),
  },
  another: {
    n: 28,
    accept: shareOf(18, 28, 0.2043600971243425, 1),
    revise: shareOf(4, 28, 0, 0.6655803158526148),
    remove: shareOf(1, 28, 0, 0.1687930917009105),
    add: shareOf(5, 28, 0.12827236779799675, 0.2288704893448604),
  },
};
