import "server-only";
import type { ExchangeRecord } from "@/lib/domain/exchange";
import { type JudgeCapabilities, judgeCapabilities } from "@/lib/domain/judge";
import { jsonInReply } from "@/lib/protocols/json-in-reply";
import { capabilitiesOf } from "./capabilities";
import { ChatFailure } from "./chat-failure";
import { complete } from "./complete";
import { listModels } from "./list-models";
import type { ModelTarget } from "./model-target";
import type { RetryOptions } from "./retry";
import type { ModelEndpoint } from "./send-request";

/** What an endpoint can do, after `asked` was answered: by that exchange, what requests taught, its list of models, and one more question, streamed. */
export async function findCapabilities(target: ModelTarget, asked: ExchangeRecord, options: RetryOptions): Promise<JudgeCapabilities> {
  const endpoint = target.endpoint();
  // A seed is tried even if the judge uses none: with one, runs can be reproduced.
  const streamed = await askStreamed({ ...endpoint, seed: endpoint.seed ?? 1, stream: true }, options);
  const known = capabilitiesOf(endpoint);
  const isHeld = Object.hasOwn(JSON.parse(asked.request), "response_format");
  const inTags = /<\/?think(?:ing)?>/iu.test(asked.reply);
  const models = await listModels(endpoint, options.signal);
  return judgeCapabilities.parse({
    structuredOutput: target.structuredOutput === "off" ? null : isHeld && jsonInReply(asked.reply).kind === "found",
    tokenLimitName: known.tokenLimitName,
    usage: asked.inputTokens !== null && asked.outputTokens !== null,
    reasoning: inTags ? "tags" : (streamed?.reasoning ?? null),
    streaming: streamed !== null,
    temperature: known.temperature,
    seed: streamed === null ? null : known.seed,
    models: models === null ? null : { count: models.length, hasModel: models.includes(endpoint.model) },
    latencyMs: asked.latencyMs,
    at: new Date().toISOString(),
  });
}

/** Null: it does not stream. */
async function askStreamed(endpoint: ModelEndpoint, options: RetryOptions) {
  const messages = () => [{ role: "user" as const, content: "Reply with the one word yes." }];
  try {
    return await complete(endpoint, { messages, schema: null, structuredOutput: "off" }, options);
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error;
    return null;
  }
}
