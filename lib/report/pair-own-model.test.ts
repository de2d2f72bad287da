import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { selfPreference } from "@/lib/stats";
import { type Label, pairData, scoreOfLabel } from "@/lib/testing/pair-data";
import { pairs } from "./pairs";
import { ratingTable } from "./rating-table";

/** Ann's and the judge's verdicts by pair, with who wrote A and B; the judge asks "one". */
function study(given: [ann: Label, judge: Label, a: string | null, b: string | null][]): ReportData {
  const base = pairData();
  const [sample] = base.samples;
  if (sample === undefined) throw new Error("there are pairs");
  return {
    ...base,
    raters: base.raters.map((rater) => (rater.name === "judge" ? { ...rater, model: "one" } : rater)),
    samples: given.map(([, , system, systemB], at) => ({
      ...sample,
      id: `s${at}`,
      externalId: `s${at}`,
      inputKey: `i${at}`,
      system,
      systemB,
    })),
    ratings: given.flatMap(([ann, judge], at) =>
      (
        [
          [0, ann],
          [2, judge],
        ] as const
      ).flatMap(([rater, label]) => {
        const score = scoreOfLabel(label);
        return score === null ? [] : [{ rater, sample: at, criterion: 0, score, arm: rater === 0 ? "blind" : null, durationMs: null }];
      }),
    ),
  };
}

const found = (data: ReportData) => pairs(ratingTable(data))?.ownModel;

const given: Parameters<typeof study>[0] = [
  // People prefer its own four times, and it goes along three times, wherever it is shown.
  ["A", "A", "one", "two"],
  ["B", "B", "two", "one-2024"],
  ["A", "A", "one", "two"],
  ["A", "B", "one", "two"],
  // People prefer the other three times, and it goes along once.
  ["B", "B", "one", "two"],
  ["A", "B", "two", "one"],
  ["B", "A", "one", "two"],
  // No part: ties, both its own, neither, not known, and one that the judge left out.
  ["tie", "A", "one", "two"],
  ["A", "tie", "one", "two"],
  ["A", "A", "one", "one-2024"],
  ["A", "A", "two", "three"],
  ["A", "A", "one", null],
  ["A", null, "one", "two"],
];

test("own less others: how often the judge follows people who prefer its own model's output, minus the other", () => {
  const own = found(study(given));
  expect(Object.keys(own ?? {})).toEqual(["judge"]);
  const expected = selfPreference({
    ...{ errorOnOwn: [1, 1, 1, 0], errorOnOther: [1, 0, 0] },
    ...{ ownClusters: [0, 1, 2, 3], otherClusters: [4, 5, 6] },
  });
  expect(own?.judge).toMatchObject({ value: 3 / 4 - 1 / 3, n: 7, why: null });
  expect(own?.judge?.interval?.low).toBeCloseTo(expected.interval?.low ?? 9, 12);
  // Beyond 1, which no difference of shares can be.
  expect([own?.judge?.interval?.high, (expected.interval?.high ?? 0) > 1]).toEqual([1, true]);
});

test("it is of verdicts made without a draft where there are any", () => {
  const data = study(given);
  const drafted = data.ratings.map((one) => (one.rater === 0 && one.sample < 2 ? { ...one, arm: "drafted" } : one));
  expect(found({ ...data, ratings: drafted })?.judge).toMatchObject({ value: expect.closeTo(1 / 2 - 1 / 3, 12), n: 5 });
});

test("why there is none: no output of its own, people who never prefer one side, nobody's verdicts", () => {
  const none = (...some: Parameters<typeof study>[0]) => found(study(some))?.judge;
  const because = (why: string, n: number) => ({ value: null, why, n, interval: null, intervalWhy: "undefined-estimate" });
  expect(none(["A", "A", "two", "three"])).toEqual(because("no-own-outputs", 0));
  expect(none(["A", "A", "one", "two"], ["B", "A", "two", "one"])).toEqual(because("too-few", 2));
  expect(none(["B", "A", "one", "two"])).toEqual(because("too-few", 1));
  expect(none([null, "A", "one", "two"])).toEqual(because("no-units", 0));
});
