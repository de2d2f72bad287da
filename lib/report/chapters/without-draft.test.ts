import { expect, test } from "vitest";
import type { ArmData } from "@/lib/domain/arm-columns";
import { basisOfChapters, basisOfCriterion, basisOverCriteria } from "@/lib/domain/report-basis";
import type { ReportData } from "@/lib/domain/report-data";
import { inArm } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "../build-report";
import { type RatingTable, ratingTable, scoreOf } from "../rating-table";
import { withoutDraft } from "./without-draft";

/** Ann, Bob and the judge on two samples; Ann's first score was given without a draft, Bob's both with one. */
function study(arms: string[][], more: Partial<ReportData> = {}): ReportData {
  const base = reportDataFixture({ inputs: 1, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob"] });
  const scores = [
    [1, 2],
    [3, 4],
    [5, 5],
  ];
  const ratings = base.ratings.map((one) => ({
    ...one,
    score: scores[one.rater]?.[one.sample] ?? 0,
    arm: one.rater === 2 ? null : (arms[one.rater]?.[one.sample] ?? ""),
  }));
  return { ...base, ratings, ...more };
}
const shown = (table: RatingTable | null) => table && [0, 1, 2].map((rater) => [0, 1].map((unit) => scoreOf(table, unit, rater)));

test("ratings made with a draft in view, or of which that is not known, are gone, and judges' scores stay", () => {
  const table = ratingTable(
    study([
      ["blind", "drafted"],
      ["unstated", "blind-then-drafted"],
    ]),
    { interval: "none" },
  );
  const found = withoutDraft(table);
  expect(shown(found)).toEqual([
    [1, null],
    [null, null],
    [5, 5],
  ]);
  expect(found?.wanted).toEqual({ interval: "none" });
});

test("where all ratings were made without a draft the table is the same, and where none was there is none", () => {
  const blind = ratingTable(
    study([
      ["blind", "blind"],
      ["blind", "blind"],
    ]),
  );
  expect(withoutDraft(blind)).toBe(blind);
  expect(
    withoutDraft(
      ratingTable(
        study([
          ["drafted", "drafted"],
          ["drafted", "drafted"],
        ]),
      ),
    ),
  ).toBeNull();
});

test("a judge's score counts as nobody's blind rating, whatever arm it is filed under", () => {
  const data = study([
    ["drafted", "drafted"],
    ["drafted", "drafted"],
  ]);
  const ratings = data.ratings.map((one) => (one.rater === 2 ? { ...one, arm: "blind" } : one));
  expect(withoutDraft(ratingTable({ ...data, ratings }))).toBeNull();
});

test("of blind-then-drafted, first scores count in place of the final ones that the table has", () => {
  const rating = (rater: number, sample: number, arm: ArmData["ratings"][number]["arm"], score: number) => ({
    ...{ rater, sample, criterion: 0, arm, run: 0, score, durationMs: null },
  });
  const arms: ArmData = {
    runs: [{ id: "r", judge: "judge" }],
    ratings: [rating(0, 0, "first", 2), rating(0, 0, "final", 1), rating(0, 1, "blind", 4), rating(1, 0, "drafted", 3)],
    drafts: [],
  };
  const all = [
    ["blind-then-drafted", "blind"],
    ["drafted", "drafted"],
  ];
  expect(shown(withoutDraft(ratingTable(study(all, { arms }))))).toEqual([
    [2, 4],
    [null, null],
    [5, 5],
  ]);
  // As many first scores as final ones are still other scores.
  const whole = { ...arms, ratings: [0, 1].flatMap((rater) => [0, 1].map((sample) => rating(rater, sample, "first", 4))) };
  const firsts = withoutDraft(
    ratingTable(
      study(
        [
          ["blind-then-drafted", "blind-then-drafted"],
          ["blind-then-drafted", "blind-then-drafted"],
        ],
        { arms: whole },
      ),
    ),
  );
  expect(shown(firsts)).toEqual([
    [4, 4],
    [4, 4],
    [5, 5],
  ]);
});

test("a report says that figures of a judge are of one person's first scores, which say nothing of people's agreement", () => {
  const base = reportDataFixture();
  const people = base.ratings.filter(({ rater }) => rater !== 3);
  const armOf = (rater: number) => (rater === 0 ? "blind-then-drafted" : "drafted");
  const ratings = base.ratings.map((one) => (one.rater === 3 ? one : { ...one, arm: armOf(one.rater) }));
  const given = people.flatMap((one): ArmData["ratings"] =>
    one.rater === 0
      ? [
          { ...one, arm: "first", run: 0, score: one.sample % 5 === 0 ? 1 : 4 },
          { ...one, arm: "final", run: 0 },
        ]
      : [{ ...one, arm: "drafted", run: 0 }],
  );
  const drafts = base.ratings.flatMap(({ rater, sample, criterion, score }) => (rater === 3 ? [{ run: 0, sample, criterion, score }] : []));
  const report = buildReport({ ...base, ratings, arms: { runs: [{ id: "r", judge: "judge" }], ratings: given, drafts } });
  expect(report.arms).not.toContain("blind");
  expect(report.chapters.verdict.Clear?.basis).toBe("with-draft");
  expect(basisOfCriterion(report, "Clear")).toBe("with-draft");
  // Seven samples have a first score of 1, the others of 4.
  const { bubbles = [] } = report.chapters.scores.judge?.Clear?.blandAltman ?? {};
  expect(bubbles.reduce((sum, { n, people }) => sum + (people === 1 ? n : 0), 0)).toBe(7);
  expect(basisOfChapters(report)).toBe("without-draft");
  const { basis: _, ...earlier } = report;
  expect(basisOfChapters(earlier)).toBe("with-draft");
  expect(basisOfChapters(buildReport(inArm(base, "drafted")))).toBe("with-draft");
  expect(basisOfChapters(buildReport(inArm(base, "unstated")))).toBe("not-stated");
});

/** Ann and Bob without a draft, Cleo as the judge says, with one; `drafted` are the criteria on which Bob had one too. */
function mixedStudy(drafted: readonly number[] = []): ReportData {
  const base = reportDataFixture();
  const judged = new Map(base.ratings.flatMap((one) => (one.rater === 3 ? [[`${one.sample} ${one.criterion}`, one.score]] : [])));
  const ratings = base.ratings.map((one) => {
    if (one.rater === 2) return { ...one, arm: "drafted", score: judged.get(`${one.sample} ${one.criterion}`) ?? 1 };
    return one.rater === 1 && drafted.includes(one.criterion) ? { ...one, arm: "drafted" } : one;
  });
  return { ...base, ratings };
}

const mean = (values: (number | null | undefined)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0) / values.length;

test("agreement over all criteria is of the ratings that each criterion's verdict rests on, with the judge too", () => {
  const report = buildReport(mixedStudy());
  const { used, meanOverCriteria, pooled } = report.agreement;
  const verdicts = Object.values(report.chapters.verdict);
  expect(used?.meanOverCriteria.annotators.ordinal.value).toBeCloseTo(mean(verdicts.map((one) => one.used.agreement.ordinal.value)), 12);
  const withJudge = mean(verdicts.map((one) => one.used.judges.judge?.withJudge.ordinal.value));
  expect(used?.meanOverCriteria.withJudge.judge?.ordinal.value).toBeCloseTo(withJudge, 12);
  expect(meanOverCriteria.annotators.ordinal.value).toBeCloseTo(mean(verdicts.map((one) => one.all?.agreement.ordinal.value)), 12);
  // Two people's ratings of 32 samples on two criteria; of all, three people's.
  expect([used?.pooled.annotators.ordinal.n, pooled.annotators.ordinal.n]).toEqual([128, 192]);
  expect(used?.pooled.annotators.ordinal.interval).not.toBeNull();
  expect(basisOverCriteria(report)).toBe("without-draft");
});

test("a criterion whose verdict rests on all ratings has these in the mean too", () => {
  const report = buildReport(mixedStudy([1]));
  const { Clear, True } = report.chapters.verdict;
  expect([Clear?.basis, True?.basis]).toEqual(["without-draft", "with-draft"]);
  const { ordinal } = report.agreement.used?.meanOverCriteria.annotators ?? expect.unreachable();
  expect(ordinal.value).toBeCloseTo(mean([Clear, True].map((one) => one?.used.agreement.ordinal.value)), 12);
  expect(report.agreement.used?.pooled.annotators.ordinal.n).toBe(64 + 96);
  expect(basisOverCriteria(report)).toBe("each-its-own");
  // A criterion that nobody has rated has no part in it.
  const unrated = { ...mixedStudy(), ratings: mixedStudy().ratings.filter(({ criterion, rater }) => criterion === 0 || rater === 3) };
  expect(basisOverCriteria(buildReport(unrated))).toBe("without-draft");
});

test("where every verdict rests on all ratings, there is no second agreement over all criteria", () => {
  for (const data of [mixedStudy([0, 1]), reportDataFixture(), inArm(reportDataFixture(), "drafted")])
    expect(buildReport(data).agreement.used).toBeNull();
});

test("agreement with excluded people is of the same ratings as the mean beside it", () => {
  const data = { ...mixedStudy(), excluded: [{ rater: 1, reason: "in a hurry" }] };
  const [without, withThem] = [buildReport(data), buildReport(data, "with")];
  expect(without.excluded.otherWay).toEqual(withThem.agreement.used?.meanOverCriteria.annotators);
  expect(without.excluded.otherWay).not.toEqual(withThem.agreement.meanOverCriteria.annotators);
});
