import "server-only";
import { z } from "zod";
import { type GroupRule, groupRule } from "@/lib/domain/single-sign-on";
import { type Env, env } from "@/lib/env";

/** How people sign in through their organisation's identity provider. */
export interface SingleSignOn {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  name: string;
  scopes: string[];
  /** Domains of the addresses that may sign in, in lower case; empty: all. */
  domains: string[];
  /** Whether every address the provider names is its owner's, although it does not say so. */
  trustEmails: boolean;
  groupsClaim: string;
  rules: GroupRule[];
}

const words = (text: string | undefined) => (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
const ruleList = z.array(groupRule);

let last: { from: Env; read: SingleSignOn | null } | null = null;

/** The settings of single sign-on; null where it is not set up. Throws an Error that names a setting which cannot be used. */
export function singleSignOn(): SingleSignOn | null {
  const from = env();
  if (last?.from !== from) last = { from, read: read(from) };
  return last.read;
}

function read(from: Env): SingleSignOn | null {
  const issuer = from.REDLINE_OIDC_ISSUER;
  if (issuer === undefined) {
    if (!from.REDLINE_PASSWORD_SIGN_IN) throw new Error("REDLINE_PASSWORD_SIGN_IN=false needs REDLINE_OIDC_ISSUER: nobody could sign in.");
    return null;
  }
  const url = URL.parse(issuer);
  if (url === null || !["https:", "http:"].includes(url.protocol)) throw new Error(`REDLINE_OIDC_ISSUER is not a web address: ${issuer}`);
  const clientId = from.REDLINE_OIDC_CLIENT_ID;
  if (clientId === undefined) throw new Error("REDLINE_OIDC_ISSUER needs REDLINE_OIDC_CLIENT_ID.");
  const domains = words(from.REDLINE_OIDC_DOMAINS).map((domain) => domain.toLowerCase().replace(/^@/, ""));
  if (from.REDLINE_OIDC_TRUST_EMAILS && domains.length === 0)
    throw new Error("REDLINE_OIDC_TRUST_EMAILS needs REDLINE_OIDC_DOMAINS: the domains whose addresses the provider hands out itself.");
  return {
    issuer,
    clientId,
    clientSecret: from.REDLINE_OIDC_CLIENT_SECRET,
    name: from.REDLINE_OIDC_NAME ?? "single sign-on",
    scopes: words(from.REDLINE_OIDC_SCOPES ?? "openid email profile"),
    domains,
    trustEmails: from.REDLINE_OIDC_TRUST_EMAILS,
    groupsClaim: from.REDLINE_OIDC_GROUPS_CLAIM ?? "groups",
    rules: readRules(from.REDLINE_OIDC_ROLES),
  };
}

function readRules(text: string | undefined): GroupRule[] {
  if (text === undefined) return [];
  const example = '[{"group":"lab","project":"My study","role":"annotator"},{"group":"staff","role":"admin"}]';
  try {
    return ruleList.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`REDLINE_OIDC_ROLES must be a list like ${example}`, { cause });
  }
}

/** Whether people may sign in with a password. */
export const passwordSignIn = (): boolean => env().REDLINE_PASSWORD_SIGN_IN;

/**
 * Whether a passkey signs in, alone or with the password too. Where nobody has a password, the organisation decides who gets in, so none does.
 */
export const passkeySignIn = (): "alone" | "with-password" | "off" => (passwordSignIn() ? env().REDLINE_PASSKEY_SIGN_IN : "off");

/** How people may sign in: what the sign-in page offers. */
export const signInWays = (): { password: boolean; passkey: ReturnType<typeof passkeySignIn>; singleSignOn: string | null } => ({
  password: passwordSignIn(),
  passkey: passkeySignIn(),
  singleSignOn: singleSignOn()?.name ?? null,
});
