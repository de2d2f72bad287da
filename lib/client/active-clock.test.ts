import { expect, test } from "vitest";
import { ActiveClock, idleAfterMs } from "./active-clock";

test("time counts for the current unit, on top of its earlier time", () => {
  const clock = new ActiveClock({ a: 5000 });
  clock.turnTo("a", 0);
  clock.alive(2000);
  expect(clock.total("a", 3000)).toBe(8000);
  clock.turnTo("b", 4000);
  expect(clock.total("a", 9000)).toBe(9000);
  expect(clock.total("b", 9000)).toBe(5000);
  expect(clock.totalOfAll(9000)).toBe(14_000);
});

test("at most a minute is counted after the last activity", () => {
  const clock = new ActiveClock({});
  clock.turnTo("a", 0);
  expect(clock.total("a", 3_600_000)).toBe(idleAfterMs);
  clock.alive(3_600_000);
  expect(clock.total("a", 3_601_000)).toBe(idleAfterMs + 1000);
});

test("nothing counts while the page is hidden", () => {
  const clock = new ActiveClock({});
  clock.turnTo("a", 0);
  clock.pause(1000);
  expect(clock.total("a", 50_000)).toBe(1000);
  clock.alive(50_000);
  expect(clock.total("a", 50_500)).toBe(1500);
});

test("nothing counts during a break, whatever is pressed, until it ends", () => {
  const clock = new ActiveClock({});
  clock.turnTo("a", 0);
  clock.startBreak(1000);
  clock.alive(2000);
  clock.turnTo("b", 3000);
  expect(clock.totalOfAll(50_000)).toBe(1000);
  clock.endBreak(50_000);
  expect(clock.total("b", 50_500)).toBe(500);
});
