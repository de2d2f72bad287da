import "server-only";
import { ZodError } from "zod";
import { inTransaction } from "@/lib/db/client";
import { failPiece } from "@/lib/db/drafts";
import type { WorkPiece } from "@/lib/db/run-queue";
import { moveRun } from "@/lib/db/runs";
import { AppError } from "@/lib/domain/errors";
import { log } from "@/lib/log";
import { draftMetricRun } from "@/lib/workflows/draft-metric-run";
import { draftPanelRun } from "@/lib/workflows/draft-panel-run";
import { draftRecalibratedRun } from "@/lib/workflows/draft-recalibrated-run";
import { type DraftOptions, draftUnits, type PieceOutcome } from "@/lib/workflows/draft-units";
import { proposeCriteria } from "@/lib/workflows/propose-criteria";

/**
 * Processes one piece: drafts units, computes a run that needs no model, or proposes criteria. A piece that triggers an internal error is
 * marked failed with the reason, since it would fail every time and block all others. Throws when `signal` aborts or the database cannot
 * be reached.
 */
export async function workPiece(piece: WorkPiece, options: DraftOptions): Promise<PieceOutcome> {
  try {
    return await workOn(piece, options);
  } catch (error) {
    if (options.signal.aborted || !isOfThePiece(error)) throw error;
    log.error({ err: error, run: piece.runId, sample: piece.sampleId }, "a piece of work failed");
    const failure = {
      code: "internal",
      message: `Redline could not process this: ${error instanceof Error ? error.message : String(error)}`,
    };
    if (piece.sampleId === null) await giveUp(piece.runId, failure.message);
    else await failPiece(piece, failure);
    return { outcome: "failed", ...failure };
  }
}

async function workOn(piece: WorkPiece, options: DraftOptions): Promise<PieceOutcome> {
  const { runId } = piece;
  switch (piece.kind) {
    case "unit":
    case "sample":
      return draftUnits(piece, options);
    case "batch":
      // Each handles its own kind of run and ignores the others.
      await draftMetricRun({ runId }, options);
      await draftPanelRun({ runId }, options);
      await draftRecalibratedRun({ runId }, options);
      return { outcome: "done" };
    case "criteria":
      await proposeCriteria({ runId }, options);
      return { outcome: "done" };
  }
}

/** Our own bug or a value the database rejects, as opposed to transient trouble: lost connections, deadlocks, a full disk. */
function isOfThePiece(error: unknown): boolean {
  if (error instanceof AppError) return error.code !== "unavailable";
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ZodError) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // SQLSTATE classes: invalid data, violated constraints, raised exceptions, exceeded limits.
  return /^(?:22|23|54|P0)...$/u.test(code);
}

/** Ends a run whose endpoint fails unit after unit. */
export async function giveUp(runId: string, reason: string): Promise<void> {
  await inTransaction((client) => moveRun(client, runId, ["queued", "running"], "failed", reason));
}
