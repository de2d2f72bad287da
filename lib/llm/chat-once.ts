import "server-only";
import { timeModelCall } from "@/lib/telemetry/metrics";
import { ChatFailure } from "./chat-failure";
import { type ChatReply, readCompletion } from "./read-completion";
import { type ModelEndpoint, sendRequest, withoutKey } from "./send-request";

/** In a streamed answer, each token carries about 250 bytes of JSON. */
const longestStream = 20_000_000;

/** One chat request, without retries. `body` is JSON text and is sent as it is. Throws ChatFailure; when `signal` aborts, its reason. */
export const chatOnce = (endpoint: ModelEndpoint, body: string, signal: AbortSignal): Promise<ChatReply & { holdMs: number | null }> =>
  timeModelCall("chat", () => chat(endpoint, body, signal));

async function chat(endpoint: ModelEndpoint, body: string, signal: AbortSignal): Promise<ChatReply & { holdMs: number | null }> {
  const options = { signal, body, ...(endpoint.stream === true && { longestAnswer: longestStream }) };
  const answered = await sendRequest(endpoint, "post", "/chat/completions", options);
  const reading = readCompletion(answered.body);
  // Redacted again: a key streamed in pieces is whole only here.
  if (reading.ok) return { ...reading.reply, text: withoutKey(reading.reply.text, endpoint), holdMs: answered.holdMs };
  throw new ChatFailure("model_reply_unreadable", withoutKey(reading.problem, endpoint), {
    retryable: reading.passes,
    raw: answered.body.slice(0, 200_000),
    usage: reading.usage,
    status: 200,
    holdMs: answered.holdMs,
  });
}
