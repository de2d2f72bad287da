import { placesOf } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report";
import { selfPreference } from "@/lib/stats";
import { type RatingTable, sampleOf } from "../rating-table";
import { asFigure, type Scene, scoresIn } from "./scene";

export type Sample = RatingTable["data"]["samples"][number];

/** The units of a criterion that people and the judge have scored, as columns: there may be hundreds of thousands. */
export interface RatedUnits {
  human: Float64Array;
  judge: Float64Array;
  /** The judge's score less people's. */
  error: Float64Array;
  inputs: readonly number[];
  unitAt(place: number): number;
  sampleAt(place: number): Sample;
}

/** Some of them, by their places in the columns. */
export type Places = Int32Array;

/** Those of a scene. */
export function ratedUnits(scene: Scene, judge: number): RatedUnits {
  const { table, units, people } = scene;
  const judged = scoresIn(scene, judge);
  const rated = placesOf(units.length, (place) => people[place] != null && judged[place] != null);
  const [human, own] = [numbersAt(people, rated), numbersAt(judged, rated)];
  const unitAt = (place: number) => units[rated[place] as number] as number;
  return {
    human,
    judge: own,
    error: own.map((score, place) => score - (human[place] as number)),
    inputs: inputsAt(scene, rated),
    unitAt,
    sampleAt: (place) => table.data.samples[sampleOf(table, unitAt(place))] as Sample,
  };
}

/** The places of units whose samples are kept. */
export const unitsWhere = ({ inputs, sampleAt }: RatedUnits, keep: (sample: Sample) => boolean): Places =>
  placesOf(inputs.length, (place) => keep(sampleAt(place)));

/** A column without gaps at these places. */
export function numbersAt(column: ArrayLike<number | null>, places: Places): Float64Array {
  const numbers = new Float64Array(places.length);
  for (let to = 0; to < numbers.length; to++) numbers[to] = column[places[to] as number] as number;
  return numbers;
}

/** The same of inputs; where nothing is left out, the list itself, whose clusters are known. */
export function inputsAt({ inputs }: Pick<RatedUnits, "inputs">, places: Places): readonly number[] {
  if (places.length === inputs.length) return inputs;
  const found = new Array<number>(places.length);
  for (let to = 0; to < found.length; to++) found[to] = inputs[places[to] as number] as number;
  return found;
}

/** How much more than people the judge gives at some places than at others. */
export function contrast(units: RatedUnits, own: Places, other: Places): { figure: Figure; p: number | null } {
  const result = selfPreference({
    ...{ errorOnOwn: numbersAt(units.error, own), errorOnOther: numbersAt(units.error, other) },
    ...{ ownClusters: inputsAt(units, own), otherClusters: inputsAt(units, other) },
  });
  return { figure: asFigure({ ...result, n: own.length }), p: result.p };
}
