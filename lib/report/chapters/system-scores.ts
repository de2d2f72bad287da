import type { Figure } from "@/lib/domain/report";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { accEq, softPairwiseAccuracy } from "@/lib/stats";
import { exactMean, type Fraction, meanOfFractions, toNumber } from "../exact-mean";
import { meanOf, onScale, undefinedFigure } from "../figures";
import { humanScores } from "../human-scores";
import { pending, sampleOf } from "../rating-table";
import { signsDiffer } from "./association";
import { asFigure, type Scene, scaleOf, scoresIn } from "./scene";

interface Rated {
  system: string;
  input: number;
  human: number;
  judge: number;
  /** Whose means are equal numbers where they are equal on paper; those of rounded thirds need not be. */
  exact: { human: Fraction | null; judge: Fraction | null };
}

/** Systems' means by the judge and by people over the same units, whether the judge orders systems as people do, and how sure of it both are. */
export function systemScores(scene: Scene, rater: number): ScoresOfJudge["systems"] {
  const judged = scoresIn(scene, rater);
  const { table, units, inputs, people } = scene;
  const exact = humanScores(table);
  const rated = units.flatMap((unit, place): Rated[] => {
    const { system = null } = table.data.samples[sampleOf(table, unit)] ?? {};
    const [human, judge] = [people[place] ?? null, judged[place] ?? null];
    if (system === null || human === null || judge === null) return [];
    return [{ system, human, judge, input: inputs[place] ?? -1, exact: { human: exact[unit] ?? null, judge: exactMean([judge]) } }];
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
  const [x, y] = (["judge", "human"] as const).map((side) => systems.map((system) => meanIn(of(system), side))) as [number[], number[]];
  const n = (systems.length * (systems.length - 1)) / 2;
  return {
    rows,
    accuracy: fixed(asFigure({ value: accEq({ metric: x, human: y }).value, why: null, n })),
    soft: table.wanted.interval === "none" ? undefinedFigure(pending) : fixed(asFigure(soft(systems, rated))),
    signsDiffer: signsDiffer(scene, rater),
  };
}

const fixed = (figure: Figure): Figure => (figure.value === null ? figure : { ...figure, intervalWhy: "few-fixed" });

function meanIn(some: readonly Rated[], side: "human" | "judge"): number | null {
  const mean = meanOfFractions(some.flatMap(({ exact }) => exact[side] ?? []));
  return mean === null ? null : toNumber(mean);
}

/** Units are inputs: a system with several outputs of one has their mean. */
function soft(systems: readonly string[], rated: readonly Rated[]) {
  const inputs = [...new Set(rated.map(({ input }) => input))];
  const outputs = new Map<string, Rated[]>();
  for (const one of rated) {
    const key = `${one.input} ${one.system}`;
    const own = outputs.get(key) ?? [];
    own.push(one);
    outputs.set(key, own);
  }
  const table = (side: "human" | "judge") =>
    systems.map((system) => inputs.map((input) => meanIn(outputs.get(`${input} ${system}`) ?? [], side)));
  return softPairwiseAccuracy({ human: table("human"), metric: table("judge"), permutations: 2000 });
}
