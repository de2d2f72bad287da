import type { TaskReport } from "@/lib/domain/report";
import type { ReportContext } from "@/lib/domain/report-context";
import { alphas, figure, fixtureReport } from "./report-fixture";

const base = fixtureReport(
  [
    { name: "Clarity", agreement: alphas(0.7) },
    { name: "Truth", agreement: alphas(0.6) },
    { name: "Kind", labels: ["a", "b"], agreement: alphas(0.5) },
  ],
  { arms: ["blind", "drafted"] },
);

type Way = NonNullable<TaskReport["chapters"]["judges"]["protocols"]>["columns"][number];
const way = (name: string, kind: Way["kind"], draftsOf: string | undefined, by: number): Way => ({
  ...{ name, kind, draftsOf },
  perCriterion: { Clarity: figure(0.83 - by, [0.71 - by, 0.92 - by], 41), Truth: figure(0.64 - by, undefined, 42), Kind: figure(0.99) },
  pairwise: { Clarity: figure(0.62 - by, [0.5 - by, 0.7 - by], 6), Truth: figure(0.43 - by, undefined, 7), Kind: figure(0.98) },
});

/** Judges alone and people with drafts: of one run, of two runs of a judge, and of a report that was frozen before it was kept whose they were. */
export const protocolsReport: TaskReport = {
  ...base,
  chapters: {
    ...base.chapters,
    judges: {
      ...base.chapters.judges,
      protocols: {
        columns: [
          way("model-x", "judge", undefined, 0),
          way("model-x with people", "with-draft", "model-x", 0.03),
          way("model-y with people", "with-draft", "model-y", 0.06),
          way("model-y with people again", "with-draft", "model-y", 0.09),
          way("somebody with people", "with-draft", undefined, 0.12),
        ],
        betweenPeople: { Clarity: figure(0.59, [0.48, 0.67], 3), Truth: figure(0.38, undefined, 4), Kind: figure(0.97) },
      },
    },
  },
};

const dropped = (judge: string, runId: string, variant: string, hits: number): TaskReport["checks"]["dropped"][number] => ({
  ...{ judge, runId, variant, dropped: hits },
  share: figure(hits / 40, [(hits - 2) / 40, (hits + 3) / 40]),
});

/** Checks of two judges, one of them in two runs, and of one that the report has no rating of. */
export const checks: TaskReport["checks"] = {
  dropped: [
    dropped("model-x", "r4", "plain", 5),
    { ...dropped("gone", "r3", "plain", 4), share: figure(4 / 30, undefined, 30) },
    dropped("model-x", "r2", "swapped", 3),
  ],
  feedback: [
    { ...{ judge: "gone", runId: "r3", criterion: "Truth", meanBefore: 2.25, meanAfter: null }, gain: figure(null, undefined, 0) },
    { ...{ judge: "model-x", runId: "r4", criterion: "Clarity", meanBefore: 3.25, meanAfter: 3.75 }, gain: figure(0.5, [0.2, 0.8], 21) },
    { ...{ judge: "model-x", runId: "r2", criterion: "Clarity", meanBefore: null, meanAfter: 3.5 }, gain: figure(-0.25, undefined, 17) },
  ],
};

type Run = ReportContext["runs"][number];
const run = (id: string, name: string, consistency: Run["consistency"]): Run => ({
  ...{ id, kind: "criteria", variant: "plain", imported: false, model: "m", protocol: "direct", promptVersion: "1" },
  ...{ judge: { name }, parameters: {}, createdAt: "2026-03-04T10:00:00Z", consistency },
});
const likeness = (value: number | null, n: number) => ({ value, why: value === null ? "too-few" : null, n });

/** Lists of criteria that two judges proposed, one of them in two runs, and one that was never compared. */
export const proposed: ReportContext = {
  ...{ plans: [], rounds: [] },
  runs: [
    run("a", "model-x", { cc: likeness(0.83, 5), icc: likeness(0.79, 10), basis: "embeddings" }),
    run("b", "model-x", { cc: likeness(0.61, 1), icc: likeness(null, 0), basis: "lexical" }),
    run("c", "model-y", { cc: likeness(null, 0), icc: { value: null, why: "a vector of zeros", n: 3 }, basis: "embeddings" }),
    run("d", "model-z", null),
  ],
};
