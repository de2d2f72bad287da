import { expect, test } from "vitest";
import { inArm } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { verdict } from "./verdict";

test("decimals that are one point from people's mean on paper are within it, and those a little further are not", () => {
  const base = reportDataFixture({ inputs: 4 });
  const close = (ofJudge: (sample: number) => number) => {
    const ratings = base.ratings.map((one) => ({ ...one, score: one.rater === 3 ? ofJudge(one.sample) : (one.rater + 11) / 10 }));
    return verdict(ratingTable({ ...base, ratings })).Clear?.used.judges.judge?.close;
  };
  // The mean of 1.1, 1.2 and 1.3 is 1.2; from there to 2.2 it is more than 1 in doubles.
  expect(2.2 - 1.2).toBeGreaterThan(1);
  expect(close((sample) => (sample < 3 ? 2.2 : 4))).toMatchObject({ value: 3 / 8, n: 8 });
  expect(close((sample) => (sample < 3 ? 2.2005 : 1.3))).toMatchObject({ value: 5 / 8, n: 8 });
});

test("without an interval the share within one point says that none was asked for, and is none where nobody rated what the judge did", () => {
  const alone = { interval: "none" } as const;
  const closeOf = (rates?: (rater: string, sample: number) => boolean) =>
    verdict(ratingTable(reportDataFixture(rates && { rates }), alone)).Clear?.used.judges.judge?.close;
  expect(closeOf()).toMatchObject({ n: 32, interval: null, intervalWhy: "not-requested" });
  expect(closeOf((rater, sample) => (rater === "judge") === sample < 16)).toMatchObject({ value: null, why: "no-units", n: 0 });
});

test("a criterion is drafted only wherever people rated any of its outputs with a draft in view", () => {
  const some = reportDataFixture({ rates: (rater, sample) => rater === "judge" || sample > 5 });
  expect(verdict(ratingTable(inArm(some, "drafted"))).Clear?.flags).toEqual(["drafted-only"]);
  expect(verdict(ratingTable(some)).Clear?.flags).toEqual([]);
});
