import { expect, test } from "vitest";
import { judgeReportedAs } from "./reported-judge";

test("a judge is known by its own name and by that which a report gives it beside an annotator's, and a deleted one by none", () => {
  const found = ["Ann", "Ann (judge)", "Anna", "ann", "null"].map((reported) => judgeReportedAs(reported, ["Bob", "Ann", null]));
  expect(found).toEqual(["Ann", "Ann", undefined, undefined, undefined]);
  expect(judgeReportedAs("Ann", ["Ann (judge)"])).toBeUndefined();
  expect(["null", "", "null (judge)"].map((reported) => judgeReportedAs(reported, [null]))).toEqual([undefined, undefined, undefined]);
});

test("a judge named as another would be beside an annotator is not taken for it", () => {
  const names = ["Ann", "Ann (judge)"];
  for (const some of [names, names.toReversed()])
    expect(names.map((reported) => judgeReportedAs(reported, some))).toEqual(["Ann", "Ann (judge)"]);
});

test("a judge whose name beside an annotator another has is known by its number", () => {
  const names = ["Ann", "Ann (judge)", "Bob (judge)"];
  const found = ["Ann (judge 2)", "Ann (judge) (judge)", "Ann (judge 12)", "Bob (judge) (judge)", "Bob (judge 2)", "Ann (judge two)"].map(
    (reported) => judgeReportedAs(reported, names),
  );
  expect(found).toEqual(["Ann", "Ann (judge)", "Ann", "Bob (judge)", undefined, undefined]);
});
