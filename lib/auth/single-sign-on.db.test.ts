import { expect, test } from "vitest";
import { findAccountByEmail } from "@/lib/db/accounts";
import { pool } from "@/lib/db/client";
import { answerAuthRequest } from "@/lib/http/auth-request";
import { actorBehind, keyHeaders, makeAccount, testPassword } from "@/lib/testing/accounts";
import { startIdentityProvider } from "@/lib/testing/identity-provider";
import { origin, signOnScene } from "@/lib/testing/sign-on-scene";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createProject } from "@/lib/workflows/create-project";
import { createSetPasswordLink, redeemSetPasswordLink } from "./set-password-link";

const { provider, set, Browser, somebody, codeOf, nobody } = await signOnScene(answerAuthRequest);

test("a person of an allowed domain gets an account at the first sign-in, and the same one at the next, whatever address they have by then", async () => {
  const person = somebody();
  const first = new Browser();
  expect(await first.signOn(person)).toBe("/projects");
  const actor = await first.actor();
  expect(actor).toMatchObject({ email: person.email, name: person.name, instanceAdmin: false });
  expect(actor.memberships.size).toBe(0);
  const again = new Browser();
  expect(await again.signOn({ ...person, email: "married@uni.example", email_verified: false })).toBe("/projects");
  expect(await again.actor()).toEqual(actor);
  const { rows } = await pool().query("select * from accounts where user_id = $1", [actor.userId]);
  expect(rows).toEqual([
    expect.objectContaining({ provider_id: "sso", account_id: `${provider.issuer} ${person.sub}`, access_token: null, id_token: null }),
  ]);
});

test("an address that is not confirmed, or of another domain, signs nobody in and makes no account", async () => {
  for (const [person, problem] of [
    [somebody({ email_verified: false }), "email_not_verified"],
    [somebody({ email: "eve@elsewhere.example" }), "domain_not_allowed"],
    [somebody({ email: "eve@uni.example.evil.example" }), "domain_not_allowed"],
  ] as const) {
    const browser = new Browser();
    expect(await browser.signOn(person)).toContain(`/sign-in?error=${problem}`);
    await nobody(browser);
    expect(await findAccountByEmail(person.email ?? "")).toBe(null);
  }
});

test("without allowed domains only invited people and members of a group with a role get in", async () => {
  delete process.env.REDLINE_OIDC_DOMAINS;
  const stranger = somebody({ email: "eve@elsewhere.example" });
  expect(await new Browser().signOn(stranger)).toContain("error=not_invited");
  const invited = await makeAccount({ password: null });
  const browser = new Browser();
  expect(await browser.signOn(somebody({ email: invited.email }))).toBe("/projects");
  expect((await browser.actor()).userId).toBe(invited.userId);
});

test("somebody else's confirmed address takes over no account that has a password; its holder connects it when signed in", async () => {
  const account = await makeAccount();
  const person = somebody({ email: account.email });
  set({ DOMAINS: "uni.example example.org" });
  const browser = new Browser();
  expect(await browser.signOn(person)).toContain("error=account_has_password");
  await nobody(browser);
  await browser.signIn(account.email);
  expect(await browser.signOn(person, "/connect/sso", {})).toBe("/profile");
  const later = new Browser();
  expect(await later.signOn(person)).toBe("/projects");
  expect((await later.actor()).userId).toBe(account.userId);
});

test("an identity with another address is not connected to an account, and one identity never to two", async () => {
  set({ DOMAINS: "uni.example example.org" });
  const [one, two] = [await makeAccount(), await makeAccount()];
  const person = somebody({ email: one.email });
  const browser = new Browser();
  await browser.signIn(two.email);
  expect(await browser.signOn(person, "/connect/sso", {})).toContain("/profile?error=");
  await nobody(new Browser());
  const owner = new Browser();
  await owner.signIn(one.email);
  expect(await owner.signOn(person, "/connect/sso", {})).toBe("/profile");
  const thief = new Browser();
  await thief.signIn(two.email);
  expect(await thief.signOn({ ...person, email: two.email }, "/connect/sso", {})).toContain("/profile?error=");
});

test("a link that could set a password ends once its account is connected", async () => {
  const invited = await makeAccount({ password: null });
  const link = await createSetPasswordLink(invited.userId, "invitation", null);
  set({ DOMAINS: "example.org" });
  await new Browser().signOn(somebody({ email: invited.email }));
  const token = new URL(link).searchParams.get("token") ?? "";
  await expect(redeemSetPasswordLink({ token, password: "taken by somebody", headers: new Headers() }).catch(codeOf)).resolves.toBe(
    "conflict",
  );
});

test("where passwords are switched off, connecting an account ends all that its password opened", async () => {
  const account = await makeAccount();
  const before = new Browser();
  await before.signIn(account.email);
  const key = await keyHeaders(account);
  process.env.REDLINE_PASSWORD_SIGN_IN = "false";
  set({ DOMAINS: "example.org" });
  const browser = new Browser();
  expect(await browser.signOn(somebody({ email: account.email }))).toBe("/projects");
  expect((await browser.actor()).userId).toBe(account.userId);
  await nobody(before);
  await expect(actorBehind(new Headers(key)).catch(codeOf)).resolves.toBe("unauthenticated");
  delete process.env.REDLINE_PASSWORD_SIGN_IN;
  const response = await new Browser().ask(`${origin}/api/auth/sign-in/email`, {
    method: "POST",
    body: { email: account.email, password: testPassword },
  });
  expect(response.status).toBe(401);
});

test("where passwords are switched off nobody signs in with one, and only the operator's link still lets somebody in", async () => {
  const account = await makeAccount({ instanceAdmin: true });
  const other = await makeAccount({ password: null });
  const earlier = await createSetPasswordLink(other.userId, "invitation", account.actor);
  process.env.REDLINE_PASSWORD_SIGN_IN = "false";
  const spent = redeemSetPasswordLink({
    token: new URL(earlier).searchParams.get("token") ?? "",
    password: "no way in",
    headers: new Headers(),
  });
  await expect(spent.catch(codeOf)).resolves.toBe("conflict");
  const body = { email: account.email, password: testPassword };
  expect((await new Browser().ask(`${origin}/api/auth/sign-in/email`, { method: "POST", body })).status).toBe(403);
  expect(await createSetPasswordLink(account.userId, "reset", (await makeAccount({ instanceAdmin: true })).actor)).toBe(
    `${origin}/sign-in`,
  );
  const link = await createSetPasswordLink(account.userId, "reset", instanceAdmin);
  const token = new URL(link).searchParams.get("token") ?? "";
  const redeemed = await redeemSetPasswordLink({ token, password: "a way back in", headers: new Headers() });
  const cookie = redeemed.setCookies.map((one) => one.split(";")[0]).join("; ");
  expect((await actorBehind(new Headers({ cookie }))).userId).toBe(account.userId);
});

test("groups give roles, change them and take them away, and only where a rule speaks of them", async () => {
  const [birds, other] = [
    await createProject(instanceAdmin, { name: "Birds", description: "" }),
    await createProject(instanceAdmin, { name: "Other", description: "" }),
  ];
  set({
    SCOPES: "openid email profile groups",
    ROLES: JSON.stringify([
      { group: "lab", project: "Birds", role: "annotator" },
      { group: "leads", project: "Birds", role: "researcher" },
      { group: "staff", role: "admin" },
    ]),
  });
  const person = somebody();
  const browser = new Browser();
  await browser.signOn({ ...person, groups: ["lab", "unknown"] });
  const { userId } = await browser.actor();
  await pool().query("insert into memberships (project_id, user_id, role) values ($1, $2, 'expert')", [other.id, userId]);
  const held = async () => {
    const actor = await browser.actor();
    return [actor.instanceAdmin, actor.memberships.get(birds.id) ?? null, actor.memberships.get(other.id) ?? null];
  };
  expect(await held()).toEqual([false, "annotator", "expert"]);
  await browser.signOn({ ...person, groups: ["lab", "leads", "staff"] });
  expect(await held()).toEqual([true, "researcher", "expert"]);
  await makeAccount({ instanceAdmin: true });
  await browser.signOn({ ...person, groups: [] });
  expect(await held()).toEqual([false, null, "expert"]);
  const { rows } = await pool().query<{ verb: string }>("select verb from audit_events where user_id = $1 order by at, id", [userId]);
  expect(rows.map(({ verb }) => verb).sort()).toEqual([
    "account.connect",
    "person.add",
    "person.remove",
    "person.role",
    "person.role",
    "person.role",
  ]);
});

test("the last administrator of the installation stays one, whatever their groups", async () => {
  set({ SCOPES: "openid email profile groups", ROLES: JSON.stringify([{ group: "staff", role: "admin" }]) });
  await pool().query("update users set role = 'user'");
  const person = somebody();
  const browser = new Browser();
  await browser.signOn({ ...person, groups: ["staff"] });
  expect((await browser.actor()).instanceAdmin).toBe(true);
  await browser.signOn({ ...person, groups: [] });
  expect((await browser.actor()).instanceAdmin).toBe(true);
});

test("a disabled account, and one that came through a participation link, does not sign in through the provider", async () => {
  set({ DOMAINS: "uni.example example.org" });
  const person = somebody();
  await new Browser().signOn(person);
  await pool().query("update users set banned = true where email = $1", [person.email]);
  const browser = new Browser();
  expect(await browser.signOn(person)).toContain("error=");
  await nobody(browser);
  const participant = await makeAccount({ password: null });
  await pool().query("update users set participant = true where id = $1", [participant.userId]);
  expect(await new Browser().signOn(somebody({ email: participant.email }))).toContain("error=account_not_ordinary");
});

test("the same number at another issuer is another person", async () => {
  const person = somebody();
  await new Browser().signOn(person);
  const { userId } = (await findAccountByEmail(person.email ?? "")) ?? {};
  const other = await startIdentityProvider(`${origin}/api/auth/callback/sso`);
  set({ ISSUER: other.issuer });
  other.person = { sub: person.sub, email: "eve@uni.example", email_verified: true };
  const browser = new Browser();
  const begun = await browser.ask(`${origin}/api/auth/sign-in/sso`, { method: "POST", body: {} });
  let url = ((await begun.json()) as { url: string }).url;
  while (!url.startsWith(`${origin}/`) || url.includes("/api/auth/")) {
    url = new URL((await browser.ask(url)).headers.get("location") ?? "", url).href;
  }
  expect((await browser.actor()).userId).not.toBe(userId);
  await other.close();
});

test("the way back leads to a page of this server and nowhere else", async () => {
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", 7]) {
    expect(await new Browser().signOn(somebody(), "/sign-in/sso", { next })).toBe("/");
  }
});

test("a return that this browser did not begin signs nobody in", async () => {
  const [begins, returnsThere] = [new Browser(), new Browser()];
  provider.person = somebody();
  const begun = await begins.ask(`${origin}/api/auth/sign-in/sso`, { method: "POST", body: {} });
  let url = ((await begun.json()) as { url: string }).url;
  while (!url.startsWith(`${origin}/api/auth/callback`)) url = new URL((await begins.ask(url)).headers.get("location") ?? "", url).href;
  const response = await returnsThere.ask(url);
  expect(response.headers.get("location")).toContain("error=");
  await nobody(returnsThere);
});

test("while the provider cannot be reached, signing in says so, and works again without a restart once it can", async () => {
  const port = Number(new URL(provider.issuer).port) === 0 ? 0 : await freePort();
  set({ ISSUER: `http://127.0.0.1:${port}` });
  const response = await new Browser().ask(`${origin}/api/auth/sign-in/sso`, { method: "POST", body: {} });
  expect(response.status).toBe(503);
  const late = await startIdentityProvider(`${origin}/api/auth/callback/sso`, { port });
  expect((await new Browser().ask(`${origin}/api/auth/sign-in/sso`, { method: "POST", body: {} })).status).toBe(200);
  await late.close();
});

test("single sign-on that is not set up is not there", async () => {
  delete process.env.REDLINE_OIDC_ISSUER;
  expect((await new Browser().ask(`${origin}/api/auth/sign-in/sso`, { method: "POST", body: {} })).status).toBe(404);
  expect((await new Browser().ask(`${origin}/api/auth/sign-in/social`, { method: "POST", body: { provider: "sso" } })).status).toBe(404);
});

test.each([
  ["somebody new", "users"],
  ["somebody invited", "accounts"],
])("of two first sign-ins of %s at the same moment both succeed, as one person", async (who, table) => {
  set({ DOMAINS: "uni.example example.org" });
  provider.person = somebody(who === "somebody invited" ? { email: (await makeAccount({ password: null })).email } : {});
  const browsers = [new Browser(), new Browser()];
  const returns = await Promise.all(
    browsers.map(async (browser) => browser.follow(await browser.begin(), (url) => url.includes("/callback/"))),
  );
  const client = await pool().connect();
  await client.query(`begin; lock table ${table} in share row exclusive mode`);
  const ends = browsers.map((browser, index) => browser.follow(`${origin}${returns[index]}`));
  // Both have found nobody with this identity, and are about to store it.
  const waiting = `select 1 from pg_locks where not granted and relation = '${table}'::regclass`;
  while (((await client.query(waiting)).rowCount ?? 0) < 2);
  await client.query("commit");
  client.release();
  expect(await Promise.all(ends)).toEqual(["/projects", "/projects"]);
  const [first, second] = await Promise.all(browsers.map((browser) => browser.actor()));
  expect(first?.userId).toBe(second?.userId);
  const { rows } = await pool().query("select account_id from accounts where user_id = $1", [first?.userId]);
  expect(rows).toEqual([{ account_id: `${provider.issuer} ${provider.person.sub}` }]);
});

async function freePort(): Promise<number> {
  const taken = await startIdentityProvider(origin);
  await taken.close();
  return Number(new URL(taken.issuer).port);
}
