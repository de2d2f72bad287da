import { afterAll, beforeEach, expect, test } from "vitest";
import { findAccountByEmail } from "@/lib/db/accounts";
import { pool } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { answerAuthRequest } from "@/lib/http/auth-request";
import { actorBehind, keyHeaders, makeAccount, temporaryInstance, testPassword } from "@/lib/testing/accounts";
import { type IdentityProvider, type ProviderPerson, startIdentityProvider } from "@/lib/testing/identity-provider";
import { collectLog } from "@/lib/testing/log-lines";
import { startScriptedProvider } from "@/lib/testing/scripted-provider";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createProject } from "@/lib/workflows/create-project";
import { clientAddressHeader } from "./client-address";
import { createSetPasswordLink, redeemSetPasswordLink } from "./set-password-link";

temporaryInstance();

const origin = "http://127.0.0.1:3000";
const provider: IdentityProvider = await startIdentityProvider(`${origin}/api/auth/callback/sso`);
afterAll(() => provider.close());

beforeEach(() => {
  for (const name of Object.keys(process.env).filter((one) => one.startsWith("REDLINE_OIDC_"))) delete process.env[name];
  delete process.env.REDLINE_PASSWORD_SIGN_IN;
  set({ ISSUER: provider.issuer, CLIENT_ID: provider.clientId, CLIENT_SECRET: provider.clientSecret, DOMAINS: "uni.example" });
});

const set = (settings: Record<string, string>) => {
  for (const [name, value] of Object.entries(settings)) process.env[`REDLINE_OIDC_${name}`] = value;
};

let browsers = 0;

/** A browser: keeps cookies by origin. */
class Browser {
  private readonly address = `192.0.2.${++browsers}`;
  private readonly jars = new Map<string, Map<string, string>>();

  private jar(url: string): Map<string, string> {
    const { origin: from } = new URL(url);
    if (!this.jars.has(from)) this.jars.set(from, new Map());
    return this.jars.get(from) ?? new Map();
  }
  cookies(): string {
    return [...this.jar(origin)].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  async ask(url: string, init: { method?: string; body?: unknown } = {}): Promise<Response> {
    const cookie = [...this.jar(url)].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers: Record<string, string> = { cookie, ...(init.body !== undefined && { "content-type": "application/json", origin }) };
    const full = { method: init.method ?? "GET", headers, ...(init.body !== undefined && { body: JSON.stringify(init.body) }) };
    const own = url.startsWith(origin);
    const request = new Request(url, { ...full, headers: { ...headers, [clientAddressHeader]: this.address } });
    const response = own ? await answerAuthRequest(request) : await fetch(url, { ...full, redirect: "manual" });
    for (const one of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = one.split("; ");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      if (value === "" || attributes.some((each) => /^max-age=0$/i.test(each))) this.jar(url).delete(name);
      else this.jar(url).set(name, value);
    }
    return response;
  }
  /** Goes to the identity provider and back; returns the path where it ends. */
  async signOn(person: ProviderPerson, path = "/sign-in/sso", body: object = { next: "/projects" }): Promise<string> {
    provider.person = person;
    return this.follow(await this.begin(path, body));
  }
  /** Begins to sign in; returns the identity provider's page to go to. */
  async begin(path = "/sign-in/sso", body: object = { next: "/projects" }): Promise<string> {
    const begun = await this.ask(`${origin}/api/auth${path}`, { method: "POST", body });
    expect(begun.status).toBe(200);
    return ((await begun.json()) as { url: string }).url;
  }
  /** Follows redirects to the first page of this server, or to the first address that `until` accepts. */
  async follow(url: string, until: (url: string) => boolean = (one) => !one.includes("/api/auth/")): Promise<string> {
    for (let hop = 0; hop < 10; hop++) {
      const response = await this.ask(url);
      const to = response.headers.get("location");
      if (to === null) return `${response.status}: ${await response.text()}`;
      url = new URL(to, url).href;
      if (url.startsWith(origin) && until(url)) return url.slice(origin.length);
    }
    return "went round in circles";
  }
  async signIn(email: string): Promise<void> {
    expect((await this.ask(`${origin}/api/auth/sign-in/email`, { method: "POST", body: { email, password: testPassword } })).status).toBe(
      200,
    );
  }
  actor() {
    return actorBehind(new Headers({ cookie: this.cookies() }));
  }
}

let subjects = 0;
const somebody = (of: Partial<ProviderPerson> = {}): ProviderPerson => {
  const sub = `person-${++subjects}`;
  return { sub, email: `${sub}@uni.example`, email_verified: true, name: `Person ${subjects}`, ...of };
};
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const nobody = (browser: Browser) => expect(browser.actor().catch(codeOf)).resolves.toBe("unauthenticated");

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

/** Single sign-on through a provider that says what the test tells it to, with a group that makes administrators. */
async function scripted() {
  const told = await startScriptedProvider();
  set({ ISSUER: told.issuer, CLIENT_ID: "redline", ROLES: JSON.stringify([{ group: "staff", role: "admin" }]) });
  const { sub, email } = somebody();
  return { told, person: { sub, email, email_verified: true } };
}

test("while the provider does not say somebody's groups nobody is signed in, and roles stay as they are", async () => {
  await makeAccount({ instanceAdmin: true });
  const { told, person } = await scripted();
  told.claims = { ...person, groups: ["staff"] };
  const browser = new Browser();
  expect(await browser.follow(await browser.begin())).toBe("/projects");
  const { userId } = await browser.actor();
  const overage = { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "https://graph.example" } } };
  const logged = collectLog();
  try {
    for (const [claims, userInfo, error, reason] of [
      [{}, { status: 503, body: { error: "secret words" } }, "provider_unavailable", "userinfo-status-503"],
      [{}, { status: 200, body: "<html>" }, "provider_unavailable", "userinfo-unreadable"],
      [{}, { status: 200, body: { sub: "another" } }, "unable_to_get_user_info", "userinfo-of-another-person"],
      [overage, { status: 200, body: { sub: person.sub } }, "groups_unknown", "groups-elsewhere"],
      [{ hasgroups: true }, { status: 200, body: { sub: person.sub } }, "groups_unknown", "groups-elsewhere"],
    ] as const) {
      told.claims = { ...person, ...claims };
      told.userInfo = userInfo;
      const visitor = new Browser();
      expect(await visitor.follow(await visitor.begin())).toBe(`/sign-in?error=${error}`);
      await nobody(visitor);
      expect(logged.lines.splice(0).join()).toContain(`"reason":"${reason}"`);
    }
  } finally {
    logged.stop();
  }
  const { rows } = await pool().query("select role from users where id = $1", [userId]);
  expect(rows).toEqual([{ role: "admin" }]);
  told.claims = person;
  told.userInfo = { status: 200, body: { sub: person.sub } };
  expect(await browser.follow(await browser.begin())).toBe("/projects");
  expect((await browser.actor()).instanceAdmin).toBe(false);
  await told.close();
});

test("the log says what was wrong with an ID token, and quotes nothing of it", async () => {
  const { told, person } = await scripted();
  const logged = collectLog();
  try {
    for (const [wrong, reason] of [
      [{ claims: { ...person, nonce: "another" } }, "id-token-nonce"],
      [{ forged: true }, "id-token-signature"],
      [{ keyId: "rotated" }, "id-token-key-unknown"],
      [{ claims: { ...person, aud: "another" } }, "id-token-audience"],
      [{ claims: { ...person, exp: 1 } }, "id-token-expired"],
      [{ claims: { ...person, iss: "https://another.example" } }, "id-token-issuer"],
    ] as const) {
      Object.assign(told, { claims: person, forged: false, keyId: "published", ...wrong });
      const browser = new Browser();
      expect(await browser.follow(await browser.begin())).toBe("/sign-in?error=unable_to_get_user_info");
      const lines = logged.lines.splice(0).join();
      expect(lines).toContain(`"reason":"${reason}"`);
      for (const secret of [person.sub, person.email ?? "", "another", "eyJ"]) expect(lines).not.toContain(secret);
    }
  } finally {
    logged.stop();
    await told.close();
  }
});

test("the page that somebody goes back to decides nothing: one whose address speaks of an error is as good as another", async () => {
  const next = "/projects?error=none";
  await makeAccount({ instanceAdmin: true });
  const { told, person } = await scripted();
  told.claims = { ...person, groups: ["staff"] };
  const browser = new Browser();
  expect(await browser.follow(await browser.begin("/sign-in/sso", { next }))).toBe(next);
  expect((await browser.actor()).instanceAdmin).toBe(true);
  told.claims = { ...person, groups: [] };
  expect(await browser.follow(await browser.begin("/sign-in/sso", { next }))).toBe(next);
  expect((await browser.actor()).instanceAdmin).toBe(false);
  const account = await makeAccount();
  const before = new Browser();
  await before.signIn(account.email);
  process.env.REDLINE_PASSWORD_SIGN_IN = "false";
  set({ DOMAINS: "example.org" });
  told.claims = { ...somebody({ email: account.email }), groups: [] };
  const later = new Browser();
  expect(await later.follow(await later.begin("/sign-in/sso", { next }))).toBe(next);
  expect((await later.actor()).userId).toBe(account.userId);
  await nobody(before);
  await told.close();
});

test("only an address that the provider confirms counts, not one beside it that it confirms elsewhere", async () => {
  const { told, person } = await scripted();
  const invited = await makeAccount({ password: null });
  set({ DOMAINS: "uni.example example.org" });
  for (const [claims, body] of [
    [
      { sub: person.sub, email: invited.email },
      { ...person, groups: [] },
    ],
    [
      { sub: person.sub, email_verified: true },
      { sub: person.sub, email: invited.email, groups: [] },
    ],
    [
      { sub: person.sub, email_verified: true },
      { sub: person.sub, email: invited.email, email_verified: false, groups: [] },
    ],
  ]) {
    told.claims = claims as Record<string, unknown>;
    told.userInfo = { status: 200, body };
    const browser = new Browser();
    expect(await browser.follow(await browser.begin())).toBe("/sign-in?error=account_not_linked");
    await nobody(browser);
  }
  told.claims = { sub: person.sub, email: invited.email };
  told.userInfo = { status: 200, body: { sub: person.sub, email: invited.email, email_verified: true, groups: [] } };
  const holder = new Browser();
  expect(await holder.follow(await holder.begin())).toBe("/projects");
  expect((await holder.actor()).userId).toBe(invited.userId);
  await told.close();
});

test("names of the provider are cut to what names are here", async () => {
  const { told, person } = await scripted();
  for (const [given, name] of [
    ["x".repeat(5000), "x".repeat(200)],
    ["An\u0000n \ud800", "Ann "],
    ["  ", person.email],
  ]) {
    told.claims = { ...person, name: given, groups: [] };
    const browser = new Browser();
    await pool().query("delete from users where email = $1", [person.email]);
    expect(await browser.follow(await browser.begin())).toBe("/projects");
    expect((await browser.actor()).name).toBe(name);
  }
  await told.close();
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
