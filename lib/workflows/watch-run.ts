import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { getRunPlace, getRunRow } from "@/lib/db/runs";
import type { Run } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";

/** Pauses are so many times as long as the look before them, up to half a minute. */
const pausesPerLook = 20;
const longestPauseMs = 30_000;
const restingStatus: readonly string[] = ["done", "failed", "cancelled"];

/**
 * A run's progress as it goes: the present state first, then each change, until the run has ended or `signal` aborts. Looks once per interval
 * (default 1 s), so that a run of any speed costs its watchers the same; less often where a look takes long, as at a run of half a million units.
 */
export async function* watchRun(actor: Actor, input: { runId: string; signal: AbortSignal; intervalMs?: number }): AsyncGenerator<Run> {
  demand(actor, "run.read", (await getRunPlace(input.runId)).projectId, "run");
  let shown = "";
  while (!input.signal.aborted) {
    const began = performance.now();
    const run = await getRunRow(input.runId);
    const tookMs = performance.now() - began;
    const state = JSON.stringify(run);
    if (state !== shown) yield run;
    shown = state;
    if (restingStatus.includes(run.status)) return;
    const pauseMs = Math.max(input.intervalMs ?? 1000, Math.min(longestPauseMs, pausesPerLook * tookMs));
    const ended = await sleep(pauseMs, false, { signal: input.signal }).catch(() => true);
    if (ended) return;
  }
}
