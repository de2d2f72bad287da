import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { answerAuthRequest } from "@/lib/http/auth-request";
import { makeAccount } from "@/lib/testing/accounts";
import { collectLog } from "@/lib/testing/log-lines";
import { startScriptedProvider } from "@/lib/testing/scripted-provider";
import { signOnScene } from "@/lib/testing/sign-on-scene";

const { set, Browser, somebody, nobody } = await signOnScene(answerAuthRequest);

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
