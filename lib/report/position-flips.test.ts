import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { wilson } from "@/lib/stats";
import { pairData } from "@/lib/testing/pair-data";
import { verdict } from "./chapters/verdict";
import { followsPosition, positionFlips } from "./position-flips";
import { ratingTable } from "./rating-table";

const judge = 2;

/** Thirty pairs, of which the judge prefers the output in one place twice on so many, and moves to a tie on the next four. */
function swapped(flips: number, inputKey = (at: number) => `i${at}`): ReportData {
  const [sample] = pairData().samples;
  if (sample === undefined) throw new Error("there are pairs");
  const places = Array.from({ length: 30 }, (_, at) => at);
  const samples = places.map((at) => ({ ...sample, id: `s${at}`, externalId: `s${at}`, inputKey: inputKey(at) }));
  const units = places.map((at) => {
    const before = at % 2 === 0 ? 1 : -1;
    return { sample: at, criterion: 0, before, after: at < flips ? -before : at < flips + 4 ? 0 : before };
  });
  return pairData({ samples, swaps: [{ judge, swappedRunId: "s", plainRunId: "p", units }] });
}

const flagsOf = (data: ReportData) => verdict(ratingTable(data)).Overall?.judgeFlags;

test("a flip is a winner that kept its place in both orders, not a tie that came or went", () => {
  const flips = positionFlips(ratingTable(swapped(7)), judge, 0);
  expect(flips).toMatchObject({ value: 7 / 30, n: 30, interval: wilson({ successes: 7, n: 30 }).interval });
  expect(positionFlips(ratingTable(swapped(7)), judge, 1)).toMatchObject({ value: null, why: "no-units" });
  expect(positionFlips(ratingTable(pairData()), judge, 0)).toBeNull();
  const alone = pairData({ swaps: [{ judge, swappedRunId: "s", plainRunId: null, units: [] }] });
  expect(positionFlips(ratingTable(alone), judge, 0)).toMatchObject({ value: null, why: "no-plain-run" });
});

test("a judge is flagged where the whole interval of its flips is above one in ten, and no other judge is", () => {
  const ends = [6, 7].map((flips) => wilson({ successes: flips, n: 30 }).interval?.low ?? 9);
  expect(ends.map((low) => low > 0.1)).toEqual([false, true]);
  const found = wilson({ successes: 6, n: 30 });
  const startingAt = (low: number) => followsPosition({ ...found, interval: found.interval && { ...found.interval, low } });
  expect([0.1, 0.1001].map(startingAt)).toEqual([false, true]);
  expect(flagsOf(swapped(6))?.judge).toEqual([]);
  expect(flagsOf(swapped(7))).toEqual({ judge: ["position-flips"], length: [] });
  // The pairs of an input flip together: of three inputs they say less.
  expect(flagsOf(swapped(7, (at) => `i${Math.floor(at / 10)}`))?.judge).toEqual([]);
});

test("a judge that always chooses one place is flagged for that as for never varying", () => {
  const data = swapped(30);
  const always = data.ratings.map((one) => (one.rater === judge ? { ...one, score: 1 } : one));
  expect(flagsOf({ ...data, ratings: always })?.judge).toEqual(["judge-constant", "position-flips"]);
});
