import { expect, test } from "vitest";
import { reasonGroups, reasonRows } from "./reason-groups";

const row = (annotator: number, judge: number, criterion: number, sample: number, reason: string, count: number) => ({
  ...{ annotator, judge, criterion, sample, reason, count },
});
const rows = [
  row(0, 3, 0, 7, "unclear", 1),
  row(0, 3, 0, 2, "unclear", 1),
  row(0, 3, 0, 2, "unclear", 2),
  row(0, 3, 0, 7, "wrong", 1),
  row(0, 3, 1, 7, "unclear", 1),
  row(0, 4, 0, 7, "unclear", 1),
  row(1, 3, 0, 7, "unclear", 1),
];

test("units with the same reason and count are in one group for each person, judge and criterion, in the order in which groups come first", () => {
  const groups = reasonGroups(rows);
  expect(groups.map(({ samples }) => [...samples])).toEqual([[7, 2], [2], [7], [7], [7], [7]]);
  expect(groups.map(({ annotator, judge, criterion, reason, count }) => [annotator, judge, criterion, reason, count])).toEqual([
    [0, 3, 0, "unclear", 1],
    [0, 3, 0, "unclear", 2],
    [0, 3, 0, "wrong", 1],
    [0, 3, 1, "unclear", 1],
    [0, 4, 0, "unclear", 1],
    [1, 3, 0, "unclear", 1],
  ]);
  expect(reasonRows(groups)).toEqual(rows);
});
