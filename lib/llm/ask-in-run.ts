import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { NewExchange } from "@/lib/domain/exchange";
import type { Gate } from "@/lib/domain/gate";
import type { JudgeCapabilities, JudgeParameters, ModelRole } from "@/lib/domain/judge";
import type { Drafting } from "@/lib/protocols/protocol";
import { noteSpending } from "@/lib/telemetry/metrics";
import { type Answer, type AskOptions, askProtocol } from "./ask-protocol";
import type { Budget, Prices } from "./budget";
import { modelTarget, tokenCostUsd } from "./model-target";

interface Participant extends Prices {
  judgeId: string;
  baseUrl: string;
  model: string;
  parameters: JudgeParameters;
}

/** A frozen run, with the encrypted keys of its participants. */
export interface AskingRun extends Participant {
  projectId: string;
  apiKeyEncrypted: string | null;
  capabilities: JudgeCapabilities | null;
  roles: { [R in Exclude<ModelRole, "judge">]?: Participant };
  /** The current keys and capabilities of their judges, by judge. */
  roleJudges: Record<string, Pick<AskingRun, "apiKeyEncrypted" | "capabilities">>;
}

/** Stores exchanges, finds earlier answers, and limits requests. */
export interface ExchangeStore {
  append(exchange: NewExchange): Promise<void>;
  find(
    requestHash: string,
  ): Promise<{ exchangeId: string; text: string; inputTokens: number | null; outputTokens: number | null; own: boolean } | null>;
  gate(baseUrl: string): Gate;
}

export interface RunAskOptions extends Pick<AskOptions, "signal" | "retry" | "onPause" | "rereads"> {
  budget: Budget | null;
  /** A reply may always have that many tokens. */
  fewestTokens?: number;
}

/** The outcome of a drafting in a run, with its cost in US dollars (null: unknown price or token count). `cached`: every answer came from another run. */
export type RunAnswer<T> = Answer<T> & { costUsd: number | null; cached: boolean };

/**
 * Drives a drafting for a run: each question goes to the participant in its role, at that participant's price, within limits and budget; each exchange
 * is stored as soon as it is over. A question that this piece of work has already had answered is not asked again; an answer from another run is
 * reused if the store offers it, and the exchange records that.
 */
export async function askInRun<T>(
  run: AskingRun,
  drafting: Drafting<T>,
  store: ExchangeStore,
  options: RunAskOptions,
): Promise<RunAnswer<T>> {
  const { budget, fewestTokens, ...asking } = options;
  const own = new Set<string>();
  const costs: (number | null)[] = [];
  let asked = 0;
  let taken = 0;
  const answer = await askProtocol(drafting, (role) => targetOf(run, role, store, { budget, fewestTokens }), {
    ...asking,
    findAnswer: async (hash) => {
      const earlier = await store.find(hash);
      if (earlier?.own) own.add(earlier.exchangeId);
      return earlier === null ? null : { ...earlier, ...(earlier.own ? {} : { inputTokens: null, outputTokens: null }) };
    },
    onExchange: async (exchange) => {
      const isOwn = exchange.cachedFromId !== null && own.has(exchange.cachedFromId);
      const isTaken = exchange.cachedFromId !== null && !isOwn;
      const costUsd = isTaken ? 0 : tokenCostUsd(participantOf(run, exchange.role), exchange);
      costs.push(costUsd);
      if (isTaken) taken++;
      else asked++;
      if (exchange.cachedFromId === null) noteSpending({ ...exchange, costUsd });
      if (!isOwn) await store.append({ ...exchange, costUsd: isTaken ? null : costUsd });
    },
  });
  const costUsd = costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  return { ...answer, costUsd, cached: asked === 0 && taken > 0 };
}

function participantOf(run: AskingRun, role: ModelRole): Participant {
  const participant = role === "judge" ? run : run.roles[role];
  if (participant === undefined)
    throw new AppError("invalid_input", `No judge takes the role "${role}" in this run. Choose one and start a new run.`);
  return participant;
}

function targetOf(run: AskingRun, role: ModelRole, store: ExchangeStore, options: Pick<RunAskOptions, "budget" | "fewestTokens">) {
  const participant = participantOf(run, role);
  const { apiKeyEncrypted, capabilities } = (role === "judge" ? run : run.roleJudges[participant.judgeId]) ?? {
    apiKeyEncrypted: null,
    capabilities: null,
  };
  const limits = store.gate(participant.baseUrl);
  return modelTarget(
    {
      baseUrl: participant.baseUrl,
      model: participant.model,
      parameters: participant.parameters,
      apiKeyEncrypted,
      projectId: run.projectId,
      capabilities,
    },
    { fewestTokens: options.fewestTokens ?? 1, gate: options.budget === null ? limits : options.budget.gate(participant, limits) },
  );
}
