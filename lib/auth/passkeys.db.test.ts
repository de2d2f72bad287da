import { afterEach, expect, test } from "vitest";
import { setAccountDisabled } from "@/lib/db/accounts";
import { db, pool } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { answerAuthRequest } from "@/lib/http/auth-request";
import { redeemLink } from "@/lib/http/set-password";
import { actorBehind, makeAccount, temporaryInstance, testPassword } from "@/lib/testing/accounts";
import { softAuthenticator } from "@/lib/testing/authenticator";
import { instanceAdmin } from "@/lib/testing/small-study";
import { clientAddressHeader } from "./client-address";
import { createSetPasswordLink } from "./set-password-link";

temporaryInstance();

const origin = "http://localhost:3000";
let visitors = 0;

async function ask(path: string, body: unknown, cookies = "", work = answerAuthRequest) {
  const headers = { "content-type": "application/json", origin, cookie: cookies, [clientAddressHeader]: `192.0.2.${++visitors % 250}` };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const request = new Request(`${origin}/api/auth${path}`, init);
  const response = await work(request);
  const jar = new Map(cookies.split("; ").map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]));
  for (const one of response.headers.getSetCookie()) {
    const [name = "", value = ""] = (one.split(";")[0] ?? "").split(/=(.*)/s);
    if (value !== "" && !/max-age=0(?:;|$)/i.test(one)) jar.set(name, value);
  }
  const after = [...jar].flatMap(([name, value]) => (name === "" ? [] : [`${name}=${value}`])).join("; ");
  return { status: response.status, body: (await response.json().catch(() => null)) as Record<string, string>, cookies: after };
}

const signedIn = (cookies: string) =>
  actorBehind(new Headers({ cookie: cookies })).then(
    ({ email }) => email,
    (error) => (error instanceof AppError ? error.code : error),
  );

const passwordSession = async (email: string) => (await ask("/sign-in/email", { email, password: testPassword })).cookies;

/** An account whose holder has added a passkey. */
async function withPasskey(verifies = true) {
  const { email, userId } = await makeAccount();
  const cookies = await passwordSession(email);
  const device = softAuthenticator({ site: "localhost", origin, verifies });
  const begun = await ask("/passkey/begin", { password: testPassword }, cookies);
  expect(begun.status).toBe(200);
  const added = await ask(
    "/passkey/verify-registration",
    { response: device.register(begun.body.challenge ?? ""), name: "Laptop" },
    begun.cookies,
  );
  return { email, userId, cookies, device, added };
}

async function signInWith(device: ReturnType<typeof softAuthenticator>, password?: string) {
  const challenge = await ask("/passkey/challenge", {});
  const response = device.answer(challenge.body.challenge ?? "");
  return ask("/passkey/verify-authentication", { response, ...(password !== undefined && { password }) }, challenge.cookies);
}

const setting = (value: string) => {
  process.env.REDLINE_PASSKEY_SIGN_IN = value;
};
afterEach(() => {
  delete process.env.REDLINE_PASSKEY_SIGN_IN;
  delete process.env.REDLINE_PASSWORD_SIGN_IN;
});

test("a passkey signs in without address and password, until it is removed", async () => {
  const { email, cookies, device, added } = await withPasskey();
  expect(added.status).toBe(200);
  await expect(signedIn((await signInWith(device)).cookies)).resolves.toBe(email);
  const { body } = await ask("/passkey/list-user-passkeys", undefined, cookies);
  const [own] = body as unknown as { id: string; name: string }[];
  expect(own?.name).toBe("Laptop");
  await ask("/passkey/update-passkey", { id: own?.id, name: "Old laptop" }, cookies);
  const other = await withPasskey();
  expect((await ask("/passkey/delete-passkey", { id: own?.id }, other.cookies)).status).toBeGreaterThanOrEqual(400);
  await expect(signedIn((await signInWith(device)).cookies)).resolves.toBe(email);
  expect((await ask("/passkey/delete-passkey", { id: own?.id }, cookies)).status).toBe(200);
  const late = await signInWith(device);
  expect(late.status).toBe(401);
  await expect(signedIn(late.cookies)).resolves.toBe("unauthenticated");
});

test("an answer works once, and one for another site or from another device does not", async () => {
  const { device } = await withPasskey();
  const challenge = await ask("/passkey/challenge", {});
  const response = device.answer(challenge.body.challenge ?? "");
  const use = () => ask("/passkey/verify-authentication", { response }, challenge.cookies);
  expect([(await use()).status, (await use()).status]).toEqual([200, 400]);
  const elsewhere = Object.assign(softAuthenticator({ site: "example.org", origin }), { id: device.id });
  const forged = { ...elsewhere.answer((await ask("/passkey/challenge", {})).body.challenge ?? ""), id: device.id, rawId: device.id };
  const again = await ask("/passkey/challenge", {});
  expect((await ask("/passkey/verify-authentication", { response: forged }, again.cookies)).status).toBe(400);
});

test("adding a passkey needs the password, wrong ones are counted, and the library's own way to begin is closed", async () => {
  const { email } = await makeAccount();
  const cookies = await passwordSession(email);
  expect((await ask("/passkey/begin", { password: "not the password" }, cookies)).status).toBe(401);
  expect((await ask("/passkey/begin", {}, cookies)).status).toBe(422);
  expect((await ask("/passkey/begin", { password: testPassword })).status).toBe(401);
  expect((await ask("/passkey/generate-register-options", undefined, cookies)).status).toBe(404);
  const { rows } = await pool().query<{ n: number }>("select count(*) as n from rate_limits where key like 'sign-in|%'");
  expect(rows[0]?.n).toBeGreaterThan(0);
});

test("a key that does not check who touches it is refused", async () => {
  const { added } = await withPasskey(false);
  expect(added.status).toBe(400);
});

test("an installation may ask for the password too, and a passkey without it opens nothing", async () => {
  const { email, device } = await withPasskey();
  setting("with-password");
  for (const password of [undefined, "", "not the password"]) {
    const refused = await signInWith(device, password);
    expect([refused.status, await signedIn(refused.cookies)]).toEqual([401, "unauthenticated"]);
  }
  await expect(signedIn((await signInWith(device, testPassword)).cookies)).resolves.toBe(email);
  const stranger = softAuthenticator({ site: "localhost", origin });
  expect((await signInWith(stranger, testPassword)).status).toBe(401);
});

test("where passkeys are switched off, or the organisation decides who gets in, none signs in and none is added", async () => {
  const { device, cookies } = await withPasskey();
  for (const off of ["passkeys", "passwords"] as const) {
    if (off === "passkeys") setting("off");
    else Object.assign(process.env, { REDLINE_PASSKEY_SIGN_IN: "alone", REDLINE_PASSWORD_SIGN_IN: "false" });
    expect((await ask("/passkey/challenge", {})).status).toBe(403);
    expect((await ask("/passkey/verify-authentication", { response: device.answer("any") })).status).toBe(403);
    expect((await ask("/passkey/begin", { password: testPassword }, cookies)).status).toBe(403);
  }
});

test("a passkey of a disabled account opens nothing, and a password set through a link removes passkeys", async () => {
  const { userId, device } = await withPasskey();
  await setAccountDisabled(db(), userId, true);
  const refused = await signInWith(device);
  expect([refused.status, await signedIn(refused.cookies)]).toEqual([403, "unauthenticated"]);
  await setAccountDisabled(db(), userId, false);
  expect((await signInWith(device)).status).toBe(200);
  const token = new URL(await createSetPasswordLink(userId, "reset", instanceAdmin)).searchParams.get("token");
  expect((await ask("/set-password", { token, password: "another password" }, "", redeemLink)).status).toBe(200);
  expect((await signInWith(device)).status).toBe(401);
});
