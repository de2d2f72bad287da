import "server-only";
import { setMaxListeners } from "node:events";
import { endDrainedRuns, findJudgeConcurrency, listNextWork, markRunning, type WorkPiece, type WorkPlaces } from "@/lib/db/run-queue";
import { log } from "@/lib/log";
import type { Budgets, PieceOutcome } from "@/lib/workflows/draft-units";
import { Breaker } from "./breaker";

export interface DraftJudgeOptions {
  /** Aborts when the worker is stopping: no new work is started. */
  stopping: AbortSignal;
  /** Aborts when the grace period for work under way is over. */
  ending: AbortSignal;
  /** How long one job may run before others get their turn; far below the four hours after which the queue presumes it dead. */
  sliceMs: number;
  /** Processes one piece; calls `onPause` when the endpoint requests a pause. */
  work: (
    piece: WorkPiece,
    options: { signal: AbortSignal; onPause: (pause: { ms: number; rateLimited: boolean }) => void; budgets: Budgets },
  ) => Promise<PieceOutcome>;
  /** Ends a run whose endpoint fails every unit. */
  giveUp: (runId: string, reason: string) => Promise<void>;
}

const bufferSize = 100;

/**
 * Processes one judge's runs, as many pieces at once as its concurrency allows. The queue lets only one worker do this for a judge, so nothing is
 * marked as taken: whatever is unfinished when this process dies stays on the list. Memory does not grow with the run: pieces are fetched a hundred
 * at a time. Resolves to whether work is left.
 */
export async function draftJudge(judgeId: string, options: DraftJudgeOptions): Promise<boolean> {
  const drafting = new Drafting(judgeId, options);
  try {
    return await drafting.run();
  } finally {
    // However the loop ended, nothing may continue once the queue believes that this job is over.
    await drafting.settle();
  }
}

const keyOf = (piece: WorkPiece) => `${piece.runId}/${piece.sampleId}/${piece.criterionId}`;

class Drafting {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly breaker = new Breaker();
  private readonly budgets: Budgets = new Map();
  private readonly places: WorkPlaces = new Map();
  private buffer: WorkPiece[] = [];
  private heldUntil = 0;
  private broken: unknown = null;

  constructor(
    private readonly judgeId: string,
    private readonly options: DraftJudgeOptions,
  ) {
    // Every request under way adds a listener, and a judge may have 64: this is not a leak.
    setMaxListeners(0, options.stopping, options.ending);
  }

  async run(): Promise<boolean> {
    const sliceEnds = performance.now() + this.options.sliceMs;
    while (!this.options.stopping.aborted && this.broken === null) {
      const concurrency = await this.refill();
      if (concurrency === null) return false;
      if (performance.now() > sliceEnds) return true;
      while (this.buffer.length > 0 && this.underWay.size < concurrency && !this.options.stopping.aborted) await this.begin();
      if (this.underWay.size > 0) await Promise.race(this.underWay.values());
      else if (this.buffer.length === 0 && (await this.isAllDone())) return false;
    }
    if (this.broken !== null) throw this.broken;
    return true;
  }

  /** Waits for work under way, or until `ending` aborts. */
  async settle(): Promise<void> {
    await Promise.all(this.underWay.values());
    if (this.broken === null && !this.options.ending.aborted) await endDrainedRuns(this.judgeId);
  }

  /** Fetches more pieces when the buffer is empty. Resolves to the judge's concurrency; null when the judge no longer exists. */
  private async refill(): Promise<number | null> {
    const concurrency = await findJudgeConcurrency(this.judgeId);
    if (concurrency === null || this.buffer.length > 0) return concurrency;
    const next = await listNextWork(this.judgeId, bufferSize + this.underWay.size, this.places);
    this.buffer = next.filter((piece) => !this.underWay.has(keyOf(piece)));
    if (this.buffer.length > 0) await markRunning([...new Set(this.buffer.map((piece) => piece.runId))]);
    return concurrency;
  }

  private async isAllDone(): Promise<boolean> {
    await endDrainedRuns(this.judgeId);
    await this.refill();
    return this.buffer.length === 0;
  }

  private async begin(): Promise<void> {
    await this.holdBack();
    const piece = this.buffer.shift();
    if (piece === undefined || this.options.stopping.aborted) return;
    const key = keyOf(piece);
    const done = this.workOn(piece)
      .catch((error: unknown) => {
        if (!this.options.ending.aborted) this.broken ??= error;
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, done);
  }

  private async workOn(piece: WorkPiece): Promise<void> {
    const onPause = (pause: { ms: number; rateLimited: boolean }) => {
      if (pause.rateLimited) this.heldUntil = Math.max(this.heldUntil, performance.now() + pause.ms);
    };
    const outcome = await this.options.work(piece, { signal: this.options.ending, onPause, budgets: this.budgets });
    if (outcome.outcome === "failed")
      log.debug({ run: piece.runId, sample: piece.sampleId, code: outcome.code }, "a unit could not be drafted");
    // Paused or ended: that run's buffered pieces are stale.
    if (outcome.outcome === "left") this.buffer = this.buffer.filter((other) => other.runId !== piece.runId);
    const reason = this.breaker.note(piece.runId, outcome);
    if (reason === null) return;
    this.buffer = this.buffer.filter((other) => other.runId !== piece.runId);
    await this.options.giveUp(piece.runId, reason);
  }

  /** After a rate limit, no new request starts until the requested pause is over. */
  private async holdBack(): Promise<void> {
    const ms = this.heldUntil - performance.now();
    if (ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(finish, ms);
      const { stopping } = this.options;
      function finish() {
        clearTimeout(timer);
        stopping.removeEventListener("abort", finish);
        resolve();
      }
      stopping.addEventListener("abort", finish, { once: true });
    });
  }
}
