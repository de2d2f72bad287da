import { expect, test } from "vitest";
import type { CountedOutcome, CountedPanel } from "@/lib/domain/criteria-round";
import { krippendorffAlpha } from "@/lib/stats";
import { panelFigures, panelRates } from "./criteria-panel";

const some = (outcome: CountedOutcome["outcome"], group: CountedOutcome["group"], count: number) =>
  Array.from({ length: count }, (): CountedOutcome => ({ outcome, group }));
const counted: CountedPanel = {
  experts: 3,
  choices: [
    ["accept", "accept", "revise"],
    ["remove", "remove", null],
    ["accept", "accept", "accept"],
    ["revise", "revise", "remove"],
  ],
  byExperts: [
    ...[...some("accept", "general", 6), ...some("revise", "general", 2), ...some("remove", "task-specific", 1)],
    ...[...some("accept", "task-specific", 3), ...some("add", "task-specific", 4), ...some("add", null, 8)],
  ],
  consensus: [...some("accept", "general", 1), ...some("remove", null, 3)],
};
const counts = ({ accept, revise, remove, add, n }: ReturnType<typeof panelFigures>["byExperts"]["all"]) => [
  ...[accept, revise, remove, add].map(({ count }) => count),
  n,
];

test("a panel's rates are counted by outcome, all together and for each group, and sum to 1", () => {
  const { experts, criteria, byExperts, consensus } = panelFigures(counted);
  expect([experts, criteria]).toEqual([3, 4]);
  const { all, general, taskSpecific, unstated } = byExperts;
  expect([all, general, taskSpecific, unstated].map(counts)).toEqual([
    [9, 2, 1, 12, 24],
    [6, 2, 0, 0, 8],
    [3, 0, 1, 4, 8],
    [0, 0, 0, 8, 8],
  ]);
  expect([all.accept.share, all.revise.share, all.remove.share, all.add.share]).toEqual([9 / 24, 2 / 24, 1 / 24, 12 / 24]);
  expect(consensus && [consensus.all, consensus.unstated, consensus.taskSpecific].map(counts)).toEqual([
    [1, 0, 3, 0, 4],
    [0, 0, 3, 0, 3],
    [0, 0, 0, 0, 0],
  ]);
  expect(consensus?.taskSpecific.accept.share).toBeNull();
});

test("its agreement is nominal alpha over the redlined criteria, and it has no consensus before every line is decided", () => {
  const { value, interval, n } = krippendorffAlpha({ ratings: counted.choices, level: "nominal" });
  expect(panelFigures(counted).alpha).toEqual({ value, why: null, n, low: interval?.low, high: interval?.high });
  expect(interval?.low).toBeLessThan(value ?? 0);
  const alone = panelFigures({ ...counted, choices: [["accept"], ["remove"]], consensus: null });
  expect(alone.alpha).toEqual({ value: null, why: "no-pairable-units", n: 0, low: null, high: null });
  expect(alone.consensus).toBeNull();
});

test("each round keeps what it is called beside its figures", () => {
  const round = { roundId: "r", number: 2, publishedVersion: 3, judge: "model-x" };
  expect(panelRates([{ ...round, counted }])).toEqual([{ ...round, figures: panelFigures(counted) }]);
});
