import { expect, test } from "vitest";
import { type ChapterChoice, chapterNames } from "@/lib/domain/report-chapter-names";
import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport, reportOf, reportValues } from "./build-report";
import { asColumns } from "./rating-table";

test("values alone are those of the whole report, and say that their intervals are being computed", () => {
  const study = reportDataFixture();
  const [whole, values] = [buildReport(study), reportValues(reportOf(study))];
  const figures = (report: typeof whole) => ({
    alpha: report.agreement.perCriterion.Clear?.withJudge.judge?.ordinal,
    mean: report.agreement.meanOverCriteria.annotators.interval,
    rho: report.correlation.judge?.perCriterion.Clear?.spearman,
    change: report.chapters.verdict.Clear?.used.judges.judge?.change,
  });
  for (const [name, figure] of Object.entries(figures(whole))) {
    const found = figures(values)[name as keyof ReturnType<typeof figures>];
    expect(figure?.interval).not.toBeNull();
    expect(found?.value).toBeCloseTo(figure?.value ?? Number.NaN, 14);
    expect(found).toMatchObject({ interval: null, intervalWhy: "being-computed" });
  }
  expect(values.counts).toEqual(whole.counts);
  // The conclusion rests on it.
  const [people, theirs] = [whole, values].map((report) => report.agreement.perCriterion.Clear?.annotators);
  expect(theirs?.ordinal).toEqual(people?.ordinal);
  for (const level of ["nominal", "interval", "ratio"] as const) {
    expect(people?.[level].interval).not.toBeNull();
    expect(theirs?.[level]).toEqual({ ...people?.[level], interval: null, intervalWhy: "being-computed" });
  }
  expect(values.verdict).toEqual(whole.verdict);
  expect(values.chapters.verdict.Clear?.used.reaches).toMatchObject({ tentative: null, why: "being-computed" });
});

test("only two chapters' values wait for what people did with drafts", () => {
  const draftWork = () => {
    throw new Error("not read");
  };
  const [whole, rating] = [reportDataFixture(), { rater: 0, sample: 0, criterion: 0, score: 3, durationMs: null }];
  const ratings: NonNullable<ReportData["arms"]>["ratings"] = [
    { ...rating, arm: "blind", run: null },
    { ...rating, rater: 1, arm: "drafted", run: 0 },
  ];
  const inArms = { ...whole, arms: { runs: [{ id: "r", judge: "judge" }], ratings, drafts: [] } };
  const inOne = { ...whole, judgeShown: 3 };
  const cases = [inArms, inOne].flatMap((data) => [{}, { arm: "blind" as const }, { judge: "judge" }].map((filter) => ({ data, filter })));
  for (const { data, filter } of cases) {
    const build = reportOf({ ...asColumns(data), draftWork }, "without", filter);
    for (const chapter of chapterNames) {
      const values = () => reportValues(build, chapter).counts.items;
      if (chapter === "people" || chapter === "influence") expect(values).toThrow("not read");
      else expect([chapter, values()]).toEqual([chapter, null]);
    }
    expect(() => build()).toThrow("not read");
  }
});

test("values for a reader of one chapter hold the conclusion and that chapter, and nothing of the others", () => {
  const actions = {
    annotator: 0,
    judge: 3,
    criterion: 0,
    input: 0,
    itemKind: "score",
    accept: 2,
    together: 1,
    revise: 2,
    remove: 0,
    add: 0,
  };
  const rating = { rater: 0, sample: 0, criterion: 0, score: 3, durationMs: null };
  const arms: ReportData["arms"] = {
    runs: [{ id: "r", judge: "judge" }],
    ratings: [
      { ...rating, arm: "blind", run: null },
      { ...rating, arm: "drafted", run: 0 },
    ],
    drafts: [{ run: 0, sample: 0, criterion: 0, score: 4 }],
  };
  const base = { ...reportDataFixture(), actionCounts: [actions], arms };
  const filled = (chapter: ChapterChoice) => {
    const report = reportValues(reportOf(base), chapter);
    const { chapters: of, agreement, correlation, scores, time, actions: acted } = report;
    return {
      verdict: Object.keys(of.verdict).length > 0 && Object.keys(report.bias).length > 0 && Object.keys(scores.change).length > 0,
      people: [agreement.pairs.length > 0, Object.keys(of.people.raters).length > 0, Object.keys(time.perAnnotator).length > 0],
      scores: [Object.keys(correlation).length > 0, Object.keys(scores.perCriterion).length > 0, Object.keys(of.scores).length > 0],
      judges: [Object.keys(of.judges.besidePeople).length > 0],
      bias: [Object.keys(of.bias).length > 0],
      influence: [Object.keys(acted).length > 0, of.influence.effects.length > 0, of.influence.behaviours.length > 0],
      criteria: [of.criteria.pairs.length > 0],
      next: [Object.keys(of.next.precision).length > 0],
    };
  };
  const all = filled("all");
  for (const chapter of ["people", "scores", "judges", "bias", "influence", "criteria", "next"] as const) {
    const found = filled(chapter);
    expect(found.verdict).toBe(true);
    for (const name of Object.keys(all) as (keyof typeof all)[]) {
      if (name === "verdict") continue;
      expect([chapter, name, found[name]]).toEqual([chapter, name, name === chapter ? all[name] : all[name].map(() => false)]);
      expect(all[name]).toEqual(all[name].map(() => true));
    }
  }
  expect(reportValues(reportOf(base), "people").chapters.next.samples).toEqual({ waiting: 0, seed: 0, drawn: [] });
});

test("a report built chapter by chapter is that built at once; a chapter's own lacks the shares of bootstrap samples and what is pooled", () => {
  const study = reportDataFixture();
  const whole = buildReport(study);
  const build = reportOf(study);
  for (const chapter of chapterNames) {
    const part = build({}, chapter);
    expect(part.chapters.verdict.Clear?.used.agreement).toEqual(whole.chapters.verdict.Clear?.used.agreement);
    expect(part.chapters.verdict.Clear?.used.judges).toEqual(whole.chapters.verdict.Clear?.used.judges);
    expect(part.chapters.verdict.Clear?.used.reaches).toMatchObject({ tentative: null, why: "being-computed" });
    expect(part.agreement.pooled.annotators.ordinal).toMatchObject({ value: null, why: "being-computed" });
    expect(part.agreement.pooled.withJudge.judge?.ordinal.why).toBe("being-computed");
    expect(part.bias.judge).toEqual({ ...whole.bias.judge, pooled: expect.objectContaining({ value: null, why: "being-computed" }) });
  }
  expect(JSON.stringify(build())).toBe(JSON.stringify(whole));
  expect(whole.chapters.verdict.Clear?.used.reaches.why).toBeNull();
  expect(whole.agreement.pooled.annotators.ordinal.why).toBeNull();
  expect(whole.bias.judge?.pooled.why).toBeNull();
  const mixed = reportOf(reportDataFixture({ criteria: { Clear: [1, 5], Long: [50, 100] } }))({}, "verdict");
  expect(mixed.agreement.pooled.annotators.ordinal.why).toBe("mixed-scales");
  expect(mixed.bias.judge?.pooled.why).toBe("mixed-scales");
});
