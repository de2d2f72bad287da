import "server-only";
import { inTransaction } from "@/lib/db/client";
import { appendDecision, getRoundRow } from "@/lib/db/criteria-rounds";
import { listUnions } from "@/lib/db/criteria-unions";
import type { CriterionContent, CriterionGroup } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { pairScaleProblem } from "@/lib/domain/preference";

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
    if (!lines.some(({ id }) => id === input.lineId)) throw new AppError("not_found", "There is no such criterion in this round.");
    const unfit = pairScaleProblem(round.kind, input.criterion === null ? [] : [input.criterion]);
    if (unfit !== null) throw new AppError("invalid_input", unfit);
    await appendDecision(tx, { ...input, userId: actor.userId });
  });
  return { ok: true };
}
