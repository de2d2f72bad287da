import { expect, test } from "vitest";
import { temporaryInstance } from "@/lib/testing/accounts";
import { compareReplay } from "@/lib/testing/replay/compare";
import { wholeStudy } from "@/lib/testing/replay/invented-people";
import { replayStudy } from "@/lib/testing/replay/replay-study";
import { toRoute } from "@/lib/testing/replay/to-route";

temporaryInstance();

// `REPLAY=whole npm test -- --only db replay` is the study in its published size; `npm run replay` sends it over a socket to the production build.
const size =
  process.env.REPLAY === "whole" ? wholeStudy : { annotators: 4, samples: 12, criteria: 3, overlap: 4, examSamples: 2, adjudicated: 4 };

test("CoEval's study replayed by invented people: every figure the script knows is what the report says", {
  timeout: 1_200_000,
}, async () => {
  const replay = await replayStudy(toRoute, "http://127.0.0.1:3000", size);
  const compared = compareReplay(replay, size);
  expect(replay.known).toHaveLength(size.samples * size.overlap * size.criteria);
  expect(replay.known.some(({ lines }) => lines.remove > 0) && replay.known.some(({ lines }) => lines.add > 0)).toBe(true);
  expect(Object.fromEntries(compared.map(({ what, found }) => [what, found]))).toEqual(
    Object.fromEntries(compared.map(({ what, expected }) => [what, expected])),
  );
});
