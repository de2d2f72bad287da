import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ask, type ChatMessage, type Drafting } from "@/lib/protocols/protocol";
import { askProtocol } from "./ask-protocol";
import type { ModelTarget } from "./model-target";

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere/none");
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
});
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Sent {
  max_tokens: number;
  messages: ChatMessage[];
  response_format?: unknown;
}

type Reply = { status?: number; body: unknown };
const finished = (text: string | null, more: Record<string, unknown> = {}, finish = "stop", usage?: unknown): Reply => ({
  body: { choices: [{ message: { content: text, ...more }, finish_reason: finish }], usage },
});
const refused = (status: number, message: string): Reply => ({ status, body: { error: { message } } });

/** Asks a question of a server that gives these replies in turn, the last one for good. */
async function outcome(replies: readonly Reply[]) {
  const sent: Sent[] = [];
  const server = createServer(async (request, response: ServerResponse) => {
    let text = "";
    for await (const piece of request) text += piece;
    sent.push(JSON.parse(text));
    const { status = 200, body } = replies[Math.min(sent.length, replies.length) - 1] ?? { body: {} };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const endpoint = { baseUrl, apiKey: "sk-0123456789abcdef", model: "m", temperature: 0, maxTokens: 50, seed: null, timeoutMs: 3000 };
  const target: ModelTarget = { endpoint: () => endpoint, structuredOutput: "auto", gate: null };
  const problems: (string | null)[] = [];
  const retry = { retries: 1, firstDelayMs: 1, longestDelayMs: 1, jitter: 0, random: () => 0 };
  const answer = await askProtocol(scored(), () => target, {
    signal: new AbortController().signal,
    retry,
    onExchange: async ({ problem }) => void problems.push(problem),
  });
  return { answer, sent, problems };
}

/** One question whose reply is a number, and readable whenever it begins with one. */
function* scored(): Drafting<number> {
  return yield* ask<number>({
    step: "score",
    role: "judge",
    messages: () => [{ role: "user", content: "Score this." }],
    schema: { name: "score", schema: { type: "object", properties: { reason: { type: "string", minLength: 10 } } } },
    read: (reply) => {
      const score = Number.parseInt(reply, 10);
      return Number.isNaN(score) ? { ok: false, problem: "The reply holds no score." } : { ok: true, value: score };
    },
    typical: () => "4",
  });
}

describe("a reply that ends at the limit of tokens", () => {
  test("is not read, and the question is put afresh with twice the room", async () => {
    const { answer, sent, problems } = await outcome([finished("1", {}, "length"), finished("10")]);
    expect(answer).toMatchObject({ ok: true, value: 10, requests: 2 });
    expect(sent.map(({ max_tokens }) => max_tokens)).toEqual([50, 100]);
    expect(sent.map(({ messages }) => messages.length)).toEqual([1, 1]);
    expect(problems).toEqual(["The reply was cut off at the limit of 50 tokens.", null]);
  });

  test("and never fits is a failure that names the last limit", async () => {
    const { answer, sent } = await outcome([finished("1", {}, "length")]);
    expect(answer).toMatchObject({ ok: false, code: "model_reply_unreadable", rawReply: "1" });
    expect(answer).toMatchObject({ message: "The reply was cut off at the limit of 200 tokens." });
    expect(sent.map(({ max_tokens }) => max_tokens)).toEqual([50, 100, 200]);
  });

  test("after an unreadable one keeps the room it was given", async () => {
    const { sent } = await outcome([finished("1", {}, "length"), finished("none"), finished("3")]);
    expect(sent.map(({ max_tokens, messages }) => [max_tokens, messages.length])).toEqual([
      [50, 1],
      [100, 1],
      [100, 3],
    ]);
  });

  test.each(["max_tokens", "MAX_TOKENS", "model_length"])("is recognised as %s too, which gateways pass on", async (finish) => {
    const { answer, sent } = await outcome([finished("1", {}, finish), finished("10")]);
    expect(answer).toMatchObject({ ok: true, value: 10 });
    expect(sent.map(({ max_tokens }) => max_tokens)).toEqual([50, 100]);
  });

  test("while the model was still reasoning says so", async () => {
    const { answer } = await outcome([finished("", { reasoning_content: "Hm." }, "length")]);
    expect(answer).toMatchObject({ message: "The model was still reasoning when it reached the limit of 200 tokens." });
  });
});

describe("a diagnosis says what happened", () => {
  test.each<[string, readonly Reply[], string, RegExp]>([
    [
      "an error with status 200",
      [{ body: { error: { message: "bad luck" } } }],
      "model_reply_unreadable",
      /answered 200 with an error: bad luck\./,
    ],
    [
      "a busy server that says so with status 200",
      [{ body: { error: { message: "overloaded" } } }],
      "model_rate_limited",
      /answered 200 with an error: overloaded\./,
    ],
    [
      "an empty account with status 200, OpenRouter",
      [{ body: { error: { code: 402, message: "This request requires more credits" } } }],
      "model_out_of_credits",
      /answered 200 with an error: This request requires more credits/,
    ],
    [
      "an error in place of a choice's answer, OpenRouter",
      [
        {
          body: {
            choices: [{ message: { content: "" }, finish_reason: "error", error: { code: 502, message: "Provider returned error" } }],
          },
        },
      ],
      "model_reply_unreadable",
      /broke off its answer: Provider returned error/,
    ],
    [
      "too long with status 200",
      [{ body: { error: { message: "maximum context length is 4096 tokens" } } }],
      "model_reply_unreadable",
      /answered 200 with an error: maximum context length/,
    ],
    ["busy, 503", [refused(503, "no slot available")], "model_unreachable", /is busy: it answered 503 \(.*no slot available\)/],
    ["busy, Anthropic's 529", [refused(529, "Overloaded")], "model_unreachable", /is busy: it answered 529/],
    [
      "a tool call",
      [finished(null, { tool_calls: [{ function: { name: "grade" } }] }, "tool_calls")],
      "model_reply_unreadable",
      /called a tool \("grade"\)/,
    ],
    ["reasoning only", [finished("", { reasoning: "Hm." })], "model_reply_unreadable", /only the model's reasoning, and no answer/],
    ["payment required", [refused(402, "Payment required")], "model_out_of_credits", /credits of this key/],
    [
      "no credits, OpenAI",
      [refused(429, "You exceeded your current quota, please check your plan")],
      "model_out_of_credits",
      /credits of this key/,
    ],
    [
      "no credits, Anthropic",
      [refused(400, "Your credit balance is too low to access the API")],
      "model_out_of_credits",
      /credits of this key/,
    ],
    ["no credits, DeepSeek", [refused(402, "Insufficient Balance")], "model_out_of_credits", /credits of this key/],
    [
      "too long, vLLM",
      [refused(400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
    [
      "too long, newer vLLM",
      [refused(400, "The decoder prompt (length 5000) is longer than the maximum model length of 4096.")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
    [
      "too long, older TGI",
      [refused(422, "Input validation error: `inputs` must have less than 1024 tokens. Given: 3000")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
    [
      "too long, LM Studio",
      [refused(400, "The number of tokens to keep from the initial prompt is greater than the context length")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
    [
      "too long, Mistral",
      [refused(400, "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
    [
      "too long, TGI",
      [refused(422, "`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 3000 `inputs` tokens")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
    [
      "too long, llama.cpp",
      [refused(500, "the request exceeds the available context size. try increasing the context size")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
    [
      "too long, OpenAI",
      [refused(400, "Please reduce the length (context_length_exceeded)")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
    [
      "too long, Anthropic",
      [refused(400, "prompt is too long: 210000 tokens > 200000 maximum")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
    [
      "too long, Gemini",
      [refused(400, "The input token count (40000) exceeds the maximum number of tokens allowed (32768).")],
      "model_reply_unreadable",
      /longer than the model accepts/,
    ],
  ])("%s", async (_name, replies, code, message) => {
    const { answer } = await outcome(replies);
    expect(answer).toMatchObject({ ok: false, code });
    expect(answer.ok ? "" : answer.quoting).toMatch(message);
  });

  test("a question that no longer fits once it is repeated names both reasons", async () => {
    const { answer } = await outcome([finished("none"), refused(400, "maximum context length is 100 tokens")]);
    expect(answer).toMatchObject({ ok: false, code: "model_reply_unreadable", rawReply: expect.stringContaining("context length") });
    expect(answer.ok ? "" : answer.quoting).toMatch(
      /^The reply holds no score\. Asked again: The question is longer than the model accepts/,
    );
  });
});

describe("a schema that breaks a server", () => {
  test.each([400, 422, 500])("is left out once after %s, whatever the server says", async (status) => {
    const { answer, sent } = await outcome([refused(status, "Bad luck."), finished("4")]);
    expect(answer).toMatchObject({ ok: true, value: 4 });
    expect(sent.map((body) => body.response_format !== undefined)).toEqual([true, false]);
  });

  test("only because of its lengths is put without them, now and from then on", async () => {
    const said = "Invalid schema for response_format 'score': In context=('properties', 'reason'), 'minLength' is not permitted.";
    const { answer, sent } = await outcome([refused(400, said), finished("none"), finished("4")]);
    expect(answer).toMatchObject({ ok: true, value: 4 });
    const reason = (body: Sent | undefined) => JSON.stringify(body?.response_format).match(/"reason":(\{[^}]*\})/u)?.[1];
    expect(sent.map(reason)).toEqual(['{"type":"string","minLength":10}', '{"type":"string"}', '{"type":"string"}']);
  });

  test("and is not left out because the question is too long", async () => {
    const { sent } = await outcome([refused(400, "prompt is too long: 9 tokens > 8 maximum")]);
    expect(sent).toHaveLength(1);
  });
});

test("usage that one of two replies does not report is unknown, not the other's", async () => {
  const { answer } = await outcome([finished("none", {}, "stop", { prompt_tokens: 7, completion_tokens: 3 }), finished("4")]);
  expect(answer).toMatchObject({ ok: true, inputTokens: null, outputTokens: null, requests: 2 });
});
