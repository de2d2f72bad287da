import { describe, expect, it } from "vitest";
import { alphaByDefinition, type RatingRows } from "@/lib/testing/alpha-by-definition";
import { alphaSource } from "./alpha";
import { momentSource } from "./alpha-moments";
import { observedAnew } from "./alpha-ordinal-jackknife";
import { resolveBlocks } from "./blocks";
import { ALPHA_LEVELS, encodeRatings } from "./encoded-ratings";
import { observedBySpans } from "./ordinal-spans";
import { seededRandom } from "./random";
import { unitTable } from "./unit-table";

/** More values than the table of coincidences takes, units of one to four ratings, ties and gaps. */
function ratings(units: number, value: (centre: number, random: () => number) => number): RatingRows {
  const random = seededRandom(51);
  const next = () => random.next();
  return Array.from({ length: units }, (_, unit) => {
    const centre = random.next();
    return Array.from({ length: 4 }, (__, rater) => (rater > unit % 5 || random.next() < 0.1 ? null : value(centre, next)));
  });
}

const TABLES: Record<string, RatingRows> = {
  slider: ratings(60, (centre, next) => Math.round(80 * centre + 20 * next())),
  decimals: ratings(50, (centre, next) => Math.round(40 * centre + 30 * next()) / 10),
  "far from zero": ratings(45, (centre, next) => 1e7 + Math.round(50 * centre + 20 * next())),
  "one far outlier": [[1e6, 3e6, 2e6], ...ratings(45, (centre, next) => 5 + (Math.round(50 * centre + 9 * next()) * 5) / 1024)],
  "nearly equal values but for one unit": [[1, 2, 1e9], ...ratings(45, (centre, next) => 1e6 + Math.round(50 * centre + 9 * next()) / 64)],
  "few units of many raters": Array.from({ length: 5 }, (_, unit) =>
    Array.from({ length: 16 }, (__, rater) => (rater * 7 === unit ? null : (unit * 11 + rater * rater) % 61)),
  ),
  "zeros and orders of magnitude": ratings(50, (centre, next) =>
    next() < 0.15 ? 0 : 2 ** Math.round(20 * centre) * (1 + Math.round(4 * next())),
  ),
};

const CASES = Object.entries(TABLES).flatMap(([name, rows]) => ALPHA_LEVELS.map((level) => ({ name, level, rows })));

describe("alpha of many values", () => {
  it.each(CASES)(
    "at the $level level of $name is its definition, also without each unit or cluster and in resamples",
    ({ level, rows }) => {
      const encoded = encodeRatings({ ratings: rows });
      expect(encoded.values.length).toBeGreaterThan(32);
      const close = (found: number | undefined, wanted: number) => expect(found).toBeCloseTo(wanted, 10);
      const pairable = (unit: number) => (rows[unit] ?? []).filter((x) => x !== null).length > 1;
      for (const clusters of [null, rows.map((_, unit) => `c${unit % 7}`), rows.map((_, unit) => Math.floor(unit / 4))]) {
        const blocks = clusters ? resolveBlocks(rows.length, clusters, pairable) : null;
        const members = blocks?.members ?? resolveBlocks(rows.length, null, pairable).members;
        const source = alphaSource(encoded, blocks);
        expect(source.blocks).toBe(members.length);
        close(source.estimate(level), alphaByDefinition(rows, level));
        const { values, weights } = source.leaveOneOut(level);
        expect([values.length, weights.every((weight) => weight === 1)]).toEqual([members.length, true]);
        members.forEach((left, block) => {
          close(
            values[block],
            alphaByDefinition(
              rows.filter((_, unit) => !left.includes(unit)),
              level,
            ),
          );
        });
        // Leaving units out changes nothing for who asks next.
        close(source.estimate(level), alphaByDefinition(rows, level));
        const random = seededRandom(9);
        source.replicates(level, 3, seededRandom(9)).forEach((replicate) => {
          const drawn = members.flatMap(() => Array.from(members[random.int(members.length)] ?? [], (unit) => rows[unit] ?? []));
          close(replicate, alphaByDefinition(drawn, level));
        });
      }
    },
  );

  it.each(Object.entries(TABLES))("at the ordinal level of %s is the same by counted spans as by ranking the rest anew", (_, rows) => {
    for (const groups of [2, 3, 20]) {
      const blocks = resolveBlocks(
        rows.length,
        rows.map((__, unit) => (unit * unit) % groups),
      );
      const table = unitTable(encodeRatings({ ratings: rows }), blocks);
      const [bySpans, anew] = [observedBySpans(table), observedAnew(table)];
      expect(bySpans.length).toBe(blocks.members.length);
      anew.forEach((value, block) => {
        expect((bySpans[block] ?? 0) / value).toBeCloseTo(1, 10);
      });
    }
  });

  it("counts, among the ratings of a value, those in units with a pair, and sees values below zero only there", () => {
    const rows = [
      [7, 7, 3],
      [7, null, null],
      [null, 3, 0],
      [-1, null, null],
    ];
    const encoded = encodeRatings({ ratings: rows, scale: [9, 7, 3, 0, -1] });
    const source = momentSource(encoded, null);
    expect([0, 1, 2, 3, 4].map(source.ratingsOf)).toEqual([0, 2, 2, 1, 0]);
    expect(source.negative).toBe(false);
    expect(source.counts).toEqual({ units: 4, pairableUnits: 2, raters: 3, ratings: 7, pairableRatings: 5 });
    expect(momentSource(encodeRatings({ ratings: [[-1, 2]] }), null).negative).toBe(true);
  });
});
