import { expect, test } from "vitest";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";

/** Four annotators and the judge; the last annotator rates at random and is excluded. */
function studyWithExcluded() {
  const all = reportDataFixture({ annotators: ["Ann", "Bob", "Cleo", "Zoe"] });
  const [ann, bob, cleo, zoe, judge] = all.raters;
  if (!ann || !bob || !cleo || !zoe || !judge) throw new Error("The fixture has other raters.");
  const placeOf = [0, 1, 2, 4, 3];
  const ratings = all.ratings.map((rating) => ({
    ...rating,
    rater: placeOf[rating.rater] ?? rating.rater,
    ...(rating.rater === 3 && { score: 1 + ((rating.sample * 7 + rating.criterion * 3) % 5) }),
  }));
  const counts = { criterion: 0, input: 0, itemKind: "conclusion", accept: 3, together: 0, revise: 1, remove: 0, add: 0 };
  const actionCounts = [
    { annotator: 0, judge: 3, ...counts },
    { annotator: 4, judge: 3, ...counts, accept: 9, revise: 0 },
  ];
  const reasonCounts = [
    { annotator: 0, judge: 3, criterion: 0, sample: 0, reason: "wrong-score", count: 2 },
    { annotator: 4, judge: 3, criterion: 0, sample: 0, reason: "wrong-score", count: 5 },
  ];
  return {
    ...all,
    raters: [ann, bob, cleo, judge, zoe],
    excluded: [{ rater: 4, reason: "Answers in two seconds." }],
    ...{ ratings, actionCounts, reasonCounts },
  };
}

test("by default a report leaves out excluded people in every panel, and says who, why, and what agreement is with them", () => {
  const data = studyWithExcluded();
  const without = buildReport(data);
  expect(without.raters.map(({ name }) => name)).toEqual(["Ann", "Bob", "Cleo", "judge"]);
  expect(without.counts).toMatchObject({ annotators: 3, ratings: 192 });
  expect(JSON.stringify({ ...without, excluded: null })).not.toContain("Zoe");
  expect(without.actions.judge?.overall.n).toBe(4);
  expect(without.actions.judge?.reasons).toEqual({ "wrong-score": 2 });
  const withThem = buildReport(data, "with");
  expect(without.excluded).toEqual({
    shown: "without",
    people: [{ id: "Zoe", name: "Zoe", reason: "Answers in two seconds." }],
    otherWay: withThem.agreement.meanOverCriteria.annotators,
  });
  const alpha = (report: typeof without) => report.agreement.meanOverCriteria.annotators.ordinal.value ?? Number.NaN;
  expect(alpha(without)).toBeGreaterThan(alpha(withThem) + 0.1);
});

test("a report with excluded people counts their work as anybody's", () => {
  const data = studyWithExcluded();
  const report = buildReport(data, "with");
  expect(report.counts).toMatchObject({ annotators: 4, ratings: 256 });
  expect(report.actions.judge?.overall.n).toBe(13);
  expect(report.actions.judge?.reasons).toEqual({ "wrong-score": 7 });
  expect(report.excluded.otherWay).toEqual(buildReport(data).agreement.meanOverCriteria.annotators);
});

test("a report in which nobody is excluded is the same both ways", () => {
  const data = reportDataFixture();
  const { excluded, ...figures } = buildReport(data);
  const { excluded: other, ...others } = buildReport(data, "with");
  expect(figures).toEqual(others);
  expect([excluded, other]).toEqual([
    { shown: "without", people: [], otherWay: null },
    { shown: "with", people: [], otherWay: null },
  ]);
});
