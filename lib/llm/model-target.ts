import "server-only";
import type { Gate } from "@/lib/domain/gate";
import type { JudgeCapabilities, JudgeParameters } from "@/lib/domain/judge";
import type { Question } from "./complete";
import { endpointKey } from "./endpoint-key";
import type { ModelEndpoint } from "./send-request";

/** Where and how to send a question. */
export interface ModelTarget {
  /** Made on demand: decrypting the key may fail, and that is then the answer. */
  endpoint: () => ModelEndpoint;
  structuredOutput: Question["structuredOutput"];
  /** Throttles requests; null: no limit. */
  gate: Gate | null;
}

interface AskedJudge {
  baseUrl: string;
  model: string;
  apiKeyEncrypted: string | null;
  projectId: string;
  parameters: JudgeParameters;
  /** What `judge test` found out; it saves each process from sending requests that would be refused. */
  capabilities: JudgeCapabilities | null;
}

/** A judge as a target for questions. `fewestTokens`: a reply may always have that many. */
export function modelTarget(
  judge: AskedJudge,
  { fewestTokens = 1, gate = null }: { fewestTokens?: number; gate?: Gate | null } = {},
): ModelTarget {
  const { temperature, topP, maxTokens, seed, timeoutMs, structuredOutput, stream } = judge.parameters;
  return {
    endpoint: () => ({
      baseUrl: judge.baseUrl,
      apiKey: endpointKey(judge),
      model: judge.model,
      temperature,
      topP,
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

/** The cost of tokens in US dollars; null if a price or a count is unknown. */
export function tokenCostUsd(
  prices: { inputPriceUsd: number | null; outputPriceUsd: number | null },
  tokens: { inputTokens: number | null; outputTokens: number | null },
): number | null {
  const { inputPriceUsd, outputPriceUsd } = prices;
  const { inputTokens, outputTokens } = tokens;
  if (inputPriceUsd === null || outputPriceUsd === null || inputTokens === null || outputTokens === null) return null;
  return (inputTokens * inputPriceUsd + outputTokens * outputPriceUsd) / 1_000_000;
}
