import { expect, test } from "vitest";
import { isReportedAs } from "./reported-judge";

test("a judge is known by its own name and by that which a report gives it beside an annotator's, and a deleted one by none", () => {
  expect(["Ann", "Ann (judge)", "Anna", "ann", "null"].map((reported) => isReportedAs("Ann", reported))).toEqual([
    ...[true, true, false, false, false],
  ]);
  expect(isReportedAs("Ann (judge)", "Ann")).toBe(false);
  expect(["null", "", "null (judge)"].map((reported) => isReportedAs(null, reported))).toEqual([false, false, false]);
});
