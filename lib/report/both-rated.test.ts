import { expect, test } from "vitest";
import { seededRandom } from "@/lib/stats";
import { bothRated, ratedPlaces } from "./both-rated";

const random = seededRandom(3);
const units = [4, 7, 8, 15, 16, 23, 42, 43];
const inputs = [0, 0, 1, 1, 2, 2, 3, 3];
/** `ratings[unit][rater]`: the last two gave everything. */
const ratings = new Map(
  units.map((unit) => [unit, Array.from({ length: 8 }, (_, rater) => (rater > 5 || random.int(2) > 0 ? random.int(5) : Number.NaN))]),
);
const scoreOf = (unit: number, rater: number) => ratings.get(unit)?.[rater] ?? Number.NaN;
const all = () => ratedPlaces(units, [0, 1, 2, 3, 4, 5, 6, 7], scoreOf);

test("two raters' scores are those of the units that both rated, in their order, with the inputs", () => {
  const counts = new Set<number>();
  all().forEach((first, a) => {
    all().forEach((second, b) => {
      const both = units.flatMap((unit, place) => {
        const [x, y] = [scoreOf(unit, a), scoreOf(unit, b)];
        return Number.isNaN(x) || Number.isNaN(y) ? [] : [{ x, y, input: inputs[place] }];
      });
      const found = bothRated(first, second, inputs);
      counts.add(both.length);
      expect(found && { x: [...Array.from(found.x)], y: [...Array.from(found.y)], clusters: found.clusters }, `${a} ${b}`).toEqual(
        both.length < 2 ? null : { x: both.map(({ x }) => x), y: both.map(({ y }) => y), clusters: both.map(({ input }) => input) },
      );
    });
  });
  expect(counts.size).toBeGreaterThan(4);
});

test("of raters who rated everything nothing is copied, and one unit makes no pair", () => {
  const [first, second] = all().slice(6);
  if (!first || !second) throw new Error("There are eight raters.");
  expect(bothRated(first, second, inputs)?.clusters).toBe(inputs);
  expect(bothRated(first, second, inputs)?.x).toBe(first.scores);
  const [one, two] = [Float64Array.of(1), Float64Array.of(1, 2)];
  const of = (...places: number[]) => ({ places: Int32Array.from(places), scores: places.length === 1 ? one : two });
  expect(bothRated(of(5), of(5), inputs)).toBeNull();
  expect(bothRated(of(2, 5), of(2, 5), inputs)).toMatchObject({ clusters: [1, 2] });
  expect(bothRated(of(2, 5), of(3, 6), inputs)).toBeNull();
});
