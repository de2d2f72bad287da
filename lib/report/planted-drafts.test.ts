import { describe, expect, test } from "vitest";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import { taskReport } from "@/lib/domain/report";
import type { PlantedScore, ReportData } from "@/lib/domain/report-data";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { clusteredShare, wilson } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";
import { pseudonymous } from "./pseudonymous";

const fixture = () => reportDataFixture({ inputs: 3 });
const [ann, bob, cleo] = fixture().raters.map(({ id, name }) => ({ id, name, code: `code-${name}` }));
if (!ann || !bob || !cleo) throw new Error("The fixture has other raters.");

/** What a person scored beside a draft of 1; samples 0, 2 and 4 are of system one, 1, 3 and 5 of two. */
const scored = (person: PlantedScore["person"], sample: number, score: number, more: Partial<PlantedScore> = {}): PlantedScore => ({
  ...{ person, sample, score, plantedScore: 1, judge: 3, criterion: 0, arm: "drafted", day: 20_000 },
  ...more,
});

// Ann caught three of four on different samples, Bob one of three on two, Cleo neither of hers.
const planted = [
  ...[scored(ann, 0, 4), scored(ann, 1, 5), scored(ann, 2, 1), scored(ann, 3, 2)],
  ...[scored(bob, 4, 1), scored(bob, 4, 3, { criterion: 1 }), scored(bob, 5, 1, { arm: "blind-then-drafted", day: 20_010 })],
  ...[scored(cleo, 1, 1), scored(cleo, 3, 1)],
];
const study = (more: Partial<ReportData> = {}): ReportData => ({ ...fixture(), planted, ...more });
const figuresIn = (filter?: ReportFilter, data = study(), excluded?: ExcludedWork) =>
  buildReport(data, excluded, filter).planted?.judge ?? null;
/** Hits and n by person. */
const counted = (found: ReturnType<typeof figuresIn>) =>
  found &&
  Object.fromEntries(Object.entries({ all: found.all, ...found.people }).map(([name, { value, n }]) => [name, [(value ?? 0) * n, n]]));

describe("drafts that were wrong on purpose", () => {
  test("are caught by scores other than theirs: Wilson's interval where each score is of its own sample, clustered where it is not", () => {
    const found = figuresIn();
    expect(counted(found)).toEqual({ all: [4, 9], Ann: [3, 4], Bob: [1, 3], Cleo: [0, 2] });
    expect(Object.keys(found?.people ?? {})).toEqual(["Ann", "Bob", "Cleo"]);
    expect(found?.people.Ann?.interval).toEqual(wilson({ successes: 3, n: 4 }).interval);
    expect(found?.people.Bob?.interval).toEqual(clusteredShare({ hits: [1, 0], sizes: [2, 1] }).interval);
    expect(found?.all.interval).toEqual(clusteredShare({ hits: [3, 1, 0], sizes: [4, 3, 2] }).interval);
    expect(found?.arms).toEqual(["blind-then-drafted", "drafted"]);
  });

  test("are narrowed as the report is, also those of people who have no rating left in it", () => {
    expect(counted(figuresIn({ system: "two" }))).toEqual({ all: [2, 5], Ann: [2, 2], Bob: [0, 1], Cleo: [0, 2] });
    expect(counted(figuresIn({ annotator: "code-Bob" }))).toEqual({ all: [1, 3], Bob: [1, 3] });
    expect(counted(figuresIn({ arm: "drafted" }))).toEqual({ all: [4, 8], Ann: [3, 4], Bob: [1, 2], Cleo: [0, 2] });
    expect(counted(figuresIn({ from: "2024-10-06" }))).toEqual({ all: [0, 1], Bob: [0, 1] });
    expect(counted(figuresIn({ to: "2024-10-05" }))?.Bob).toEqual([1, 2]);
    expect(figuresIn({ judge: "nobody" })).toBeNull();
    expect(figuresIn({ arm: "blind" })).toBeNull();
    const { ratings, ...rest } = study();
    const without = { ...rest, ratings: ratings.filter(({ rater, sample }) => rater !== 1 || sample % 2 === 0) };
    expect(counted(figuresIn({ system: "two" }, without))?.Bob).toEqual([0, 1]);
  });

  test("leave out excluded people, unless the report is with them", () => {
    const { raters, ratings } = study();
    const [first, second, third, judge] = raters;
    const order = [0, 1, 3, 2];
    const excluding = study({
      raters: [first, second, judge, third].flatMap((one) => one ?? []),
      ratings: ratings.map((one) => ({ ...one, rater: order[one.rater] ?? -1 })),
      planted: planted.map((one) => ({ ...one, judge: 2 })),
      excluded: [{ rater: 3, reason: "guessed" }],
    });
    expect(counted(figuresIn({}, excluding))).toEqual({ all: [4, 7], Ann: [3, 4], Bob: [1, 3] });
    expect(counted(figuresIn({}, excluding, "with"))?.Cleo).toEqual([0, 2]);
  });

  test("are of each judge by itself", () => {
    const other = { ...(study().raters[3] ?? expect.unreachable()), id: "other", name: "other" };
    const report = buildReport(study({ raters: [...study().raters, other], planted: [...planted, scored(ann, 5, 3, { judge: 4 })] }));
    expect(Object.entries(report.planted ?? {}).map(([judge, { all }]) => [judge, all.n])).toEqual([
      ["judge", 9],
      ["other", 1],
    ]);
  });

  test("name nobody in a pseudonymous report", () => {
    const codes = new Map([ann, bob, cleo].map(({ id, code }) => [id, code]));
    const hidden = pseudonymous(study(), codes);
    expect(JSON.stringify(hidden.planted)).not.toMatch(/"name":"(Ann|Bob|Cleo)"/u);
    expect(counted(figuresIn({}, hidden))).toEqual({ all: [4, 9], "code-Ann": [3, 4], "code-Bob": [1, 3], "code-Cleo": [0, 2] });
  });

  test("change no other figure, and a report of a study without them says nothing", () => {
    const { planted: found, ...rest } = buildReport(study());
    const without = buildReport(fixture());
    expect(JSON.stringify(rest)).toBe(JSON.stringify(without));
    expect(Object.keys(without)).not.toContain("planted");
    expect(taskReport.parse({ ...rest, planted: found }).planted).toEqual(found);
  });
});
