import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { getRunPlace, getRunRow } from "@/lib/db/runs";
import type { Run } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";

/** Pauses are so many times as long as the look before them, up to half a minute. */
const pausesPerLook = 20;
const longestPauseMs = 30_000;
const askAgainMs = 5000;
const restingStatus: readonly string[] = ["done", "failed", "cancelled"];

interface Watch {
  runId: string;
  signal: AbortSignal;
  /** The watcher as they are now; throws once their session, key or account has ended. Absent for commands run on the machine itself. */
  again?: () => Promise<Actor>;
  intervalMs?: number;
}

/**
 * A run's progress as it goes: the present state first, then each change, until the run has ended or `signal` aborts. Looks once per interval
 * (default 1 s), so that a run of any speed costs its watchers the same; less often where a look takes long, as at a run of half a million units.
 * Throws within seconds, and before it looks again, once the watcher may no longer read the run.
 */
export async function* watchRun(actor: Actor, input: Watch): AsyncGenerator<Run> {
  const { projectId } = await getRunPlace(input.runId);
  demand(actor, "run.read", projectId, "run");
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
    for (let left = pauseMs; left > 0; left -= askAgainMs) {
      const ended = await sleep(Math.min(left, askAgainMs), false, { signal: input.signal }).catch(() => true);
      if (ended) return;
      demand((await input.again?.()) ?? actor, "run.read", projectId, "run");
    }
  }
}
