import { describe, expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { pairData, person } from "@/lib/testing/pair-data";
import { pairs } from "./pairs";
import { ratingTable } from "./rating-table";

const pairsOf = (changes: Partial<ReportData>) => pairs(ratingTable(pairData(changes))) ?? expect.unreachable();

describe("verdicts that people gave with the judge's in view", () => {
  const { ratings, raters } = pairData();
  const cleo = { id: "c", name: "Cleo", kind: "annotator" as const, ...person };
  const verdict = { rater: 4, criterion: 0, arm: "drafted", startedAt: null, durationMs: null };
  const judged = ratings.filter(({ rater }) => rater === 2);
  // Cleo takes the judge's verdict over; Ann and Bob are as they were, but saw the last two.
  const someDrafted = [
    ...ratings.map((one) => (one.arm !== null && one.sample > 3 ? { ...one, arm: "drafted" } : one)),
    ...judged.map(({ sample, score }) => ({ ...verdict, sample, score })),
  ];
  const mixed = () => pairsOf({ raters: [...raters, cleo], ratings: someDrafted });

  test("are no part of a judge's agreement with people where others are without", () => {
    const { agreementWithAnnotators } = mixed();
    // Ann and Bob on the first four: A A, A B, B B, A A; the judge says A, tie, B, A.
    expect(agreementWithAnnotators.judge).toMatchObject({
      ...{ basis: "without-draft", share: { value: 1, n: 3 }, kappa: { value: 1, n: 3 }, withoutMajority: 1 },
      perSubset: { plain: { value: 1, n: 2 }, trap: { value: 1, n: 1 } },
      twoByTwo: { judgeAnnotator: { value: 6 / 8, n: 8 }, annotatorAnnotator: { value: 3 / 4, n: 4 } },
    });
    // length says A, B, A, B.
    expect(agreementWithAnnotators.length?.share).toMatchObject({ value: 1 / 3, n: 3 });
  });

  test("stay part of what people are among themselves", () => {
    // Of every two of three: 3 of 3, 0 of 3, 3 of 3, 3 of 3, 1 of 1 and 3 of 3.
    expect(mixed().betweenAnnotators).toMatchObject({ value: 13 / 16, n: 16 });
    expect(mixed().annotatorsTwoByTwo.map(({ a, b, share }) => [a, b, share.n])).toEqual([
      ["Ann", "Bob", 5],
      ["Ann", "Cleo", 6],
      ["Bob", "Cleo", 5],
    ]);
  });

  test("are all there is where nobody judged without, and it says so", () => {
    const drafted = someDrafted.map((one) => (one.arm === null ? one : { ...one, arm: "drafted" }));
    const { agreementWithAnnotators } = pairsOf({ raters: [...raters, cleo], ratings: drafted });
    expect(agreementWithAnnotators.judge).toMatchObject({ basis: "with-draft", share: { value: 1, n: 5 }, withoutMajority: 1 });
    expect(agreementWithAnnotators.length?.share).toMatchObject({ value: 1 / 4, n: 4 });
  });

  test("are refused where they are the decisive criterion's only ones, and another has verdicts without a draft", () => {
    const [overall] = pairData().criteria;
    const other = { ...(overall ?? expect.unreachable()), id: "d", name: "Depth", overall: false };
    const seen = ratings.map((one) => (one.arm === null ? one : { ...one, arm: "drafted" }));
    const blind = ratings.map((one) => ({ ...one, criterion: 1 }));
    const found = pairsOf({ criteria: [...pairData().criteria, other], ratings: [...seen, ...blind] });
    const refused = { value: null, why: "no-blind-ratings", n: 0 };
    expect(found.agreementWithAnnotators.judge).toMatchObject({
      ...{ share: refused, kappa: refused, withoutMajority: 0, perSubset: { plain: refused, trap: refused } },
      twoByTwo: { judgeAnnotator: refused, annotatorAnnotator: refused },
    });
    expect(found.betweenAnnotators).toMatchObject({ value: 0.8, n: 5 });
  });
});
