import type { CommonMeans, TaskReport } from "@/lib/domain/report";
import { type Fraction, meanOfFractions, toNumber } from "./exact-mean";
import { meanOf, undefinedFigure } from "./figures";
import { humanScores, raterScores } from "./human-scores";
import { hasOwnScale, inputsOf, isLabelled, nameOf, type RatingTable, unitOf, whyNotPooled } from "./rating-table";
import { systemsOf } from "./systems-of";

type Column = (Fraction | null)[];

/** A unit of a system, and how to turn its scores to the system's point of view. */
interface UnitOfSystem {
  unit: number;
  criterion: number;
  turned(score: Fraction): Fraction;
}

/** Scores of each system by people and judges: means over its units, and both side by side on the units that both have scored. */
export function systemMeans(table: RatingTable): Pick<TaskReport["scores"], "bySystem" | "onCommonUnits"> {
  const people = humanScores(table);
  const systems = unitsBySystem(table);
  const judges = table.judges.map((judge) => ({ judge, name: nameOf(table, judge), column: raterScores(table, judge) }));
  const columns = [{ name: "annotators", column: people }, ...judges];
  const notPooled = whyNotPooled(table) !== null;
  return {
    bySystem: Object.fromEntries(
      [...systems].map(([system, units]) => [
        system,
        Object.fromEntries(columns.map(({ name, column }) => [name, notPooled ? null : meanOfUnits(column, units)])),
      ]),
    ),
    onCommonUnits: Object.fromEntries(
      judges.map(({ judge, name, column }) => [
        name,
        Object.fromEntries(
          [...systems].map(([system, units]) => [system, commonMeans(table, units, people, column, hasOwnScale(table, judge))]),
        ),
      ]),
    ),
  };
}

function unitsBySystem(table: RatingTable): Map<string, UnitOfSystem[]> {
  const systems = new Map<string, UnitOfSystem[]>();
  table.data.samples.forEach((sample, index) => {
    for (const { name, turned } of systemsOf(sample)) {
      const units = systems.get(name) ?? [];
      for (let criterion = 0; criterion < table.criteria; criterion++)
        units.push({ unit: unitOf(table, index, criterion), criterion, turned });
      systems.set(name, units);
    }
  });
  return systems;
}

function meanOfUnits(column: Column, units: readonly UnitOfSystem[]): number | null {
  const scores: Fraction[] = [];
  for (const { unit, turned } of units) {
    const score = column[unit];
    if (score) scores.push(turned(score));
  }
  const mean = meanOfFractions(scores);
  return mean === null ? null : toNumber(mean);
}

function commonMeans(table: RatingTable, units: UnitOfSystem[], people: Column, judged: Column, ownScale: boolean) {
  const common = units.filter(({ unit }) => people[unit] && judged[unit]);
  const of = (some: UnitOfSystem[], why: string | null): CommonMeans => {
    const means =
      why === "mixed-scales"
        ? { annotators: null, judge: null }
        : { annotators: meanOfUnits(people, some), judge: meanOfUnits(judged, some) };
    if (why !== null) return { ...means, difference: undefinedFigure(why) };
    const scoreIn = (column: Column, { unit, turned }: UnitOfSystem) => {
      const score = column[unit];
      return score ? toNumber(turned(score)) : 0;
    };
    const differences = some.map((each) => scoreIn(judged, each) - scoreIn(people, each));
    const difference = meanOf(
      differences,
      inputsOf(
        table,
        some.map(({ unit }) => unit),
      ),
    );
    return { ...means, difference };
  };
  const why = ownScale ? "own-scale" : null;
  return {
    pooled: of(common, whyNotPooled(table) ?? why),
    perCriterion: Object.fromEntries(
      table.data.criteria.map(({ name }, criterion) => [
        name,
        of(
          common.filter((each) => each.criterion === criterion),
          isLabelled(table, criterion) ? "labels" : why,
        ),
      ]),
    ),
  };
}
