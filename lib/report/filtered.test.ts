import fc from "fast-check";
import { expect, test } from "vitest";
import { actionRows } from "@/lib/domain/action-groups";
import { armRows } from "@/lib/domain/arm-columns";
import { reasonRows } from "@/lib/domain/reason-groups";
import type { ReportColumns, ReportData } from "@/lib/domain/report-data";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { filterRows } from "@/lib/testing/filter-rows";
import { anyFilter, filteredStudy } from "@/lib/testing/filtered-study";
import { buildReport } from "./build-report";
import { filtered } from "./filtered";
import { asColumns } from "./rating-table";

const daysIn = ({ arms: columns }: ReportColumns) => columns && Array.from(columns.ratings.day);

test("a report narrowed by a filter is the report of what the filter leaves", { timeout: 120_000 }, () => {
  const data = filteredStudy();
  fc.assert(
    fc.property(anyFilter, (filter) => {
      const { filter: _, ...narrowed } = buildReport(data, "without", filter);
      const { filter: __, ...apart } = buildReport(filterRows(data, filter));
      expect(narrowed).toEqual(apart);
    }),
    { numRuns: 40 },
  );
});

test("each field narrows the study by itself", () => {
  const data = filteredStudy();
  const countsOf = (filter: ReportFilter) => {
    const { samples, annotators, judges, ratings } = buildReport(data, "without", filter).counts;
    return [samples, annotators, judges, ratings];
  };
  const all = countsOf({});
  const each: ReportFilter[] = [
    { arm: "blind" },
    { judge: "another" },
    { system: "one" },
    { subset: "hard" },
    { annotator: "P-Ann" },
    { finished: true },
    { from: "2024-10-15" },
    { to: "2024-10-15" },
  ];
  expect(all[0]).toBe(24);
  for (const filter of each) expect(countsOf(filter), JSON.stringify(filter)).not.toEqual(all);
  expect(new Set(each.map((filter) => countsOf(filter).join())).size).toBe(each.length);
});

test("work, arms and runs of the samples and people that are left out go with them", () => {
  const data = filteredStudy();
  const work = { judge: 4, criterion: 0, itemKind: "score", accept: 1, together: 0, revise: 0, remove: 0, add: 0 };
  const whole = asColumns({
    ...data,
    actionCounts: [0, 1, 2, 3].map((sample) => ({
      ...work,
      annotator: 0,
      sample,
      input: 2 * Math.floor(sample / 2),
      accept: 10 ** sample,
    })),
    reasonCounts: [0, 1].map((sample) => ({ annotator: 0, judge: 4, criterion: 0, sample, reason: `r${sample}`, count: 1 })),
    repeats: [0, 1].map((sample) => ({ rater: 0, sample, criterion: 0, before: 2, after: 3 + sample })),
    droppingRuns: [{ judge: 5, runId: "d", variant: "plain", samples: [0, 1, 3], dropped: [true, false, true] }],
    feedbackRuns: [{ judge: 4, runId: "f", units: [2, 3].map((sample) => ({ sample, criterion: 0, before: 1, after: 2 })) }],
    arms: {
      runs: [{ id: "r", judge: "judge" }],
      ratings: [0, 1].map((sample) => ({
        rater: 0,
        sample,
        criterion: 1 - sample,
        arm: "drafted" as const,
        run: 0,
        score: 3,
        durationMs: null,
        day: 20_000 + sample,
      })),
      drafts: [0, 1].map((sample) => ({ run: 0, sample, criterion: 0, score: 4 })),
    },
  });
  const odd = filtered(whole, { system: "two" });
  expect(actionRows(odd.draftWork().actionCounts).map(({ sample, accept }) => [sample, accept])).toEqual([
    [0, 10],
    [1, 1000],
  ]);
  expect(reasonRows(odd.draftWork().reasonCounts).map(({ sample, reason }) => [sample, reason])).toEqual([[0, "r1"]]);
  expect(odd.repeats?.map(({ sample, after }) => [sample, after])).toEqual([[0, 4]]);
  expect([filtered(whole, { arm: "blind" }).repeats, filtered(whole, { annotator: "P-Bob" }).repeats]).toEqual([[], []]);
  expect(odd.droppingRuns[0]).toMatchObject({ samples: [0, 1], dropped: [false, true] });
  expect(odd.feedbackRuns[0]?.units.map(({ sample }) => sample)).toEqual([1]);
  expect(odd.arms && armRows(odd.arms)).toMatchObject({ ratings: [{ sample: 0, day: 20_001 }], drafts: [{ sample: 0 }] });
  const one = filtered(whole, { judge: "another" });
  expect([one.draftWork().actionCounts, one.draftWork().reasonCounts, one.feedbackRuns]).toEqual([[], [], []]);
  expect(one.droppingRuns[0]?.judge).toBe(4);
  // Ann rated sample 1 drafted, on the second day, and 2 blind.
  expect(
    filtered(whole, { arm: "drafted" })
      .draftWork()
      .actionCounts.map(({ accept }) => accept),
  ).toEqual([10, 1000]);
  expect(filtered(whole, { arm: "drafted" }).arms).toEqual(whole.arms);
  expect(filtered(whole, { arm: "blind" }).arms).toBeNull();
  expect(daysIn(filtered(whole, { from: "2024-10-05" }))).toEqual([20_001]);
  expect(filtered(whole, { annotator: "P-Bob" }).draftWork().actionCounts).toEqual([]);
});

test("work goes with its own rating, by day, criterion and person", () => {
  const data = filteredStudy();
  // Of sample 1, Ann scored the second criterion days after the first, and Bob the first after the second.
  const isLate = (rater: number, criterion: number) => rater + criterion === 1;
  const whole = asColumns({
    ...data,
    ratings: data.ratings.map((one) => (one.sample === 1 && isLate(one.rater, one.criterion) ? { ...one, day: 20_020 } : one)),
    actionCounts: [0, 1].flatMap((annotator) =>
      [0, 1].map((criterion) => ({
        ...{ annotator, criterion, sample: 1, input: 0, judge: 4, itemKind: "score" },
        ...{ accept: 10 ** (2 * annotator + criterion), together: 0, revise: 0, remove: 0, add: 0 },
      })),
    ),
    arms: {
      runs: [{ id: "r", judge: "judge" }],
      ratings: [0, 1, 2].map((sample) => ({
        ...{ rater: 0, sample, criterion: 0, arm: "drafted" as const, run: 0, score: 3, durationMs: null },
        day: 20_000 + sample,
      })),
      drafts: [],
    },
    judgeRepeats: [{ judge: 4, runs: 2, scores: [0, 1].map((sample) => ({ sample, criterion: 0, of: [2, 2 + sample] })) }],
  });
  const accepted = (filter: ReportFilter) =>
    filtered(whole, filter)
      .draftWork()
      .actionCounts.map(({ accept }) => accept);
  expect(accepted({ to: "2024-10-10" })).toEqual([1, 1000]);
  expect(accepted({ from: "2024-10-11" })).toEqual([10, 100]);
  expect(accepted({ from: "2024-10-05", to: "2024-10-24" })).toEqual([1, 10, 100, 1000]);
  const days = (filter: ReportFilter) => daysIn(filtered(whole, filter));
  expect([days({ to: "2024-10-05" }), days({ from: "2024-10-05", to: "2024-10-05" })]).toEqual([[20_000, 20_001], [20_001]]);
  expect(filtered(whole, { system: "two" }).judgeRepeats?.[0]).toMatchObject({ judge: 4, scores: [{ sample: 0, of: [2, 3] }] });
});

test("of units in which the same was done, those are kept whose sample is, under its new place and its old input", () => {
  const same = { annotator: 0, judge: 4, criterion: 0, itemKind: "score", accept: 2, together: 1, revise: 0, remove: 0, add: 0 };
  const rows = [0, 1, 2, 3].map((sample) => ({ ...same, sample, input: 2 * Math.floor(sample / 2) }));
  const whole = asColumns({ ...filteredStudy(), actionCounts: rows });
  expect(whole.draftWork().actionCounts).toHaveLength(1);
  expect(actionRows(whole.draftWork().actionCounts)).toEqual(rows);
  expect(actionRows(filtered(whole, { system: "two" }).draftWork().actionCounts)).toEqual([
    { ...same, sample: 0, input: 0 },
    { ...same, sample: 1, input: 2 },
  ]);
});

test("all else goes with its samples, judges and people, under their new places", () => {
  const unit = (sample: number) => ({ sample, criterion: 0, before: 1, after: 2 });
  const done = { kind: "whole" as never, draft: 3, score: 4, accept: 1, revise: 0, remove: 0, add: 0 };
  const label = { criterion: 0, first: 1, final: 2, judgeScore: null, median: 1, range: 1 };
  const whole = asColumns({
    ...filteredStudy(),
    made: [
      { ...done, annotator: 2, judge: 5, sample: 3, arm: "drafted", day: 20_009 },
      { ...done, annotator: 2, judge: 4, sample: 3, arm: "drafted", day: 20_009 },
      { ...done, annotator: 0, judge: 5, sample: 2, arm: "blind-then-drafted", day: 20_002 },
    ],
    excluded: [
      { rater: 4, reason: "slow" },
      { rater: 5, reason: "fast" },
    ],
    metricScores: [4, 5].flatMap((rater) => [2, 3].map((sample) => ({ rater, sample, score: 10 * rater + sample }))),
    swaps: [4, 5].map((judge) => ({ judge, swappedRunId: `s${judge}`, plainRunId: null, units: [2, 3, 5].map(unit) })),
    interferences: [4, 5].map((judge) => ({
      judge,
      runId: `i${judge}`,
      units: [0, 1].map((sample) => ({ ...unit(sample), claimed: null })),
    })),
    judgeRepeats: [4, 5].map((judge) => ({ judge, runs: judge, scores: [1, 2].map((sample) => ({ sample, criterion: 0, of: [sample] })) })),
    repeats: [0, 2].flatMap((rater) => [2, 3].map((sample) => ({ ...unit(sample), rater }))),
    adjudications: [0, 1, 3].map((sample) => ({ ...label, sample })),
  });
  const odd = filtered(whole, { system: "two", judge: "another" });
  expect(odd.raters.map(({ name }) => name)).toEqual(["Ann", "Bob", "Cleo", "Dia", "another"]);
  expect(odd.draftWork().made).toEqual([{ ...done, annotator: 2, judge: 4, sample: 1, arm: "drafted", day: 20_009 }]);
  expect(odd.excluded).toEqual([{ rater: 4, reason: "fast" }]);
  expect(odd.metricScores).toEqual([{ rater: 4, sample: 1, score: 53 }]);
  expect(odd.swaps).toEqual([{ judge: 4, swappedRunId: "s5", plainRunId: null, units: [unit(1), unit(2)] }]);
  expect(odd.interferences).toEqual([{ judge: 4, runId: "i5", units: [{ ...unit(0), claimed: null }] }]);
  expect(odd.judgeRepeats).toEqual([{ judge: 4, runs: 5, scores: [{ sample: 0, criterion: 0, of: [1] }] }]);
  expect(odd.adjudications.map(({ sample }) => sample)).toEqual([0, 1]);
  const labels = { ...whole, adjudications: [5, 4, null, undefined].map((judge, sample) => ({ ...label, sample, judge, judgeScore: 4 })) };
  const beside = (filter: ReportFilter) => filtered(labels, filter).adjudications.map(({ judge, judgeScore }) => [judge, judgeScore]);
  expect(beside({ judge: "another" })).toEqual([
    [4, 4],
    [null, null],
    [null, null],
    [undefined, 4],
  ]);
  expect(beside({ annotator: "P-Cleo" })).toEqual([
    [2, 4],
    [1, 4],
    [null, 4],
    [undefined, 4],
  ]);
  const made = (filter: ReportFilter) =>
    filtered(whole, filter)
      .draftWork()
      .made.map(({ annotator, judge, sample }) => [annotator, judge, sample]);
  expect(made({ arm: "drafted" })).toEqual([
    [2, 5, 3],
    [2, 4, 3],
  ]);
  // By then, Cleo and Dia had rated nothing.
  expect([made({ to: "2024-10-08" }), made({ from: "2024-10-09" })]).toEqual([
    [[0, 3, 2]],
    [
      [2, 5, 3],
      [2, 4, 3],
    ],
  ]);
  expect(made({ annotator: "P-Cleo" })).toEqual([
    [0, 2, 3],
    [0, 1, 3],
  ]);
  const cleo = filtered(whole, { annotator: "P-Cleo" });
  expect(cleo.repeats).toEqual([2, 3].map((sample) => ({ ...unit(sample), rater: 0 })));
  expect([cleo.excluded, cleo.metricScores.length]).toEqual([
    [
      { rater: 1, reason: "slow" },
      { rater: 2, reason: "fast" },
    ],
    4,
  ]);
});

test("all work of kept ratings is kept, work without a rating unless ratings are narrowed, and reasons like the actions", () => {
  const data = filteredStudy();
  const units = data.samples.flatMap((_, sample) =>
    [0, 1].flatMap((criterion) => [0, 1, 2, 3].map((annotator) => ({ sample, criterion, annotator }))),
  );
  const work = { judge: 4, itemKind: "score", accept: 1, together: 0, revise: 0, remove: 0, add: 0 };
  const whole = asColumns({
    ...data,
    actionCounts: units.map((unit) => ({ ...work, ...unit, input: Math.floor(unit.sample / 2) })),
    reasonCounts: units.map((unit) => ({ ...unit, judge: 4, reason: "wrong", count: 1 })),
  });
  const left = (filter: ReportFilter) => {
    const { actionCounts, reasonCounts } = filtered(whole, filter).draftWork();
    const named = (list: { sample?: number | undefined; criterion: number; annotator: number }[]) =>
      list.map(({ sample, criterion, annotator }) => `${sample} ${criterion} ${annotator}`).sort();
    const actions = named(actionRows(actionCounts));
    expect(named(reasonRows(reasonCounts))).toEqual(actions);
    return actions.length;
  };
  const rated = (isIn: (one: ReportData["ratings"][number]) => boolean) => data.ratings.filter((one) => one.rater < 4 && isIn(one)).length;
  expect(rated(() => true)).toBeLessThan(units.length);
  expect(left({ judge: "judge" })).toBe(units.length);
  expect(left({ annotator: "P-Cleo" })).toBe(units.length / 4);
  expect(left({ from: "2024-10-01" })).toBe(rated(() => true));
  expect(left({ arm: "drafted" })).toBe(rated(({ arm }) => arm === "drafted"));
  expect(left({ to: "2024-10-13" })).toBe(rated(({ day }) => (day ?? 0) <= 20_009));
});

test("a filter that narrows nothing leaves people without a rating too", () => {
  const data = filteredStudy();
  const whole = asColumns({ ...data, ratings: data.ratings.filter(({ rater }) => rater !== 1) });
  expect(filtered(whole, { criteriaSet: 2, finished: false })).toBe(whole);
  expect(filtered(whole, { finished: true }).raters).toHaveLength(5);
});

test("a system is that of either output of a pair", () => {
  const data = filteredStudy();
  const samples = data.samples.map((sample, place) => ({
    ...sample,
    system: place % 3 ? "one" : "two",
    systemB: place % 4 ? "three" : "four",
  }));
  const kept = (system: string) => filtered(asColumns({ ...data, samples }), { system }).samples.length;
  expect(["one", "two", "three", "four", "none"].map(kept)).toEqual([16, 8, 18, 6, 0]);
});

test("what a judge did stays where no person is left, and arms keep their people's ratings and every draft's numbers", () => {
  const rating = (rater: number, sample: number) => ({
    ...{ rater, sample, criterion: 0, arm: "drafted" as const, run: 1, score: rater + 1, durationMs: null },
    day: 20_000,
  });
  const whole = asColumns({
    ...filteredStudy(),
    swaps: [{ judge: 4, swappedRunId: "s", plainRunId: null, units: [{ sample: 1, criterion: 0, before: 1, after: 2 }] }],
    adjudications: [{ sample: 1, criterion: 0, first: 1, final: 2, judge: 4, judgeScore: 3, median: 1, range: 1 }],
    arms: {
      runs: [
        { id: "r", judge: "judge" },
        { id: "q", judge: "another" },
      ],
      ratings: [rating(0, 1), rating(1, 1), rating(2, 3), rating(2, 2)],
      drafts: [
        { run: 1, sample: 3, criterion: 1, score: 4 },
        { run: 0, sample: 1, criterion: 0, score: 2 },
        { run: 0, sample: 2, criterion: 1, score: 5 },
      ],
    },
  });
  const nobody = filtered(whole, { annotator: "nobody" });
  expect(nobody.swaps).toMatchObject([{ judge: 0, units: [{ sample: 1 }] }]);
  expect(nobody.adjudications).toMatchObject([{ judge: 0, judgeScore: 3 }]);
  const { arms } = filtered(whole, { annotator: "P-Cleo", system: "two" });
  expect(arms && armRows(arms)).toMatchObject({
    ratings: [{ rater: 0, sample: 1, run: 1, score: 3 }],
    drafts: [
      { run: 1, sample: 1, criterion: 1, score: 4 },
      { run: 0, sample: 0, criterion: 0, score: 2 },
    ],
  });
});
