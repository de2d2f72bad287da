import dns, { type LookupAddress } from "node:dns";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkedFetch, checkHost } from "./checked-fetch";

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere/none");
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A server on this machine; `asked` counts its requests. */
async function listen(reply: { status: number; headers?: Record<string, string> } = { status: 200 }) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(reply.status, { connection: "close", ...reply.headers }).end("hello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, asked, close };
}

/** Names resolve to these addresses, one list for each time that one is asked. */
function resolveTo(...answers: string[][]) {
  const next = () => (answers.shift() ?? []).map((address): LookupAddress => ({ address, family: 4 }));
  vi.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, next())) as typeof dns.lookup);
  vi.spyOn(dns.promises, "lookup").mockImplementation((async () => next()) as unknown as typeof dns.promises.lookup);
}
const { signal } = new AbortController();

test("connects to the address that was checked", async () => {
  const server = await listen();
  resolveTo(["127.0.0.1"]);
  const response = await checkedFetch(`http://model.example:${server.port}/v1`, { signal });
  expect(await response.text()).toBe("hello");
  expect(server.asked).toEqual(["/v1"]);
  await server.close();
});

test("a name that leads elsewhere once it has been checked is not followed", async () => {
  const server = await listen();
  vi.stubEnv("REDLINE_ALLOW_LOOPBACK_MODEL_URLS", "false");
  resolveTo(["8.8.8.8"], ["127.0.0.1"]);
  await checkHost("model.example");
  await expect(checkedFetch(`http://model.example:${server.port}/v1`, { signal })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("127.0.0.1 is this server"),
  });
  expect(server.asked).toEqual([]);
  await server.close();
});

test("one address that may not be called is enough to refuse a name, and numbers are checked without one", async () => {
  resolveTo(["8.8.8.8", "169.254.169.254"], ["8.8.8.8", "169.254.169.254"]);
  await expect(checkHost("model.example")).rejects.toThrow("169.254.169.254 cannot be the address");
  await expect(checkedFetch("http://model.example/", { signal })).rejects.toThrow("169.254.169.254 cannot be the address");
  await expect(checkedFetch("http://10.0.0.1/", { signal })).rejects.toThrow("10.0.0.1 is in a private network");
  await expect(checkedFetch("http://[64:ff9b::a00:1]/", { signal })).rejects.toThrow("cannot be the address");
});

test("redirects are errors", async () => {
  const server = await listen({ status: 302, headers: { location: "http://169.254.169.254/" } });
  await expect(checkedFetch(`http://127.0.0.1:${server.port}/`, { signal })).rejects.toMatchObject({
    cause: { message: "unexpected redirect" },
  });
  expect(server.asked).toEqual(["/"]);
  await server.close();
});
