import fc from "fast-check";
import { expect, test } from "vitest";
import { filterKey, filterQuery, type ReportFilter, reportFilter } from "./report-filter";

const text = fc.string({ minLength: 1 });
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const filters: fc.Arbitrary<ReportFilter> = fc.record(
  {
    criteriaSet: fc.integer({ min: 1, max: 9999 }),
    arm: fc.constantFrom("drafted", "blind", "blind-then-drafted", "unstated"),
    judge: text,
    system: text,
    subset: text,
    annotator: text,
    finished: fc.constant(true),
    from: day,
  },
  { requiredKeys: [] },
);

test("a filter survives its way through a URL", () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(reportFilter.parse(filterQuery(filter))).toEqual(filter);
      expect(reportFilter.parse(Object.fromEntries(new URLSearchParams(filterKey(filter))))).toEqual(filter);
    }),
  );
});

test("a filter that narrows nothing has the empty key, and the order of its fields changes nothing", () => {
  expect(filterKey({})).toBe("");
  expect(filterKey({ finished: false, judge: undefined })).toBe("");
  expect(filterKey({ system: "a&b", arm: "blind" })).toBe(filterKey({ arm: "blind", system: "a&b" }));
  expect(filterKey({ system: "a" })).not.toBe(filterKey({ subset: "a" }));
});

test("days in the wrong order, an unknown arm and no day at all are refused, each by its field", () => {
  const fieldOf = (query: Record<string, string>) => reportFilter.safeParse(query).error?.issues.map(({ path }) => path.join("."));
  expect(fieldOf({ from: "2026-03-02", to: "2026-03-01" })).toEqual(["to"]);
  expect(fieldOf({ from: "2026-03-01", to: "2026-03-01" })).toBeUndefined();
  expect(fieldOf({ arm: "seen" })).toEqual(["arm"]);
  expect(fieldOf({ from: "yesterday" })).toEqual(["from"]);
  expect(fieldOf({ criteriaSet: "first" })).toEqual(["criteriaSet"]);
  expect(fieldOf({ criteriaSet: "0" })).toEqual(["criteriaSet"]);
});
