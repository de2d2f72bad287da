import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { correlate } from "@/lib/stats";
import { column, inputsOf, meanOf } from "@/lib/testing/judge-columns";
import { readOracles } from "@/lib/testing/oracles";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { type Rows, scoredSamples } from "@/lib/testing/scored-samples";
import { buildReport } from "../build-report";
import { ratingTable } from "../rating-table";
import { associationIn, signsDiffer } from "./association";
import { sceneOf } from "./scene";

const associationOf = (data: ReportData, wanted = {}) => {
  const table = ratingTable(data, wanted);
  return associationIn(sceneOf(table, 0), table.judges[0] ?? -1);
};
/** Sixteen inputs with the outputs of two systems each. */
const data = reportDataFixture();
const columns = {
  x: column(data, 3),
  y: meanOf([0, 1, 2].map((rater) => column(data, rater))),
  clusters: inputsOf(data),
};

test("where inputs have outputs of several systems, Spearman's correlation is within inputs, averaged, with an interval over inputs; tau-b is over all units", () => {
  const found = associationOf(data);
  const [within, pooled] = [correlate({ ...columns, groups: inputsOf(data) }), correlate(columns)];
  const { definedGroups } = within.spearman;
  expect(definedGroups).toBeLessThan(16);
  expect(found.withinInputs).toEqual({ definedGroups, totalGroups: 16 });
  for (const [figure, own] of [
    [found.spearman, within.spearman],
    [found.tauB, pooled.kendallTauB],
  ] as const)
    expect(figure).toMatchObject({ value: expect.closeTo(own.value ?? 9, 12), n: 32, interval: { low: own.interval?.low } });
  expect(found.spearman.value).not.toBeCloseTo(pooled.spearman.value ?? 9, 2);
  expect(found.tauB.value).not.toBeCloseTo(within.kendallTauB.value ?? 9, 2);
  expect(associationOf(data, { interval: "none" }).spearman).toMatchObject({ value: found.spearman.value, interval: null });
});

test("the verdict's Spearman is the one within one input of the table of correlations, its tau-b that over all units", () => {
  // Nine outputs of an input, so that the two coefficients differ.
  const several = { ...data, samples: data.samples.map((sample, at) => ({ ...sample, inputKey: `i${Math.floor(at / 9)}` })) };
  const { correlation, chapters } = buildReport(several);
  const own = chapters.verdict.Clear?.used.judges.judge;
  const { textLevel, perCriterion } = correlation.judge ?? expect.unreachable();
  const { spearman, kendallTauB } = textLevel.perCriterion.Clear ?? expect.unreachable();
  const pooled = perCriterion.Clear?.kendallTauB.value;
  expect(own).toMatchObject({ spearman: { value: spearman.value }, tauB: { value: pooled } });
  expect(own?.withinInputs).toEqual({ definedGroups: 4, totalGroups: 4 });
  expect(new Set([spearman.value, kendallTauB.value, pooled]).size).toBe(3);
});

test("a judge that orders the outputs of every input as people do is credited with that, whatever else divides the units", () => {
  const { gold, metric, expected } = readOracles().grouping.find((each: { id: string }) => each.id === "own_simpson_3x4");
  const rows: Rows = gold.map((score: number, at: number) => [score, null, metric[at]]);
  const [inputs, systems] = [rows.map((_, at) => `i${at % 4}`), rows.map((_, at) => `s${Math.floor(at / 4)}`)];
  const of = (by: (string | null)[]) => associationOf(scoredSamples(rows, inputs, by, [1, 8]));
  expect(of(systems)).toMatchObject({ spearman: { value: expected.group_by_item.value }, withinInputs: { definedGroups: 4 } });
  expect(of([]).spearman.value).toBeCloseTo(expected.no_grouping.value, 1);
});

test.each([
  ["of one system", () => "one"],
  ["of systems that are not known", () => null],
  ["of one system for each input", (at: number) => `s${Math.floor(at / 2)}`],
  ["of one known system for each input", (at: number) => (at % 2 === 0 ? null : `s${at % 4}`)],
] as const)("where outputs are %s, coefficients are over all units", (_, system) => {
  const found = associationOf({ ...data, samples: data.samples.map((sample, at) => ({ ...sample, system: system(at) })) });
  const { spearman, kendallTauB } = correlate(columns);
  expect(found).toMatchObject({ spearman: { value: spearman.value, n: 32 }, tauB: { value: kendallTauB.value }, withinInputs: null });
});

test("so they are where no input defines one, and where judge or people scored but one output of each input", () => {
  const flat = { ...data, ratings: data.ratings.map((one) => (one.rater === 3 ? { ...one, score: 1 + ((one.sample >> 1) % 5) } : one)) };
  expect(associationOf(flat)).toMatchObject({ withinInputs: null, spearman: { n: 32 }, tauB: { n: 32 } });
  expect(associationOf(flat).spearman.value).not.toBeNull();
  for (const isOne of [(rater: string) => rater === "judge", (rater: string) => rater !== "judge"])
    expect(associationOf(reportDataFixture({ rates: (rater, sample) => !isOne(rater) || sample % 2 === 0 }))).toMatchObject({
      ...{ withinInputs: null, spearman: { n: 16 } },
    });
});

test("inputs of which people, or the judge, scored nothing are not counted", () => {
  const few = reportDataFixture({ rates: (rater, sample) => rater === "judge" || sample < 12 });
  expect(associationOf(few).withinInputs?.totalGroups).toBe(6);
  const judged = reportDataFixture({ rates: (rater, sample) => rater !== "judge" || sample < 14 });
  expect(associationOf(judged).withinInputs?.totalGroups).toBe(7);
});

/** By people's and the judge's score of each output, with the letter of its system; each output is of its own input unless `inputs` says otherwise. */
const differ = (outputs: [system: string, people: number | null, judge: number | null][], inputs = outputs.map((_, at) => `i${at}`)) => {
  const rows: Rows = outputs.map(([, people, judge]) => [people, null, judge]);
  const table = ratingTable(
    scoredSamples(
      rows,
      inputs,
      outputs.map(([system]) => system),
      [1, 5],
    ),
  );
  return signsDiffer(sceneOf(table, 0), table.judges[0] ?? -1);
};

test("signs differ where systems' means, over as many outputs as each has, go the other way than single outputs", () => {
  // Means by people 3 and 11/3, by the judge 3.5 and 3; the sums of both rise.
  expect(
    differ([
      ["a", 1, 2],
      ["a", 5, 5],
      ["b", 2, 1],
      ["b", 5, 5],
      ["b", 4, 3],
    ]),
  ).toBe(true);
  expect(
    differ([
      ["a", 1, 5],
      ["a", 2, 4],
      ["b", 4, 2],
      ["b", 5, 1],
    ]),
  ).toBe(false);
  // Within each of two inputs the judge is the other way round; of one system there are no means to compare.
  const turned = ["a", "b"].map((second) =>
    differ(
      [
        ["a", 1, 2],
        [second, 2, 1],
        ["a", 4, 5],
        [second, 5, 4],
      ],
      ["i", "i", "j", "j"],
    ),
  );
  expect(turned).toEqual([false, true]);
});

test("an output that only people, or only the judge, scored is in no system's mean", () => {
  const both: Parameters<typeof differ>[0] = [
    ["a", 1, 1],
    ["a", 3, 3],
    ["b", 2, 3],
    ["b", 4, 4],
  ];
  expect([differ([...both, ["b", 5, null], ["b", 5, null]]), differ([...both, ["b", null, 5], ["b", null, 5]])]).toEqual([false, false]);
  // Without any output of a second system that both scored, there are no means to compare.
  const turned: typeof both = [
    ["a", 1, 2],
    ["a", 2, 1],
    ["a", 4, 5],
    ["a", 5, 4],
    ["b", 3, null],
  ];
  expect(differ(turned, ["i", "i", "j", "j", "k"])).toBe(false);
});
