import { expect, it } from "vitest";
import type { DraftFates } from "@/lib/domain/report-draft-effect";
import { figure } from "@/lib/testing/report-fixture";
import { fateRows, keptWords } from "./fate-rows";

const fates = (kept: number, changedRight: number, changedWrong: number, ends?: [number, number]): DraftFates => {
  const n = kept + changedRight + changedWrong;
  const share = (hits: number, interval?: [number, number]) => figure(n === 0 ? null : hits / n, interval, n);
  return { n, kept: share(kept, ends), changedRight: share(changedRight), changedWrong: share(changedWrong) };
};
const right = fates(50, 9, 3);
const wrong = fates(15, 14, 7, [0.31, 0.52]);

it("counts what became of right drafts and of wrong ones, each fate in its own segment", () => {
  const rows = fateRows({ right, wrong });
  expect(rows.map(({ name, n, segments }) => [name, n, segments.map(({ key, count }) => [key, count])])).toEqual([
    [
      "Right drafts",
      62,
      [
        ["right-kept", 50],
        ["right-still-right", 9],
        ["right-made-wrong", 3],
      ],
    ],
    [
      "Wrong drafts",
      36,
      [
        ["wrong-kept", 15],
        ["wrong-still-wrong", 7],
        ["wrong-put-right", 14],
      ],
    ],
  ]);
  expect(rows[1]?.segments[0]).toMatchObject({ share: 15 / 36, interval: { low: 0.31, high: 0.52 } });
  // Where a share has no interval, the row says why.
  expect(rows[0]?.segments[0]?.interval).toBe("There are too few inputs for an interval.");
});

it.each([
  ["with its interval", { right, wrong }, "People kept 41.7\u00a0% of the wrong drafts (31–52\u00a0%)."],
  ["as a count without one", { right, wrong: fates(5, 4, 3) }, "People kept 5 of 12 wrong drafts."],
  ["not of none", { right, wrong: fates(0, 0, 0) }, "None of 62 drafts was wrong, so nobody can be said to have kept a wrong one."],
  [
    "nor where nothing is known of them",
    { right: fates(0, 0, 0), wrong: fates(0, 0, 0) },
    "No draft can be called right or wrong, so nobody can be said to have kept a wrong one.",
  ],
])("says how many wrong drafts were kept, %s", (_, drafts, words) => {
  expect(keptWords(drafts)).toBe(words);
});
