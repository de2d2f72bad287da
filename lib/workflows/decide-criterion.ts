import "server-only";
import { inTransaction } from "@/lib/db/client";
import { appendDecision, getRoundRow } from "@/lib/db/criteria-rounds";
import { listUnions } from "@/lib/db/criteria-unions";
import type { CriterionContent, CriterionGroup } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { pairScaleProblem } from "@/lib/domain/preference";
import { contentOfLine } from "@/lib/review/criteria-union";
import { oldLevelTexts } from "@/lib/review/old-level-texts";

interface Input {
  roundId: string;
  lineId: string;
  criterion: CriterionContent | null;
  group: CriterionGroup | null;
  note: string;
}

/** Records the panel's consensus on one criterion: its final wording, or that it is removed. A later decision supersedes it; both are kept. */
export async function decideCriterion(actor: Actor, input: Input): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const round = await getRoundRow(input.roundId, { tx, lock: true });
    demand(actor, "criteria.edit", round.projectId, "round");
    if (round.status !== "discussing") throw new AppError("conflict", "Decisions are recorded while a round is discussed.");
    const lines = (await listUnions([round], tx)).get(round.id)?.lines ?? [];
    const line = lines.find(({ id }) => id === input.lineId);
    if (line === undefined) throw new AppError("not_found", "There is no such criterion in this round.");
    const { criterion } = input;
    const unfit = criterion && (pairScaleProblem(round.kind, [criterion]) ?? oldLevelTexts(contentOfLine(line), criterion));
    if (unfit !== null) throw new AppError("invalid_input", unfit);
    await appendDecision(tx, { ...input, userId: actor.userId });
  });
  return { ok: true };
}
