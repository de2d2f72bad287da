import { expect, test } from "vitest";
import { createAccount } from "@/lib/db/accounts";
import { pool } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { answerAuthRequest } from "@/lib/http/auth-request";
import { changeOwnPassword } from "@/lib/http/set-password";
import { actorBehind, keyHeaders, makeAccount, temporaryInstance, testPassword } from "@/lib/testing/accounts";
import { setUpInstance } from "@/lib/workflows/set-up-instance";
import { changePassword } from "./change-password";
import { clientAddressHeader } from "./client-address";
import { createSetPasswordLink, findLinkHolder, redeemSetPasswordLink } from "./set-password-link";

const limit = 25;
process.env.REDLINE_SIGN_IN_LIMIT = String(limit);
temporaryInstance();

const origin = "http://127.0.0.1:3000";

let visitors = 0;

/** Each request comes from its own address unless stated otherwise. */
function ask(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${origin}/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, [clientAddressHeader]: `192.0.2.${++visitors}`, ...headers },
    body: JSON.stringify(body),
  });
  return answerAuthRequest(request);
}

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  ask("/sign-in/email", { email, password }, headers);
const cookieOf = (setCookies: string[]) => setCookies.map((cookie) => cookie.split(";")[0]).join("; ");
const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";
const from = (address: string) => ({ [clientAddressHeader]: address });
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

test("a person signs in with address and password and is recognized by the cookie from then on", async () => {
  const project = await pool().query<{ id: string }>("insert into projects (name) values ('sign-in') returning id");
  const projectId = project.rows[0]?.id ?? "";
  const account = await makeAccount({ roles: { [projectId]: "researcher" } });
  const response = await signIn(account.email.toUpperCase(), testPassword);
  expect(response.status).toBe(200);
  const cookie = cookieOf(response.headers.getSetCookie());
  const actor = await actorBehind(new Headers({ cookie }));
  expect(actor).toEqual(account.actor);
  expect(actor.memberships.get(projectId)).toBe("researcher");
});

test("a cookie whose signature was changed, or that has no session, is nobody's", async () => {
  const account = await makeAccount();
  const cookie = cookieOf((await signIn(account.email, testPassword)).headers.getSetCookie());
  const [name, value] = cookie.split("=");
  const forged = `${name}=${decodeURIComponent(value ?? "").replace(/^./, (first) => (first === "x" ? "y" : "x"))}`;
  await expect(actorBehind(new Headers({ cookie: forged })).catch(codeOf)).resolves.toBe("unauthenticated");
  await pool().query("delete from sessions where user_id = $1", [account.userId]);
  await expect(actorBehind(new Headers({ cookie })).catch(codeOf)).resolves.toBe("unauthenticated");
});

test("a wrong password is refused in the one error shape, without saying whether the account exists", async () => {
  const account = await makeAccount();
  const [known, unknown] = await Promise.all([signIn(account.email, "wrong password"), signIn("nobody@example.org", "wrong password")]);
  const [first, second] = await Promise.all([known?.json(), unknown?.json()]);
  expect(first).toEqual({
    error: {
      code: "unauthenticated",
      message: "Invalid email or password",
      details: { reason: "INVALID_EMAIL_OR_PASSWORD" },
      requestId: expect.any(String),
    },
  });
  expect({ ...second.error, requestId: "" }).toEqual({ ...first.error, requestId: "" });
});

test("changing the password ends the sessions elsewhere and all API keys", async () => {
  const account = await makeAccount();
  const here = cookieOf((await signIn(account.email, testPassword)).headers.getSetCookie());
  const elsewhere = cookieOf((await signIn(account.email, testPassword)).headers.getSetCookie());
  const key = await keyHeaders(account);
  const change = (currentPassword: string, newPassword = "another password", headers: Record<string, string> = { cookie: here }) =>
    changeOwnPassword(
      new Request(`${origin}/api/auth/change-password`, {
        method: "POST",
        headers: { "content-type": "application/json", origin, ...headers },
        body: JSON.stringify({ currentPassword, newPassword }),
      }),
    );
  expect((await change("wrong password")).status).toBe(422);
  expect((await change(testPassword, "short")).status).toBe(422);
  expect((await change(testPassword, "another password", key)).status).toBe(401);
  expect((await change(testPassword, "another password", { cookie: here, origin: "http://evil.example" })).status).toBe(403);
  expect(await actorBehind(new Headers({ cookie: elsewhere }))).toEqual(account.actor);
  const changed = await change(testPassword);
  expect(changed.status).toBe(200);
  for (const ended of [{ cookie: elsewhere }, { cookie: here }, key]) {
    await expect(actorBehind(new Headers(ended)).catch(codeOf)).resolves.toBe("unauthenticated");
  }
  expect(await actorBehind(new Headers({ cookie: cookieOf(changed.headers.getSetCookie()) }))).toEqual(account.actor);
  expect((await signIn(account.email, "another password")).status).toBe(200);
});

test("guesses at the current password are limited as those at signing in are", async () => {
  const account = await makeAccount();
  const attempt = (currentPassword: string) =>
    changePassword(account.actor, { currentPassword, newPassword: "another password", headers: new Headers(from("198.51.100.5")) });
  for (let index = 0; index < 10; index++) await expect(attempt("wrong").catch(codeOf)).resolves.toBe("invalid_input");
  await expect(attempt(testPassword).catch(codeOf)).resolves.toBe("rate_limited");
});

test("nobody makes themselves administrator by changing their account", async () => {
  const account = await makeAccount();
  const cookie = cookieOf((await signIn(account.email, testPassword)).headers.getSetCookie());
  expect((await ask("/update-user", { name: "New Name" }, { cookie })).status).toBe(200);
  await ask("/update-user", { role: "admin" }, { cookie });
  expect(await actorBehind(new Headers({ cookie }))).toMatchObject({ name: "New Name", instanceAdmin: false });
});

test("signing out ends the session", async () => {
  const account = await makeAccount();
  const cookie = cookieOf((await signIn(account.email, testPassword)).headers.getSetCookie());
  expect((await ask("/sign-out", {}, { cookie })).status).toBe(200);
  await expect(actorBehind(new Headers({ cookie })).catch(codeOf)).resolves.toBe("unauthenticated");
});

test("a session not renewed for a day is prolonged, and its cookie sent anew", async () => {
  const account = await makeAccount();
  const cookie = cookieOf((await signIn(account.email, testPassword)).headers.getSetCookie());
  await pool().query(
    "update sessions set updated_at = now() - interval '2 days', expires_at = now() + interval '28 days' where user_id = $1",
    [account.userId],
  );
  const { authenticate } = await import("./authenticate");
  const authenticated = await authenticate(new Headers({ cookie }));
  expect(authenticated?.setCookies.join()).toContain("session_token=");
  const session = await pool().query<{ days: number }>(
    "select extract(day from expires_at - now())::int as days from sessions where user_id = $1",
    [account.userId],
  );
  expect(session.rows[0]?.days).toBe(29);
});

test("an API key authenticates as its owner; a wrong one is refused as unauthenticated", async () => {
  const account = await makeAccount({ instanceAdmin: true });
  const actor = await actorBehind(new Headers(await keyHeaders(account)));
  expect(actor.userId).toBe(account.userId);
  expect(actor.instanceAdmin).toBe(true);
  await expect(actorBehind(new Headers({ authorization: "Bearer rl_wrong" })).catch(codeOf)).resolves.toBe("unauthenticated");
  await expect(actorBehind(new Headers({ authorization: "Bearer " })).catch(codeOf)).resolves.toBe("unauthenticated");
});

test("an expired key is refused", async () => {
  const account = await makeAccount();
  const headers = new Headers(await keyHeaders(account, { expiresInDays: 1 }));
  expect(await actorBehind(headers)).toEqual(account.actor);
  await pool().query("update api_keys set expires_at = expires_at - interval '1 day' where user_id = $1", [account.userId]);
  await expect(actorBehind(headers).catch(codeOf)).resolves.toBe("unauthenticated");
});

test("an API key cannot be used more than the owner's account allows: a banned account has none", async () => {
  const account = await makeAccount();
  const headers = new Headers(await keyHeaders(account));
  await pool().query("update users set banned = true where id = $1", [account.userId]);
  await expect(actorBehind(headers).catch(codeOf)).resolves.toBe("unauthenticated");
});

test("sign-in works from localhost and from 127.0.0.1, and not from another site", async () => {
  const account = await makeAccount();
  expect((await signIn(account.email, testPassword, { origin: "http://localhost:3000" })).status).toBe(200);
  expect((await signIn(account.email, testPassword, { origin: "http://evil.example" })).status).toBe(403);
  expect((await signIn(account.email, testPassword, { origin: "http://lab.example:8080", host: "lab.example:8080" })).status).toBe(200);
});

test("ten wrong passwords make a guesser wait, and never the owner: elsewhere, or in a browser that has signed in before", async () => {
  const account = await makeAccount();
  const office = from("198.51.100.1");
  const known = cookieOf((await signIn(account.email, testPassword, office)).headers.getSetCookie());
  const guess = () => signIn(account.email, "wrong password", office);
  const guesses = await Promise.all(Array.from({ length: 11 }, guess));
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429]);
  const refused = await signIn(account.email, testPassword, office);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(290);
  expect((await signIn(account.email, testPassword, from("198.51.100.2"))).status).toBe(200);
  expect((await signIn(account.email, testPassword, { ...office, cookie: known })).status).toBe(200);
});

test("a browser known to one account gets no exemption for another; guesses from it are counted too", async () => {
  const [own, other] = [await makeAccount(), await makeAccount()];
  const here = from("198.51.100.3");
  const known = { ...here, cookie: cookieOf((await signIn(own.email, testPassword, here)).headers.getSetCookie()) };
  for (let index = 0; index < 10; index++) await signIn(other.email, "wrong password", here);
  expect((await signIn(other.email, testPassword, known)).status).toBe(429);
  for (let index = 0; index < 10; index++) expect((await signIn(own.email, "wrong password", known)).status).toBe(401);
  expect((await signIn(own.email, testPassword, known)).status).toBe(429);
});

test("the right password clears the count of wrong ones", async () => {
  const account = await makeAccount();
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 9; index++) {
      expect((await signIn(account.email, "wrong password", from("198.51.100.4"))).status).toBe(401);
    }
    expect((await signIn(account.email, testPassword, from("198.51.100.4"))).status).toBe(200);
  }
});

test("one address that guesses at many accounts is slowed down, and right passwords from it do not count", async () => {
  const account = await makeAccount();
  const here = from("203.0.113.9");
  const guess = (index: number) => signIn(`nobody${index}@example.org`, "x", { ...here, "x-forwarded-for": `192.0.2.${index}` });
  for (let index = 0; index < 3; index++) expect((await signIn(account.email, testPassword, here)).status).toBe(200);
  for (let index = 0; index < limit; index++) expect((await guess(index)).status).toBe(401);
  expect((await guess(limit)).status).toBe(429);
});

test("nobody can sign themselves up, and the library's own administration is not there", async () => {
  const body = { email: "new@example.org", password: testPassword, name: "New" };
  expect((await ask("/sign-up/email", body)).status).toBe(404);
  expect((await ask("/admin/create-user", body)).status).toBe(404);
  expect((await ask("/change-password", body)).status).toBe(404);
});

test("a set-password link works once, signs in, and ends other sessions and all API keys", async () => {
  const account = await makeAccount();
  const old = cookieOf((await signIn(account.email, testPassword)).headers.getSetCookie());
  const key = await keyHeaders(account);
  const token = tokenOf(await createSetPasswordLink(account.userId, "reset", null));
  expect(await findLinkHolder(token)).toMatchObject({ email: account.email, purpose: "reset" });
  const stored = await pool().query<object>("select * from set_password_links where user_id = $1", [account.userId]);
  expect(JSON.stringify(stored.rows)).not.toContain(token);

  const redeemed = await redeemSetPasswordLink({ token, password: "a new password", headers: new Headers() });
  await expect(actorBehind(new Headers({ cookie: cookieOf(redeemed.setCookies) }))).resolves.toMatchObject({ userId: account.userId });
  await expect(actorBehind(new Headers({ cookie: old })).catch(codeOf)).resolves.toBe("unauthenticated");
  await expect(actorBehind(new Headers(key)).catch(codeOf)).resolves.toBe("unauthenticated");
  const again = redeemSetPasswordLink({ token, password: "another password", headers: new Headers() });
  await expect(again.catch(codeOf)).resolves.toBe("conflict");
  expect((await signIn(account.email, "a new password")).status).toBe(200);
  expect((await signIn(account.email, testPassword)).status).toBe(401);
});

test("when two people use one link at the same moment, one of them wins", async () => {
  const account = await makeAccount({ password: null });
  const token = tokenOf(await createSetPasswordLink(account.userId, "invitation", null));
  const both = await Promise.allSettled(
    ["first password", "second password"].map((password) => redeemSetPasswordLink({ token, password, headers: new Headers() })),
  );
  expect(both.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a link that has expired or was superseded by a newer one is no longer valid", async () => {
  const account = await makeAccount();
  const first = tokenOf(await createSetPasswordLink(account.userId, "reset", null));
  const second = tokenOf(await createSetPasswordLink(account.userId, "reset", null));
  expect(await findLinkHolder(first)).toBeNull();
  await pool().query("update set_password_links set expires_at = now() - interval '1 minute' where user_id = $1", [account.userId]);
  expect(await findLinkHolder(second)).toBeNull();
  const late = redeemSetPasswordLink({ token: second, password: "long enough", headers: new Headers() });
  await expect(late.catch(codeOf)).resolves.toBe("conflict");
});

test("a password under ten characters is refused and does not use the link up", async () => {
  const account = await makeAccount({ password: null });
  const token = tokenOf(await createSetPasswordLink(account.userId, "invitation", null));
  await expect(redeemSetPasswordLink({ token, password: "short", headers: new Headers() }).catch(codeOf)).resolves.toBe("invalid_input");
  expect(await findLinkHolder(token)).not.toBeNull();
});

test("the first administrator's link is given until it was used, and lets them name themselves", async () => {
  await pool().query("delete from users where role = 'admin'");
  const first = (await setUpInstance()).link ?? "";
  const second = (await setUpInstance()).link ?? "";
  expect(new URL(first).pathname).toBe("/set-password");
  expect(await findLinkHolder(tokenOf(first))).toMatchObject({ purpose: "first-admin" });
  await createAccount({ email: "taken@example.org", instanceAdmin: false });
  const redeem = (email: string) =>
    redeemSetPasswordLink({ token: tokenOf(first), password: testPassword, name: "Ada", email, headers: new Headers() });
  await expect(redeem("taken@example.org").catch(codeOf)).resolves.toBe("already_exists");
  const { setCookies } = await redeem("Ada@Example.org");
  const actor = await actorBehind(new Headers({ cookie: cookieOf(setCookies) }));
  expect(actor).toMatchObject({ name: "Ada", email: "ada@example.org", instanceAdmin: true });
  expect(await setUpInstance()).toEqual({ link: null });
  expect(await findLinkHolder(tokenOf(second))).toBeNull();
});

test("with address and password in the environment the first administrator is made without a link", async () => {
  await pool().query("delete from users where role = 'admin'");
  process.env.REDLINE_ADMIN_EMAIL = "Boss@example.org";
  process.env.REDLINE_ADMIN_PASSWORD = "chosen beforehand";
  try {
    expect(await setUpInstance()).toEqual({ link: null });
    expect((await signIn("boss@example.org", "chosen beforehand")).status).toBe(200);
  } finally {
    delete process.env.REDLINE_ADMIN_EMAIL;
    delete process.env.REDLINE_ADMIN_PASSWORD;
  }
});
