import { describe, expect, it } from "vitest";
import type { Run } from "@/lib/domain/judge";
import { budgetSentences, leftSentence, paceSentence, throughOf, unitsSentence, usageSentence, verbsFor } from "./run-words";

const units = (some: Partial<Run["units"]>) => ({
  total: 100,
  done: 0,
  failed: 0,
  pending: 100,
  dropped: 0,
  cached: 0,
  ...some,
});

describe("what can be done with a run", () => {
  it("depends on its state", () => {
    expect(verbsFor({ status: "running", imported: false, units: units({}) })).toEqual(["pause", "cancel"]);
    expect(verbsFor({ status: "paused", imported: false, units: units({}) })).toEqual(["resume", "cancel"]);
    expect(verbsFor({ status: "done", imported: false, units: units({ pending: 0 }) })).toEqual([]);
    expect(verbsFor({ status: "done", imported: false, units: units({ pending: 0, failed: 2 }) })).toEqual(["retry-failed"]);
    expect(verbsFor({ status: "failed", imported: false, units: units({ pending: 40, failed: 2 }) })).toEqual(["resume", "retry-failed"]);
    expect(verbsFor({ status: "cancelled", imported: false, units: units({ pending: 40 }) })).toEqual([]);
    expect(verbsFor({ status: "cancelled", imported: false, units: units({ pending: 40, failed: 2 }) })).toEqual([]);
    expect(verbsFor({ status: "cancelled", imported: false, units: units({ pending: 0, failed: 2 }) })).toEqual(["retry-failed"]);
  });

  it("is nothing for imported drafts", () => {
    expect(verbsFor({ status: "done", imported: true, units: units({ failed: 2 }) })).toEqual([]);
  });
});

it("counts units, and failed ones only when there are any", () => {
  expect(unitsSentence({ units: units({ total: 1000, done: 480 }) })).toBe("480 of 1,000 units");
  expect(unitsSentence({ units: units({ total: 1000, done: 480, failed: 3 }) })).toBe("480 of 1,000 units, 3 failed");
});

it("says how many drafts the protocol dropped, as a share of those judged, and how many came from earlier answers", () => {
  const some = units({ total: 1000, done: 300, dropped: 25, cached: 12, pending: 675 });
  expect(unitsSentence({ units: some })).toBe("325 of 1,000 units, 25 dropped (7.7\u00a0% of those judged), 12 from earlier answers");
  expect(throughOf({ units: { ...some, failed: 5 } })).toBe(330);
});

it("says how much of a budget is spent", () => {
  const spent = { costUsd: 0.5, inputTokens: 1000, outputTokens: 200 };
  expect(budgetSentences({ ...spent, budgetUsd: 2, budgetTokens: 50_000 })).toEqual([
    "$0.50 of $2.00, 25.0\u00a0%",
    "1,200 tokens of 50,000, 2.4\u00a0%",
  ]);
  expect(budgetSentences({ ...spent, budgetUsd: null, budgetTokens: null })).toEqual([]);
  expect(budgetSentences({ ...spent, costUsd: null, budgetUsd: 2, budgetTokens: null })).toEqual(["$0.00 of $2.00, 0.0\u00a0%"]);
});

it("an unknown cost is not shown as zero", () => {
  const used = { inputTokens: 1200, outputTokens: 300, priced: true, requestsWithoutCost: 0 };
  expect(usageSentence({ ...used, costUsd: null, priced: false, requestsWithoutCost: 4 })).toBe(
    "1,200 tokens in, 300 out, cost unknown (no price set)",
  );
  expect(usageSentence({ ...used, costUsd: 0.5 })).toBe("1,200 tokens in, 300 out, $0.50");
  expect(usageSentence({ ...used, costUsd: 0.5, requestsWithoutCost: 2 })).toBe(
    "1,200 tokens in, 300 out, at least $0.50: the cost of 2 requests is unknown",
  );
});

describe("the pace", () => {
  it("is the last minute's, with the time left at that pace", () => {
    expect(paceSentence({ unitsPerMinute: 20, secondsLeft: 240 })).toBe("20 units per minute, about 4\u00a0min left");
    expect(paceSentence({ unitsPerMinute: 2.34, secondsLeft: null })).toBe("2.3 units per minute");
    expect(leftSentence(0.2)).toBe("about 1\u00a0s left");
  });

  it("is missing for a run that is not progressing", () => {
    expect(paceSentence({ unitsPerMinute: 0, secondsLeft: null })).toBeNull();
  });
});
