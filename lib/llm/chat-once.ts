import "server-only";
import { timeModelCall } from "@/lib/telemetry/metrics";
import { ChatFailure } from "./chat-failure";
import { type ChatReply, readCompletion } from "./read-completion";
import { meaningOf } from "./refusal-words";
import { type ModelEndpoint, sendRequest, withoutKey } from "./send-request";

/** What an error sent with status 200 comes to: an empty account ends a run whatever the status. */
const codes = {
  "out-of-credits": "model_out_of_credits",
  "too-long": "model_reply_unreadable",
  busy: "model_rate_limited",
  unknown: "model_reply_unreadable",
} as const;

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
  const meaning = reading.refusal === null ? null : meaningOf(reading.refusal.said, reading.refusal.status);
  throw new ChatFailure(codes[meaning ?? "unknown"], withoutKey(reading.problem, endpoint), {
    retryable: meaning === "busy" || (meaning === null && reading.passes),
    raw: answered.body.slice(0, 200_000),
    ownWords: withoutKey(reading.ownWords, endpoint),
    usage: reading.usage,
    status: 200,
    holdMs: answered.holdMs,
  });
}
