import { expect, test } from "vitest";
import { correlate } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { redundancy } from "./criteria";

test("criteria are listed by how alike people score them, the most alike first, and constant ones last", () => {
  const base = reportDataFixture({ inputs: 3, criteria: { A: [1, 5], B: [1, 5], C: [1, 5], D: [1, 5] }, annotators: ["Ann"] });
  // A and C rise together; B falls with them, but for one pair of neighbours; D is the same throughout.
  const columns = [
    [1, 2, 3, 4, 5, 5],
    [5, 4, 3, 1, 2, 1],
    [1, 1, 3, 4, 4, 5],
    [3, 3, 3, 3, 3, 3],
  ];
  const ratings = base.ratings.map((one) => ({ ...one, score: columns[one.criterion]?.[one.sample] ?? 0 }));
  const found = redundancy(ratingTable({ ...base, ratings }));
  const rho = (x: number, y: number) => correlate({ x: columns[x] ?? [], y: columns[y] ?? [] }).spearman.value ?? Number.NaN;
  const ordered = [
    ["A", "C", rho(0, 2)],
    ["B", "C", rho(1, 2)],
    ["A", "B", rho(0, 1)],
  ].sort(([, , x], [, , y]) => Number(y) - Number(x));
  expect(found.slice(0, 3).map(({ a, b, people: both }) => [a, b, both.value])).toEqual(ordered);
  expect(found.slice(3).map(({ a, b, people: both }) => [a, b, both.value])).toEqual([
    ["A", "D", null],
    ["B", "D", null],
    ["C", "D", null],
  ]);
});
