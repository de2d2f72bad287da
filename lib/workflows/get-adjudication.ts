import "server-only";
import { findShownDraft, getDisputedUnit, listLabels, listUnitRatings } from "@/lib/db/adjudications";
import { hasBeenGiven } from "@/lib/db/disputed-units";
import { listInWork } from "@/lib/db/samples-in-work";
import { getTaskProject } from "@/lib/db/tasks";
import { type AdjudicationUnit, directionOf } from "@/lib/domain/adjudication";
import type { Scale } from "@/lib/domain/criterion";
import { withItemIds } from "@/lib/domain/draft";
import { isCategorical } from "@/lib/domain/labels";
import { type Actor, demand } from "@/lib/domain/policy";
import { imageAddress } from "@/lib/domain/sample-image";
import { withheldWork } from "@/lib/domain/withheld";
import { applyActions } from "@/lib/review/apply-actions";
import { seededRandom, streamSeed } from "@/lib/stats";
import { shuffled } from "@/lib/study/shuffled";

/**
 * A unit as its adjudicator may see it now. Before their first label: the texts and, under letters, each person's score and what they wrote themselves;
 * neither the judge's draft, nor the lines that people kept from one, nor other adjudicators' labels. Afterwards everything. Nothing of a sample that they have open
 * themselves.
 */
export async function getAdjudication(
  actor: Actor,
  input: { taskId: string; sampleId: string; criterionId: string },
): Promise<AdjudicationUnit> {
  demand(actor, "review.do", await getTaskProject(input.taskId), "task");
  if ((await listInWork(actor.userId, [input.sampleId])).size > 0) throw withheldWork();
  const [unit, ratings, labels, own] = await Promise.all([
    getDisputedUnit(input),
    listUnitRatings(input),
    listLabels(input),
    hasBeenGiven(actor.userId, input.sampleId),
  ]);
  const mine = labels.find(({ userId }) => userId === actor.userId);
  const draft = mine === undefined ? null : await findShownDraft(mine.draftId);
  const { inputName, outputName, textFormat, kind, input: text, output, outputB, reference, imageUrl, scale } = unit;
  return {
    task: { id: input.taskId, inputName, outputName, textFormat, pairwise: kind === "pairwise" },
    sample: {
      id: unit.sampleId,
      number: unit.samplePosition + 1,
      input: text,
      output,
      outputB,
      reference,
      imageUrl: imageAddress(unit.sampleId, imageUrl),
    },
    criterion: {
      id: unit.criterionId,
      position: unit.position,
      name: unit.name,
      definition: unit.definition,
      scale,
      overall: unit.overall,
      group: unit.group,
      sampleId: unit.onlySampleId,
    },
    raters: shuffled(ratings, seededRandom(streamSeed(0, `${unit.sampleId} ${unit.criterionId}`))).map((rating, index) => ({
      letter: letterOf(index),
      score: rating.score,
      lines: linesOf(rating, scale, mine !== undefined),
    })),
    range: unit.range,
    own,
    mine: mine === undefined ? null : { id: mine.id, firstScore: mine.firstScore, finalScore: mine.finalScore, reason: mine.reason },
    judge: draft && { name: draft.judge, score: draft.score, items: withItemIds(draft.items) },
    labels:
      mine === undefined
        ? []
        : labels.flatMap(({ by, finalAt, finalScore, firstScore, reason, median, judgeScore }) =>
            finalAt === null || finalScore === null
              ? []
              : [
                  {
                    by: by ?? "A former member",
                    at: finalAt.toISOString(),
                    ...{ firstScore, finalScore, reason },
                    label: directionOf(finalScore, median, judgeScore, isCategorical(scale)),
                    change: directionOf(finalScore, firstScore, judgeScore, isCategorical(scale)),
                  },
                ],
          ),
  };
}

/** A, B … Z, AA, AB … */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

type Rating = Awaited<ReturnType<typeof listUnitRatings>>[number];

function linesOf(rating: Rating, scale: Scale, all: boolean): AdjudicationUnit["raters"][number]["lines"] {
  const { lines } = applyActions({
    items: withItemIds(rating.draftItems ?? []),
    draftScore: rating.draftScore,
    scale,
    actions: rating.actions,
    madeBlind: rating.blindActions ?? 0,
  });
  return lines
    .filter(({ kind, outcome }) => kind !== "heading" && kind !== "score" && (all || outcome === "add" || outcome === "revise"))
    .map(({ kind, text, reason, outcome }) => ({ kind, text, reason, outcome: all ? outcome : null }));
}
