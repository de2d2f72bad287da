import type { Figure } from "@/lib/domain/report";
import { selfPreference, unequalOpportunity } from "@/lib/stats";
import { undefinedFigure } from "./figures";

/** Whether a system is the judge's own model: the same name, or one a longer name of the other ("gpt-4", "gpt-4-0613"). */
export function isOwnModel(system: string, model: string): boolean {
  const [a, b] = [system.toLowerCase(), model.toLowerCase()];
  return a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`);
}

/** Which of two outputs people and the judge prefer: one of the judge's own model, or another's. */
export interface OwnOrOther {
  human: "own" | "other";
  judge: "own" | "other";
  input: string | number;
}

/** How much more often the judge prefers what people prefer where that is its own model's output; the pairs of an input are one cluster of the interval. */
export function equalOpportunity(pairs: readonly OwnOrOther[], whyNone: string): Figure {
  if (pairs.length === 0) return undefinedFigure(whyNone);
  const [own, other] = [pairs.filter(({ human }) => human === "own"), pairs.filter(({ human }) => human === "other")];
  const count = (of: readonly OwnOrOther[], side: "own" | "other") => of.filter(({ judge }) => judge === side).length;
  const { value, why, n } = unequalOpportunity({
    ...{ humanOwnJudgeOwn: count(own, "own"), humanOwnJudgeOther: count(own, "other") },
    ...{ humanOtherJudgeOwn: count(other, "own"), humanOtherJudgeOther: count(other, "other") },
  });
  const followed = (of: readonly OwnOrOther[]) => of.map(({ human, judge }) => Number(human === judge));
  const inputs = (of: readonly OwnOrOther[]) => of.map(({ input }) => input);
  const { interval, intervalWhy } = selfPreference({
    ...{ errorOnOwn: followed(own), errorOnOther: followed(other), ownClusters: inputs(own), otherClusters: inputs(other) },
  });
  const cut = interval && { ...interval, low: Math.max(-1, interval.low), high: Math.min(1, interval.high) };
  return { value, why, n, interval: cut, intervalWhy };
}
