import { expect, test } from "vitest";
import { unpackedWork } from "./packed-ratings";

/** A submitted assignment as PostgreSQL packs it, with one rating; the time in microseconds since 2000. */
function packed(sample: number, at: bigint, { score, ms }: { score: number; ms: number }): Buffer {
  const bytes = Buffer.alloc(28 + 17);
  bytes.writeInt32BE(sample, 12);
  bytes.writeBigInt64BE(at, 16);
  bytes.writeInt32BE(1, 24);
  bytes.writeInt32BE(4, 29);
  bytes.writeDoubleBE(score, 33);
  bytes.writeInt32BE(ms, 41);
  return bytes;
}

/** What is read of one person's assignments; samples below ten are known. */
function unpacked(imported: boolean, ...assignments: Buffer[]) {
  const unit = { raterId: "Ann", arm: "blind" as const, imported, runId: null, again: false };
  const placeOf = (bytes: DataView, at: number) => (bytes.getInt32(at + 12) < 10 ? bytes.getInt32(at + 12) : -1);
  const groups = unpackedWork([{ ...unit, work: Buffer.concat(assignments) }], { placeOf, criteria: new Map([[4, "Clear"]]) });
  return groups.map(({ criterionId, samples, scores, work: { days, durations } }) => ({
    criterionId,
    samples: [...samples],
    scores: [...scores],
    days: [...days],
    durations: [...durations],
  }));
}

const since2000 = (time: string) => (BigInt(Date.parse(time)) - BigInt(Date.UTC(2000, 0))) * 1000n;
const dayOf = (date: string) => Date.parse(date) / 86_400_000;

test("a submission's day is that in UTC, to the microsecond, before 1970 too; the database's earliest time says that it is not known", () => {
  const midnight = since2000("2026-11-28T00:00Z");
  const days = [
    midnight - 1n,
    midnight,
    midnight + 86_399_999_999n,
    since2000("1999-12-31T23:59Z"),
    since2000("1969-12-30T12:00Z"),
    -(2n ** 63n),
  ];
  const [found] = unpacked(false, ...days.map((at, sample) => packed(sample, at, { score: 3, ms: 5 })));
  expect(found?.days).toEqual([dayOf("2026-11-27"), dayOf("2026-11-28"), dayOf("2026-11-28"), dayOf("1999-12-31"), -2, -1]);
});

test("ratings of samples that are not in the report are left out, those around them are read", () => {
  const rated = [7, 12, 2].map((sample, n) => packed(sample, 0n, { score: n + 1.5, ms: 100 + n }));
  expect(unpacked(false, ...rated)).toEqual([
    { criterionId: "Clear", samples: [7, 2], scores: [1.5, 3.5], days: [10_957, 10_957], durations: [100, 102] },
  ]);
});

test("a time of zero was measured elsewhere, but not here, where it says that none was", () => {
  const rated = [0, -1, 8].map((ms, sample) => packed(sample, 0n, { score: 1, ms }));
  expect(unpacked(true, ...rated)[0]?.durations).toEqual([0, Number.NaN, 8]);
  expect(unpacked(false, ...rated)[0]?.durations).toEqual([Number.NaN, Number.NaN, 8]);
});
