import "server-only";
import { randomInt } from "node:crypto";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction, type Tx } from "@/lib/db/client";
import { closeRoundRow, createRoundRow, getRoundRow, hasRoundUnderWay, listPanelCandidates } from "@/lib/db/criteria-rounds";
import { getProposalOf } from "@/lib/db/criteria-sets";
import { listUnions } from "@/lib/db/criteria-unions";
import { lockTask } from "@/lib/db/tasks";
import type { RoundItem } from "@/lib/domain/criteria-round";
import type { CriterionGroup } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { nextRound } from "@/lib/review/next-round";

interface Input {
  taskId: string;
  proposalDraftId?: string | undefined;
  previousRoundId?: string | undefined;
  experts: string[];
  anonymous: boolean;
}

interface Source {
  proposalDraftId: string | null;
  previousId: string | null;
  items: RoundItem[];
  removedBefore: (CriterionGroup | null)[];
}

/**
 * Opens a round: each expert redlines the same list alone. The list is a judge's proposal or the union of the previous round, which ends with it.
 * Throws conflict while another round of the task is under way, invalid_input for an expert whose role does not redline criteria.
 */
export async function openCriteriaRound(actor: Actor, input: Input): Promise<{ roundId: string }> {
  return inTransaction(async (tx) => {
    const { projectId } = await lockTask(tx, input.taskId);
    demand(actor, "criteria.edit", projectId, "task");
    const source = input.previousRoundId === undefined ? await proposed(tx, input) : await unionOf(tx, actor, input, input.previousRoundId);
    if (await hasRoundUnderWay(tx, input.taskId)) {
      throw new AppError("conflict", "A round of this task is under way. Publish it or end it first.");
    }
    const experts = [...new Set(input.experts)];
    const known = await listPanelCandidates(projectId, tx);
    if (experts.some((userId) => !known.some((candidate) => candidate.userId === userId))) {
      throw new AppError("invalid_input", "Only experts, researchers and admins of this project can be invited to a round.");
    }
    const codes = shuffled(experts.map((_, index) => `Expert ${index + 1}`));
    const roundId = await createRoundRow(tx, {
      ...source,
      taskId: input.taskId,
      openedById: actor.userId,
      anonymous: input.anonymous,
      experts: experts.map((userId, index) => ({ userId, code: codes[index] ?? "" })),
    });
    const audit = { projectId, userId: actor.userId, targetKind: "criteria-round", targetId: roundId };
    await appendAudit(tx, { ...audit, verb: "criteria.round-open", details: { experts: experts.length, anonymous: input.anonymous } });
    return { roundId };
  });
}

async function proposed(tx: Tx, { taskId, proposalDraftId = "" }: Input): Promise<Source> {
  const items = await getProposalOf(tx, taskId, proposalDraftId);
  const roundItems = items.flatMap(({ kind, text }): RoundItem[] => {
    if (kind === "criterion") return [{ kind, text, proposed: text }];
    return kind === "heading" ? [{ kind, text, proposed: null }] : [];
  });
  return { proposalDraftId, previousId: null, items: roundItems, removedBefore: [] };
}

async function unionOf(tx: Tx, actor: Actor, { taskId }: Input, previousId: string): Promise<Source> {
  const previous = await getRoundRow(previousId, { tx, lock: true });
  if (previous.taskId !== taskId) throw new AppError("not_found", "There is no such round in this task.");
  if (previous.status !== "discussing") {
    throw new AppError("conflict", "A further round starts from one whose redlines are being discussed.");
  }
  const lines = (await listUnions([previous], tx)).get(previousId)?.lines ?? [];
  const next = nextRound(lines, previous);
  if (!next.items.some(({ kind }) => kind === "criterion")) {
    throw new AppError("conflict", "Every criterion was removed; nothing is left for a further round.");
  }
  await closeRoundRow(tx, previousId, { userId: actor.userId, criteriaSetId: null });
  return { proposalDraftId: previous.proposalDraftId, previousId, ...next };
}

/** Codes in random order, so that the order of invitation does not give them away. */
function shuffled(codes: string[]): string[] {
  const left = [...codes];
  return codes.map(() => left.splice(randomInt(left.length), 1)[0] ?? "");
}
