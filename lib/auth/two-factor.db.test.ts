import { createOTP } from "@better-auth/utils/otp";
import { afterAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { answerAuthRequest } from "@/lib/http/auth-request";
import { changeOwnPassword, redeemLink } from "@/lib/http/set-password";
import { actorBehind, makeAccount, temporaryInstance, testPassword } from "@/lib/testing/accounts";
import { instanceAdmin } from "@/lib/testing/small-study";
import { resetTwoFactor } from "@/lib/workflows/reset-two-factor";
import { auth } from "./auth";
import { clientAddressHeader } from "./client-address";
import { createSetPasswordLink } from "./set-password-link";

temporaryInstance();

const origin = "http://127.0.0.1:3000";
let visitors = 0;
/** How far the tests have put the clock on: a code works once, so that each one asked for is of a later half minute. */
let aheadMs = 0;
const { now: realNow } = Date;
Date.now = () => realNow() + aheadMs;
// Other files' tests run in this process too.
afterAll(() => {
  Date.now = realNow;
});
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

/** Asks from an address of its own; returns status, body and the cookies after it. */
async function ask(path: string, body: unknown, cookies = "", work = answerAuthRequest) {
  const headers = { "content-type": "application/json", origin, cookie: cookies, [clientAddressHeader]: `192.0.2.${++visitors % 250}` };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const request = new Request(`${origin}/api/auth${path}`, init);
  const response = await work(request);
  const jar = new Map(cookies.split("; ").map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]));
  for (const one of response.headers.getSetCookie()) {
    const [name = "", value = ""] = (one.split(";")[0] ?? "").split(/=(.*)/s);
    if (value === "" || /max-age=0(?:;|$)/i.test(one)) jar.delete(name);
    else jar.set(name, value);
  }
  const after = [...jar].flatMap(([name, value]) => (name === "" ? [] : [`${name}=${value}`])).join("; ");
  return { status: response.status, body: (await response.json().catch(() => null)) as Record<string, never>, cookies: after };
}

const signIn = (email: string, password = testPassword) => ask("/sign-in/email", { email, password });
const signedIn = (cookies: string) =>
  actorBehind(new Headers({ cookie: cookies })).then(
    (actor) => actor.email,
    (error) => codeOf(error),
  );

/** An account that asks for codes, its codes and backup codes, and the cookies of its holder. */
async function withCodes() {
  const { email, userId } = await makeAccount();
  const first = await signIn(email);
  const begun = await ask("/two-factor/enable", { password: testPassword }, first.cookies);
  expect(begun.status).toBe(200);
  const { totpURI, backupCodes } = begun.body as unknown as { totpURI: string; backupCodes: string[] };
  const secret = Buffer.from(base32(new URL(totpURI).searchParams.get("secret") ?? "")).toString();
  const code = () => {
    aheadMs += 30_000;
    return createOTP(secret, { digits: 6, period: 30 }).totp();
  };
  const confirmed = await code();
  const { status, cookies } = await ask("/two-factor/verify-totp", { code: confirmed }, first.cookies);
  expect(status).toBe(200);
  return { email, userId, code, confirmed, backupCodes, cookies };
}

function base32(text: string): number[] {
  const bits = [...text.replace(/=+$/, "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

test("with codes switched on the password alone opens nothing, and the password with a code does", async () => {
  const { email, code, cookies } = await withCodes();
  await expect(signedIn(cookies)).resolves.toBe(email);
  const half = await signIn(email);
  expect(half).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
  await expect(signedIn(half.cookies)).resolves.toBe("unauthenticated");
  const wrong = await ask("/two-factor/verify-totp", { code: "000000" }, half.cookies);
  expect(wrong.status).toBe(401);
  await expect(signedIn(wrong.cookies)).resolves.toBe("unauthenticated");
  const whole = await ask("/two-factor/verify-totp", { code: await code() }, half.cookies);
  await expect(signedIn(whole.cookies)).resolves.toBe(email);
});

test("codes are accepted while the server's clock is half a minute off, and refused while it is off by a minute", async () => {
  const { email, code } = await withCodes();
  const half = await signIn(email);
  const { now } = Date;
  const askWhenOff = async (seconds: number) => {
    const given = await code();
    Date.now = () => now() + seconds * 1000;
    try {
      return await ask("/two-factor/verify-totp", { code: given }, half.cookies);
    } finally {
      Date.now = now;
    }
  };
  expect((await askWhenOff(60)).status).toBe(401);
  expect((await askWhenOff(-90)).status).toBe(401);
  await expect(signedIn((await askWhenOff(-30)).cookies)).resolves.toBe(email);
});

const signInWith = async (email: string, code: string) => ask("/two-factor/verify-totp", { code }, (await signIn(email)).cookies);

test("a code works once, and none of an earlier half minute works after it", async () => {
  const { email, code, confirmed } = await withCodes();
  expect(await signInWith(email, confirmed)).toMatchObject({ status: 401, body: { error: { details: { reason: "CODE_ALREADY_USED" } } } });
  const [earlier, used] = [await code(), await code()];
  await expect(signedIn((await signInWith(email, used)).cookies)).resolves.toBe(email);
  for (const spent of [used, earlier]) {
    const again = await signInWith(email, spent);
    expect([again.status, await signedIn(again.cookies)]).toEqual([401, "unauthenticated"]);
  }
  await expect(signedIn((await signInWith(email, await code())).cookies)).resolves.toBe(email);
});

test.each(["code", "backup code"])("of several sign-ins with one %s at the same moment one succeeds", async (kind) => {
  const { email, code, backupCodes } = await withCodes();
  const path = kind === "code" ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const given = kind === "code" ? await code() : backupCodes[0];
  const halves = await Promise.all(Array.from({ length: 5 }, () => signIn(email)));
  const answers = await Promise.all(halves.map(({ cookies }) => ask(path, { code: given }, cookies)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("no browser is trusted instead of a code, not even one that an earlier version trusted", async () => {
  const { email, userId, code } = await withCodes();
  const half = await signIn(email);
  const headers = { "content-type": "application/json", origin, cookie: half.cookies };
  const body = JSON.stringify({ code: await code(), trustDevice: true });
  const trusted = await auth().handler(new Request(`${origin}/api/auth/two-factor/verify-totp`, { method: "POST", headers, body }));
  const cookie = trusted.headers.getSetCookie().find((one) => one.startsWith("redline.trust_device="));
  const pair = cookie?.split(";")[0] ?? "";
  const jar = `a=b; ${pair}; c=d`;
  const headerFor = (cookies: string) => ({ "content-type": "application/json", origin, cookie: cookies });
  // Written in every way in which the library reads a cookie.
  for (const written of [jar, `${pair};a=b`, `a=b;\t${pair}`, `a=b; ${pair.replace("=", " =")}`, `a; ${pair.replace("=", "\t=")}`]) {
    const init = { method: "POST", headers: headerFor(written), body: JSON.stringify({ email, password: testPassword }) };
    const answered = await answerAuthRequest(new Request(`${origin}/api/auth/sign-in/email`, init));
    expect(await answered.json(), written.replace(pair.slice(20), "…")).toMatchObject({ twoFactorRedirect: true });
  }
  const link = await createSetPasswordLink(userId, "reset", instanceAdmin);
  const token = new URL(link).searchParams.get("token") ?? "";
  const redeemed = await ask("/set-password", { token, password: "another password" }, jar, redeemLink);
  expect(redeemed.body).toMatchObject({ codeNeeded: true });
  await expect(signedIn(redeemed.cookies)).resolves.toBe("unauthenticated");
});

test("codes that were begun and never confirmed lock nobody out", async () => {
  const { email } = await makeAccount();
  const first = await signIn(email);
  await ask("/two-factor/enable", { password: testPassword }, first.cookies);
  await expect(signedIn((await signIn(email)).cookies)).resolves.toBe(email);
});

test("a backup code works once", async () => {
  const { email, backupCodes } = await withCodes();
  const [backup = ""] = backupCodes;
  const use = async () => ask("/two-factor/verify-backup-code", { code: backup }, (await signIn(email)).cookies);
  await expect(signedIn((await use()).cookies)).resolves.toBe(email);
  const again = await use();
  expect(again.status).toBe(401);
  await expect(signedIn(again.cookies)).resolves.toBe("unauthenticated");
});

test("guessing codes ends after five for one sign-in, and after ten for the account, even with the right one", async () => {
  const { email, code } = await withCodes();
  for (let round = 0; round < 2; round++) {
    const half = await signIn(email);
    for (let guess = 0; guess < 5; guess++)
      expect((await ask("/two-factor/verify-totp", { code: "000000" }, half.cookies)).status).toBe(401);
    expect((await ask("/two-factor/verify-totp", { code: await code() }, half.cookies)).status).toBeGreaterThanOrEqual(400);
  }
  const locked = await ask("/two-factor/verify-totp", { code: await code() }, (await signIn(email)).cookies);
  expect(locked.status).toBe(429);
});

test("switching codes on or off and new backup codes need the password, and wrong ones are counted", async () => {
  const { email, cookies } = await withCodes();
  for (const path of ["/two-factor/disable", "/two-factor/generate-backup-codes"]) {
    expect((await ask(path, { password: "not the password" }, cookies)).status).toBe(400);
    expect((await ask(path, { password: testPassword })).status).toBe(401);
  }
  expect((await ask("/two-factor/disable", { password: testPassword }, cookies)).status).toBe(200);
  await expect(signedIn((await signIn(email)).cookies)).resolves.toBe(email);
  const { rows } = await pool().query("select 1 from two_factors t join users u on u.id = t.user_id where u.email = $1", [email]);
  expect(rows).toEqual([]);
});

test("a password link does not go round the code, and a changed password keeps its owner signed in", async () => {
  const { email, userId, code, cookies } = await withCodes();
  const changed = await ask(
    "/change-password",
    { currentPassword: testPassword, newPassword: "another password" },
    cookies,
    changeOwnPassword,
  );
  await expect(signedIn(changed.cookies)).resolves.toBe(email);
  const link = await createSetPasswordLink(userId, "reset", instanceAdmin);
  const token = new URL(link).searchParams.get("token") ?? "";
  const redeemed = await ask("/set-password", { token, password: "a third password" }, "", redeemLink);
  expect(redeemed.body).toMatchObject({ ok: true, codeNeeded: true });
  await expect(signedIn(redeemed.cookies)).resolves.toBe("unauthenticated");
  const whole = await ask("/two-factor/verify-totp", { code: await code() }, redeemed.cookies);
  await expect(signedIn(whole.cookies)).resolves.toBe(email);
});

test("the operator lets somebody in who has lost the app and the backup codes, and it is logged", async () => {
  const { email, userId } = await withCodes();
  await resetTwoFactor(instanceAdmin, { email });
  await expect(signedIn((await signIn(email)).cookies)).resolves.toBe(email);
  const { rows } = await pool().query("select verb from audit_events where target_id = $1", [userId]);
  expect(rows).toEqual([{ verb: "account.reset-two-factor" }]);
  await expect(resetTwoFactor(instanceAdmin, { email }).catch(codeOf)).resolves.toBe("conflict");
  const { actor } = await makeAccount();
  await expect(resetTwoFactor(actor, { email }).catch(codeOf)).resolves.toBe("forbidden");
});

test("the secret and the backup codes are stored encrypted", async () => {
  const { userId, backupCodes } = await withCodes();
  const { rows } = await pool().query<{ secret: string; backup_codes: string }>("select * from two_factors where user_id = $1", [userId]);
  expect(rows[0]?.backup_codes).not.toContain(backupCodes[0]);
  expect(rows[0]?.secret).toMatch(/^[0-9a-f]{80,}$/);
});
