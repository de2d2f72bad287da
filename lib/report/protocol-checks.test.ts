import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { smallReportData as data } from "@/lib/testing/small-report-data";
import { buildReport } from "./build-report";
import { undefinedFigure } from "./figures";
import { protocolChecks } from "./protocol-checks";
import { ratingTable } from "./rating-table";

const checksOf = (more: Partial<ReportData>) => protocolChecks(ratingTable({ ...reportDataFixture({ inputs: 3 }), ...more }));
const unit = (sample: number, criterion: number, before: number, after: number) => ({ sample, criterion, before, after });

test("discarded drafts are counted for each run, their share by input where inputs repeat", () => {
  const run = { judge: 3, variant: "plain" as const };
  const { dropped } = checksOf({
    droppingRuns: [
      { ...run, runId: "r1", samples: [0, 1, 2, 4], dropped: [true, false, true, true] },
      { ...run, runId: "r2", samples: [0, 2, 4], dropped: [false, true, false] },
      { ...run, runId: "r3", samples: [], dropped: [] },
    ],
  });
  expect(dropped).toMatchObject([
    { judge: "judge", runId: "r1", variant: "plain", dropped: 3, share: { value: 0.75, n: 4, interval: { method: "t" } } },
    { judge: "judge", runId: "r2", dropped: 1, share: { value: 1 / 3, n: 3, interval: { method: "wilson" } } },
    { judge: "judge", runId: "r3", dropped: 0, share: undefinedFigure("no-units") },
  ]);
});

test("what a critique gained is after minus before, by run and criterion, and criteria without a critique are left out", () => {
  const { feedback } = checksOf({
    feedbackRuns: [
      { judge: 3, runId: "r1", units: [unit(0, 0, 1, 4), unit(1, 0, 2, 4), unit(2, 0, 0.1, 0.2), unit(4, 1, 5, 3)] },
      { judge: 3, runId: "r2", units: [unit(0, 1, 0.1, 1), unit(2, 1, 0.2, 2)] },
    ],
  });
  expect(feedback).toHaveLength(3);
  expect(feedback).toMatchObject([
    // (4 + 4 + .2) / 3 and (1 + 2 + .1) / 3.
    { judge: "judge", runId: "r1", criterion: "Clear", meanBefore: 31 / 30, meanAfter: 82 / 30, gain: { n: 3, interval: { method: "t" } } },
    { runId: "r1", criterion: "True", meanBefore: 5, meanAfter: 3, gain: { value: -2, n: 1, interval: null, intervalWhy: "too-few" } },
    { runId: "r2", criterion: "True", meanBefore: 0.15, meanAfter: 1.5, gain: { value: expect.closeTo(1.35, 12), n: 2 } },
  ]);
  expect(feedback[0]?.gain.value).toBeCloseTo(5.1 / 3, 12);
});

test("two outputs of one input are one cluster of a gain's interval", () => {
  const gain = (samples: [number, number, number]) =>
    checksOf({ feedbackRuns: [{ judge: 3, runId: "r", units: samples.map((sample, at) => unit(sample, 0, 1, [2, 3, 5][at] ?? 0)) }] })
      .feedback[0]?.gain;
  const [apart, together] = [gain([0, 2, 4]), gain([0, 1, 4])];
  expect(apart?.value).toBe(together?.value);
  // Gains 1, 2, 4: sums of (x - 7/3) are -4/3 - 1/3 and 5/3, so se = sqrt(2 · 2 · (5/3)²) / 3, t(1) = 12.706.
  const half = (12.7062 * Math.sqrt(4 * (5 / 3) ** 2)) / 3;
  expect(together?.interval?.low).toBeCloseTo(7 / 3 - half, 3);
  expect(apart?.interval?.low).toBeCloseTo(7 / 3 - (4.3027 * Math.sqrt(7 / 3)) / Math.sqrt(3), 3);
});

test("the share of discarded drafts and the gain from a rewritten output come with n and interval", () => {
  const checked = data();
  checked.droppingRuns.push({ judge: 2, runId: "r1", variant: "plain", samples: [0, 1, 2, 3], dropped: [true, false, false, false] });
  const units = [
    [0, 1, 3],
    [1, 2, 2],
    [2, 2, 3],
    [3, 1, 2],
  ].map(([sample = 0, before = 0, after = 0]) => ({ sample, criterion: 0, before, after }));
  checked.feedbackRuns.push({ judge: 2, runId: "r2", units });
  const { dropped, feedback } = buildReport(checked).checks;
  expect(dropped).toEqual([
    { judge: "judge", runId: "r1", variant: "plain", dropped: 1, share: expect.objectContaining({ value: 0.25, n: 4 }) },
  ]);
  // Gains 2, 0 | 1, 1: mean 1; the sums of both inputs are 2, so an interval clustered by input would have no width.
  expect(feedback).toEqual([
    expect.objectContaining({
      judge: "judge",
      criterion: "Clear",
      meanBefore: 1.5,
      meanAfter: 2.5,
      gain: expect.objectContaining({ value: 1, n: 4, interval: null, intervalWhy: "degenerate-replicates" }),
    }),
  ]);
});

test("checks of drafts in which each sample has its own input have Wilson's interval; criteria that were not critiqued are left out", () => {
  const checked = data();
  checked.samples = checked.samples.map((sample) => ({ ...sample, inputKey: sample.id }));
  checked.criteria.push({ id: "d", name: "True", min: 1, max: 3, step: 1, overall: false });
  const run = { judge: 2, variant: "plain" as const };
  checked.droppingRuns.push({ ...run, runId: "r1", samples: [0, 1, 2, 3], dropped: [true, false, false, false] });
  checked.droppingRuns.push({ ...run, runId: "r2", samples: [], dropped: [] });
  const unit = (sample: number, criterion: number, before: number, after: number) => ({ sample, criterion, before, after });
  checked.feedbackRuns.push({ judge: 2, runId: "r3", units: [unit(0, 0, 1, 3), unit(1, 0, 1, 2), unit(0, 1, 3, 1)] });
  checked.feedbackRuns.push({ judge: 2, runId: "r4", units: [unit(2, 1, 2, 3)] });
  const { dropped, feedback } = buildReport(checked).checks;
  expect(dropped[0]?.share.interval?.method).toBe("wilson");
  expect(dropped[1]).toMatchObject({ dropped: 0, share: { value: null, why: "no-units" } });
  expect(
    feedback.map(({ runId, criterion, meanBefore, meanAfter, gain }) => [runId, criterion, meanBefore, meanAfter, gain.value]),
  ).toEqual([
    ["r3", "Clear", 1, 2.5, 1.5],
    ["r3", "True", 3, 1, -2],
    ["r4", "True", 2, 3, 1],
  ]);
});
