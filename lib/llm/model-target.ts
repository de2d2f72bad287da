import "server-only";
import type { Gate } from "@/lib/domain/gate";
import type { JudgeCapabilities, JudgeParameters } from "@/lib/domain/judge";
import type { ModelEndpoint } from "./chat-once";
import type { Question } from "./complete";
import { endpointKey } from "./endpoint-key";

/** Where and how a question goes. */
export interface ModelTarget {
  /** Made when asked, because opening the key may fail, which is then the answer. */
  endpoint: () => ModelEndpoint;
  structuredOutput: Question["structuredOutput"];
  /** Holds requests back; null: nothing does. */
  gate: Gate | null;
}

interface AskedJudge {
  baseUrl: string;
  model: string;
  apiKeyEncrypted: string | null;
  projectId: string;
  parameters: JudgeParameters;
  /** What `judge test` found out: it spares each process vain first requests. */
  capabilities: JudgeCapabilities | null;
}

/** A judge as a target for questions. `fewestTokens`: the limit of a reply is never below it. */
export function modelTarget(
  judge: AskedJudge,
  { fewestTokens = 1, gate = null }: { fewestTokens?: number; gate?: Gate | null } = {},
): ModelTarget {
  const { temperature, maxTokens, seed, timeoutMs, structuredOutput, stream } = judge.parameters;
  return {
    endpoint: () => ({
      baseUrl: judge.baseUrl,
      apiKey: endpointKey(judge),
      model: judge.model,
      temperature,
      maxTokens: Math.max(maxTokens, fewestTokens),
      seed,
      timeoutMs,
      stream,
      capabilities: judge.capabilities,
    }),
    structuredOutput,
    gate,
  };
}

/** What tokens cost in US dollars; null where a price or a count is not known. */
export function tokenCostUsd(
  prices: { inputPriceUsd: number | null; outputPriceUsd: number | null },
  tokens: { inputTokens: number | null; outputTokens: number | null },
): number | null {
  const { inputPriceUsd, outputPriceUsd } = prices;
  const { inputTokens, outputTokens } = tokens;
  if (inputPriceUsd === null || outputPriceUsd === null || inputTokens === null || outputTokens === null) return null;
  return (inputTokens * inputPriceUsd + outputTokens * outputPriceUsd) / 1_000_000;
}
