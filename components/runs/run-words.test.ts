import { describe, expect, it } from "vitest";
import { leftSentence, secondsLeft, unitsSentence, usageSentence, verbsFor } from "./run-words";

const units = (some: Partial<{ total: number; done: number; failed: number; pending: number }>) => ({
  total: 100,
  done: 0,
  failed: 0,
  pending: 100,
  ...some,
});

describe("what can be done with a run", () => {
  it("depends on its state", () => {
    expect(verbsFor({ status: "running", imported: false, units: units({}) })).toEqual(["pause", "cancel"]);
    expect(verbsFor({ status: "paused", imported: false, units: units({}) })).toEqual(["resume", "cancel"]);
    expect(verbsFor({ status: "done", imported: false, units: units({ pending: 0 }) })).toEqual([]);
    expect(verbsFor({ status: "done", imported: false, units: units({ pending: 0, failed: 2 }) })).toEqual(["retry-failed"]);
    expect(verbsFor({ status: "cancelled", imported: false, units: units({ pending: 40, failed: 2 }) })).toEqual([
      "resume",
      "retry-failed",
    ]);
  });

  it("is nothing for imported drafts", () => {
    expect(verbsFor({ status: "done", imported: true, units: units({ failed: 2 }) })).toEqual([]);
  });
});

it("counts units, and failed ones only when there are any", () => {
  expect(unitsSentence({ units: units({ total: 1000, done: 480 }) })).toBe("480 of 1,000 units");
  expect(unitsSentence({ units: units({ total: 1000, done: 480, failed: 3 }) })).toBe("480 of 1,000 units, 3 failed");
});

it("an unknown cost is not shown as nothing", () => {
  expect(usageSentence({ inputTokens: 1200, outputTokens: 300, costUsd: null })).toBe(
    "1,200 tokens in, 300 out, cost unknown (no price set)",
  );
  expect(usageSentence({ inputTokens: 1200, outputTokens: 300, costUsd: 0.5 })).toBe("1,200 tokens in, 300 out, $0.50");
});

describe("the time left", () => {
  const startedAt = "2026-01-05T10:00:00.000Z";
  const now = Date.parse(startedAt) + 60_000;

  it("is the pace so far times what is left", () => {
    expect(secondsLeft({ status: "running", startedAt, units: units({ done: 18, failed: 2, pending: 80 }) }, now)).toBe(240);
    expect(leftSentence(240)).toBe("about 4\u00a0min left");
  });

  it("is not guessed from a handful of units or for a run that stands still", () => {
    expect(secondsLeft({ status: "running", startedAt, units: units({ done: 3 }) }, now)).toBeNull();
    expect(secondsLeft({ status: "paused", startedAt, units: units({ done: 50 }) }, now)).toBeNull();
    expect(secondsLeft({ status: "running", startedAt: null, units: units({ done: 50 }) }, now)).toBeNull();
  });
});
