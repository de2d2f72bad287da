import "server-only";
import { betterAuth } from "better-auth";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import { AppError } from "@/lib/domain/errors";
import { log } from "@/lib/log";
import { commonOptions, disabledAccounts } from "./auth";
import { judgeIdentity } from "./judge-identity";
import { type SingleSignOn, singleSignOn } from "./single-sign-on";
import { type Claims, visits } from "./sso-visit";

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
  if (!socialProviders.some(({ id }) => id === providerId)) throw new Error("The provider's description lacks what signing in needs.");
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
              const claims = await readClaims(settings, { idToken, accessToken, userInfoUrl });
              const visit = visits.getStore();
              if (claims === null || visit === undefined) return null;
              visit.claims = claims;
              const email = typeof claims.email === "string" ? claims.email.trim().toLowerCase() : undefined;
              const name = [claims.name, claims.preferred_username, email].find((one) => typeof one === "string" && one.trim() !== "");
              return {
                sub: claims.sub,
                email,
                emailVerified: settings.trustEmails || claims.email_verified === true,
                name: String(name ?? ""),
              };
            },
          },
        ],
      }),
    ],
  });
}

/** The claims of the ID token, with those that the provider says only when it is asked. Null: they are not this issuer's, or not of one person. */
async function readClaims(
  settings: SingleSignOn,
  from: { idToken: string | undefined; accessToken: string | undefined; userInfoUrl: string | undefined },
): Promise<Claims | null> {
  if (from.idToken === undefined) return null;
  const payload = Buffer.from(from.idToken.split(".")[1] ?? "", "base64url").toString("utf8");
  const claims = claimsOf.safeParse(JSON.parse(payload)).data;
  if (claims === undefined || claims.iss !== settings.issuer) return null;
  const complete = claims.email !== undefined && (settings.rules.length === 0 || claims[settings.groupsClaim] !== undefined);
  if (complete || from.userInfoUrl === undefined || from.accessToken === undefined) return claims;
  const headers = { authorization: `Bearer ${from.accessToken}` };
  const response = await fetch(from.userInfoUrl, { headers, signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) return claims;
  const more = claimsOf.partial({ iss: true }).safeParse(await response.json()).data;
  return more?.sub === claims.sub ? { ...more, ...claims } : null;
}
