import "server-only";
import { createLabel, findUnitDraft, getDisputedUnit, listLabels } from "@/lib/db/adjudications";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { hasBeenGiven } from "@/lib/db/disputed-units";
import { getTaskProject } from "@/lib/db/tasks";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { isOnScale } from "@/lib/domain/scale-points";
import { scaleInWords } from "@/lib/review/score-text";

interface Input {
  taskId: string;
  sampleId: string;
  criterionId: string;
  score: number;
  reason: string;
}

/**
 * Gives a unit the actor's first label, after which they see the judge's draft; where there is none the label is final. An adjudicator who has labelled the unit
 * before keeps that first label: they have seen the draft. Throws forbidden for a sample that they were given as an annotator.
 */
export async function adjudicate(actor: Actor, input: Input): Promise<{ id: string; confirmed: boolean }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "review.do", projectId, "task");
  const unit = await getDisputedUnit(input);
  if (await hasBeenGiven(actor.userId, input.sampleId))
    throw new AppError("forbidden", "You were given this sample as an annotator, so somebody else must adjudicate it.");
  if (!isOnScale(unit.scale, input.score))
    throw new AppError("invalid_input", `${input.score} is not on the scale of ${unit.name}, ${scaleInWords(unit.scale)}.`);
  const mine = async () => {
    const [latest] = (await listLabels(input)).filter(({ userId }) => userId === actor.userId);
    return latest && { id: latest.id, confirmed: latest.finalAt !== null };
  };
  const before = await mine();
  if (before !== undefined) return before;
  const draft = await findUnitDraft(input, unit.runId);
  const { sampleId, criterionId, score, reason } = input;
  const { ratings, median, range } = unit;
  const label = { sampleId, criterionId, userId: actor.userId, firstScore: score, reason };
  const shown = { draftId: draft?.id ?? null, judgeScore: draft?.score ?? null };
  const id = await inTransaction(async (tx) => {
    const made = await createLabel(tx, { ...label, ...shown, ratings, median, range });
    if (made !== null && draft === null)
      await appendAudit(tx, {
        ...{ projectId, userId: actor.userId, verb: "adjudication.confirm", targetKind: "adjudication", targetId: made },
        details: { criterion: unit.name, sampleId, first: score, final: score, judge: null },
      });
    return made;
  });
  return id === null ? found(await mine(), "adjudication") : { id, confirmed: draft === null };
}
