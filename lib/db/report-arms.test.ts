import { expect, test } from "vitest";
import type { Arm } from "@/lib/domain/assignment";
import { ratingColumnsOf } from "./rating-columns";
import { sharedRatings } from "./report-arms";

const placed = (...ids: string[]) => new Map(ids.map((id, at) => [id, at]));
const places = { raters: placed("Ann", "judge", "Bob"), criteria: placed("Clear", "True"), samples: placed("a", "b", "c", "d") };
const runAt = placed("first run", "second run");

interface Given {
  raterId?: string;
  ratedIn?: Arm;
  shownRun?: string | null;
  again?: boolean;
}
const rated = (
  criterionId: string,
  samples: number[],
  { raterId = "Ann", ratedIn = "blind", shownRun = null, again = false }: Given = {},
) => ({
  ...{ raterId, criterionId, ratedIn, samples: Int32Array.from(samples), scores: Float64Array.from(samples, (sample) => sample + 1) },
  work: {
    ...{ durations: new Float64Array(samples.length), days: new Int32Array(samples.length), firsts: new Float64Array(samples.length) },
    ...{ shownRun, again },
  },
});
const judged = {
  ...{ raterId: "judge", runId: "first run", criterionId: "Clear", dropped: false, ratedIn: null, work: null },
  ...{ samples: Int32Array.of(0, 1, 2, 3), scores: Float64Array.of(5, 5, 5, 5) },
};
function shared(...work: ReturnType<typeof rated>[]) {
  const columns = ratingColumnsOf({ work, drafts: [judged] }, places);
  const found = sharedRatings(columns, work, places, runAt);
  return found && { samples: [...found.sample], criteria: [...found.criterion], arms: [...found.arm], runs: [...found.run] };
}

const seen = { ratedIn: "drafted", shownRun: "second run" } as const;

test("of people's ratings, one of an arm each, arm and run are told beside them", () => {
  expect(shared(rated("True", [0, 1]), rated("Clear", [0, 1]), rated("Clear", [2], seen), rated("True", [2, 3], seen))).toEqual({
    samples: [2, 0, 1, 2, 3, 0, 1],
    criteria: [0, 0, 0, 1, 1, 1, 1],
    arms: [1, 0, 0, 1, 1, 0, 0],
    runs: [1, -1, -1, 1, 1, -1, -1],
  });
});

test("there are none where a rating is of no arm or has a first score, was given in a second round, or comes after a judge's", () => {
  const others = [rated("Clear", [0, 1, 2]), rated("True", [0, 1, 2])];
  expect(shared(...others)).not.toBeNull();
  expect(shared(...others, rated("True", [3], { ratedIn: "unstated" }))).toBeNull();
  expect(shared(...others, rated("True", [3], { ratedIn: "blind-then-drafted", shownRun: "first run" }))).toBeNull();
  // One that is shorter than those after it, before or after the first round.
  expect(shared(rated("Clear", [3], { again: true }), ...others)).toBeNull();
  expect(shared(...others, rated("True", [3], { again: true }))).toBeNull();
  expect(shared(...others, rated("Clear", [3], { raterId: "Bob" }))).toBeNull();
});
