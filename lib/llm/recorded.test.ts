import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { learnFrom } from "./capabilities";
import { ChatFailure } from "./chat-failure";
import { chatOnce } from "./chat-once";
import type { ModelEndpoint } from "./send-request";

/** What servers send, according to their documentation and user reports; none was tried live. */
const folder = join(import.meta.dirname, "recorded");
const answered = (more: object = {}) => ({ text: '{"score": 2}', finishReason: "stop", reasoning: "none", ...more });
const failure = (code: string, more: object = {}) => ({ code, retryable: false, ...more });
const usage = (inputTokens: number | null, outputTokens: number | null) => ({ inputTokens, outputTokens });

const expected: Record<string, object> = {
  "openai.json": answered(usage(19, 10)),
  "openai-stream.txt": answered(usage(19, 10)),
  "openai-refusal.json": failure("model_reply_unreadable", { message: expect.stringContaining("refused") }),
  "openai-no-temperature.json": failure("model_unreachable", { learns: "temperature" }),
  "openai-no-max-tokens.json": failure("model_unreachable", { learns: "tokenLimitName" }),
  "openai-no-json-schema.json": failure("model_unreachable", { learns: "schema" }),
  "openai-quota.json": failure("model_out_of_credits"),
  "azure.json": answered(usage(19, 10)),
  "azure-stream.txt": answered(usage(null, null)),
  "azure-content-filter.json": failure("model_reply_unreadable", { message: expect.stringContaining("content filter") }),
  "azure-filtered-answer.json": failure("model_reply_unreadable", { message: expect.stringContaining("content filter") }),
  "azure-no-max-completion-tokens.json": failure("model_unreachable", { learns: "tokenLimitName" }),
  "vllm-reasoning.json": answered({ ...usage(19, 30), reasoning: "field" }),
  "vllm-stream-reasoning.txt": answered({ ...usage(19, 10), reasoning: "field" }),
  "vllm-bad-request.json": failure("model_unreachable", { learns: "schema", message: expect.stringContaining("xgrammar") }),
  "vllm-too-long.json": failure("model_reply_unreadable", { learns: null }),
  "ollama.json": answered(usage(26, 8)),
  "ollama-reasoning.json": answered({ ...usage(26, 80), reasoning: "field" }),
  "ollama-stream.txt": answered({ ...usage(null, null), reasoning: "field" }),
  "ollama-no-model.json": failure("model_unreachable", { message: expect.stringContaining("try pulling it") }),
  "llama-cpp.json": answered(usage(26, 8)),
  "llama-cpp-stream.txt": answered(usage(26, 8)),
  "llama-cpp-grammar.json": failure("model_unreachable", { learns: "schema" }),
  "llama-cpp-too-long.json": failure("model_reply_unreadable", { message: expect.stringContaining("longer than the model accepts") }),
  "llama-cpp-loading.json": failure("model_unreachable", { retryable: true }),
  "lm-studio-tags.json": { text: expect.stringContaining("<think>"), reasoning: "tags" },
  "lm-studio-format.json": failure("model_unreachable", { learns: "schema", message: expect.stringContaining("response_format.type") }),
  "lm-studio-stream-error.txt": failure("model_reply_unreadable", { retryable: false, message: expect.stringContaining("context length") }),
  "fastapi-seed.json": failure("model_unreachable", { learns: "seed", message: expect.stringContaining("body.seed") }),
  "cut-stream.txt": failure("model_reply_unreadable", { retryable: true, message: expect.stringContaining("cut off") }),
};

test("every recorded shape is in the table", () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(expected).sort());
});

test.each(Object.entries(expected))("%s is read correctly", async (name, wanted) => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere/none");
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
  const text = readFileSync(join(folder, name), "utf8");
  const recorded = name.endsWith(".txt") ? { status: 200, body: text } : (JSON.parse(text) as { status: number; body: object });
  const body = typeof recorded.body === "string" ? recorded.body : JSON.stringify(recorded.body);
  const server = createServer((_request, response) => response.writeHead(recorded.status).end(body)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const endpoint: ModelEndpoint = { baseUrl, apiKey: null, model: "m", temperature: 0, maxTokens: 5, seed: 1, timeoutMs: 5000 };
  const limit = name.includes("no-max-completion") ? { max_completion_tokens: 5 } : { max_tokens: 5 };
  const sent = { model: "m", messages: [], temperature: 0, seed: 1, response_format: {}, ...limit };
  try {
    const reply = await chatOnce(endpoint, JSON.stringify(sent), new AbortController().signal).catch((error: unknown) => error);
    if (!(reply instanceof ChatFailure)) {
      const { text: said, ...rest } = reply as { text: string };
      expect({ ...rest, text: said.trim().replace('":2', '": 2') }).toMatchObject(wanted);
      return;
    }
    const { learns, ...rest } = wanted as { learns?: string | null };
    expect({ code: reply.code, message: reply.message, retryable: reply.retryable }).toMatchObject(rest);
    if (learns !== undefined) expect(learnFrom(reply, endpoint, sent, true)).toBe(learns);
  } finally {
    server.close();
  }
});
