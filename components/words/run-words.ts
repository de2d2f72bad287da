import type { z } from "zod";
import type { Run, RunStatus, runControlBody } from "@/lib/domain/judge";
import type { RunVariant } from "@/lib/domain/pair-outputs";
import { count, dollars, duration, figuresOf, percent } from "../charts/format";

export const statusWord: Record<RunStatus, string> = {
  queued: "waiting to start",
  running: "running",
  paused: "paused",
  done: "finished",
  failed: "failed",
  cancelled: "cancelled",
};

export const statusTone = {
  queued: "quiet",
  running: "accent",
  paused: "caution",
  done: "good",
  failed: "bad",
  cancelled: "quiet",
} as const satisfies Record<RunStatus, string>;

/** Whether the run is still in progress. */
export const isGoing = (run: Pick<Run, "status">): boolean => run.status === "queued" || run.status === "running";

export type RunVerb = z.infer<typeof runControlBody>["verb"];

/** Actions available on a run, in button order. Imported runs have none. */
export function verbsFor(run: Pick<Run, "status" | "imported" | "units">): RunVerb[] {
  if (run.imported) return [];
  const retry: RunVerb[] = run.units.failed > 0 ? ["retry-failed"] : [];
  if (isGoing(run)) return ["pause", "cancel"];
  if (run.status === "paused") return ["resume", "cancel"];
  if (run.status === "done") return retry;
  // A cancelled run stays cancelled: its failed units can be retried only where no others are left, which would be asked too.
  if (run.status === "cancelled") return run.units.pending > 0 ? [] : retry;
  return run.units.pending > 0 ? ["resume", ...retry] : retry;
}

/** Whether a run is paused because its budget is nearly spent, so that it needs another to continue. */
export const isOutOfBudget = (run: Pick<Run, "status" | "error" | "budgetUsd" | "budgetTokens">): boolean =>
  run.status === "paused" && run.error !== null && (run.budgetUsd !== null || run.budgetTokens !== null);

export const verbLabel: Record<RunVerb, string> = {
  pause: "Pause",
  resume: "Resume",
  cancel: "Cancel run",
  "retry-failed": "Try failed units again",
};

/** "480 of 500 units, 3 failed, 20 dropped (4.2 % of those judged), 12 from earlier answers". */
export function unitsSentence({ units }: Pick<Run, "units">): string {
  const { done, failed, dropped, cached, total } = units;
  const judged = done + dropped;
  return [
    `${count(judged)} of ${figuresOf(total, "unit")}`,
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(dropped > 0 ? [`${count(dropped)} dropped (${percent(dropped / judged)} of those judged)`] : []),
    ...(cached > 0 ? [`${count(cached)} from earlier answers`] : []),
  ].join(", ");
}

/** How many units of a run are finished, whatever the outcome. */
export const throughOf = ({ units }: Pick<Run, "units">): number => units.done + units.failed + units.dropped;

/** The run's usage so far. An unknown cost is labelled unknown, never shown as zero. */
export function usageSentence(run: Pick<Run, "inputTokens" | "outputTokens" | "costUsd" | "requestsWithoutCost" | "priced">): string {
  if (run.inputTokens + run.outputTokens === 0) return "no tokens counted";
  const tokens = `${count(run.inputTokens)} tokens in, ${count(run.outputTokens)} out`;
  if (run.costUsd === null) return `${tokens}, cost unknown${run.priced ? "" : " (no price set)"}`;
  if (run.requestsWithoutCost === 0) return `${tokens}, ${dollars(run.costUsd)}`;
  return `${tokens}, at least ${dollars(run.costUsd)}: the cost of ${figuresOf(run.requestsWithoutCost, "request")} is unknown`;
}

const ofBudget = (spent: string, budget: string, share: number) => `${spent} of ${budget}, ${percent(share)}`;

/** Budget used: "$0.50 of $2.00, 25.0 %"; empty without a budget. */
export function budgetSentences(run: Pick<Run, "budgetUsd" | "budgetTokens" | "costUsd" | "inputTokens" | "outputTokens">): string[] {
  const { budgetUsd, budgetTokens, costUsd, inputTokens, outputTokens } = run;
  const tokens = inputTokens + outputTokens;
  return [
    ...(budgetUsd === null ? [] : [ofBudget(dollars(costUsd ?? 0), dollars(budgetUsd), (costUsd ?? 0) / budgetUsd)]),
    ...(budgetTokens === null ? [] : [ofBudget(`${count(tokens)} tokens`, count(budgetTokens), tokens / budgetTokens)]),
  ];
}

/** "12 units per minute, about 4 min left"; null if the run is not progressing. */
export function paceSentence({ unitsPerMinute, secondsLeft }: Pick<Run, "unitsPerMinute" | "secondsLeft">): string | null {
  if (unitsPerMinute <= 0) return null;
  const pace = `${unitsPerMinute < 10 ? Number(unitsPerMinute.toFixed(1)) : count(unitsPerMinute)} units per minute`;
  return secondsLeft === null ? pace : `${pace}, ${leftSentence(secondsLeft)}`;
}

export const variantWords: Record<RunVariant, { label: string; hint: string }> = {
  plain: { label: "Plain", hint: "Each pair in the order of its file." },
  swapped: { label: "Outputs swapped", hint: "Each pair in the other order: shows whether the judge favours a position." },
  interference: {
    label: "Asked to review",
    hint: "Asked to review its analysis, in neutral words: shows whether the judge keeps its verdict.",
  },
  sycophancy: {
    label: "With a claim",
    hint: "Asked again after a claim that the other output is better: shows whether the judge gives in.",
  },
  planted: { label: "Planted", hint: "Wrong on purpose, for a study of how people check drafts." },
  trial: { label: "Proof", hint: "Held-out samples, drafted to prove a changed judge against the present one." },
};

/** "about 4 min left". */
export const leftSentence = (seconds: number): string => `about ${duration(Math.max(1, Math.round(seconds)))} left`;
