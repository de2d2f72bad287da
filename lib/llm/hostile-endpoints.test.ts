import { getEventListeners, once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ChatFailure } from "./chat-failure";
import { complete } from "./complete";
import { embed } from "./embed";
import { retryAfterMs } from "./rate-limit-headers";
import { type ModelEndpoint, sendRequest } from "./send-request";

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

const apiKey = 'sk-"secret"-0123456789';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer({ maxHeaderSize: 1_000_000 }, listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function ask(listener: RequestListener, more: Partial<ModelEndpoint> = {}) {
  const endpoint = { apiKey, model: "m", temperature: 0, maxTokens: 100, seed: null, timeoutMs: 3000, ...more };
  const question = { messages: () => [{ role: "user" as const, content: "Score this." }], schema: null, structuredOutput: "off" as const };
  const retry = { retries: 0, firstDelayMs: 1, longestDelayMs: 1, jitter: 0, random: () => 0 };
  return complete({ ...endpoint, baseUrl: await serve(listener) }, question, { signal: new AbortController().signal, retry });
}

async function failureOf(listener: RequestListener, more: Partial<ModelEndpoint> = {}): Promise<ChatFailure> {
  const error = await ask(listener, more).catch((reason: unknown) => reason);
  if (!(error instanceof ChatFailure)) throw new Error(`expected a ChatFailure, got ${JSON.stringify(error)}`);
  return error;
}

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const completion = (text: string, usage?: unknown) => ({ choices: [{ message: { content: text }, finish_reason: "stop" }], usage });

describe("implausible token counts", () => {
  test.each([
    ["negative", { prompt_tokens: -5_000_000, completion_tokens: -1 }],
    ["words", { prompt_tokens: "twelve", completion_tokens: "3" }],
    ["parts of a token", { prompt_tokens: 1.5, completion_tokens: 0.1 }],
    ["too many for anything", { prompt_tokens: 1e300, completion_tokens: 9_007_199_254_740_991 }],
    ["a list", []],
    ["a word", "free of charge"],
  ])("%s: count as not reported, and the answer is not lost", async (_, usage) => {
    const reply = await ask((_request, response) => json(response, completion("Fine.", usage)));
    expect(reply).toMatchObject({ text: "Fine.", inputTokens: null, outputTokens: null });
  });

  test("at the end of a stream do not lose it either", async () => {
    const reply = await ask(
      (_request, response) => {
        const pieces = [
          { choices: [{ delta: { content: "Fine." }, finish_reason: "stop" }] },
          { choices: [], usage: { prompt_tokens: -1 } },
        ];
        response.end(`${pieces.map((piece) => `data: ${JSON.stringify(piece)}`).join("\n\n")}\n\ndata: [DONE]\n\n`);
      },
      { stream: true },
    );
    expect(reply).toMatchObject({ text: "Fine.", inputTokens: null });
  });
});

describe("an answer that does not end", () => {
  test("is not read to the end", async () => {
    const failure = await failureOf((_request, response) => {
      const block = "x".repeat(100_000);
      const more = () => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    expect(failure).toMatchObject({ code: "model_reply_unreadable", raw: "x".repeat(10_000) });
    expect(failure.message).toContain("does not end within 2 MB");
  });

  test("is not unpacked to the end", async () => {
    const packed = gzipSync(Buffer.alloc(200_000_000, "x"));
    const before = process.memoryUsage().rss;
    const failure = await failureOf((_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed));
    expect(failure.message).toContain("does not end within 2 MB");
    expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000);
  });

  test("that reports an error is cut off, and the status counts", async () => {
    const failure = await failureOf((_request, response) => response.writeHead(401).end("no! ".repeat(1_000_000)));
    expect(failure).toMatchObject({ code: "model_refused_key", status: 401, retryable: false });
    expect(failure.message.length).toBeLessThan(1200);
  });

  test("nor does the head of one", async () => {
    const failure = await failureOf((_request, response) => {
      for (let n = 0; n < 2000; n++) response.setHeader(`x-flood-${n}`, "x".repeat(200));
      json(response, completion("Fine."));
    });
    expect(failure).toMatchObject({ code: "model_unreachable", retryable: true });
  });
});

describe("a fetch that loses its signal, as Node's may after garbage collection", () => {
  beforeEach(() => {
    const real = fetch;
    vi.stubGlobal("fetch", (input: string, init: RequestInit) => real(input, { ...init, signal: null }));
  });
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ["without any answer", (_response: ServerResponse) => undefined],
    ["after the head of an answer", (response: ServerResponse) => response.writeHead(200).flushHeaders()],
    ["in the middle of an answer", (response: ServerResponse) => response.writeHead(200).write("{")],
    ["in the middle of a refusal", (response: ServerResponse) => response.writeHead(500).write("{")],
  ])("times out: %s", async (_, begin) => {
    const failure = await failureOf((_request, response) => void begin(response), { timeoutMs: 200 });
    expect(failure).toMatchObject({ code: "model_timeout" });
  });

  test("closes the connection when the answer is no longer needed", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    await failureOf(
      (_request, response) => {
        closed = once(response.writeHead(200), "close");
        response.write("{");
      },
      { timeoutMs: 200 },
    );
    await closed;
  });
});

test("a stream of nothing but line breaks is read without busying the processor", async () => {
  const before = process.cpuUsage();
  const reply = await ask(
    (_request, response) => {
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: "Fine." }, finish_reason: "stop" }] })}`);
      response.end("\n".repeat(3_000_000));
    },
    { stream: true, timeoutMs: 60_000 },
  );
  const { user, system } = process.cpuUsage(before);
  expect(reply.text).toBe("Fine.");
  expect((user + system) / 1e6).toBeLessThan(5);
});

test("a run's signal keeps no listeners of finished requests", async () => {
  const run = new AbortController();
  const baseUrl = await serve((_request, response) => json(response, completion("Fine.")));
  const endpoint = { baseUrl, apiKey, model: "m", temperature: 0, maxTokens: 100, seed: null, timeoutMs: 3000 };
  await Promise.all([1, 2, 3].map(() => sendRequest(endpoint, "post", "/chat/completions", { signal: run.signal, body: "{}" })));
  expect(getEventListeners(run.signal, "abort")).toEqual([]);
});

test("64 long vectors with many digits are not too long an answer", async () => {
  const vector = Array.from({ length: 4096 }, (_, index) => Math.sin(index) / 1000);
  const baseUrl = await serve((_request, response) =>
    json(response, { data: Array.from({ length: 64 }, (_, index) => ({ index, embedding: vector })) }),
  );
  const endpoint = { baseUrl, apiKey, model: "m", temperature: 0, maxTokens: 100, seed: null, timeoutMs: 30_000 };
  const texts = Array.from({ length: 64 }, (_, index) => `text ${index}`);
  const { vectors } = await embed(endpoint, texts, { signal: new AbortController().signal });
  expect(vectors.at(-1)).toEqual(vector);
});

test("bytes that are not text become replacement characters", async () => {
  const body = Buffer.concat([Buffer.from('{"choices":[{"message":{"content":"a'), Buffer.from([0xff, 0xc3]), Buffer.from('b"}}]}')]);
  expect((await ask((_request, response) => response.end(body))).text).toBe("a\uFFFD\uFFFDb");
});

describe("a server that echoes the key", () => {
  const said = (text: string) => `You sent ${text}!`;

  test("in its reply, escaped or in pieces, is quoted without it", async () => {
    expect((await ask((_request, response) => json(response, completion(said(apiKey))))).text).toBe(said("[key]"));
    const unusual = JSON.stringify(completion(said(apiKey))).replaceAll("-", "\\u002d");
    expect((await ask((_request, response) => response.end(unusual))).text).toBe(said("[key]"));
    const pieces = [...said(apiKey)].map((sign) => `data: ${JSON.stringify({ choices: [{ delta: { content: sign } }] })}\n\n`);
    const streamed = await ask((_request, response) => response.end(`${pieces.join("")}data: [DONE]\n\n`), { stream: true });
    expect(streamed.text).toBe(said("[key]"));
  });

  test("in a refusal, an error or anything else is quoted without it", async () => {
    const refusal = { choices: [{ message: { content: null, refusal: said(apiKey) }, finish_reason: "stop" }] };
    const failures = [
      await failureOf((_request, response) => json(response, refusal)),
      await failureOf((_request, response) => json(response, { error: { message: said(apiKey) } }, 400)),
      await failureOf((_request, response) => response.end(said(apiKey))),
    ];
    for (const { message, raw } of failures) expect(`${message} ${raw}`).not.toMatch(/secret/u);
    expect(failures.map(({ raw }) => raw?.includes("[key]"))).toEqual([true, true, true]);
  });

  test("is quoted unchanged if the key is a placeholder for none", async () => {
    expect((await ask((_request, response) => json(response, completion("I run on ollama.")), { apiKey: "ollama" })).text).toBe(
      "I run on ollama.",
    );
  });
});

test.each([
  ["a number of seconds", "2", 2000],
  ["a year", String(365 * 86_400), 365 * 86_400_000],
  ["a date", "Thu, 01 Jan 1970 00:00:05 GMT", 4000],
  ["a date that has passed", "Thu, 01 Jan 1970 00:00:00 GMT", null],
  ["a negative number", "-5", null],
  ["now", "0", null],
  ["for ever", "Infinity", null],
  ["words", "soon", null],
])("Retry-After: %s", (_, given, expected) => {
  expect(retryAfterMs(new Headers({ "retry-after": given }), 1000)).toBe(expected);
});
