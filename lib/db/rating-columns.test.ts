import fc from "fast-check";
import { expect, test } from "vitest";
import { inSampleOrder, ratingColumnsOf } from "./rating-columns";

test("places come in the order of their samples, those of one sample as they were", () => {
  const places = fc.uniqueArray(fc.nat(60), { maxLength: 40 });
  fc.assert(
    fc.property(places, fc.array(fc.nat(12), { minLength: 61, maxLength: 61 }), (given, samples) => {
      const sampleOf = (place: number) => samples[place] ?? -1;
      const ordered = inSampleOrder(Int32Array.from(given), Int32Array.from(samples));
      expect([...ordered]).toEqual([...given].sort((a, b) => sampleOf(a) - sampleOf(b)));
    }),
  );
  expect([...inSampleOrder(Int32Array.of(0, 1, 2), Int32Array.of(7, 7, 3))]).toEqual([2, 0, 1]);
});

test("a judge's older drafts are left out, at the end of its list too", () => {
  const drafts = (
    [
      [1, 2],
      [0, 1, 2],
    ] as const
  ).map((samples, run) => ({
    ...{ raterId: "judge", runId: `${run}`, criterionId: "Clear", dropped: false, ratedIn: null, work: null },
    samples: Int32Array.from(samples),
    scores: Float64Array.from(samples, (sample) => 10 * (run + 1) + sample),
  }));
  const places = {
    raters: new Map([["judge", 0]]),
    criteria: new Map([["Clear", 0]]),
    samples: new Map([..."abc"].map((id, at) => [id, at])),
  };
  for (const [given, expected] of [
    [
      drafts,
      [
        [1, 2, 0],
        [11, 12, 20],
      ],
    ],
    [
      drafts.toReversed(),
      [
        [0, 1, 2],
        [20, 21, 22],
      ],
    ],
  ] as const) {
    const { sample, score, arm } = ratingColumnsOf({ work: [], drafts: given }, places);
    expect([[...sample], [...score]]).toEqual(expected);
    expect([...arm]).toEqual([-1, -1, -1]);
  }
});

test("each criterion's ratings come in the order of their own samples, whatever those of the criterion before were", () => {
  const rated = (criterionId: string, samples: number[], scores: number[]) => ({
    ...{ raterId: "Ann", criterionId, ratedIn: "blind" as const, samples: Int32Array.from(samples), scores: Float64Array.from(scores) },
    work: {
      durations: Float64Array.from(scores, (score) => 100 * score),
      days: Int32Array.from(samples, (sample) => 20 + sample),
      firsts: new Float64Array(),
      shownRun: null,
      again: false,
    },
  });
  const work = [
    rated("Clear", [2, 0], [1, 2]),
    rated("True", [1, 2], [3, 4]),
    rated("Kind", [2, 1], [5, 6]),
    rated("Brief", [2, 1], [7, 8]),
  ];
  const placed = (...ids: string[]) => new Map(ids.map((id, at) => [id, at]));
  const places = { raters: placed("Ann"), criteria: placed("Clear", "True", "Kind", "Brief"), samples: placed("a", "b", "c") };
  const { criterion, sample, score, durationMs, day } = ratingColumnsOf({ work, drafts: [] }, places);
  expect([...criterion]).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect([...sample]).toEqual([0, 2, 1, 2, 1, 2, 1, 2]);
  expect([...score]).toEqual([2, 1, 3, 4, 6, 5, 8, 7]);
  expect([...durationMs]).toEqual([200, 100, 300, 400, 600, 500, 800, 700]);
  expect([...day]).toEqual([20, 22, 21, 22, 21, 22, 21, 22]);
});
