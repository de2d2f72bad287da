import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Gate, RequestResult, RequestSize } from "@/lib/domain/gate";
import { judgeCapabilities } from "@/lib/domain/judge";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { forgetCapabilities } from "./capabilities";
import { ChatFailure } from "./chat-failure";
import { type CompleteOptions, complete, type FoundAnswer, type Question } from "./complete";
import { type EmbeddedBatch, embed } from "./embed";
import { holdMs } from "./rate-limit-headers";
import type { RetryPolicy } from "./retry";
import { isAzure, type ModelEndpoint } from "./send-request";

let standIn: StandInLlm;
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere/none");
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
  standIn = await startStandInLlm({ retryAfterSeconds: 0.05 });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await standIn.close();
});

const retry: RetryPolicy = { retries: 2, firstDelayMs: 1, longestDelayMs: 100, jitter: 0, random: () => 0 };
const signal = new AbortController().signal;
const endpoint = (model: string, more: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
  baseUrl: standIn.url,
  apiKey: null,
  model,
  temperature: 0,
  maxTokens: 200,
  seed: 1,
  timeoutMs: 5000,
  ...more,
});
const schema = { name: "s", schema: { type: "object", properties: { score: { type: "number", enum: [1, 2, 3] } } } };
const question = (more: Partial<Question> = {}): Question => ({
  messages: (form) => [
    { role: "user", content: `As ${form}.\nCriterion: clear\nScale: 1 to 3\n<output-0a>\nThe sun is warm.\n</output-0a>` },
  ],
  schema,
  structuredOutput: "auto",
  ...more,
});
const ask = (given: ModelEndpoint, options: Partial<CompleteOptions> = {}, put = question()) =>
  complete(given, put, { signal, retry, ...options });
const requestsFor = (model: string) => standIn.requests.filter((request) => request.body?.model === model);
const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof ChatFailure)) throw new Error(`expected a ChatFailure, got ${String(error)}`);
  return error;
};

describe("what an endpoint does not accept", () => {
  test.each([
    ["no-temperature", "temperature", { temperature: false }],
    ["no-seed", "seed", { seed: false }],
    ["max-completion-tokens-only", "max_tokens", { tokenLimitName: "max_completion_tokens" }],
    ["no-json-schema", "response_format", { structuredOutput: false }],
  ] as const)("%s: is left out, remembered, and not even tried if `judge test` found it", async (fault, parameter, found) => {
    const model = `door:${fault}`;
    expect(await ask(endpoint(model))).toMatchObject({ requests: 2 });
    expect(await ask(endpoint(model))).toMatchObject({ requests: 1 });
    expect(requestsFor(model).map(({ body }) => parameter in (body ?? {}))).toEqual([true, false, false]);
    forgetCapabilities(endpoint(model));
    const capabilities = judgeCapabilities.parse({ structuredOutput: null, ...found });
    expect(await ask(endpoint(model, { capabilities }))).toMatchObject({ requests: 1 });
  });
});

describe("the name of a question", () => {
  const hashOf = async (model: string, more: Partial<ModelEndpoint> = {}, put: Partial<Question> = {}) =>
    (await ask(endpoint(model, more), {}, question(put))).requestHash;

  test("is the same before and after the endpoint's restrictions are known", async () => {
    const model = "hash:no-json-schema";
    expect(await hashOf(model)).toBe(await hashOf(model));
    expect(await hashOf(model, { stream: true })).toBe(await hashOf(model));
  });

  test("differs by model, temperature, seed, limit, repetition, wording and request for lines", async () => {
    const names = await Promise.all([
      hashOf("h"),
      hashOf("h2"),
      hashOf("h", { temperature: 1 }),
      hashOf("h", { seed: 2 }),
      hashOf("h", { maxTokens: 100 }),
      hashOf("h", {}, { repeat: 1 }),
      hashOf("h", {}, { messages: () => [{ role: "user", content: "Else" }] }),
      hashOf("h", {}, { structuredOutput: "off" }),
    ]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("finds an earlier answer, which is used without a request or a gate", async () => {
    const earlier: FoundAnswer = { exchangeId: "x1", text: '{"score":3}', inputTokens: 1, outputTokens: 2 };
    const gate: Gate = { enter: () => Promise.reject(new Error("nothing may go out")) };
    const reply = await ask(endpoint("cached"), { gate, findAnswer: async () => earlier });
    expect(reply).toMatchObject({ cachedFromId: "x1", text: '{"score":3}', requests: 0, inputTokens: 1 });
    expect(JSON.parse(reply.request)).toMatchObject({ model: "cached" });
    expect(requestsFor("cached")).toHaveLength(0);
  });
});

describe("the gate", () => {
  const watched = () => {
    const entered: RequestSize[] = [];
    const left: RequestResult[] = [];
    const gate: Gate = {
      enter: async (size) => {
        entered.push(size);
        return { leave: async (result) => void left.push(result) };
      },
    };
    return { entered, left, gate };
  };

  test("is entered before and left after every request, even a failed one, with the pause that the endpoint wants", async () => {
    const { entered, left, gate } = watched();
    await ask(endpoint("gate:429-retry-after*1"), { gate });
    expect(entered).toHaveLength(2);
    expect(entered[0]?.bytes).toBeGreaterThan(80);
    expect(entered[0]?.maxOutputTokens).toBe(200);
    expect(left).toMatchObject([
      { answered: false, holdMs: 50 },
      { answered: true, holdMs: null, inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    ]);
  });

  test("is left when the request is aborted", async () => {
    const { left, gate } = watched();
    const ending = new AbortController();
    const hanging = ask(endpoint("gate:hang"), { gate, signal: ending.signal });
    await vi.waitFor(() => expect(requestsFor("gate:hang")).toHaveLength(1));
    ending.abort(new Error("the worker ends"));
    await expect(hanging).rejects.toThrow("the worker ends");
    expect(left).toHaveLength(1);
  });

  test("counts an unreadable answer as charged", async () => {
    const { left, gate } = watched();
    await failureOf(ask(endpoint("gate:html-body"), { gate, retry: { ...retry, retries: 0 } }));
    expect(left).toMatchObject([{ answered: true, inputTokens: null }]);
  });
});

test.each([
  [429, { "retry-after": "2" }, 2000],
  [429, { "retry-after-ms": "120" }, 120],
  [429, { "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, 5000],
  [200, { "retry-after": "2" }, null],
  [200, { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1.2s" }, 1200],
  [200, { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
  [200, { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "250ms" }, 250],
  [200, { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "10" }, 10_000],
  [200, { "x-ratelimit-remaining-requests": "1", "x-ratelimit-reset-requests": "1.2s" }, null],
  [429, { "retry-after": "1", "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "3s" }, 3000],
  [200, { "anthropic-ratelimit-requests-remaining": "0", "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:04Z" }, 4000],
  [429, { "retry-after": "999999" }, 600_000],
  [200, {}, null],
] as [number, Record<string, string>, number | null][])("%i with %o asks for a pause of %s ms", (status, headers, wanted) => {
  expect(holdMs(status, new Headers(headers), Date.parse("2026-01-01T00:00:00Z"))).toBe(wanted);
});

describe("a streamed answer", () => {
  test("is assembled, with the usage at its end", async () => {
    const [streamed, whole] = [await ask(endpoint("s", { stream: true })), await ask(endpoint("s"))];
    expect(streamed.text).toBe(whole.text);
    expect(streamed).toMatchObject({ inputTokens: whole.inputTokens, outputTokens: whole.outputTokens, finishReason: "stop" });
    expect(await ask(endpoint("s:no-usage", { stream: true }))).toMatchObject({ inputTokens: null });
  });

  test("that is cut off is requested again and never accepted as complete", async () => {
    expect(await ask(endpoint("s:stream-cut*1", { stream: true }))).toMatchObject({ requests: 2 });
    expect(await failureOf(ask(endpoint("s:stream-cut", { stream: true })))).toMatchObject({ requests: 3, retryable: true });
  });

  test("that drips still times out", async () => {
    const late = ask(endpoint("s:slow", { stream: true, timeoutMs: 60 }), { retry: { ...retry, retries: 0 } });
    expect(await failureOf(late)).toMatchObject({ code: "model_timeout" });
  });

  test("keeps reasoning, refusals and filters separate from the answer", async () => {
    expect(await ask(endpoint("s:reasoning-field", { stream: true }))).toMatchObject({
      reasoning: "field",
      text: expect.stringMatching(/^\{/),
    });
    expect((await failureOf(ask(endpoint("s:refusal", { stream: true })))).message).toMatch(/refused/);
    expect((await failureOf(ask(endpoint("s:content-filter", { stream: true })))).message).toMatch(/content filter/);
  });
});

describe("plain text and images", () => {
  test("are requested without a schema, and an image is sent unchanged", async () => {
    const content = [
      { type: "text" as const, text: "What is it?" },
      { type: "image_url" as const, image_url: { url: "https://example.org/a.png" } },
    ];
    const reply = await ask(endpoint("free"), {}, question({ schema: null, messages: () => [{ role: "user", content }] }));
    expect(reply).toMatchObject({ form: "text", text: expect.stringContaining("Put plainly") });
    expect(requestsFor("free")[0]?.body).toMatchObject({ messages: [{ content }] });
    expect(requestsFor("free")[0]?.body).not.toHaveProperty("response_format");
  });
});

describe("Azure", () => {
  test("gets the base URL's API version with every request, and the key only in its own header", async () => {
    await ask(endpoint("azure", { baseUrl: `${standIn.url}?api-version=2024-10-21`, apiKey: "sk-azure" }));
    expect(requestsFor("azure")[0]).toMatchObject({
      path: "/v1/chat/completions",
      query: "api-version=2024-10-21",
      authorization: null,
      apiKey: "sk-azure",
    });
  });

  test("is recognized by its hosts in every cloud", () => {
    const known = (address: string) => isAzure(new URL(address));
    expect(["com", "us", "cn"].map((end) => known(`https://n.openai.azure.${end}/openai/v1`))).toEqual([true, true, true]);
    expect(known("https://azure.com.example.org/v1")).toBe(false);
  });

  test("is the only one that gets a key in that header", async () => {
    await ask(endpoint("plain", { apiKey: "sk-plain" }));
    expect(requestsFor("plain")[0]).toMatchObject({ query: "", authorization: "Bearer sk-plain", apiKey: null });
  });
});

describe("a question that got no answer", () => {
  test("is known nevertheless, with the tokens that the endpoint reports", async () => {
    const refused = await failureOf(ask(endpoint("door:refusal")));
    expect(refused.asked).toEqual({ request: requestsFor("door:refusal")[0]?.text, requestHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(refused.usage).toEqual({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
    expect(refused.raw).toContain("refusal");
  });

  test("without any answer has unknown usage", async () => {
    const failed = await failureOf(ask(endpoint("door:500"), { retry: { ...retry, retries: 0 } }));
    expect(failed).toMatchObject({
      asked: { request: requestsFor("door:500").at(-1)?.text },
      usage: { inputTokens: null, outputTokens: null },
    });
  });
});

describe("vectors", () => {
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`);
  const embedWith = (model: string, count: number) => embed(endpoint(model), texts(count), { signal, retry });

  test("are requested, and each request is reported byte for byte as sent, even before a failure", async () => {
    const batches: EmbeddedBatch[] = [];
    const onBatch = async (batch: EmbeddedBatch) => void batches.push(batch);
    await embed(endpoint("e-bytes"), [...texts(128), "cafe\u0301 \u{1F426} \0"], { signal, retry, onBatch });
    expect(batches.map(({ request }) => request)).toEqual(requestsFor("e-bytes").map(({ text }) => text));
    expect(batches.map(({ vectors }) => vectors.length)).toEqual([64, 64, 1]);
    expect(new Set(batches.map(({ requestHash }) => requestHash)).size).toBe(3);
    const failing = embed(endpoint("e-fails"), texts(65), {
      signal,
      retry: { ...retry, retries: 0 },
      onBatch: async (batch) => {
        batches.push(batch);
        standIn.setFault("embeddings-500", 1);
      },
    });
    const { asked } = await failureOf(failing);
    expect([batches.at(-1)?.request, asked?.request]).toEqual(requestsFor("e-fails").map(({ text }) => text));
  });

  test("come in the order of the texts, at most 64 per request", async () => {
    const made = await embedWith("e", 130);
    expect(made).toMatchObject({ requests: 3, inputTokens: expect.any(Number) });
    expect(made.vectors).toHaveLength(130);
    const [alone] = (await embed(endpoint("e"), ["word129"], { signal, retry })).vectors;
    expect(made.vectors.at(-1)).toEqual(alone);
    expect(await embedWith("e", 0)).toMatchObject({ vectors: [], requests: 0 });
  });

  test.each([
    ["embeddings-500", /answered 500/],
    ["embeddings-count", /returned 2 vectors for 3 texts/],
    ["embeddings-lengths", /different lengths: 64 and 32/],
  ])("%s is a failure with its reason", async (fault, message) => {
    expect((await failureOf(embedWith(`e:${fault}`, 3))).message).toMatch(message);
  });

  test("are requested again after transient failures", async () => {
    standIn.setFault("embeddings-500", 1);
    expect(await embedWith("again", 2)).toMatchObject({ requests: 2 });
  });
});

test("the stand-in announces its limit in headers, and enforces it", async () => {
  const strict = await startStandInLlm({ requestsPerMinute: 2 });
  const once = () => ask(endpoint("strict", { baseUrl: strict.url }), { retry: { ...retry, retries: 0 } });
  await once();
  await once();
  const refused = await failureOf(once());
  expect(refused).toMatchObject({ code: "model_rate_limited" });
  expect(refused.holdMs).toBeGreaterThan(50_000);
  await strict.close();
});
