import { once } from "node:events";
import { request as send } from "node:http";
import { expect, test } from "@playwright/test";
import { adminAccount, startProduct } from "../support/server.mjs";

const proxy = "127.0.0.2";
const client = "127.0.0.1";
const limit = 15;

let product: Awaited<ReturnType<typeof startProduct>>;
test.beforeAll(async () => {
  product = await startProduct({ demo: false, env: { REDLINE_SIGN_IN_LIMIT: String(limit), REDLINE_TRUSTED_PROXIES: proxy } });
});
test.afterAll(() => product.stop());

/** Signs in over a connection from this address of the machine; the status of the reply. */
async function signIn(peer: string, account: { email: string; password: string }, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port, origin } = new URL(product.url);
  const all = { origin, "content-type": "application/json", ...headers };
  const sent = send({ hostname, port, path: "/api/auth/sign-in/email", method: "POST", localAddress: peer, headers: all });
  sent.end(JSON.stringify(account));
  const [reply] = await once(sent, "response");
  reply.resume();
  return reply.statusCode;
}

test("a client that forges X-Forwarded-For is counted by its own address, and a trusted proxy's clients by theirs", async () => {
  const guess = (index: number) => ({ email: `nobody${index}@redline.test`, password: "wrong password" });
  const forged = (index: number) => ({ "x-forwarded-for": `198.51.100.${index}`, "x-redline-client-address": `198.51.100.${index}` });
  for (let index = 1; index <= limit; index++) expect(await signIn(client, guess(index), forged(index))).toBe(401);
  expect(await signIn(client, guess(0), forged(200))).toBe(429);

  for (let index = 1; index <= limit; index++) expect(await signIn(proxy, guess(index), { "x-forwarded-for": "203.0.113.1" })).toBe(401);
  expect(await signIn(proxy, guess(0), { "x-forwarded-for": "192.0.2.77, 203.0.113.1" })).toBe(429);
  expect(await signIn(proxy, adminAccount, { "x-forwarded-for": "203.0.113.2" })).toBe(200);
});
