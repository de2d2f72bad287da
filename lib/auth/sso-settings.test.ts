import { afterEach, expect, test } from "vitest";
import { keptEnvironment } from "@/lib/testing/kept-environment";
import { signInWays, singleSignOn } from "./single-sign-on";

process.env.DATABASE_URL ??= "postgres://unused";
process.env.REDLINE_SECRET ??= "a-secret-for-tests-only";
afterEach(keptEnvironment());
const set = (settings: Record<string, string>) => Object.assign(process.env, settings);
const provider = { REDLINE_OIDC_ISSUER: "https://id.uni.example", REDLINE_OIDC_CLIENT_ID: "redline" };

test("without settings, or with empty ones as Compose files pass them on, people sign in with a password", () => {
  expect(signInWays()).toEqual({ password: true, passkey: "alone", singleSignOn: null });
  set({ REDLINE_OIDC_ISSUER: "", REDLINE_OIDC_TRUST_EMAILS: "", REDLINE_PASSWORD_SIGN_IN: "" });
  expect(signInWays()).toEqual({ password: true, passkey: "alone", singleSignOn: null });
});

test("domains may be separated by commas or spaces, in any case, with or without @", () => {
  set({ ...provider, REDLINE_OIDC_DOMAINS: "@Uni.example, lab.example" });
  expect(singleSignOn()).toMatchObject({ domains: ["uni.example", "lab.example"], groupsClaim: "groups", trustEmails: false });
});

test.each([
  [{ REDLINE_PASSWORD_SIGN_IN: "false" }, /nobody could sign in/],
  [{ ...provider, REDLINE_OIDC_ISSUER: "id.uni.example" }, /not a web address/],
  [{ ...provider, REDLINE_OIDC_CLIENT_ID: "" }, /needs REDLINE_OIDC_CLIENT_ID/],
  [{ ...provider, REDLINE_OIDC_TRUST_EMAILS: "true" }, /needs REDLINE_OIDC_DOMAINS/],
  [{ ...provider, REDLINE_OIDC_ROLES: '[{"group":"lab","role":"researcher"}]' }, /REDLINE_OIDC_ROLES must be a list/],
  [{ ...provider, REDLINE_OIDC_ROLES: "lab=admin" }, /REDLINE_OIDC_ROLES must be a list/],
])("settings that cannot be used are named: %j", (settings, problem) => {
  set(settings);
  expect(() => singleSignOn()).toThrow(problem);
});
