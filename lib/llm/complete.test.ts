import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { learnFrom } from "./capabilities";
import { ChatFailure } from "./chat-failure";
import { complete, type Question } from "./complete";
import { requestHash } from "./request-hash";
import type { RetryPolicy } from "./retry";
import type { ModelEndpoint } from "./send-request";

let standIn: StandInLlm;
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere/none");
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
  vi.stubEnv("OPENAI_API_KEY", "sk-of-the-environment");
  standIn = await startStandInLlm({ apiKey: "sk-secret", retryAfterSeconds: 0.05 });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await standIn.close();
});

const quick: RetryPolicy = { retries: 3, firstDelayMs: 1, longestDelayMs: 100, jitter: 0.5, random: () => 0.5 };
const endpoint = (model: string, more: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
  baseUrl: standIn.url,
  apiKey: "sk-secret",
  model,
  temperature: 0,
  maxTokens: 200,
  seed: null,
  timeoutMs: 5000,
  ...more,
});
const schema = {
  name: "evaluation",
  schema: { type: "object", properties: { score: { type: "number", enum: [1, 2, 3] } }, required: ["score"] },
};
const question = (structuredOutput: Question["structuredOutput"] = "auto"): Question => ({
  messages: () => [{ role: "user", content: "Criterion: clear\nScale: 1 to 3\n<output-0a>\nThe sun is warm. It is a star.\n</output-0a>" }],
  schema,
  structuredOutput,
});
const ask = (model: string, options: { retry?: RetryPolicy; signal?: AbortSignal; structuredOutput?: Question["structuredOutput"] } = {}) =>
  complete(endpoint(model), question(options.structuredOutput), {
    signal: options.signal ?? new AbortController().signal,
    retry: options.retry ?? quick,
  });
const requestsFor = (model: string) => standIn.requests.filter((request) => request.body?.model === model);

async function failure(work: Promise<unknown>): Promise<ChatFailure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ChatFailure)) throw new Error(`expected a ChatFailure, got ${String(error)}`);
  return error;
}

describe("top_p", () => {
  test("is sent only if it is set, and left out once the endpoint refuses it", async () => {
    await ask("without");
    await complete(endpoint("with", { topP: 0.9 }), question(), { signal: new AbortController().signal, retry: quick });
    expect(requestsFor("without")[0]?.body).not.toHaveProperty("top_p");
    expect(requestsFor("with")[0]?.body).toMatchObject({ top_p: 0.9 });
    const refused = new ChatFailure("model_unreachable", "400 Unsupported parameter: 'top_p' is not supported with this model.", {
      retryable: false,
      status: 400,
    });
    const asked = endpoint("refuses top_p", { topP: 0.9 });
    expect(learnFrom(refused, asked, { top_p: 0.9 }, true)).toBe("topP");
    await complete(asked, question(), { signal: new AbortController().signal, retry: quick });
    expect(requestsFor("refuses top_p")[0]?.body).not.toHaveProperty("top_p");
  });

  test("distinguishes questions, and a question without it has the hash it had before", () => {
    const hash = (more: Partial<ModelEndpoint>) => requestHash(endpoint("m", more), { messages: [] });
    expect(hash({ topP: null })).toBe(hash({}));
    expect(hash({ topP: 0.9 })).not.toBe(hash({}));
  });
});

describe("an answer", () => {
  test("comes with its usage, and the request holds the schema and the judge's own key only", async () => {
    const reply = await ask("plain");
    expect(JSON.parse(reply.text)).toMatchObject({ score: expect.any(Number) });
    expect(reply).toMatchObject({ form: "json", requests: 1, finishReason: "stop" });
    expect(reply.inputTokens).toBeGreaterThan(0);
    expect(reply.outputTokens).toBeGreaterThan(0);
    const [request] = requestsFor("plain");
    expect(request?.authorization).toBe("Bearer sk-secret");
    expect(request?.body).toMatchObject({ temperature: 0, max_tokens: 200, response_format: { json_schema: { strict: true } } });
  });

  test("is requested as lines if the endpoint accepts no schema, and from then on at the first attempt", async () => {
    expect(await ask("m:no-json-schema")).toMatchObject({ form: "text", requests: 2 });
    expect(await ask("m:no-json-schema")).toMatchObject({ form: "text", requests: 1 });
    expect((await failure(ask("m:no-json-schema", { structuredOutput: "on" }))).message).toMatch(/response_format/);
    expect(await ask("never", { structuredOutput: "off" })).toMatchObject({ form: "text", requests: 1 });
  });

  test("without usage has unknown counts, not zero", async () => {
    expect(await ask("m:no-usage")).toMatchObject({ inputTokens: null, outputTokens: null });
  });
});

describe("transient failures are retried", () => {
  test.each(["429", "429-retry-after", "500", "503", "reset", "empty-body", "html-body"])("%s", async (fault) => {
    expect(await ask(`m:${fault}*2`)).toMatchObject({ requests: 3 });
  });

  test("not before Retry-After says, and the caller learns of the pause", async () => {
    const pauses: { ms: number; rateLimited: boolean }[] = [];
    await complete(endpoint("p:429-retry-after*1"), question(), {
      signal: new AbortController().signal,
      retry: quick,
      onPause: (pause) => pauses.push(pause),
    });
    expect(pauses).toEqual([{ ms: 50 + 50 * 0.25, rateLimited: true }]);
    const [first, second] = requestsFor("p:429-retry-after*1");
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(50);
  });

  test("only a few times", async () => {
    const error = await failure(ask("often:500"));
    // Four, and one without the schema.
    expect(error).toMatchObject({ code: "model_unreachable", requests: 5 });
    expect(requestsFor("often:500")).toHaveLength(5);
  });
});

describe("permanent failures fail immediately, with a reason", () => {
  test.each([
    ["401", "model_refused_key", /refuses the key/],
    ["404-model", "model_unreachable", /has no model "once:404-model"/],
    ["refusal", "model_reply_unreadable", /refused/],
  ])("%s", async (fault, code, message) => {
    const error = await failure(ask(`once:${fault}`));
    expect(error).toMatchObject({ code, requests: 1 });
    expect(error.message).toMatch(message);
  });

  test("a wrong key appears in no message", async () => {
    const error = await failure(
      complete(endpoint("x", { apiKey: "sk-wrong" }), question(), { signal: new AbortController().signal, retry: quick }),
    );
    expect(error.code).toBe("model_refused_key");
    expect(JSON.stringify([error.message, error.raw, error.details])).not.toContain("sk-wrong");
  });

  test("nobody listening, or an answer that hangs or drips", async () => {
    const none = { ...quick, retries: 0 };
    const signal = new AbortController().signal;
    const unreachable = await failure(complete(endpoint("x", { baseUrl: "http://127.0.0.1:9/v1" }), question(), { signal, retry: none }));
    expect(unreachable).toMatchObject({ code: "model_unreachable" });
    for (const fault of ["hang", "slow"]) {
      const late = await failure(complete(endpoint(`t:${fault}`, { timeoutMs: 300 }), question(), { signal, retry: none }));
      expect(late).toMatchObject({ code: "model_timeout" });
    }
  });

  test("an endpoint that sends the request elsewhere, so that no key follows", async () => {
    const elsewhere = createServer((_request, response) => response.writeHead(307, { location: `${standIn.url}/chat/completions` }).end());
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const seen = standIn.requests.length;
    const baseUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/v1`;
    const signal = new AbortController().signal;
    const error = await failure(complete(endpoint("x", { baseUrl }), question(), { signal, retry: { ...quick, retries: 0 } }));
    expect(error.code).toBe("model_unreachable");
    expect(standIn.requests).toHaveLength(seen);
    elsewhere.close();
  });

  test("what arrived instead of a completion is kept", async () => {
    expect((await failure(ask("k:html-body", { retry: { ...quick, retries: 0 } }))).raw).toContain("Welcome to the proxy");
  });
});

test("an aborted request ends with the given reason, also during a pause", async () => {
  const inFlight = new AbortController();
  const hanging = ask("c:hang", { signal: inFlight.signal });
  await vi.waitFor(() => expect(requestsFor("c:hang")).toHaveLength(1));
  inFlight.abort(new Error("the worker ends"));
  await expect(hanging).rejects.toThrow("the worker ends");
  const paused = new AbortController();
  const work = complete(endpoint("c:503"), question(), {
    signal: paused.signal,
    retry: { ...quick, firstDelayMs: 60_000, longestDelayMs: 60_000 },
    onPause: () => paused.abort(new Error("the worker ends")),
  });
  await expect(work).rejects.toThrow("the worker ends");
});
