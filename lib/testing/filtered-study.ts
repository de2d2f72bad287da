import fc from "fast-check";
import type { ReportData } from "@/lib/domain/report-data";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { reportDataFixture } from "./report-data-fixture";

const arms = ["blind", "drafted"];

/** Four people and two judges; arms, days and gaps by a pattern that is the same in no two of them. */
export function filteredStudy(): ReportData {
  const data = reportDataFixture({
    inputs: 12,
    annotators: ["Ann", "Bob", "Cleo", "Dia"],
    rates: (rater, sample) => (rater.length + sample) % 5 > 0,
  });
  const another = data.ratings
    .filter(({ rater, sample }) => rater === 4 && sample % 3 > 0)
    .map((one) => ({ ...one, rater: 5, score: 6 - one.score }));
  return {
    ...data,
    task: { ...data.task, annotatorsPerSample: 3 },
    samples: data.samples.map((sample, place) => ({ ...sample, subset: place % 7 < 3 ? "hard" : null })),
    raters: [
      ...data.raters.map((rater) => ({ ...rater, code: rater.kind === "annotator" ? `P-${rater.name}` : null })),
      { id: "j2", name: "another", kind: "judge" as const, judgeKind: "endpoint" as const, metric: null, panel: null },
    ],
    ratings: [
      ...data.ratings.map((one) =>
        one.rater === 4
          ? one
          : {
              ...one,
              arm: arms[(one.sample + one.rater) % 2] ?? "",
              day: 20_000 + one.sample + 3 * one.rater,
              durationMs: 900 + one.sample,
            },
      ),
      ...another,
    ],
  };
}

const day = fc.integer({ min: 20_000, max: 20_030 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
/** Any fields of a filter that leave something of it. */
export const anyFilter: fc.Arbitrary<ReportFilter> = fc.record(
  {
    arm: fc.constantFrom("blind", "drafted", "blind-then-drafted"),
    judge: fc.constantFrom("judge", "another"),
    system: fc.constantFrom("one", "two"),
    subset: fc.constant("hard"),
    annotator: fc.constantFrom("P-Ann", "P-Cleo"),
    finished: fc.boolean(),
    from: day,
    to: day,
  },
  { requiredKeys: [] },
);
