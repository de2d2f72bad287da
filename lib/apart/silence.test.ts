import { expect, test } from "vitest";
import { Silence, workOf } from "./silence";

const minute = 60_000;
/** How often a process is asked until it is said to hang, of 10,000 times; null: never. `usedMs`: by the number of times. */
function hangsAfter(state: string, usedMs: (times: number) => number, answersAt = -1): number | null {
  const silence = new Silence();
  for (let times = 0; times < 10_000; times++) {
    if (times === answersAt) silence.end();
    if (silence.isHang({ state, usedMs: usedMs(times) })) return times;
  }
  return null;
}

test("a process that sleeps and has not answered ten times hangs, unless its event loop has turned meanwhile", () => {
  expect(hangsAfter("S", () => 5 * minute)).toBe(10);
  expect(hangsAfter("S", () => 0, 10)).toBe(20);
});

test("one that computes without a turn hangs after twenty minutes of the processor's time, however long it waited for it", () => {
  expect(hangsAfter("R", (times) => times * 30_000)).toBe(41);
  expect(hangsAfter("R", (times) => times * 300)).toBe(4001);
  expect(hangsAfter("R", (times) => times * 30_000, 40)).toBe(81);
});

test("one that gets no processor, reads memory back from the disk or is stopped does not hang", () => {
  expect(["R", "D", "T", "t"].map((state) => hangsAfter(state, () => minute))).toEqual([null, null, null, null]);
});

test("one that is found asleep now and then, though it has not answered, does not hang", () => {
  const silence = new Silence();
  const found = Array.from({ length: 100 }, (_, times) => silence.isHang({ state: times % 10 === 9 ? "R" : "S", usedMs: 0 }));
  expect(found).not.toContain(true);
});

test("what a process does is read from Linux, and nothing where there is no such process", () => {
  expect(workOf(undefined)).toBeNull();
  // Only there does /proc say what a process does.
  if (process.platform !== "linux") return;
  const ownMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const before = ownMs();
  const work = workOf(process.pid);
  expect(work?.state).toBe("R");
  // In hundredths of seconds, user and system each cut down.
  expect(work?.usedMs).toBeGreaterThan(before - 30);
  expect(work?.usedMs).toBeLessThan(ownMs() + 30);
});
