import "server-only";
import type { JudgeParameters } from "@/lib/domain/judge";
import type { ModelEndpoint } from "./chat-once";
import type { Question } from "./complete";
import { endpointKey } from "./endpoint-key";

/** Where and how a question goes. */
export interface ModelTarget {
  /** Made when asked, because opening the key may fail, which is then the answer. */
  endpoint: () => ModelEndpoint;
  structuredOutput: Question["structuredOutput"];
}

interface AskedJudge {
  baseUrl: string;
  model: string;
  apiKeyEncrypted: string | null;
  projectId: string;
  parameters: JudgeParameters;
  /** Whether the endpoint follows a JSON schema, where `judge test` found that out: it spares each process a vain first request. */
  followsSchema: boolean | null;
}

/** A judge as a target for questions. `fewestTokens`: the limit is never below it. */
export function modelTarget(judge: AskedJudge, fewestTokens = 1): ModelTarget {
  const { temperature, maxTokens, seed, timeoutMs, structuredOutput } = judge.parameters;
  return {
    endpoint: () => ({
      baseUrl: judge.baseUrl,
      apiKey: endpointKey(judge),
      model: judge.model,
      temperature,
      maxTokens: Math.max(maxTokens, fewestTokens),
      seed,
      timeoutMs,
    }),
    structuredOutput: structuredOutput === "auto" && judge.followsSchema === false ? "off" : structuredOutput,
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
