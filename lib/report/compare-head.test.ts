import { expect, it } from "vitest";
import type { FrozenHead } from "@/lib/domain/frozen-report";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";
import { compareHead, statedAlone } from "./compare-head";
import { intervalKinds, resampledFigures } from "./interval-kinds";

const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const source = reportDataFixture();
const data = {
  ...source,
  ratings: source.ratings.map((one, at) => (one.arm === null ? one : { ...one, day: dayOf(at === 4 ? "2026-02-07" : "2026-02-09") })),
};
const report = buildReport(data);
const decisions = (...firstRatings: { version: number; at: string }[]) => ({ firstRatings, decisions: [] });
const head = {
  task: "Answers",
  settings: {
    ...{ excluded: "without", filter: {}, level: "ordinal" },
    ...{ intervals: intervalKinds(report), resampled: resampledFigures(report) },
  },
  context: { decisions: decisions({ version: 3, at: "2026-01-02T08:00:00.000Z" }, { version: 4, at: "2026-02-07T23:59:59.999Z" }) },
} as unknown as FrozenHead;
const { settings, context } = head;

const differing = (changes: object) => compareHead({ head: { ...head, ...changes }, data, report }).differing;
const withSettings = (changes: object) => differing({ settings: { ...settings, ...changes } });
const firstRatedAt = (at: string, version = 4) => differing({ context: { decisions: decisions({ version, at }) } });

it("a head that repeats its data and report differs in nothing", () => {
  expect(settings.intervals.length).toBeGreaterThan(1);
  expect(settings.resampled).toEqual(["stability", "reaches"].map((figure) => ({ figure, resamples: 2000, seed: expect.any(Number) })));
  const { compared, differing: found } = compareHead({ head, data, report });
  expect(found).toEqual([]);
  expect(compared).toBe(1 + settings.intervals.length * 4 + 2 * 3 + 1);
});

it("names what the head says otherwise than data or report, by its place", () => {
  const [first, ...others] = settings.intervals;
  expect(differing({ task: "Other" })).toEqual([{ figure: "head.task", frozen: "Other", now: "Answers" }]);
  expect(withSettings({ intervals: [{ ...first, confidence: 0.99 }, ...others] })).toEqual([
    { figure: "head.settings.intervals[0].confidence", frozen: 0.99, now: 0.95 },
  ]);
  expect(withSettings({ intervals: others }).map(({ figure }) => figure)).toContain("head.settings.intervals.length");
  const [repeats, reaches] = settings.resampled ?? [];
  expect(withSettings({ resampled: [repeats, { ...reaches, resamples: 9999 }] })).toEqual([
    { figure: "head.settings.resampled[1].resamples", frozen: 9999, now: 2000 },
  ]);
  // It narrows nothing, so that no figure differs.
  expect(withSettings({ filter: { from: "2020-01-01" } })).toEqual([
    { figure: "head.settings.filter.from", frozen: "2020-01-01", now: undefined },
  ]);
});

it("no rating is earlier than the first one under the report's criteria, and their first is not left out", () => {
  const named = (frozen: string | null) => [{ figure: "head.context.decisions.firstRatings", frozen, now: "2026-02-07" }];
  expect(firstRatedAt("2026-02-08T00:00:00.000Z")).toEqual(named("2026-02-08T00:00:00.000Z"));
  // Work without a score may have been submitted earlier.
  expect(firstRatedAt("2026-02-03T00:00:00.000Z")).toEqual([]);
  expect(differing({ context: { decisions: decisions() } })).toEqual(named(null));
  // The newest criteria's, however early older ones were rated.
  const late = { version: 4, at: "2026-02-08T00:00:00.000Z" };
  expect(differing({ context: { decisions: decisions({ version: 3, at: "2026-01-02T08:00:00.000Z" }, late) } })).toEqual(named(late.at));
  const narrowed = { ...settings, filter: { criteriaSet: "3" } };
  const reported = { ...report, filter: { criteriaSet: "3" } };
  const of = (at: string) => ({
    ...head,
    settings: narrowed,
    context: { decisions: decisions({ version: 3, at }, { version: 4, at: "2026-03-01T00:00:00.000Z" }) },
  });
  const ofThree = (at: string) => compareHead({ head: of(at) as unknown as FrozenHead, data, report: reported }).differing;
  expect(ofThree("2026-02-07T08:00:00.000Z")).toEqual([]);
  expect(ofThree("2026-02-08T08:00:00.000Z")).toEqual(named("2026-02-08T08:00:00.000Z"));
});

it("what a head, or its data, did not keep yet is not compared", () => {
  expect(differing({ context: undefined })).toEqual([]);
  expect(differing({ context: { ...context, decisions: undefined } })).toEqual([]);
  expect(withSettings({ resampled: undefined })).toEqual([]);
  const undated = { head: { ...head, context: { decisions: decisions() } } as unknown as FrozenHead, data: source, report };
  expect(compareHead(undated).differing).toEqual([]);
});

it("the rest of a head is said to be stated alone", () => {
  expect(statedAlone).toEqual(["id", "name", "project", "frozenAt", "settings.level", "context", "versions"]);
});
