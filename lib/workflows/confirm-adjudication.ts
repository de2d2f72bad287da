import "server-only";
import { confirmLabel, getLabel } from "@/lib/db/adjudications";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { isOnScale } from "@/lib/domain/scale-points";
import { scaleInWords } from "@/lib/review/score-text";

/** Makes the actor's label final, as it was or changed after seeing the judge's draft. A later change supersedes it and keeps the first label. */
export async function confirmAdjudication(
  actor: Actor,
  input: { adjudicationId: string; score: number; reason: string },
): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const label = await getLabel(tx, input.adjudicationId);
    demand(actor, "review.do", label.projectId, "adjudication");
    if (label.userId !== actor.userId) throw new AppError("forbidden", "Only the person who gave the first label can confirm it.");
    const { criterion, scale, sampleId, externalId, firstScore, finalScore, judgeScore } = label;
    if (!isOnScale(scale, input.score))
      throw new AppError("invalid_input", `${input.score} is not on the scale of ${criterion}, ${scaleInWords(scale)}.`);
    if (finalScore === input.score && label.reason === input.reason) return;
    await confirmLabel(tx, label, input);
    await appendAudit(tx, {
      ...{ projectId: label.projectId, userId: actor.userId, verb: "adjudication.confirm", targetKind: "adjudication", targetId: label.id },
      details: { criterion, sampleId, sample: externalId, first: firstScore, before: finalScore, final: input.score, judge: judgeScore },
    });
  });
  return { ok: true };
}
