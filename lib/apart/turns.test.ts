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
  const first = turns.begin("page");
  expect(isStill()).toBe(true);
  vi.advanceTimersByTime(2);
  const second = turns.begin("page");
  first();
  first();
  expect(isStill()).toBe(true);
  vi.advanceTimersByTime(5);
  second();
  expect([isStill(), stoodMs()]).toEqual([false, 7]);
  vi.advanceTimersByTime(7);
  const third = turns.begin("page");
  vi.advanceTimersByTime(14);
  expect(isStill()).toBe(true);
  third();
});

test.each([
  ["page", 15],
  ["save", 30],
] as const)(
  "for a %s it goes on after %i ms whatever is under way, and stands still as long again only when it has gone on for as long",
  (kind, mostMs) => {
    const { turns, isStill, stoodMs } = watched();
    const end = turns.begin(kind);
    vi.advanceTimersByTime(mostMs - 1);
    expect(isStill()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isStill()).toBe(false);
    end();
    turns.begin(kind)();
    expect(stoodMs()).toBe(mostMs);
    vi.advanceTimersByTime(4);
    const tooSoon = turns.begin(kind);
    expect(isStill()).toBe(false);
    tooSoon();
    vi.advanceTimersByTime(7);
    const later = turns.begin(kind);
    vi.advanceTimersByTime(10);
    expect(isStill()).toBe(true);
    vi.advanceTimersByTime(1);
    expect([isStill(), stoodMs()]).toEqual([false, mostMs + 11]);
    later();
  },
);

test("pages leave time to saves, which lengthen what a page began and are not cut short by one", () => {
  const { turns, isStill, stoodMs } = watched();
  const page = turns.begin("page");
  vi.advanceTimersByTime(8);
  const save = turns.begin("save");
  vi.advanceTimersByTime(1);
  const another = turns.begin("page");
  vi.advanceTimersByTime(20);
  expect(isStill()).toBe(true);
  vi.advanceTimersByTime(1);
  expect([isStill(), stoodMs()]).toEqual([false, 30]);
  for (const end of [page, save, another]) end();
  vi.advanceTimersByTime(19);
  const late = turns.begin("page");
  expect(isStill()).toBe(false);
  const urgent = turns.begin("save");
  expect(isStill()).toBe(true);
  urgent();
  late();
  expect(isStill()).toBe(false);
});

test("a request counts for 30 ms, so that what is computed does not stand still for a stream after the end of another request", () => {
  const { turns, isStill } = watched();
  turns.begin("page");
  vi.advanceTimersByTime(29);
  expect(isStill()).toBe(false);
  vi.advanceTimersByTime(21);
  const end = turns.begin("page");
  expect(isStill()).toBe(true);
  end();
  expect(isStill()).toBe(false);
});

test.each(["page", "save"] as const)("among requests for a %s without a pause it goes on for half of the time", (kind) => {
  const { turns, stoodMs } = watched();
  for (let n = 0; n < 1000; n++) {
    const end = turns.begin(kind);
    vi.advanceTimersByTime(9);
    end();
    vi.advanceTimersByTime(1);
  }
  expect(stoodMs()).toBeGreaterThan(4000);
  expect(stoodMs()).toBeLessThanOrEqual(5030);
});

test("where nothing can stand still, requests begin and end all the same", () => {
  const standStill = vi.fn(() => undefined);
  const turns = new Turns(standStill);
  turns.begin("save")();
  turns.begin("save")();
  vi.advanceTimersByTime(100);
  expect(standStill).toHaveBeenCalledTimes(2);
});
