import "server-only";
import { inTransaction } from "@/lib/db/client";
import type { WorkPiece } from "@/lib/db/run-queue";
import { moveRun } from "@/lib/db/runs";
import { draftUnit } from "@/lib/workflows/draft-unit";
import { proposeCriteria } from "@/lib/workflows/propose-criteria";
import type { PieceOutcome } from "./draft-judge";

/** Works one piece: drafts a unit, or proposes criteria. */
export async function workPiece(piece: WorkPiece, options: Parameters<typeof draftUnit>[1]): Promise<PieceOutcome> {
  const { runId, sampleId, criterionId } = piece;
  if (sampleId !== null && criterionId !== null) return draftUnit({ runId, sampleId, criterionId }, options);
  await proposeCriteria({ runId }, options);
  return { outcome: "done" };
}

/** Ends a run whose endpoint fails unit after unit. */
export async function giveUp(runId: string, reason: string): Promise<void> {
  await inTransaction((client) => moveRun(client, runId, ["queued", "running"], "failed", reason));
}
