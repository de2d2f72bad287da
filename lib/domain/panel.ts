import { z } from "zod";
import type { JudgeKind } from "./judge-kind";

export const panelAggregate = z.enum(["mean", "median", "majority"]);
export type PanelAggregate = z.infer<typeof panelAggregate>;

/** A panel judge's options: its members, and how their scores are combined. */
export const panelOptions = z.object({
  members: z
    .array(z.uuid())
    .min(2)
    .max(20)
    .refine((members) => new Set(members).size === members.length, { error: "Each judge can be a member only once." }),
  aggregate: panelAggregate,
});
export type PanelOptions = z.infer<typeof panelOptions>;

/** The facts needed to check a panel's member. */
export interface PanelMember {
  id: string;
  name: string;
  kind: JudgeKind;
}

/** Why this panel cannot judge this task, in words; null if it can. `judges`: the project's judges, or at least the members. */
export function panelProblem(
  options: PanelOptions,
  task: { kind: "pointwise" | "pairwise" },
  judges: readonly PanelMember[],
): string | null {
  const byId = new Map(judges.map((judge) => [judge.id, judge]));
  const members = options.members.map((id) => byId.get(id));
  if (members.includes(undefined)) return "A member of this panel is not a judge of this project.";
  const panel = members.find((judge) => judge?.kind === "panel");
  if (panel !== undefined) return `"${panel.name}" is itself a panel; add its members instead.`;
  if (task.kind === "pairwise") {
    return options.aggregate === "majority"
      ? null
      : "Preferences have no mean or median: for a pairwise task, a panel must decide by majority.";
  }
  const metric = members.find((judge) => judge?.kind === "metric");
  return metric === undefined ? null : `"${metric.name}" has its own scale, so its scores cannot be combined with the others'.`;
}

/**
 * The score of a panel from its members' scores, never rounded: the mean, the median (the mean of the middle two for an even number) or
 * the score that more members gave than any other. Returns the reason if there are no scores or several are tied.
 */
export function aggregatePanel(
  scores: readonly number[],
  aggregate: PanelAggregate,
  nameOf: (score: number) => string = String,
): number | { why: string } {
  if (scores.length === 0) return { why: "There are no scores." };
  const sorted = scores.toSorted((a, b) => a - b);
  if (aggregate === "mean") return meanOf(sorted);
  if (aggregate === "majority") return majorityOf(sorted, nameOf);
  const middle = (sorted.length - 1) / 2;
  return meanOf(sorted.slice(Math.floor(middle), Math.ceil(middle) + 1));
}

/** The mean as computed on paper: decimals are added as whole numbers, so that the mean of 0.6, 0.7 and 0.8 is 0.7 and not 0.6999999999999998. */
function meanOf(scores: readonly number[]): number {
  const decimals = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((count) => scores.every((score) => Number(score.toFixed(count)) === score)) ?? 0;
  const unit = 10 ** decimals;
  const whole = scores.reduce((sum, score) => sum + Math.round(score * unit), 0);
  const isExact = Number.isSafeInteger(whole) && scores.every((score) => Math.round(score * unit) / unit === score);
  return isExact ? whole / (scores.length * unit) : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function majorityOf(scores: readonly number[], nameOf: (score: number) => string): number | { why: string } {
  const counts = new Map<number, number>();
  for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const leading = [...counts].filter(([, count]) => count === most).map(([score]) => score);
  const [first] = leading;
  if (first !== undefined && leading.length === 1) return first;
  return {
    why: `No majority: ${leading.map(nameOf).join(", ")} ${most === 1 ? "were given once each" : `were given ${most} times each`}.`,
  };
}
