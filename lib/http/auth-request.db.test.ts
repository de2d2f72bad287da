import { join } from "node:path";
import { expect, test } from "vitest";
import { authEndpoints } from "@/lib/auth/handle-auth-request";
import { pool } from "@/lib/db/client";
import { makeAccount, temporaryInstance, testPassword } from "@/lib/testing/accounts";
import { otherRows } from "@/lib/testing/other-routes";
import { answerAuthRequest } from "./auth-request";
import { maxCredentialBytes } from "./read-input";

temporaryInstance();

const origin = "http://127.0.0.1:3000";
const headers = { "content-type": "application/json", origin };

/** All addresses at which anybody may send a body before signing in. */
const doors = [
  ...[...authEndpoints.keys()].filter((address) => address.startsWith("POST ")).map((address) => `/api/auth${address.slice(5)}`),
  ...otherRows
    .filter(({ method, route }) => method === "POST" && /^api\/(?:auth|take-part)\b(?!.*\.\.\.)/.test(route))
    .map(({ path }) => path),
];

async function ask(path: string, init: RequestInit): Promise<Response> {
  const request = new Request(`${origin}${path}`, { method: "POST", ...init });
  const row = otherRows.find((one) => one.path === path && one.method === "POST");
  if (row === undefined) return answerAuthRequest(request);
  const module = await import(join(import.meta.dirname, "../../app", row.route, "route.ts"));
  return module.POST(request, { params: Promise.resolve(row.params ?? {}) });
}

/** The cookies of somebody new who is signed in. */
async function signedIn(): Promise<{ userId: string; cookie: string }> {
  const { email, userId } = await makeAccount();
  const response = await ask("/api/auth/sign-in/email", { headers, body: JSON.stringify({ email, password: testPassword }) });
  const cookies = response.headers.getSetCookie().map((one) => one.split(";")[0]);
  return { userId, cookie: cookies.join("; ") };
}

test.each(doors)("%s reads no more than a small body, and stops while a larger one is still arriving", async (path) => {
  let sent = 0;
  let cancelled = false;
  const chunk = new TextEncoder().encode("a".repeat(16 * 1024));
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(sent === 0 ? new TextEncoder().encode('{"password":"') : chunk);
      sent += chunk.length;
      if (sent > 32 * maxCredentialBytes) controller.close();
    },
    cancel() {
      cancelled = true;
    },
  });
  const { cookie } = await signedIn();
  const response = await ask(path, { headers: { ...headers, cookie }, body, duplex: "half" } as RequestInit);
  expect([response.status, cancelled]).toEqual([413, true]);
  expect(sent).toBeLessThan(2 * maxCredentialBytes);
  const announced = await ask(path, { headers: { ...headers, cookie, "content-length": String(maxCredentialBytes + 1) }, body: "{}" });
  expect(announced.status).toBe(413);
});

test("fields that nothing here uses are refused, whatever the library would do with them", async () => {
  for (const [path, body] of [
    ["/sign-in/email", { email: "a@example.org", password: "x", callbackURL: "/elsewhere" }],
    ["/update-user", { name: "Ann", image: "https://example.org/ann.png" }],
    ["/two-factor/enable", { password: "x", method: "otp" }],
    ["/two-factor/verify-totp", { code: "123456", trustDevice: true }],
    ["/two-factor/verify-backup-code", { code: "abcde-fghij", trustDevice: true }],
    ["/two-factor/verify-backup-code", { code: "abcde-fghij", disableSession: true }],
  ] as const) {
    const response = await ask(`/api/auth${path}`, { headers, body: JSON.stringify(body) });
    const field = Object.keys(body).at(-1);
    expect([path, response.status, (await response.json()).error.message]).toEqual([path, 422, `${field}: is not a field here`]);
  }
});

test("names that people give themselves and their passkeys have 1 to 200 characters that can be stored", async () => {
  const { userId, cookie } = await signedIn();
  const statusOf = async (path: string, body: object) =>
    (await ask(`/api/auth${path}`, { headers: { ...headers, cookie }, body: JSON.stringify(body) })).status;
  for (const name of ["", "  ", "x".repeat(201), "a\u0000b", "\ud800", 7]) {
    expect([name, await statusOf("/update-user", { name })]).toEqual([name, 422]);
    expect([name, await statusOf("/passkey/update-passkey", { id: "any", name })]).toEqual([name, 422]);
    expect([name, await statusOf("/passkey/verify-registration", { response: { id: "any" }, name })]).toEqual([name, 422]);
  }
  expect(await statusOf("/update-user", { name: ` ${"x".repeat(200)} ` })).toBe(200);
  const { rows } = await pool().query("select name from users where id = $1", [userId]);
  expect(rows).toEqual([{ name: "x".repeat(200) }]);
});
