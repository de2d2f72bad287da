import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { clientAddressHeader, networkOf, noteClientAddresses } from "./client-address";

process.env.DATABASE_URL ??= "postgres://unused";
process.env.REDLINE_SECRET ??= "a-secret-for-tests-only";
process.env.REDLINE_TRUSTED_PROXIES = "127.0.0.2, 10.0.0.0/8, fd00::/8";
noteClientAddresses();

const server = createServer((incoming, reply) => reply.end(incoming.headers[clientAddressHeader]));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

/** The client address that the server derives when this peer sends these headers, over a real socket. */
async function seen(peer: string, headers: Record<string, string> = {}): Promise<string> {
  const sent = request({ host: "127.0.0.1", port, localAddress: peer, headers }).end();
  const [reply] = await once(sent, "response");
  let text = "";
  for await (const chunk of reply) text += chunk;
  return text;
}

test("a client that is not a trusted proxy is identified by its own address, whatever headers it sends", async () => {
  expect(await seen("127.0.0.1")).toBe("127.0.0.1");
  expect(await seen("127.0.0.1", { "x-forwarded-for": "203.0.113.9" })).toBe("127.0.0.1");
  expect(await seen("127.0.0.1", { [clientAddressHeader]: "203.0.113.9" })).toBe("127.0.0.1");
});

test("a trusted proxy is believed about the address it was reached from, and about nothing before it", async () => {
  expect(await seen("127.0.0.2", { "x-forwarded-for": "203.0.113.9" })).toBe("203.0.113.9");
  expect(await seen("127.0.0.2", { "x-forwarded-for": "192.0.2.1, 203.0.113.9" })).toBe("203.0.113.9");
  expect(await seen("127.0.0.2", { "x-forwarded-for": "192.0.2.1, 203.0.113.9, 10.1.2.3" })).toBe("203.0.113.9");
  expect(await seen("127.0.0.2", { "x-forwarded-for": "192.0.2.1, ::ffff:203.0.113.9, fd00::1" })).toBe("203.0.113.9");
  expect(await seen("127.0.0.2", { "x-forwarded-for": "nonsense" })).toBe("127.0.0.2");
  expect(await seen("127.0.0.2")).toBe("127.0.0.2");
});

test("addresses of one IPv6 network count as one", () => {
  const of = (address: string) => networkOf(new Headers({ [clientAddressHeader]: address }));
  expect(of("2001:db8:1:2:a:b:c:d")).toBe("2001:db8:1:2");
  expect(of("2001:0DB8:1:2::77")).toBe("2001:db8:1:2");
  expect(of("2001:db8::1")).toBe("2001:db8:0:0");
  expect(of("198.51.100.7")).toBe("198.51.100.7");
});
