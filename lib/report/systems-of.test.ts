import { expect, test } from "vitest";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { exactMean, type Fraction, toNumber } from "./exact-mean";
import { systemsOf } from "./systems-of";

const [sample] = reportDataFixture({ inputs: 1 }).samples;
const seen = (system: string | null, systemB: string | null) => {
  if (!sample) throw new Error("the fixture has a sample");
  const score = exactMean([3]) as Fraction;
  return systemsOf({ ...sample, system, systemB }).map(({ name, turned }) => [name, toNumber(turned(score))]);
};

test("a pair's score is both systems', of the second with the sign reversed, and unknown ones are left out", () => {
  expect(seen("one", "two")).toEqual([
    ["one", 3],
    ["two", -3],
  ]);
  expect([seen("one", null), seen(null, "two"), seen(null, null)]).toEqual([[["one", 3]], [["two", -3]], []]);
});
