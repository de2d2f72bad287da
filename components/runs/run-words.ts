import type { z } from "zod";
import type { Run, RunStatus, runControlBody } from "@/lib/domain/judge";
import { count, dollars, duration, figuresOf } from "../charts/format";

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

/** Still changing by itself. */
export const isGoing = (run: Pick<Run, "status">): boolean => run.status === "queued" || run.status === "running";

export type RunVerb = z.infer<typeof runControlBody>["verb"];

/** What can be done with a run now, in the order of the buttons. Imported runs are what they are. */
export function verbsFor(run: Pick<Run, "status" | "imported" | "units">): RunVerb[] {
  if (run.imported) return [];
  const retry: RunVerb[] = run.units.failed > 0 ? ["retry-failed"] : [];
  if (isGoing(run)) return ["pause", "cancel"];
  if (run.status === "paused") return ["resume", "cancel"];
  if (run.status === "done") return retry;
  return run.units.pending > 0 ? ["resume", ...retry] : retry;
}

export const verbLabel: Record<RunVerb, string> = {
  pause: "Pause",
  resume: "Go on",
  cancel: "Cancel run",
  "retry-failed": "Try failed units again",
};

/** "480 of 500 units, 3 failed". */
export function unitsSentence({ units }: Pick<Run, "units">): string {
  const done = `${count(units.done)} of ${figuresOf(units.total, "unit")}`;
  return units.failed === 0 ? done : `${done}, ${count(units.failed)} failed`;
}

/** What the run has used so far. A cost that is not known is said to be so, never shown as nothing. */
export function usageSentence(run: Pick<Run, "inputTokens" | "outputTokens" | "costUsd">): string {
  if (run.inputTokens + run.outputTokens === 0) return "no tokens counted";
  const tokens = `${count(run.inputTokens)} tokens in, ${count(run.outputTokens)} out`;
  return `${tokens}, ${run.costUsd === null ? "cost unknown (no price set)" : dollars(run.costUsd)}`;
}

/** Seconds until a run is through, from its pace so far; null before anything can be said. */
export function secondsLeft(run: Pick<Run, "status" | "startedAt" | "units">, now: number): number | null {
  if (run.status !== "running" || run.startedAt === null) return null;
  const through = run.units.done + run.units.failed;
  const seconds = (now - Date.parse(run.startedAt)) / 1000;
  if (through < 5 || seconds <= 0) return null;
  return (seconds / through) * run.units.pending;
}

/** "about 4 min left". */
export const leftSentence = (seconds: number): string => `about ${duration(Math.max(1, Math.round(seconds)))} left`;
