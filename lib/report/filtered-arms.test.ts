import fc from "fast-check";
import { expect, test } from "vitest";
import { type ArmData, type ArmKind, armRows } from "@/lib/domain/arm-columns";
import { ratingRows } from "@/lib/domain/rating-columns";
import type { ReportColumns, ReportData } from "@/lib/domain/report-data";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { filterRows } from "@/lib/testing/filter-rows";
import { anyFilter, filteredStudy } from "@/lib/testing/filtered-study";
import { buildReport } from "./build-report";
import { filtered } from "./filtered";
import { asColumns } from "./rating-table";

/**
 * The study in three arms, with drafts of both judges shown in two of them; the other arm of a person is the next one's. First scores are a point or two
 * from the final ones, and drafts by a pattern of their own.
 */
function armed(): ReportData & { arms: ArmData } {
  const data = filteredStudy();
  const names = ["blind", "drafted", "blind-then-drafted"];
  const ratings = data.ratings.map((one) => (one.rater > 3 ? one : { ...one, arm: names[(one.sample + one.rater) % 3] ?? "" }));
  const kinds = new Map<string | null, ArmKind[]>([
    ["blind", ["blind"]],
    ["drafted", ["drafted"]],
    ["blind-then-drafted", ["first", "final"]],
  ]);
  const rows = ratings.flatMap((one) =>
    (kinds.get(one.arm) ?? []).map((arm) => ({
      ...{ rater: one.rater, sample: one.sample, criterion: one.criterion, arm, day: one.day, durationMs: one.durationMs },
      run: arm === "blind" ? null : Math.floor(one.sample / 2) % 2,
      score: arm === "first" ? Math.min(5, Math.max(1, one.score + ((one.sample * 3 + one.rater) % 5) - 2)) : one.score,
    })),
  );
  const drafts = [0, 1].flatMap((run) =>
    data.samples.flatMap((_, sample) =>
      [0, 1].map((criterion) => ({ run, sample, criterion, score: 1 + ((sample * (run + 2) + criterion) % 5) })),
    ),
  );
  const runs = [
    { id: "r", judge: "judge" },
    { id: "q", judge: "another" },
  ];
  return { ...data, ratings, arms: { runs, ratings: rows, drafts } };
}

const figuresOf = (data: ReportData, filter: ReportFilter = {}) => {
  const { filter: _, ...figures } = buildReport(data, "without", filter);
  return figures;
};

test("what was rated in each arm is narrowed by every field as the ratings are", () => {
  const data = { ...armed(), made: [], repeats: [], judgeRepeats: [] };
  const rows = (columns: ReportColumns) => ({
    ...columns,
    arms: columns.arms && armRows(columns.arms),
    ratings: ratingRows(columns.ratings),
    draftWork: columns.draftWork(),
  });
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(rows(filtered(asColumns(data), filter))).toEqual(rows(asColumns(filterRows(data, filter))));
    }),
    { numRuns: 300 },
  );
});

test("narrowed to blind-then-drafted, a report is that of this arm's first and final scores", { timeout: 120_000 }, () => {
  const data = armed();
  const only = {
    ...data,
    ratings: data.ratings.filter(({ arm }) => arm === null || arm === "blind-then-drafted"),
    arms: { ...data.arms, ratings: data.arms.ratings.filter(({ arm }) => arm === "first" || arm === "final") },
  };
  const narrowed = figuresOf(data, { arm: "blind-then-drafted" });
  expect(narrowed).toEqual(figuresOf(only));
  expect(narrowed.influence?.arms.map(({ arm, run }) => [arm, run?.judge])).toEqual([
    ["first", "judge"],
    ["first", "another"],
    ["final", "judge"],
    ["final", "another"],
  ]);
  expect(narrowed.influence?.comparisons).toHaveLength(2);
  expect(narrowed.chapters.influence.effects.map(({ kind }) => kind)).toEqual(["final", "final"]);
  expect(narrowed.chapters.verdict.Clear?.basis).toBe("without-draft");
  expect(narrowed.chapters.judges.altCurves.judge?.Clear?.why).not.toBe("no-blind-ratings");
});

test("narrowed to one arm of single scores, a report compares no arms", { timeout: 120_000 }, () => {
  const data = armed();
  for (const arm of ["blind", "drafted"] as const) {
    const { influence, chapters } = figuresOf(data, { arm });
    expect([influence?.comparisons ?? [], chapters.influence.effects], arm).toEqual([[], []]);
    expect(chapters.verdict.Clear?.basis, arm).toBe(arm === "blind" ? "without-draft" : "with-draft");
  }
  // Drafts of two judges were shown, so each is beside its own ratings.
  const behavioursOf = (filter: ReportFilter) => figuresOf(data, filter).chapters.influence.behaviours.map(({ judge, n }) => [judge, n]);
  const drafted = behavioursOf({ arm: "drafted" });
  expect(new Set(drafted.map(([judge]) => judge))).toEqual(new Set(["judge", "another"]));
  expect(behavioursOf({ arm: "drafted", judge: "another" }).map(([judge]) => judge)).toEqual(Array(3).fill("another"));
});

test("narrowed to work with a draft in view, people are held against the drafts that they saw, not the judge's newest", {
  timeout: 120_000,
}, () => {
  const study = armed();
  const oneRun = study.arms.ratings.map((one) => ({ ...one, run: one.run === null ? null : 0 }));
  const actions = {
    annotator: 0,
    judge: 4,
    criterion: 0,
    input: 0,
    itemKind: "score",
    accept: 1,
    together: 0,
    revise: 0,
    remove: 0,
    add: 0,
  };
  const data = { ...study, arms: { ...study.arms, ratings: oneRun }, actionCounts: [actions] };
  const draftOnly = (filter: ReportFilter) =>
    figuresOf(data, filter).chapters.influence.behaviours.filter(({ definition, n }) => definition === "draft-only" && n > 0);
  const whole = draftOnly({});
  expect(whole.map(({ judge, criterion }) => [judge, criterion])).toEqual([null, "Clear", "True"].map((criterion) => ["judge", criterion]));
  expect(draftOnly({ arm: "drafted" })).toEqual(whole);
  expect(figuresOf(data, { arm: "drafted" }).influence).toMatchObject({ arms: [{ arm: "drafted" }], comparisons: [] });
});

test("narrowed to a judge, a report says nothing of another, keeps people's figures, and has the judge's as they are beside others", {
  timeout: 120_000,
}, () => {
  const names = new Map([
    ["judge", "Solomon"],
    ["another", "Portia"],
  ]);
  const plain = armed();
  const work = { annotator: 0, criterion: 0, sample: 1, input: 0, itemKind: "score", accept: 1, together: 0, revise: 2, remove: 0, add: 0 };
  const done = {
    kind: "whole" as never,
    draft: 3,
    score: 4,
    accept: 1,
    revise: 0,
    remove: 0,
    add: 0,
    arm: "drafted" as const,
    day: 20_009,
  };
  const unit = { sample: 1, criterion: 0, before: 1, after: 2 };
  const data: ReportData = {
    ...plain,
    raters: plain.raters.map((one) => ({ ...one, name: names.get(one.name) ?? one.name })),
    arms: { ...plain.arms, runs: plain.arms.runs.map((run) => ({ ...run, judge: names.get(run.judge) ?? "" })) },
    actionCounts: [4, 5].map((judge) => ({ ...work, judge, accept: judge })),
    reasonCounts: [4, 5].map((judge) => ({ annotator: 0, judge, criterion: 0, sample: 1, reason: "wrong", count: judge })),
    made: [4, 5].map((judge) => ({ ...done, annotator: 0, judge, sample: judge })),
    swaps: [4, 5].map((judge) => ({ judge, swappedRunId: `s${judge}`, plainRunId: `p${judge}`, units: [unit] })),
    interferences: [4, 5].map((judge) => ({ judge, runId: `i${judge}`, units: [{ ...unit, claimed: null }] })),
    droppingRuns: [4, 5].map((judge) => ({ judge, runId: `d${judge}`, variant: "plain", samples: [1, 2], dropped: [true, false] })),
    feedbackRuns: [4, 5].map((judge) => ({ judge, runId: `f${judge}`, units: [unit] })),
    judgeRepeats: [4, 5].map((judge) => ({ judge, runs: 2, scores: [{ sample: 1, criterion: 0, of: [1, 2] }] })),
  };
  const [all, own] = [figuresOf(data), figuresOf(data, { judge: "Portia" })];
  expect(JSON.stringify(all)).toContain("Solomon");
  expect(JSON.stringify(own)).not.toContain("Solomon");
  const ofPortia = <T extends { judge: string }>(list: T[]) => list.filter(({ judge }) => judge === "Portia");
  const drafts = (report: typeof all) => report.chapters.influence;
  expect(drafts(own).effects).toHaveLength(2);
  expect(drafts(own).effects).toEqual(ofPortia(drafts(all).effects));
  // Others' scores with a draft in view are beside Portia's only where they had hers.
  const withFirst = (report: typeof all) => ofPortia(drafts(report).behaviours).filter(({ definition }) => definition === "blind-score");
  expect(withFirst(own)).toHaveLength(3);
  expect(withFirst(own)).toEqual(withFirst(all));
  const arms = (report: typeof all) => report.influence?.arms.filter(({ run }) => run === null || run.judge === "Portia");
  expect(own.influence?.arms).toEqual(arms(all));
  expect(own.influence?.arms.map(({ arm }) => arm)).toEqual(["blind", "drafted", "first", "final"]);
  const distances = ({ influence }: typeof all) =>
    influence?.comparisons.flatMap((one) => (influence.arms[one.with]?.run?.judge === "Portia" ? [one.distance] : []));
  expect(distances(own)).toHaveLength(2);
  expect(distances(own)).toEqual(distances(all));
  const columns = ({ chapters }: typeof all) => chapters.judges.protocols?.columns.filter(({ name }) => name.startsWith("Portia"));
  expect(own.chapters.judges.protocols?.columns.map(({ name }) => name)).toEqual(["Portia", "Portia with people"]);
  expect(columns(own)).toEqual(columns(all));
  expect(own.chapters.judges.protocols?.betweenPeople).toEqual(all.chapters.judges.protocols?.betweenPeople);
  for (const { name } of data.criteria) {
    const [here, there] = [own, all].map(({ chapters, agreement }) => ({
      ...{ basis: chapters.verdict[name]?.basis, used: chapters.verdict[name]?.used.agreement },
      ...{ people: agreement.perCriterion[name]?.annotators, alt: chapters.judges.altCurves.Portia?.[name] },
    }));
    expect(here, name).toEqual(there);
  }
});

test("a judge's drafts stay with it under the name that distinguishes it from a person, and drafts of nobody known go", () => {
  const data = armed();
  const raters = data.raters.map((one) => (one.name === "another" ? { ...one, name: "Ann (judge)" } : one));
  const unknown = data.arms.ratings.map((one) => (one.sample === 0 ? { ...one, run: null } : one));
  const whole = asColumns({
    ...data,
    raters,
    arms: {
      ...data.arms,
      runs: [
        { id: "r", judge: "judge" },
        { id: "q", judge: "Ann" },
      ],
      ratings: unknown,
    },
  });
  const { arms } = filtered(whole, { judge: "Ann (judge)" });
  const rows = armRows(arms ?? expect.unreachable());
  expect(rows.runs).toEqual([{ id: "q", judge: "Ann" }]);
  expect(new Set(rows.drafts.map(({ run }) => run))).toEqual(new Set([0]));
  expect(rows.drafts).toHaveLength(data.samples.length * 2);
  const seen = rows.ratings.filter(({ arm }) => arm === "drafted" || arm === "final");
  expect(new Set(seen.map(({ run }) => run))).toEqual(new Set([0]));
  expect(seen.every(({ sample }) => Math.floor(sample / 2) % 2 === 1)).toBe(true);
  // Nobody saw a draft before a first score, whichever judge wrote it.
  const first = (list: { arm: string }[]) => list.filter(({ arm }) => arm === "first" || arm === "blind").length;
  expect(first(rows.ratings)).toBe(first(unknown));
  expect(filtered(whole, { judge: "Ann" }).arms?.runs).toEqual([]);
});

/** How ratings made beside drafts of each judge compare with these, counted one by one. */
function changesIn({ arms, criteria }: ReturnType<typeof armed>, filter: ReportFilter = {}) {
  const counts = Object.fromEntries(
    ["judge", "another"].map((judge) => [
      judge,
      Object.fromEntries(criteria.map(({ name }) => [name, { up: 0, down: 0, same: 0, changed: 0 }])),
    ]),
  );
  for (const { run, sample, criterion, score, arm } of arms.ratings) {
    if ((arm !== "drafted" && arm !== "final") || (filter.arm === "drafted" && arm !== "drafted")) continue;
    const draft = arms.drafts.find((one) => one.run === run && one.sample === sample && one.criterion === criterion);
    const change = counts[arms.runs[run ?? -1]?.judge ?? ""]?.[criteria[criterion]?.name ?? ""];
    if (draft === undefined || change === undefined) continue;
    change[score > draft.score ? "up" : score < draft.score ? "down" : "same"]++;
    if (score !== draft.score) change.changed++;
  }
  return counts;
}

test("people's scores are compared with the drafts that they saw, and those of people who saw none with nothing", {
  timeout: 120_000,
}, () => {
  const data = armed();
  expect(figuresOf(data).scores.change).toEqual(changesIn(data));
  expect(figuresOf(data, { arm: "drafted" }).scores.change).toEqual(changesIn(data, { arm: "drafted" }));
  expect(figuresOf(data, { judge: "another" }).scores.change).toEqual({ another: changesIn(data).another });
  const none = { up: 0, down: 0, same: 0, changed: 0 };
  expect(figuresOf(data, { arm: "blind" }).scores.change.judge).toEqual({ Clear: none, True: none });
});

test("where everybody saw one judge's newest drafts, scores are compared with these, and with no other judge's", {
  timeout: 120_000,
}, () => {
  const study = filteredStudy();
  const ratings = study.ratings.map((one) => (one.rater > 3 ? one : { ...one, arm: one.rater === 3 ? "unstated" : "drafted" }));
  const changed = (judgeShown: number | null, filter: ReportFilter = {}) =>
    Object.entries(figuresOf({ ...study, ratings, judgeShown }, filter).scores.change).map(([judge, { Clear }]) => [judge, Clear?.changed]);
  const scoresOf = (rater: number) => ratings.filter((one) => one.rater === rater && one.criterion === 0);
  const differing = scoresOf(5).flatMap(({ sample, score }) =>
    [0, 1, 2].flatMap(scoresOf).filter((one) => one.sample === sample && one.score !== score),
  ).length;
  expect(changed(5)).toEqual([
    ["judge", 0],
    ["another", differing],
  ]);
  expect(changed(null).map(([, n]) => n)).toEqual([0, 0]);
  expect(changed(5, { judge: "another" })).toEqual([["another", differing]]);
  expect(changed(5, { judge: "judge" })).toEqual([["judge", 0]]);
});
