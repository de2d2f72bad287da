import "server-only";
import { betterAuth } from "better-auth";
import { getOAuthState } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import { AppError } from "@/lib/domain/errors";
import type { SignOnProblem } from "@/lib/domain/sign-on-problems";
import { log } from "@/lib/log";
import { commonOptions, disabledAccounts } from "./auth";
import { judgeIdentity } from "./judge-identity";
import { type SingleSignOn, singleSignOn } from "./single-sign-on";
import { type Claims, visits } from "./sso-visit";
import { whyRefused } from "./why-refused";

/** The provider's name in our addresses, and in the table of identities. */
export const providerId = "sso";
const timeoutMs = 10_000;

const discovered = z.object({ issuer: z.string(), userinfo_endpoint: z.url().optional() });
const claimsOf = z.looseObject({ sub: z.string().min(1), iss: z.string() });

type Provider = ReturnType<typeof create>;
let held: { settings: SingleSignOn; made: Promise<Provider> } | null = null;

/**
 * better-auth with the identity provider. An instance of its own: it waits for the provider's description, which no other request should.
 * Made anew after the settings have changed or the provider could not be reached. Throws not_found without single sign-on, unavailable.
 */
export async function ssoProvider(): Promise<Provider> {
  const settings = singleSignOn();
  if (settings === null) throw new AppError("not_found", "Single sign-on is not set up here.");
  if (held?.settings !== settings) held = { settings, made: connect(settings) };
  const current = held;
  try {
    return await current.made;
  } catch (cause) {
    if (held === current) held = null;
    log.error({ err: cause }, "the identity provider cannot be used");
    throw new AppError("unavailable", `${settings.name} cannot be reached. Try again, or ask an administrator.`, { cause });
  }
}

/** Reads the provider's description. Throws what keeps people from signing in through it. */
export async function readProvider({ issuer }: SingleSignOn): Promise<{ discoveryUrl: string; userInfoUrl: string | undefined }> {
  const discoveryUrl = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(discoveryUrl, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${discoveryUrl} answered with status ${response.status}.`);
  const found = discovered.parse(await response.json());
  if (found.issuer !== issuer) throw new Error(`REDLINE_OIDC_ISSUER is ${issuer}, but the provider there calls itself ${found.issuer}.`);
  return { discoveryUrl, userInfoUrl: found.userinfo_endpoint };
}

async function connect(settings: SingleSignOn): Promise<Provider> {
  const { discoveryUrl, userInfoUrl } = await readProvider(settings);
  const made = create(settings, discoveryUrl, userInfoUrl);
  const { socialProviders } = await made.$context;
  const provider = socialProviders.find(({ id }) => id === providerId);
  if (provider === undefined) throw new Error("The provider's description lacks what signing in needs.");
  const getUserInfo = provider.getUserInfo.bind(provider);
  provider.getUserInfo = async (tokens) => {
    const found = await getUserInfo(tokens);
    const visit = visits.getStore();
    if (found === null && visit !== undefined) visit.refused ??= { reason: await whyRefused(settings, provider.idToken, tokens) };
    return found;
  };
  return made;
}

function create(settings: SingleSignOn, discoveryUrl: string, userInfoUrl: string | undefined) {
  return betterAuth({
    ...commonOptions(),
    // An address of its own decides nothing here: judgeIdentity does, before the library connects or creates anything.
    account: { accountLinking: { enabled: true, requireLocalEmailVerified: false }, updateAccountOnSignIn: false },
    user: { validateUserInfo: ({ user, source }) => judgeIdentity(settings, { user, action: source.action }) },
    onAPIError: { errorURL: "/sign-in" },
    plugins: [
      disabledAccounts(),
      genericOAuth({
        config: [
          {
            providerId,
            name: settings.name,
            discoveryUrl,
            requireIdTokenVerification: true,
            clientId: settings.clientId,
            ...(settings.clientSecret !== undefined && { clientSecret: settings.clientSecret }),
            scopes: settings.scopes,
            // A person is who this very issuer says they are: another issuer numbers its people alike.
            accountSubject: ({ profile }) => `${settings.issuer} ${profile.sub ?? ""}`,
            // The library has checked the ID token's signature, audience, expiry and nonce before.
            getUserInfo: async ({ idToken, accessToken }) => {
              const visit = visits.getStore();
              if (visit === undefined) return null;
              const claims = await readClaims(settings, { idToken, accessToken, userInfoUrl }, (reason, error) => {
                visit.refused = { reason, ...(error && { error }) };
                return null;
              });
              if (claims === null) return null;
              visit.next = (await getOAuthState())?.callbackURL ?? null;
              visit.claims = claims;
              const email = z.string().trim().toLowerCase().max(320).safeParse(claims.email).data;
              return {
                sub: claims.sub,
                email,
                emailVerified: settings.trustEmails || claims.email_verified === true,
                name: nameOf([claims.name, claims.preferred_username, email]),
              };
            },
          },
        ],
      }),
    ],
  });
}

/** The first that is a name, as names are here: at most 200 characters that can be stored. */
function nameOf(given: readonly unknown[]): string {
  const names = given.flatMap((one) =>
    typeof one === "string"
      ? [
          one
            .trim()
            .slice(0, 200)
            .replace(/\0|\p{Surrogate}/gu, ""),
        ]
      : [],
  );
  return names.find((one) => one !== "") ?? "";
}

/**
 * The claims of the ID token, with those that the provider says only when it is asked. Null: they are not this issuer's or not of one person, or
 * something that decides about roles cannot be known. Nobody is signed in then: with no roles they would lose their own for the provider's trouble,
 * and with those of the last time, somebody removed from a group could keep its roles for as long as the trouble lasts.
 */
async function readClaims(
  settings: SingleSignOn,
  from: { idToken: string | undefined; accessToken: string | undefined; userInfoUrl: string | undefined },
  refuse: (reason: string, error?: SignOnProblem) => null,
): Promise<Claims | null> {
  if (from.idToken === undefined) return refuse("id-token-missing");
  const payload = Buffer.from(from.idToken.split(".")[1] ?? "", "base64url").toString("utf8");
  const said = claimsOf.safeParse(JSON.parse(payload)).data;
  if (said === undefined || said.iss !== settings.issuer) return refuse("id-token-issuer");
  const missing = (claims: Claims) =>
    claims.email === undefined || (settings.rules.length > 0 && claims[settings.groupsClaim] === undefined);
  const asked = missing(said) && from.userInfoUrl !== undefined && from.accessToken !== undefined;
  const more = asked ? await askUserInfo(from.userInfoUrl ?? "", from.accessToken ?? "") : {};
  if (typeof more === "string") return refuse(more, "provider_unavailable");
  if (more.sub !== undefined && more.sub !== said.sub) return refuse("userinfo-of-another-person");
  const claims = { ...more, ...said, ...addressOf(said, more) };
  return settings.rules.length > 0 && groupsAreElsewhere(claims, settings.groupsClaim)
    ? refuse("groups-elsewhere", "groups_unknown")
    : claims;
}

/** The address with what is said of that very one: the ID token and the userinfo endpoint may know two. */
function addressOf(said: Partial<Claims>, more: Partial<Claims>): { email: unknown; email_verified: unknown } {
  if (said.email === undefined) return { email: more.email, email_verified: more.email_verified };
  return { email: said.email, email_verified: said.email_verified ?? (more.email === said.email ? more.email_verified : undefined) };
}

/** What the userinfo endpoint says; a reason code if it says nothing that can be used. */
async function askUserInfo(url: string, accessToken: string): Promise<Partial<Claims> | string> {
  try {
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return `userinfo-status-${response.status}`;
    return claimsOf.partial({ iss: true }).safeParse(await response.json()).data ?? "userinfo-unreadable";
  } catch (error) {
    return error instanceof SyntaxError ? "userinfo-unreadable" : "userinfo-unreachable";
  }
}

/**
 * Whether somebody has groups that the claim leaves out: it names another place to ask (OpenID Connect's distributed claims), as Entra ID does of
 * those in more than about 200 groups, or says only that there are some (Entra ID's `hasgroups`).
 */
function groupsAreElsewhere(claims: Claims, claim: string): boolean {
  if (claims[claim] !== undefined) return false;
  const names = claims._claim_names;
  return (
    (typeof names === "object" && names !== null && Object.hasOwn(names, claim)) || claims.hasgroups === true || claims.hasgroups === "true"
  );
}
