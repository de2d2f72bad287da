import { describe, expect, test } from "vitest";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import { taskReport } from "@/lib/domain/report";
import type { ReportData } from "@/lib/domain/report-data";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";

type Made = NonNullable<ReportData["made"]>[number];
const work = (
  annotator: number,
  sample: number,
  kind: Made["kind"],
  scores: [draft: number, score: number | null],
  more: Partial<Made> = {},
) => ({
  ...{ annotator, judge: 3, sample, kind, draft: scores[0], score: scores[1], arm: "drafted" as const, day: 20_000 },
  ...{ accept: 2, revise: 1, remove: 0, add: 0 },
  ...more,
});

// Samples 0 and 1 have one input, 2 and 3 another.
const made: Made[] = [
  work(0, 0, "relevance", [3, 3]),
  work(1, 0, "relevance", [3, 5], { accept: 0, revise: 2, remove: 1 }),
  work(0, 2, "relevance", [4, 3], { accept: 3, revise: 0, add: 1 }),
  work(0, 0, "specific", [2, 2]),
  work(0, 0, "specific", [2, 5], { arm: "blind-then-drafted", day: 20_010 }),
  work(2, 3, "specific", [1, null], { accept: 1, revise: 0 }),
];
const study = (more: Partial<ReportData> = {}): ReportData => ({ ...reportDataFixture({ inputs: 2 }), made, ...more });
const madeIn = (data: ReportData, filter?: ReportFilter, excluded?: ExcludedWork) => buildReport(data, excluded, filter).made?.judge ?? [];

describe("dimensions that a judge made for single samples", () => {
  test("are counted by kind, with people, samples, lines and scores", () => {
    const [relevance, specific, ...more] = madeIn(study());
    expect(more).toEqual([]);
    expect(relevance).toMatchObject({ kind: "relevance", samples: 2, people: 2 });
    expect(relevance?.actions).toMatchObject({
      n: 10,
      accept: { count: 5, share: 0.5 },
      revise: { count: 3 },
      remove: { count: 1 },
      add: { count: 1 },
    });
    expect(relevance?.kept).toMatchObject({ n: 3, value: 1 / 3 });
    expect(relevance?.shift.value).toBeCloseTo((0 + 2 - 1) / 3, 12);
    expect(relevance?.distance.value).toBeCloseTo((0 + 2 + 1) / 3, 12);
    expect(specific).toMatchObject({ kind: "specific", samples: 2, people: 2, kept: { n: 2, value: 0.5 }, shift: { n: 2, value: 1.5 } });
  });

  test("have no score to compare where the judge gave none, but lines all the same", () => {
    const unscored = { ...work(2, 1, "relevance", [0, 4]), draft: null };
    const [before, after] = [madeIn(study())[0], madeIn(study({ made: [...made, unscored] }))[0]];
    expect([after?.kept, after?.shift, after?.distance]).toEqual([before?.kept, before?.shift, before?.distance]);
    expect([after?.samples, after?.people, after?.actions.n]).toEqual([3, 3, 13]);
  });

  test("have intervals over inputs: several lines and scores of one input are no independent evidence", () => {
    const [relevance, specific] = madeIn(study());
    expect(relevance?.shift.interval).toMatchObject({ method: "t" });
    // Both scores are of one input.
    expect(specific?.shift).toMatchObject({ interval: null, intervalWhy: "too-few" });
    expect(specific?.actions.accept.interval).not.toBeNull();
  });

  test("are narrowed by the report's filter, and left out with excluded people", () => {
    expect(madeIn(study(), { arm: "blind-then-drafted" })).toEqual([]);
    const blindRatings = reportDataFixture({ inputs: 2 }).ratings.map((one) => ({
      ...one,
      arm: "blind-then-drafted" as const,
      day: 20_010,
    }));
    const [only, ...none] = madeIn(study({ ratings: blindRatings }), { arm: "blind-then-drafted" });
    expect([only?.kind, only?.actions.n, none]).toEqual(["specific", 3, []]);
    expect(madeIn(study({ ratings: blindRatings }), { from: "2024-10-06" }).map(({ actions }) => actions.n)).toEqual([3]);
    expect(madeIn(study(), { system: "two" }).map(({ kind, people }) => [kind, people])).toEqual([["specific", 1]]);
    expect(madeIn(study(), { judge: "nobody" })).toEqual([]);
    // Excluded people are the last raters.
    const raters = study().raters;
    const [ann, bob, cleo, judge] = raters;
    const excluding = study({
      raters: [judge, ann, bob, cleo].flatMap((one) => one ?? []),
      made: made.map((one) => ({ ...one, judge: 0, annotator: one.annotator + 1 })),
      ratings: [],
      excluded: [{ rater: 3, reason: "guessed" }],
    });
    expect(madeIn(excluding)[1]).toMatchObject({ samples: 1, people: 1 });
    expect(madeIn(excluding, {}, "with")[1]).toMatchObject({ samples: 2, people: 2 });
  });

  test("are counted for each judge by itself", () => {
    const { raters } = study();
    const other = { ...(raters[3] ?? expect.unreachable()), id: "other", name: "other" };
    const report = buildReport(study({ raters: [...raters, other], made: [...made, work(1, 2, "relevance", [4, 4], { judge: 4 })] }));
    expect(Object.entries(report.made ?? {}).map(([name, kinds]) => [name, kinds.map(({ kept }) => kept.n)])).toEqual([
      ["judge", [3, 2]],
      ["other", [1]],
    ]);
  });

  test("change no other figure, and fit the report's schema", () => {
    const { made: found, ...rest } = buildReport(study());
    const { made: none, ...without } = buildReport({ ...study(), made: [] });
    expect(rest).toEqual(without);
    expect(none).toEqual({});
    expect(taskReport.parse({ ...rest, made: found }).made).toEqual(found);
  });
});
