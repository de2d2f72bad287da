import { describe, expect, it } from "vitest";
import type { ArmComparison, ComparedArm, Figure } from "@/lib/domain/report";
import type { PlanProgress } from "@/lib/domain/study-plan";
import { figure, meanAlphas } from "@/lib/testing/report-fixture";
import { cannotTell, cautionWords, comparisonsOf, decidedBy, describedArm, influenceSentence, measureWords } from "./influence-words";

const arm = (kind: ComparedArm["arm"], alpha: number | null, run: string | null = null): ComparedArm => ({
  ...{ arm: kind, run: run === null ? null : { id: run, judge: `judge of ${run}` }, ratings: 1200, annotators: 5, medianSeconds: null },
  agreement: { perCriterion: {}, meanOverCriteria: meanAlphas(alpha, undefined, 1, 1) },
});
const contrast = (difference: Figure) => ({ with: figure(0.44), without: figure(0.75), difference });
const comparison = (distance: Figure, alpha: Figure): ArmComparison => ({
  ...{ with: 1, without: 0 },
  agreement: {
    perCriterion: {},
    meanOverCriteria: { nominal: figure(0.9, [0.8, 0.95]), ordinal: alpha, interval: figure(0.91), ratio: figure(0.92) },
  },
  distance: { pooled: contrast(distance), perCriterion: {} },
  seconds: { pooled: contrast(figure(-25)), perCriterion: {} },
});

const closer = figure(-0.31, [-0.4, -0.22]);
const further = figure(0.17, [0.06, 0.28]);
const openDistance = figure(-0.05, [-0.13, 0.04]);
const more = figure(0.18, [0.11, 0.25]);
const less = figure(-0.08, [-0.16, -0.01]);
const openAlpha = figure(0.09, [-0.03, 0.21]);

const said = (distance: Figure, alpha: Figure, changes: Partial<Parameters<typeof influenceSentence>[0]> = {}): string =>
  influenceSentence({
    comparison: comparison(distance, alpha),
    seen: arm("drafted", 0.62, "x"),
    unseen: arm("blind", 0.44),
    ...{ level: "ordinal", by: "chance", isOneOfSeveral: false, ...changes },
  });

describe("what the draft did, where chance decided the arm", () => {
  it("says how far people moved, which way, and whether they agree more", () => {
    expect(said(closer, more)).toBe(
      "Seeing the draft moved people 0.31 points towards the judge (0.22 to 0.40) and made them agree more: alpha 0.62 with it, 0.44 blind.",
    );
    expect(said(further, less)).toBe(
      "Seeing the draft moved people 0.17 points away from the judge (0.06 to 0.28) and made them agree less: alpha 0.62 with it, 0.44 blind.",
    );
    expect(said(figure(-1, [-1.3, -0.7]), more)).toMatch(/^Seeing the draft moved people 1\.00 point towards/u);
  });

  it("claims nothing that an interval with zero in it does not show", () => {
    expect(said(openDistance, more)).toBe(
      "Cannot tell yet whether seeing the draft moved people towards the judge (distance −0.05, −0.13 to +0.04); it made them agree more: alpha 0.62 with it, 0.44 blind.",
    );
    expect(said(closer, openAlpha)).toBe(
      "Seeing the draft moved people 0.31 points towards the judge (0.22 to 0.40); cannot tell yet whether it made them agree more: alpha 0.62 with it, 0.44 blind.",
    );
    expect(said(openDistance, openAlpha)).toBe(
      "Cannot tell yet whether seeing the draft moved people towards the judge (distance −0.05, −0.13 to +0.04), or whether it made them agree more: alpha 0.62 with it, 0.44 blind.",
    );
  });

  it("claims nothing without an interval, nor where an interval ends at zero", () => {
    expect(said(figure(-0.29), figure(0.14))).toBe(
      "Cannot tell yet whether seeing the draft moved people towards the judge (distance −0.29, without an interval), or whether it made them agree more: alpha 0.62 with it, 0.44 blind.",
    );
    expect(said(figure(-0.2, [-0.4, 0]), more)).toMatch(/^Cannot tell yet whether/u);
    expect(said(figure(0.2, [0, 0.4]), more)).toMatch(/^Cannot tell yet whether/u);
    expect(said(closer, figure(0.2, [0, 0.4]))).toMatch(/cannot tell yet whether it made/u);
    expect(said(closer, figure(-0.2, [-0.4, 0]))).toMatch(/cannot tell yet whether it made/u);
  });

  it("leaves out what is not defined", () => {
    expect(said(closer, figure(null))).toBe("Seeing the draft moved people 0.31 points towards the judge (0.22 to 0.40).");
    expect(said(figure(null), more)).toBe("Seeing the draft made people agree more: alpha 0.62 with it, 0.44 blind.");
    expect(said(figure(null), openAlpha)).toBe(
      "Cannot tell yet whether seeing the draft made people agree more: alpha 0.62 with it, 0.44 blind.",
    );
    expect(said(closer, more, { unseen: arm("blind", null) })).toMatch(/ and made them agree more\.$/u);
    expect(said(figure(null), figure(null))).toBe("Cannot tell yet what seeing the draft did.");
  });

  it("reads agreement at the level that was chosen", () => {
    expect(said(closer, openAlpha, { level: "nominal" })).toMatch(/ and made them agree more: alpha 0\.41 with it, 0\.23 blind\.$/u);
  });

  it("names the judge where there are several", () => {
    expect(said(closer, more, { isOneOfSeveral: true })).toMatch(
      /^Seeing the draft of judge of x moved people 0\.31 points towards judge of x \(/u,
    );
  });
});

describe("where chance did not decide the arm", () => {
  it("says how scores differ, not what made them", () => {
    expect(said(closer, less, { by: "unknown" })).toBe(
      "With the draft in view people scored 0.31 points closer to the judge (0.22 to 0.40) and agreed less: alpha 0.62 with it, 0.44 blind.",
    );
    expect(said(openDistance, more, { by: "unknown" })).toBe(
      "Cannot tell yet whether people scored closer to the judge with the draft in view (distance −0.05, −0.13 to +0.04); they agreed more: alpha 0.62 with it, 0.44 blind.",
    );
    expect(said(figure(null), more, { by: "unknown" })).toBe("People agreed more with the draft in view: alpha 0.62 with it, 0.44 blind.");
  });

  it("says what came after what, where the same people scored twice", () => {
    const twice = { by: "order", seen: arm("final", 0.59, "x"), unseen: arm("first", 0.37, "x") } as const;
    expect(said(further, openAlpha, twice)).toBe(
      "After seeing the draft people scored 0.17 points further from the judge (0.06 to 0.28); cannot tell yet whether they agreed more: alpha 0.59 after it, 0.37 before.",
    );
  });
});

const plan = (design: string, arms: [PlanProgress["arms"][number]["arm"], string | null][], submitted = 0) => ({
  content: { design },
  progress: {
    ...{ samples: 3, outside: { submitted, before: 0 } },
    arms: arms.map(([kind, runId]) => ({ arm: kind, runId, judge: null, planned: 3, submitted: 2, excluded: 0, criteria: [] })),
  },
});
const both: Parameters<typeof plan>[1] = [
  ["blind", null],
  ["drafted", "x"],
];
const drafted = arm("drafted", 0.5, "x");

it.each([
  ["a study gave both arms by chance", drafted, [plan("crossed", both)], "chance", "Chance decided the arm."],
  ["it gave each person one arm by chance", drafted, [plan("parallel", both)], "unknown", /^Chance decided each person's arm, but/u],
  ["no study did", drafted, [], "unknown", /^Nothing shows that chance decided/u],
  ["a study was planned only", drafted, [{ content: { design: "crossed" }, progress: null }], "unknown", /^Nothing shows/u],
  ["each arm had a study of its own", drafted, [plan("crossed", both.slice(0, 1)), plan("crossed", both.slice(1))], "unknown", /^Nothing/u],
  ["the study showed other drafts", arm("drafted", 0.5, "y"), [plan("crossed", both)], "unknown", /^Nothing shows/u],
  ["one other rating is mixed in", drafted, [plan("crossed", both, 1)], "unknown", /but not of 1 rating that no study asked for\.$/u],
  ["other ratings are mixed in", drafted, [plan("crossed", both, 12)], "unknown", /but not of 12 ratings that no study asked for\.$/u],
  [
    "people scored blind before the wash-out",
    drafted,
    [plan("within", both)],
    "order",
    /scored blind first and with the draft later: a second look/u,
  ],
  [
    "people scored twice",
    arm("final", 0.5, "x"),
    [plan("within", [["blind-then-drafted", "x"]])],
    "order",
    /^The same people scored twice/u,
  ],
] as const)("what decided the arm: %s", (_, seen, plans, by, sentence) => {
  const decided = decidedBy(seen, plans);
  expect(decided.by).toBe(by);
  expect(decided.sentence).toEqual(typeof sentence === "string" ? sentence : expect.stringMatching(sentence));
});

it("opens with the judge that was chosen, and with drafts that were there from the start", () => {
  const arms = [arm("blind", 0.1), arm("final", 0.2, "x"), arm("drafted", 0.3, "y"), arm("drafted", 0.4, "x"), arm("first", 0.5, "x")];
  const of = (seen: number) => ({ ...comparison(closer, more), with: seen });
  const order = (judge: string | null) => comparisonsOf({ arms, comparisons: [of(1), of(2), of(3)] }, judge).map((one) => one.with);
  expect(order("judge of x")).toEqual([3, 1, 2]);
  expect(order("judge of y")).toEqual([2, 3, 1]);
  expect(order(null)).toEqual([2, 3, 1]);
});

it("warns that closer is not better, with the distance of scores made without the draft", () => {
  const of = comparison(closer, more);
  expect(cautionWords(drafted, of)).toBe(
    "In the drafted arm people read the judge’s score before giving theirs, so their agreement with it is no evidence that it is right. Only the blind scores can show that, and those are 0.75 points away on average.",
  );
  const unknown = { ...of, distance: { ...of.distance, pooled: { ...of.distance.pooled, without: figure(null) } } };
  expect(cautionWords(arm("final", 0.5), unknown)).toMatch(/before giving their final one.* Only the first scores can show that\.$/u);
});

it("says how alpha and its intervals are made, or that there are none", () => {
  expect(measureWords(comparison(closer, more), "ordinal")).toBe(
    "Alpha: Krippendorff's, ordinal, the mean over criteria; 95\u00a0% jackknife intervals over inputs.",
  );
  expect(measureWords(comparison(figure(-0.3), figure(0.2)), "ordinal")).toMatch(/no intervals\.$/u);
});

it("cannot tell a difference whose interval includes zero or is missing", () => {
  expect([more, less, openAlpha, figure(0.2), figure(null), undefined].map(cannotTell)).toEqual([false, false, true, true, false, false]);
});

it("says how many ratings of an arm there are by how many people, also of one by one", () => {
  const kinds = ["blind", "drafted", "first", "final"] as const;
  expect(kinds.map((kind) => describedArm(arm(kind, 0.5)))).toEqual([
    "1,200 ratings blind by 5 people",
    "1,200 ratings with the draft by 5 people",
    "1,200 first scores by 5 people",
    "1,200 scores after seeing the draft by 5 people",
  ]);
  expect(kinds.map((kind) => describedArm({ ...arm(kind, 0.5), ratings: 1, annotators: 1 }))).toEqual([
    "1 rating blind by 1 person",
    "1 rating with the draft by 1 person",
    "1 first score by 1 person",
    "1 score after seeing the draft by 1 person",
  ]);
});
