import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Turns } from "./turns";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

/** What stands still or not, and how long it has stood still so far. */
function watched() {
  let since: number | null = null;
  let stoodMs = 0;
  const turns = new Turns(() => {
    expect(since).toBeNull();
    since = performance.now();
    return () => {
      stoodMs += performance.now() - (since as number);
      since = null;
    };
  });
  return { turns, isStill: () => since !== null, stoodMs: () => stoodMs };
}

test("what is computed stands still from the first of several requests to the end of the last", () => {
  const { turns, isStill, stoodMs } = watched();
  expect(isStill()).toBe(false);
  const first = turns.begin();
  expect(isStill()).toBe(true);
  vi.advanceTimersByTime(2);
  const second = turns.begin();
  first();
  first();
  expect(isStill()).toBe(true);
  vi.advanceTimersByTime(5);
  second();
  expect([isStill(), stoodMs()]).toEqual([false, 7]);
  vi.advanceTimersByTime(10);
  const third = turns.begin();
  vi.advanceTimersByTime(19);
  expect(isStill()).toBe(true);
  third();
});

test("it goes on after 20 ms whatever is under way, and stands still as long again only when it has gone on for as long", () => {
  const { turns, isStill, stoodMs } = watched();
  const end = turns.begin();
  vi.advanceTimersByTime(19);
  expect(isStill()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isStill()).toBe(false);
  end();
  turns.begin()();
  expect(stoodMs()).toBe(20);
  vi.advanceTimersByTime(4);
  const tooSoon = turns.begin();
  expect(isStill()).toBe(false);
  tooSoon();
  vi.advanceTimersByTime(9);
  const later = turns.begin();
  expect(isStill()).toBe(true);
  vi.advanceTimersByTime(12);
  expect(isStill()).toBe(true);
  vi.advanceTimersByTime(1);
  expect([isStill(), stoodMs()]).toEqual([false, 33]);
  later();
});

test("a request counts for 30 ms, so that a stream does not keep those after it from being waited for", () => {
  const { turns, isStill } = watched();
  const stream = turns.begin();
  vi.advanceTimersByTime(29);
  const early = turns.begin();
  expect(isStill()).toBe(false);
  early();
  vi.advanceTimersByTime(21);
  const end = turns.begin();
  expect(isStill()).toBe(true);
  stream();
  expect(isStill()).toBe(true);
  end();
  expect(isStill()).toBe(false);
});

test("among requests without a pause it goes on for half of the time", () => {
  const { turns, stoodMs } = watched();
  for (let n = 0; n < 1000; n++) {
    const end = turns.begin();
    vi.advanceTimersByTime(9);
    end();
    vi.advanceTimersByTime(1);
  }
  expect(stoodMs()).toBeGreaterThan(4000);
  expect(stoodMs()).toBeLessThanOrEqual(5020);
});

test("where nothing can stand still, requests begin and end all the same", () => {
  const standStill = vi.fn(() => undefined);
  const turns = new Turns(standStill);
  turns.begin()();
  turns.begin()();
  vi.advanceTimersByTime(100);
  expect(standStill).toHaveBeenCalledTimes(2);
});
