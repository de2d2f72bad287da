import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { pool } from "@/lib/db/client";
import { endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { scopeOf } from "@/lib/domain/api-key";
import { AppError } from "@/lib/domain/errors";
import { keyHeaders, makeAccount, temporaryInstance, testPassword } from "@/lib/testing/accounts";
import { boundArrivals } from "./arrival-time";
import { answerAuthRequest } from "./auth-request";
import { route } from "./route";
import { fileResponse } from "./stream";

temporaryInstance();

const origin = "http://127.0.0.1:3000";
const things = "/things/{thingId}";
const id = "5b2f6d6e-8a68-4c0e-9f3a-0d5a3f7f2b11";
const echoBody = z.object({ name: z.string().min(2), scale: z.object({ max: z.number().max(5) }) });

let calls = 0;
const echo = route(
  { method: "POST", path: things, summary: "", body: echoBody, reply: z.object({ calls: z.int(), name: z.string() }) },
  async ({ body }) => {
    calls++;
    return { calls, name: body.name };
  },
);
const read = route(
  {
    method: "GET",
    path: things,
    summary: "",
    query: z.object({ limit: z.coerce.number().int().max(10).default(3) }),
    reply: z.object({ limit: z.int() }),
  },
  async ({ query, params }) => {
    if (params.thingId !== id) throw new AppError("conflict", "another id");
    return { limit: query.limit };
  },
);
const fail = route({ method: "POST", path: "/fail", summary: "", reply: z.object({}) }, async () => {
  calls++;
  if (calls === 1) throw new Error("secret text of the database");
  return {};
});

const good = { name: "ab", scale: { max: 5 } };
const post = (body: unknown, headers: Record<string, string>) =>
  new Request(`${origin}/api/v1/things/${id}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const context = { params: Promise.resolve({ thingId: id }) };
const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string; details?: unknown } }).error;

test("without session or key the answer is 401 with the one error shape and a request id", async () => {
  const response = await echo(post(good, {}), context);
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    error: { code: "unauthenticated", message: expect.any(String), requestId: response.headers.get("x-request-id") },
  });
});

test("a request's own id comes back, an odd one does not", async () => {
  const headers = await keyHeaders(await makeAccount());
  const idOf = async (given: string) =>
    (await echo(post(good, { ...headers, "x-request-id": given }), context)).headers.get("x-request-id");
  expect(await idOf("01ARZ3NDEKTSV4RRFFQ69G5FAV")).toBe("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  for (const odd of ["<script>", "sk-DISTINCTIVEKEY12345"]) expect(await idOf(odd)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});

test("each wrong field is named", async () => {
  const headers = await keyHeaders(await makeAccount());
  const response = await echo(post({ name: "a", scale: { max: 6 } }, headers), context);
  expect(response.status).toBe(422);
  const error = await errorOf(response);
  expect(error.details).toEqual({
    issues: [
      { path: "name", message: expect.any(String) },
      { path: "scale.max", message: expect.any(String) },
    ],
  });
  expect(error.message).toContain("scale.max");
});

test("bodies that are not JSON, not labelled as JSON, too large or not valid text are each refused with their own error", async () => {
  const headers = await keyHeaders(await makeAccount());
  const statusOf = async (body: unknown, more: Record<string, string> = {}) =>
    (await echo(post(body, { ...headers, ...more }), context)).status;
  expect(await statusOf("{")).toBe(400);
  expect(await statusOf(good, { "content-type": "text/plain" })).toBe(415);
  expect(await statusOf(`"${"x".repeat(10 * 1024 * 1024)}"`)).toBe(413);
  expect(await statusOf('{"name":"a\\u0000b","scale":{"max":1}}')).toBe(422);
  expect(await statusOf('{"name":"a\\ud800b","scale":{"max":1}}')).toBe(422);
  expect(await statusOf('{"name":"ok 😀","scale":{"max":1}}')).toBe(200);
});

test("query values are read, defaulted and checked", async () => {
  const headers = await keyHeaders(await makeAccount());
  const ask = (search: string) => read(new Request(`${origin}/api/v1/things/${id}${search}`, { headers }), context);
  expect(await (await ask("")).json()).toEqual({ limit: 3 });
  expect(await (await ask("?limit=7")).json()).toEqual({ limit: 7 });
  expect((await ask("?limit=many")).status).toBe(422);
  expect((await ask("")).headers.get("cache-control")).toBe("no-store");
});

test("a malformed id is not found", async () => {
  const headers = await keyHeaders(await makeAccount());
  const response = await read(new Request(`${origin}/api/v1/things/1`, { headers }), { params: Promise.resolve({ thingId: "1" }) });
  expect(response.status).toBe(404);
});

test("an unexpected error gives nothing of itself away, and its Idempotency-Key may be tried again", async () => {
  calls = 0;
  const headers = { ...(await keyHeaders(await makeAccount())), "idempotency-key": "once" };
  const ask = () => fail(new Request(`${origin}/api/v1/fail`, { method: "POST", headers }), { params: Promise.resolve({}) });
  const first = await ask();
  expect(first.status).toBe(500);
  expect(JSON.stringify(await first.json())).not.toContain("secret text");
  expect((await ask()).status).toBe(200);
});

test("a repeated Idempotency-Key gets the first reply byte for byte and the work is done once", async () => {
  calls = 0;
  const account = await makeAccount();
  const headers = { ...(await keyHeaders(account)), "idempotency-key": "k-1" };
  const first = await echo(post(good, headers), context);
  const second = await echo(post(good, headers), context);
  expect(await second.text()).toBe(await first.text());
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(calls).toBe(1);
  expect((await echo(post({ ...good, name: "other" }, headers), context)).status).toBe(409);
  const another = { ...(await keyHeaders(await makeAccount())), "idempotency-key": "k-1" };
  expect((await echo(post(good, another), context)).headers.get("idempotency-replayed")).toBeNull();
});

test("only one of many simultaneous requests with one Idempotency-Key does the work", async () => {
  calls = 0;
  const headers = { ...(await keyHeaders(await makeAccount())), "idempotency-key": "k-2" };
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await echo(post(good, headers), context)).status));
  expect(calls).toBe(1);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
});

test("a key held by a request that died is free again after two minutes", async () => {
  const account = await makeAccount();
  const headers = { ...(await keyHeaders(account)), "idempotency-key": "dead" };
  const hold = (age: string) =>
    pool().query(
      `insert into idempotent_replies (user_id, key, request_hash, status, body, created_at) values ($1, 'dead', 'x', 0, '{"holder":null,"done":{}}', now() - $2::interval)
       on conflict (user_id, key) do update set status = 0, created_at = excluded.created_at`,
      [account.userId, age],
    );
  await hold("10 seconds");
  expect((await echo(post(good, headers), context)).status).toBe(409);
  await hold("3 minutes");
  expect((await echo(post(good, headers), context)).status).toBe(200);
});

test("with a cookie a write is taken from our own pages and from scripts, not from another site's page", async () => {
  const account = await makeAccount();
  const signIn = await answerAuthRequest(
    new Request(`${origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ email: account.email, password: testPassword }),
    }),
  );
  const cookie = signIn.headers
    .getSetCookie()
    .map((entry) => entry.split(";")[0])
    .join("; ");
  const statusOf = async (headers: Record<string, string>) => (await echo(post(good, { cookie, ...headers }), context)).status;
  expect(await statusOf({ origin })).toBe(200);
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({ origin: "http://evil.example" })).toBe(403);
  expect(await statusOf({ origin: "null" })).toBe(403);
  expect(await statusOf({ "sec-fetch-site": "cross-site" })).toBe(403);
});

test("in tests a reply that breaks its own schema is caught", async () => {
  const headers = await keyHeaders(await makeAccount());
  const broken = route({ method: "GET", path: "/x", summary: "", reply: z.object({ n: z.int() }) }, async () => ({ n: 1.5 }));
  expect((await broken(new Request(`${origin}/x`, { headers }), { params: Promise.resolve({}) })).status).toBe(500);
});

test("an API key does what its scopes say, by the method of the endpoint; a refusal names the one it lacks", async () => {
  const account = await makeAccount();
  const endpoint = (method: "GET" | "POST" | "PATCH" | "DELETE", scope?: "annotate" | "session") =>
    route({ method, path: "/things", summary: "", reply: z.object({ ok: z.literal(true) }), ...(scope && { scope }) }, async () => ({
      ok: true as const,
    }));
  const doors = {
    read: [endpoint("GET")],
    annotate: [endpoint("POST", "annotate")],
    write: [endpoint("POST"), endpoint("PATCH"), endpoint("DELETE")],
    session: [endpoint("POST", "session")],
  };
  const context = { params: Promise.resolve({}) };
  for (const held of ["read", "annotate", "write"] as const) {
    const headers = await keyHeaders(account, { scopes: [held] });
    for (const [needed, handlers] of Object.entries(doors)) {
      for (const handler of handlers) {
        const { method } = handler.endpoint;
        const response = await handler(new Request("http://127.0.0.1:3000/api/v1/things", { method, headers }), context);
        expect([held, needed, response.status]).toEqual([held, needed, held === needed ? 200 : 403]);
        if (needed !== held) expect(await response.json()).toMatchObject({ error: { code: "forbidden", details: { scope: needed } } });
      }
    }
  }
  const reading = await keyHeaders(account, { scopes: ["read"] });
  const [write] = doors.write;
  const refused = await write?.(new Request("http://127.0.0.1:3000/api/v1/things", { method: "POST", headers: reading }), context);
  expect(await refused?.text()).toContain('lacks the scope \\"write\\"; it has \\"read\\"');
});

test("an annotator's and an expert's whole work needs the scope to annotate, and nothing else does", () => {
  const all = Object.entries<Endpoint>(endpoints);
  const annotating = all.filter(([, endpoint]) => scopeOf(endpoint) === "annotate").map(([name]) => name);
  expect(annotating.sort()).toEqual(
    [
      ...[
        "nextAssignment",
        "prepareAssignment",
        "giveConsent",
        "declineConsent",
        "readOwnParticipation",
        "readGuidelines",
        "startExamTry",
        "saveActions",
        "revealDrafts",
        "submitAssignment",
        "submitAndNext",
      ],
      ...["reopenAssignment", "skipAssignment", "flagAssignment", "saveRedline", "submitRedline", "commentOnCriterion"],
      ...["addComment", "deleteComment", "markMentionsSeen"],
    ].sort(),
  );
  const readingByPost = all.filter(([, endpoint]) => endpoint.method !== "GET" && scopeOf(endpoint) === "read").map(([name]) => name);
  expect(readingByPost.sort()).toEqual(["estimateRun", "previewPlan", "sizePlan"]);
});

test("a download that goes on after its account was disabled breaks off, and frees what it holds", async () => {
  const log: string[] = [];
  const download = route({ method: "GET", path: "/file", summary: "" }, ({ request }) =>
    fileResponse(request, {
      fileName: "a.csv",
      contentType: "text/csv",
      body: (async function* () {
        try {
          for (let piece = 1; piece < 100; piece++) yield `piece ${piece}\n`;
        } finally {
          log.push("ended");
        }
      })(),
    }),
  );
  const account = await makeAccount();
  const headers = await keyHeaders(account);
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const response = await download(new Request(`${origin}/api/v1/file`, { headers }), { params: Promise.resolve({}) });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await read()).toBe("piece 1\n");
    vi.advanceTimersByTime(5000);
    expect(await read()).toBe("piece 2\n");
    await pool().query("update users set banned = true where id = $1", [account.userId]);
    vi.advanceTimersByTime(5000);
    const rest = (async () => {
      for (let piece = 3; piece < 20; piece++) await read();
    })();
    await expect(rest).rejects.toMatchObject({ code: "unauthenticated" });
    expect(log).toEqual(["ended"]);
  } finally {
    vi.useRealTimers();
  }
});

test("only an upload of somebody who is known may arrive for longer than other requests", async () => {
  const headers = await keyHeaders(await makeAccount());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ordinaryMs = 1000;
  const unwatch = boundArrivals({ ordinaryMs, uploadMs: 3_600_000, idleMs: 1_000_000 });
  const reading = new EventEmitter();
  const upload = route({ method: "POST", path: things, summary: "", query: z.object({}) }, async ({ request }) => {
    reading.emit("begun");
    return new Response(`${(await request.text()).length} bytes`);
  });
  const server = createServer(async (incoming, outgoing) => {
    const headers = incoming.headers as Record<string, string>;
    const init = { method: "POST", headers, body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" };
    const response = await (incoming.url === "/upload" ? upload : echo)(new Request(`${origin}${incoming.url}`, init), context);
    outgoing.writeHead(response.status).end(await response.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const begin = async (path: string, headers: Record<string, string>) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const lines = Object.entries({ ...headers, host: "a", "content-type": "application/json", "content-length": "4" });
    const requested = once(server, "request");
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\nab`);
    await requested;
    let got = "";
    socket.on("data", (piece) => {
      got += piece;
    });
    const ended = new Promise<string>((resolve) => socket.on("error", () => undefined).once("close", () => resolve(got)));
    return { socket, ended };
  };
  try {
    const begun = once(reading, "begun");
    const known = await begin("/upload", headers);
    await begun;
    const [unknown, other] = [await begin("/upload", {}), await begin("/things", headers)];
    vi.advanceTimersByTime(ordinaryMs);
    expect(await other.ended).toMatch(/^HTTP\/1\.1 408 /);
    expect(await unknown.ended).toMatch(/^HTTP\/1\.1 40[18] /);
    const [answer] = await Promise.all([once(known.socket, "data"), known.socket.write("cd")]);
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
  } finally {
    vi.useRealTimers();
    unwatch();
    server.closeAllConnections();
    server.close();
  }
});
