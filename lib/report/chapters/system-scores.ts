import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { accEq, correlate, softPairwiseAccuracy } from "@/lib/stats";
import { exactMean, type Fraction, meanOfFractions } from "../exact-mean";
import { meanOf, onScale, undefinedFigure } from "../figures";
import { humanScores, numbers } from "../human-scores";
import { pending, sampleOf } from "../rating-table";
import { asFigure, type Scene, scaleOf } from "./scene";

/** Systems' means by the judge and by people over the same units, whether the judge orders systems as people do, and how sure of it both are. */
export function systemScores(scene: Scene, judged: (number | null)[]): ScoresOfJudge["systems"] {
  const { table, units, inputs, people } = scene;
  const rated = units.flatMap((unit, place) => {
    const { system = null } = table.data.samples[sampleOf(table, unit)] ?? {};
    const [human, judge] = [people[place] ?? null, judged[place] ?? null];
    return system === null || human === null || judge === null ? [] : [{ unit, system, human, judge, input: inputs[place] ?? -1 }];
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
  // Of exact scores, so that equal means are equal numbers: those of rounded thirds need not be.
  const exact = humanScores(table);
  const means = (scoreIn: (one: (typeof rated)[number]) => Fraction | null) =>
    numbers(systems.map((system) => meanOfFractions(of(system).flatMap((one) => scoreIn(one) ?? []))));
  const [x, y] = [means(({ judge }) => exactMean([judge])), means(({ unit }) => exact[unit] ?? null)] as [number[], number[]];
  const columns = { x: rated.map(({ judge }) => judge), y: rated.map(({ human }) => human) };
  const within = correlate({ ...columns, groups: rated.map(({ input }) => input), interval: "none" });
  const n = (systems.length * (systems.length - 1)) / 2;
  const [a, b] = [correlate({ x, y, interval: "none" }).pearson.value, within.pearson.value];
  return {
    rows,
    accuracy: { ...asFigure({ value: accEq({ metric: x, human: y }).value, why: null, n }), intervalWhy: "few-fixed" },
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
