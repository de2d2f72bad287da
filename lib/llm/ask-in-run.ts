import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { NewExchange } from "@/lib/domain/exchange";
import type { Gate } from "@/lib/domain/gate";
import type { JudgeCapabilities, JudgeParameters, ModelRole } from "@/lib/domain/judge";
import type { Drafting } from "@/lib/protocols/protocol";
import { type Answer, type AskOptions, askProtocol } from "./ask-protocol";
import type { Budget, Prices } from "./budget";
import { modelTarget, tokenCostUsd } from "./model-target";

interface Party extends Prices {
  judgeId: string;
  baseUrl: string;
  model: string;
  parameters: JudgeParameters;
}

/** A run as it was frozen, with the sealed keys of who takes part. */
export interface AskingRun extends Party {
  projectId: string;
  apiKeyEncrypted: string | null;
  capabilities: JudgeCapabilities | null;
  roles: { [R in Exclude<ModelRole, "judge">]?: Party };
  /** What their judges have now, by judge. */
  roleJudges: Record<string, Pick<AskingRun, "apiKeyEncrypted" | "capabilities">>;
}

/** Where exchanges are kept, found again and held back. */
export interface ExchangeStore {
  append(exchange: NewExchange): Promise<void>;
  find(
    requestHash: string,
  ): Promise<{ exchangeId: string; text: string; inputTokens: number | null; outputTokens: number | null; own: boolean } | null>;
  gate(baseUrl: string): Gate;
}

export interface RunAskOptions extends Pick<AskOptions, "signal" | "retry" | "onPause" | "rereads"> {
  budget: Budget | null;
  /** The limit of tokens of a reply is never below it. */
  fewestTokens?: number;
}

/** What a drafting of a run came to, with its cost in US dollars (null: no price or no count of tokens) and whether nothing had to be asked. */
export type RunAnswer<T> = Answer<T> & { costUsd: number | null; cached: boolean };

/**
 * Drives a drafting for a run: each question goes to who takes its part, at its price, within limits and budget; each exchange is kept as soon as it
 * is over. An answer that this piece of work had already got is not asked for again; one of another run is taken where the store offers it, and
 * the exchange says so.
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
      const costUsd = isTaken ? 0 : tokenCostUsd(partyOf(run, exchange.role), exchange);
      costs.push(costUsd);
      if (isTaken) taken++;
      else asked++;
      if (!isOwn) await store.append({ ...exchange, costUsd: isTaken ? null : costUsd });
    },
  });
  const costUsd = costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  return { ...answer, costUsd, cached: asked === 0 && taken > 0 };
}

function partyOf(run: AskingRun, role: ModelRole): Party {
  const party = role === "judge" ? run : run.roles[role];
  if (party === undefined)
    throw new AppError("invalid_input", `Nobody takes the part "${role}" in this run. Name a judge for it and start again.`);
  return party;
}

function targetOf(run: AskingRun, role: ModelRole, store: ExchangeStore, options: Pick<RunAskOptions, "budget" | "fewestTokens">) {
  const party = partyOf(run, role);
  const { apiKeyEncrypted, capabilities } = (role === "judge" ? run : run.roleJudges[party.judgeId]) ?? {
    apiKeyEncrypted: null,
    capabilities: null,
  };
  const limits = store.gate(party.baseUrl);
  return modelTarget(
    {
      baseUrl: party.baseUrl,
      model: party.model,
      parameters: party.parameters,
      apiKeyEncrypted,
      projectId: run.projectId,
      capabilities,
    },
    { fewestTokens: options.fewestTokens ?? 1, gate: options.budget === null ? limits : options.budget.gate(party, limits) },
  );
}
