import { beforeEach, describe, expect, test } from "vitest";
import { temporaryDatabase } from "@/lib/testing/database";
import { pool } from "./client";
import { endpointGate } from "./endpoint-gate";
import { holdServer, listEndpoints, listLimitsInForce, readServer, reserveRequest, saveEndpointLimits, settleRequest } from "./endpoints";

temporaryDatabase();

const baseUrl = "http://127.0.0.1:9/v1";
const none = { requestsPerMinute: null, tokensPerMinute: null, concurrency: null };
const start = Date.parse("2026-01-01T00:00:00Z");
const at = (ms: number) => new Date(start + ms);
const address = "127.0.0.1:9";
let projectId = "";
beforeEach(async () => {
  await pool().query("delete from endpoints");
  await pool().query("delete from servers");
  const result = await pool().query<{ id: string }>("insert into projects (name) values (gen_random_uuid()::text) returning id");
  projectId = result.rows[0]?.id ?? "";
});

async function limited(limits: Partial<typeof none> | Record<string, number>): Promise<string> {
  await saveEndpointLimits(projectId, baseUrl, { ...none, ...limits });
  return address;
}
const leases = async (server: string) => (await pool().query("select from server_leases where address = $1", [server])).rows.length;
const ended = { moreTokens: 0, holdMs: null };

describe("requests per minute", () => {
  test("hold across all connections and are evenly spaced, however many ask at once", async () => {
    const id = await limited({ requestsPerMinute: 600 });
    const places = await Promise.all(Array.from({ length: 60 }, () => reserveRequest(id, 0, at(0))));
    const given = places.flatMap(({ waitMs, leaseId }) => (leaseId === null ? [] : [Math.round(waitMs)])).sort((a, b) => a - b);
    // A burst of one second at once, then evenly spaced up to the scheduling horizon; the rest ask again.
    const step = 60_000 / (600 * 0.98);
    const evenly = Array.from({ length: 60 }, (_, index) => Math.round(Math.max(0, index * step - 1000)));
    expect(given).toEqual(evenly.slice(0, given.length));
    expect(given.length).toBeGreaterThanOrEqual(58);
  });

  test("are used to the full and never beyond, minute after minute", async () => {
    const id = await limited({ requestsPerMinute: 60 });
    const sent: number[] = [];
    for (let now = 0; now < 180_000; ) {
      const { waitMs, leaseId } = await reserveRequest(id, 0, at(now));
      if (leaseId === null) now += Math.ceil(waitMs);
      else {
        sent.push(now + waitMs);
        await settleRequest(id, { leaseId, ...ended }, at(now));
      }
    }
    const inMinuteFrom = (start: number) => sent.filter((ms) => ms >= start && ms < start + 60_000).length;
    expect(Math.max(...sent.map(inMinuteFrom))).toBe(60);
    expect(sent.length / 180).toBeGreaterThan(0.97);
  });

  test("give no slot too far ahead and say when to ask again", async () => {
    const id = await limited({ requestsPerMinute: 6 });
    expect(await reserveRequest(id, 0, at(0))).toMatchObject({ waitMs: 0, leaseId: expect.any(String) });
    expect(await reserveRequest(id, 0, at(0))).toEqual({ waitMs: expect.closeTo(4204, 0), leaseId: null });
    expect(await reserveRequest(id, 0, at(5000))).toMatchObject({ waitMs: expect.closeTo(4204, 0), leaseId: expect.any(String) });
  });

  test("take effect at once when changed", async () => {
    const id = await limited({ requestsPerMinute: 1 });
    await reserveRequest(id, 0, at(0));
    expect(await reserveRequest(id, 0, at(1000))).toMatchObject({ leaseId: null });
    await saveEndpointLimits(projectId, baseUrl, { ...none, requestsPerMinute: 600 });
    expect(await reserveRequest(id, 0, at(1000))).toMatchObject({ waitMs: 0, leaseId: expect.any(String) });
  });
});

describe("tokens per minute", () => {
  test("are estimated before each request and corrected after it", async () => {
    const id = await limited({ tokensPerMinute: 61_224 });
    const first = await reserveRequest(id, 3000, at(0));
    expect(first.waitMs).toBe(0);
    // 3,000 tokens take three seconds, of which the burst covers one.
    expect((await reserveRequest(id, 1000, at(0))).waitMs).toBeCloseTo(2000, 0);
    await settleRequest(id, { leaseId: first.leaseId ?? "", moreTokens: -2000, holdMs: null }, at(0));
    expect((await reserveRequest(id, 0, at(0))).waitMs).toBeCloseTo(1000, -1);
  });
});

describe("concurrent requests", () => {
  test("are never more than allowed, even when all ask at the same moment", async () => {
    const id = await limited({ concurrency: 3 });
    const places = await Promise.all(Array.from({ length: 30 }, () => reserveRequest(id, 0, at(0))));
    const leases = places.flatMap(({ leaseId }) => leaseId ?? []);
    expect(leases).toHaveLength(3);
    await settleRequest(id, { leaseId: leases[0] ?? "", ...ended }, at(0));
    expect((await reserveRequest(id, 0, at(0))).leaseId).not.toBeNull();
    expect((await reserveRequest(id, 0, at(0))).leaseId).toBeNull();
  });

  test("free the slots of a dead worker", async () => {
    const id = await limited({ concurrency: 1 });
    await reserveRequest(id, 0, at(0));
    expect((await reserveRequest(id, 0, at(59_000))).leaseId).toBeNull();
    expect((await reserveRequest(id, 0, at(61_000))).leaseId).not.toBeNull();
  });
});

describe("a pause that the endpoint asks for", () => {
  test("holds back every worker, and a shorter pause does not end a longer one", async () => {
    const id = await limited({ requestsPerMinute: 600 });
    const { leaseId } = await reserveRequest(id, 0, at(0));
    await settleRequest(id, { leaseId: leaseId ?? "", moreTokens: 0, holdMs: 3000 }, at(0));
    const other = await reserveRequest(id, 0, at(0));
    expect(other.waitMs).toBe(3000);
    await settleRequest(id, { leaseId: other.leaseId ?? "", moreTokens: 0, holdMs: 10 }, at(0));
    expect((await reserveRequest(id, 0, at(1000))).waitMs).toBe(2000);
  });

  test("is shared even without limits, and does not appear in the list of limits", async () => {
    const signal = new AbortController().signal;
    const pass = await endpointGate(baseUrl).enter({ bytes: 1, images: 0, maxOutputTokens: 1 }, signal);
    await pass.leave({ answered: false, inputTokens: null, outputTokens: null, holdMs: 3_600_000 });
    expect((await readServer(baseUrl)).blockedMs).toBeGreaterThan(3_000_000);
    expect(await listEndpoints(projectId)).toEqual([]);
  });

  test("can be aborted while waiting", async () => {
    await holdServer(baseUrl, 3_600_000);
    const ending = new AbortController();
    const waiting = endpointGate(baseUrl).enter({ bytes: 1, images: 0, maxOutputTokens: 1 }, ending.signal);
    ending.abort(new Error("the worker ends"));
    await expect(waiting).rejects.toThrow("the worker ends");
  });
});

describe("a server", () => {
  const another = async () => {
    const result = await pool().query<{ id: string }>("insert into projects (name) values (gen_random_uuid()::text) returning id");
    return result.rows[0]?.id ?? "";
  };

  test.each([
    ["http://LocalHost:9/v1", "127.0.0.1:9"],
    ["http://127.0.0.1:9/other/path?x=1", "127.0.0.1:9"],
    ["http://[::1]:9", "127.0.0.1:9"],
    ["http://user:word@127.0.0.1:9/v1", "127.0.0.1:9"],
    ["https://Api.Example.com./v1", "api.example.com:443"],
    ["https://api.example.com:443/v2/", "api.example.com:443"],
    ["http://api.example.com", "api.example.com:80"],
    ["https://[2001:DB8::2]:8443/v1", "[2001:db8::2]:8443"],
  ])("named by %s is %s, whatever its path", async (url, expected) => {
    expect((await readServer(url)).address).toBe(expected);
  });

  test("has the strictest limits that any project states, for the requests of all", async () => {
    await limited({ requestsPerMinute: 600, concurrency: 2 });
    const other = await another();
    await saveEndpointLimits(other, "http://localhost:9/v2", { ...none, concurrency: 1, tokensPerMinute: 9000 });
    expect(await listLimitsInForce([baseUrl, "http://127.0.0.1:8/v1"])).toEqual([
      { ...none, baseUrl: "http://127.0.0.1:8/v1" },
      { baseUrl, requestsPerMinute: 600, tokensPerMinute: 9000, concurrency: 1 },
    ]);
    const first = await reserveRequest(address, 0, at(0));
    expect(first.leaseId).not.toBeNull();
    expect((await reserveRequest(address, 0, at(0))).leaseId).toBeNull();
    await saveEndpointLimits(other, "http://localhost:9/v2", none);
    expect((await reserveRequest(address, 0, at(0))).leaseId).not.toBeNull();
  });

  test("that asked one project for a pause gets no request from another", async () => {
    await holdServer("http://localhost:9/v1", 3_600_000);
    const entering = endpointGate("http://127.0.0.1:9/elsewhere", 1000).enter(
      { bytes: 1, images: 0, maxOutputTokens: 1 },
      new AbortController().signal,
    );
    await expect(entering).rejects.toThrow(/^127\.0\.0\.1:9 is busy: it asked for no requests for another 3\d{3} s\.$/u);
  });

  test("says that it is busy to those who do not want to wait", async () => {
    await limited({ concurrency: 1 });
    const size = { bytes: 1, images: 0, maxOutputTokens: 1 };
    const { signal } = new AbortController();
    const pass = await endpointGate(baseUrl).enter(size, signal);
    await expect(endpointGate(baseUrl, 0).enter(size, signal)).rejects.toThrow(
      "127.0.0.1:9 is busy: 1 of the 1 requests that it may have at once are under way.",
    );
    await pass.leave({ answered: true, inputTokens: 1, outputTokens: 1, holdMs: null });
    await (await endpointGate(baseUrl, 1000).enter(size, signal)).leave({ answered: true, inputTokens: 1, outputTokens: 1, holdMs: null });
  });
});

describe("the gate", () => {
  test("frees the slot of a request that was aborted while waiting", async () => {
    const id = await limited({ requestsPerMinute: 20 });
    const gate = endpointGate(baseUrl);
    const ending = new AbortController();
    const enter = () => gate.enter({ bytes: 0, images: 0, maxOutputTokens: 0 }, ending.signal);
    const first = await enter();
    const waiting = enter();
    await expect.poll(() => leases(id)).toBe(2);
    ending.abort(new Error("the worker ends"));
    await expect(waiting).rejects.toThrow("the worker ends");
    await first.leave({ answered: true, inputTokens: 1, outputTokens: 1, holdMs: null });
    expect(await leases(id)).toBe(0);
  });

  test("is shared by addresses that differ only in trailing slashes", async () => {
    const id = await limited({ concurrency: 1 });
    await saveEndpointLimits(projectId, `${baseUrl}/`, { ...none, concurrency: 2 });
    expect(await listEndpoints(projectId)).toMatchObject([{ baseUrl, concurrency: 2 }]);
    const { signal } = new AbortController();
    const pass = await endpointGate(`${baseUrl}//`).enter({ bytes: 0, images: 0, maxOutputTokens: 0 }, signal);
    expect(await leases(id)).toBe(1);
    await pass.leave({ answered: true, inputTokens: 1, outputTokens: 1, holdMs: null });
  });

  test("limits are listed by address, for one project only", async () => {
    await saveEndpointLimits(projectId, "http://b.example/v1", { ...none, concurrency: 2 });
    await saveEndpointLimits(projectId, "http://a.example/v1", { ...none, tokensPerMinute: 5 });
    expect(await listEndpoints(projectId)).toEqual([
      { ...none, baseUrl: "http://a.example/v1", tokensPerMinute: 5 },
      { ...none, baseUrl: "http://b.example/v1", concurrency: 2 },
    ]);
  });
});
