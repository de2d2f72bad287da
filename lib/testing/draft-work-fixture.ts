import type { TaskReport } from "@/lib/domain/report";
import type { Behaviours, DraftEffect, DraftFates, Moves } from "@/lib/domain/report-draft-effect";
import { fixtureChapters, fixtureEffect } from "./chapters-fixture";
import { alphas, figure, fixtureReport } from "./report-fixture";

// What drafts did where there are several scales, labels and runs of one judge: every figure its own number.

const criteria = [
  { name: "Clarity", agreement: alphas(0.81) },
  { name: "Truth", agreement: alphas(0.72) },
  { name: "Depth", max: 3, agreement: alphas(0.63) },
  { name: "Length", max: 100, agreement: alphas(0.54) },
  { name: "Tone", agreement: alphas(0.45) },
  { name: "Style", agreement: alphas(0.41) },
  { name: "Kind", labels: ["a", "b"], agreement: alphas(0.36) },
];
const scored = fixtureReport(criteria, { arms: ["blind", "drafted", "blind-then-drafted"] });
const withWork = (effects: DraftEffect[], behaviours: Behaviours[]): TaskReport => ({
  ...scored,
  chapters: { ...fixtureChapters(), influence: { effects, behaviours } },
});

const none = figure(null, undefined, 0);
const fates = (n: number, kept: number | null, changedRight: number | null, changedWrong: number | null): DraftFates => ({
  n,
  kept: figure(kept, kept === null ? undefined : [kept / 2, kept / 2 + 0.5], n),
  changedRight: figure(changedRight, undefined, n),
  changedWrong: figure(changedWrong, undefined, n),
});

const moved = (values: [number, number], [down, same, up]: [number, number, number], changes: Partial<Moves>): Moves => ({
  ...{ values, ways: undefined, towards: up, stayed: same, away: down, shift: figure(up / 100, undefined, up + same + down), p: up / 1000 },
  counts: [
    [same, up],
    [down, 0],
  ],
  ...changes,
});
const ways = (towards: number, away: number): Pick<Moves, "ways"> => ({
  ways: {
    towards: [
      [0, towards],
      [0, 0],
    ],
    away: [
      [0, 0],
      [away, 0],
    ],
  },
});

/** Drafts that people are further from with them in view, none of which is wrong. */
const drafted = (judge: string, pull: number, right: number): DraftEffect => ({
  ...{ judge, kind: "drafted", moves: {} },
  index: { pooled: figure(pull, [pull - 0.12, pull + 0.12]), perCriterion: { Clarity: figure(pull + 0.03) } },
  drafts: { pooled: { right: fates(right, 0.6, 0.2, 0.2), wrong: fates(0, null, null, null) }, perCriterion: {} },
});

const behaviour = (judge: string, definition: Behaviours["definition"], criterion: string | null, n: number, tied: number): Behaviours => ({
  ...{ judge, definition, criterion, n, tied, outlierRemoved: null },
  ...{ correction: figure(0.5, undefined, n - 1), scrutiny: figure(0, undefined, n - 2), subjectivity: figure(0.5, undefined, n - 3) },
});

/** Drafts of two judges on criteria of several scales; of nothing wrong that was kept, of criteria without drafts that are right or wrong, and of labels. */
export const workOnScales = withWork(
  [
    {
      ...{ judge: "model-x", kind: "final" },
      index: {
        pooled: figure(0.13, [-0.04, 0.3]),
        perCriterion: { Clarity: figure(0.31, [0.22, 0.4]), Truth: figure(0.27), Kind: figure(0.99) },
      },
      drafts: {
        pooled: { right: fates(52, 0.5, 0.25, 0.25), wrong: fates(24, 0, 0.75, 0.25) },
        perCriterion: { Clarity: { right: fates(32, 0.75, 0.25, 0), wrong: fates(0, null, null, null) } },
      },
      moves: {
        Clarity: moved([2, 3], [6, 11, 7], ways(7, 6)),
        Truth: moved([1, 4], [3, 21, 9], { ...ways(9, 3), p: null, shift: none }),
        // As in reports that were frozen before it was counted which way they went.
        Depth: moved([1, 3], [0, 15, 8], {}),
        // Too many scores to draw.
        Length: { ...moved([10, 55], [1, 17, 13], ways(13, 1)), values: [10, 55, 60, 65, 70, 75, 80, 85] },
        Tone: moved([1, 2], [2, 0, 0], ways(0, 2)),
        Style: moved([1, 2], [0, 0, 0], {}),
        Kind: moved([0, 1], [40, 41, 42], {}),
      },
    },
    drafted("model-x", -0.21, 45),
    drafted("model-y", -0.16, 35),
  ],
  [
    {
      ...behaviour("model-x", "blind-score", null, 83, 0),
      ...{ correction: figure(0.5, undefined, 22), scrutiny: figure(0, undefined, 19), subjectivity: figure(0.75, undefined, 28) },
      outlierRemoved: figure(0.4, undefined, 15),
    },
    {
      ...behaviour("model-x", "blind-score", "Clarity", 1, 2),
      ...{ correction: figure(1, undefined, 1), scrutiny: none, subjectivity: none, outlierRemoved: none },
    },
    { ...behaviour("model-y", "blind-score", "Clarity", 43, 5), outlierRemoved: figure(0, undefined, 18) },
    behaviour("model-x", "draft-only", "Clarity", 47, 1),
    behaviour("model-y", "draft-only", null, 59, 0),
  ],
);

const ofRun = ({ moves: { Clarity }, ...effect }: DraftEffect): DraftEffect => ({
  ...effect,
  moves: Clarity ? { Clarity: { ...Clarity, ways: undefined } } : {},
});
/** Drafts of two runs of one judge, whose ratings have one list. */
export const workOfTwoRuns = withWork(
  [
    {
      ...ofRun({ ...fixtureEffect, moves: { Clarity: moved([2, 4], [0, 14, 6], {}) } }),
      index: { pooled: none, perCriterion: { Clarity: none } },
      drafts: {
        pooled: { right: fates(0, null, null, null), wrong: fates(0, null, null, null) },
        perCriterion: { Clarity: { right: fates(18, 0, 0.5, 0.5), wrong: fates(12, 0.25, 0.5, 0.25) } },
      },
    },
    ofRun(fixtureEffect),
  ],
  [behaviour("model-x", "draft-only", null, 61, 3), behaviour("model-x", "draft-only", null, 33, 0)],
);
