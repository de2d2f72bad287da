import "server-only";
import { budgetLedger, sumSpent } from "@/lib/db/budget-entries";
import { inTransaction } from "@/lib/db/client";
import { type DraftOfPiece, failUnits, findWorkToDraft, saveDrafts, type WorkToDraft } from "@/lib/db/drafts";
import { endpointGate } from "@/lib/db/endpoint-gate";
import { appendExchange, findAnswer } from "@/lib/db/exchanges";
import { moveRun } from "@/lib/db/runs";
import { AppError, type ErrorCode, found } from "@/lib/domain/errors";
import type { NewExchange } from "@/lib/domain/exchange";
import { captionIn } from "@/lib/domain/sample-image";
import { askInRun, type RunAnswer, type RunAskOptions } from "@/lib/llm/ask-in-run";
import { Budget } from "@/lib/llm/budget";
import { demandExampleSizes, demandImageSize } from "@/lib/llm/demand-image-size";
import type { Brief, BriefSample, Drafted } from "@/lib/protocols/protocol";
import { findProtocol } from "@/lib/protocols/protocols";
import { sampleForJudge } from "@/lib/protocols/sent-image";
import { turnBack, turnBrief } from "@/lib/protocols/turn-pair";

/** The outcome of a piece of work. `left`: there was nothing to do, because it is done, its run is paused or ended, or it no longer exists. */
export type PieceOutcome = { outcome: "done" | "left" } | { outcome: "failed"; code: string; message: string };

/** What runs may still spend, while one process works on them. */
export type Budgets = Map<string, Promise<Budget>>;

export interface DraftOptions extends Omit<RunAskOptions, "budget"> {
  budgets: Budgets;
}

interface Piece {
  runId: string;
  sampleId: string;
  /** Null: all criteria of the sample together. */
  criterionId: string | null;
}

/**
 * Drafts one unit of a run, or all units that a sample still lacks: asks by the run's protocol, and stores the drafts or the reason why there are none.
 * Safe to repeat: a unit with a draft is left alone, and of two simultaneous drafts the first is kept. It takes no actor, because a worker calls it for
 * a run that a person started. Throws when `signal` aborts; the units then stay on the list.
 */
export async function draftUnits(piece: Piece, options: DraftOptions): Promise<PieceOutcome> {
  const work = await findWorkToDraft(piece.runId, piece.sampleId, piece.criterionId);
  if (work === null || work.criteria.length === 0 || !["queued", "running"].includes(work.runStatus)) return { outcome: "left" };
  const criterionIds = work.criteria.map((criterion) => criterion.id);
  const isInView = piece.criterionId !== null && work.criteria.some((criterion) => criterion.overall);
  if (isInView && work.failedOthers > 0) {
    const message = `${work.failedOthers} of the sample's other criteria have no draft, and the overall score depends on them.`;
    return fail(piece, criterionIds, { code: "history_incomplete", message, rawReply: null, requests: 0 });
  }
  const { budgets, ...asking } = options;
  const shown = await showSample(work);
  if ("code" in shown) return fail(piece, criterionIds, { ...shown, rawReply: null, requests: 0 });
  const brief = briefOf(work, shown, isInView);
  const protocol = found(findProtocol(work.protocol), `protocol "${work.protocol}"`);
  const budget = await budgetOf(work, budgets);
  const answer = await askInRun(work, protocol.draft(turnBrief(brief)), storeOf(piece, work), { ...asking, budget });
  if (answer.ok) {
    const kept = await saveDrafts(piece, draftsOf(answer, brief), answer.requests);
    return { outcome: kept ? "done" : "left" };
  }
  if (answer.code !== "budget_reached") return fail(piece, criterionIds, answer);
  budgets.delete(budgetKey(work));
  await inTransaction((client) => moveRun(client, piece.runId, ["queued", "running"], "paused", answer.message));
  return { outcome: "left" };
}

async function fail(piece: Piece, criterionIds: string[], failure: Parameters<typeof failUnits>[2]): Promise<PieceOutcome> {
  await failUnits(piece, criterionIds, failure);
  return { outcome: "failed", code: failure.code, message: failure.message };
}

/** The sample as the judge is shown it, or why it cannot be. */
async function showSample({
  sample,
  parameters,
  protocol,
  options,
  criteria,
}: WorkToDraft): Promise<BriefSample | { code: ErrorCode; message: string }> {
  const { metadata, ...texts } = sample;
  try {
    await demandImageSize(texts.imageUrl, parameters);
    await demandExampleSizes(findProtocol(protocol)?.ownPictures({ options, criteria }) ?? [], parameters);
    return sampleForJudge({ ...texts, caption: captionIn(metadata) }, parameters);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message };
  }
}

const briefOf = (work: WorkToDraft, sample: BriefSample, isInView: boolean): Brief => ({
  task: work.task,
  sample,
  criteria: work.criteria,
  earlier: isInView ? work.earlier : [],
  // A trial asks as a plain run does. Planted runs have no work: a study made their drafts.
  variant: work.variant === "planted" || work.variant === "trial" ? "plain" : work.variant,
  options: work.options,
  prompts: work.prompts,
});

const storeOf = (piece: Piece, work: WorkToDraft) => ({
  append: (exchange: NewExchange) => appendExchange(piece, exchange),
  find: (hash: string) => findAnswer(piece, hash, work.reuseAnswers),
  gate: (baseUrl: string) => endpointGate(baseUrl),
});

const budgetKey = (work: Pick<WorkToDraft, "runId" | "budgetUsd" | "budgetTokens">) =>
  `${work.runId}/${work.budgetUsd}/${work.budgetTokens}`;

/** The run's budget in this process. */
function budgetOf(work: WorkToDraft, budgets: Budgets): Promise<Budget> {
  const key = budgetKey(work);
  const known =
    budgets.get(key) ??
    sumSpent(work.runId).then((spent) => new Budget({ usd: work.budgetUsd, tokens: work.budgetTokens }, spent, budgetLedger(work.runId)));
  budgets.set(key, known);
  return known;
}

/** The first draft of a piece carries its tokens and cost, so that they are counted once. */
function draftsOf(answer: Extract<RunAnswer<Drafted[]>, { ok: true }>, brief: Brief): DraftOfPiece[] {
  const { inputTokens, outputTokens, costUsd, latencyMs, cached } = answer;
  return answer.value.map((drafted, index) => {
    const { criterion, content, dropped } = turnBack(drafted, brief);
    const spent = index === 0 ? { inputTokens, outputTokens, costUsd } : { inputTokens: null, outputTokens: null, costUsd: null };
    return { criterion, draft: { content, ...spent, latencyMs, cached }, dropped: dropped ?? null };
  });
}
