import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
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
