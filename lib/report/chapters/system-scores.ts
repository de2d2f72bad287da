import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { correlate, softPairwiseAccuracy, systemLevel } from "@/lib/stats";
import { meanOf, onScale, undefinedFigure } from "../figures";
import { pending, sampleOf } from "../rating-table";
import { asFigure, type Scene, scaleOf } from "./scene";

/** Systems' means by the judge and by people over the same units, whether the judge orders systems as people do, and how sure of it both are. */
export function systemScores(scene: Scene, judged: (number | null)[]): ScoresOfJudge["systems"] {
  const { table, units, inputs, people } = scene;
  const rated = units.flatMap((unit, place) => {
    const { system = null } = table.data.samples[sampleOf(table, unit)] ?? {};
    const [human, judge] = [people[place] ?? null, judged[place] ?? null];
    return system === null || human === null || judge === null ? [] : [{ system, human, judge, input: inputs[place] ?? -1 }];
  });
  const systems = [...new Set(rated.map(({ system }) => system))].sort();
  const of = (system: string) => rated.filter((one) => one.system === system);
  const rows = systems.map((system) => {
    const own = of(system);
    const mean = (side: "human" | "judge") =>
      onScale(
        meanOf(
          own.map((one) => one[side]),
          own.map(({ input }) => input),
        ),
        scaleOf(scene),
      );
    return { system, judge: mean("judge"), people: mean("human") };
  });
  if (systems.length < 2) return { rows, accuracy: undefinedFigure("one-system"), soft: undefinedFigure("one-system"), signsDiffer: false };
  const columns = { judge: rated.map(({ judge }) => judge), human: rated.map(({ human }) => human) };
  const between = systemLevel({ ...columns, systems: rated.map(({ system }) => system) });
  const within = correlate({ x: columns.judge, y: columns.human, groups: rated.map(({ input }) => input), interval: "none" });
  const n = (systems.length * (systems.length - 1)) / 2;
  const [a, b] = [between.pearson.value, within.pearson.value];
  return {
    rows,
    accuracy: { ...asFigure({ value: between.pairwiseAccuracy, why: null, n }), intervalWhy: "few-fixed" },
    soft: { ...(table.wanted.interval === "none" ? undefinedFigure(pending) : asFigure(soft(systems, rated))), intervalWhy: "few-fixed" },
    signsDiffer: a !== null && b !== null && a * b < 0,
  };
}

type Rated = { system: string; human: number; judge: number; input: number }[];

/** Units are inputs: a system with several outputs of one has their mean. */
function soft(systems: string[], rated: Rated) {
  const inputs = new Map([...new Set(rated.map(({ input }) => input))].map((input, place) => [input, place]));
  const places = new Map(systems.map((system, place) => [system, place * inputs.size]));
  const empty = () => new Float64Array(systems.length * inputs.size);
  const sums = { human: empty(), judge: empty(), n: empty() };
  for (const { system, input, human, judge } of rated) {
    const at = (places.get(system) ?? 0) + (inputs.get(input) ?? 0);
    sums.human[at] = (sums.human[at] as number) + human;
    sums.judge[at] = (sums.judge[at] as number) + judge;
    sums.n[at] = (sums.n[at] as number) + 1;
  }
  // 0 / 0 is not a number: missing.
  const table = (side: "human" | "judge") =>
    systems.map((_, place) => {
      const from = place * inputs.size;
      return sums[side].subarray(from, from + inputs.size).map((sum, at) => sum / (sums.n[from + at] as number));
    });
  return softPairwiseAccuracy({ human: table("human"), metric: table("judge"), permutations: 2000 });
}
