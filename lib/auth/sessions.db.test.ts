import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { answerAuthRequest } from "@/lib/http/auth-request";
import { actorBehind, keyHeaders, makeAccount, sessionHeaders, temporaryInstance, testPassword } from "@/lib/testing/accounts";
import { auth } from "./auth";
import { clientAddressHeader } from "./client-address";

temporaryInstance();

const origin = "http://127.0.0.1:3000";
let visitors = 0;

function ask(path: string, body: unknown, cookie = "", more: Record<string, string> = {}): Promise<Response> {
  const headers = { "content-type": "application/json", origin, cookie, [clientAddressHeader]: `192.0.2.${++visitors}`, ...more };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const request = new Request(`${origin}/api/auth${path}`, init);
  return answerAuthRequest(request);
}

/** A new session of a person in some browser: its cookie. */
async function signIn(email: string, userAgent: string): Promise<string> {
  const response = await ask("/sign-in/email", { email, password: testPassword }, "", { "user-agent": userAgent });
  return response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}
const works = (cookie: string) =>
  actorBehind(new Headers({ cookie })).then(
    () => true,
    () => false,
  );
const list = async (cookie: string) =>
  (await (await ask("/list-sessions", undefined, cookie)).json()) as { token: string; userAgent: string }[];

test("people see where they are signed in, however long ago that was, and nobody else's sessions", async () => {
  const { email, userId } = await makeAccount();
  await signIn((await makeAccount()).email, "somebody else's");
  const here = await signIn(email, "here");
  await signIn(email, "there");
  await pool().query("update sessions set created_at = now() - interval '20 days' where user_id = $1", [userId]);
  expect((await list(here)).map(({ userAgent }) => userAgent).sort()).toEqual(["here", "there"]);
});

test("one session is ended by itself, and nobody ends another person's", async () => {
  const { email } = await makeAccount();
  const [here, there] = [await signIn(email, "here"), await signIn(email, "there")];
  const token = (await list(here)).find(({ userAgent }) => userAgent === "there")?.token;
  const stranger = await signIn((await makeAccount()).email, "stranger");
  await ask("/revoke-session", { token }, stranger);
  expect(await works(there)).toBe(true);
  expect((await ask("/revoke-session", { token }, here)).status).toBe(200);
  expect([await works(here), await works(there)]).toEqual([true, false]);
});

test("signing out everywhere ends every session at once and leaves API keys", async () => {
  const account = await makeAccount();
  const [here, there] = [await signIn(account.email, "here"), await signIn(account.email, "there")];
  const key = await keyHeaders(account);
  expect((await ask("/revoke-sessions", {}, here)).status).toBe(200);
  expect([await works(here), await works(there)]).toEqual([false, false]);
  expect((await actorBehind(new Headers(key))).email).toBe(account.email);
});

test("another site's page ends no session, and a stolen token without its signature opens none", async () => {
  const { email } = await makeAccount();
  const here = await signIn(email, "here");
  expect((await ask("/revoke-sessions", {}, here, { origin: "https://evil.example" })).status).toBe(403);
  const [session] = await list(here);
  expect(await works(`redline.session_token=${session?.token}`)).toBe(false);
  expect(await works(`redline.session_token=${session?.token}.AAAA`)).toBe(false);
  expect(await works(here)).toBe(true);
});

test("of two sessions in one request the same one counts everywhere, so that guesses at a password count against its own account", async () => {
  const [owner, guesser] = [await makeAccount(), await makeAccount()];
  const { cookie = "" } = await sessionHeaders(owner);
  const own = await signIn(guesser.email, "here");
  for (const both of [`${cookie}; ${own}`, `${own}; ${cookie}`, `a;${cookie};\t${own}`, `a=b;${cookie.replace("=", " =")}; ${own}`]) {
    const headers = new Headers({ cookie: both });
    const known = await auth().api.getSession({ headers });
    expect((await actorBehind(headers)).userId).toBe(known?.user.id);
  }
  const from = { [clientAddressHeader]: "192.0.2.251" };
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess++) {
    statuses.push((await ask("/two-factor/disable", { password: `guess ${guess}` }, `${cookie}; ${own}`, from)).status);
    expect((await ask("/sign-in/email", { email: guesser.email, password: testPassword }, own, from)).status).toBe(200);
  }
  expect(statuses.at(-1)).toBe(429);
});
