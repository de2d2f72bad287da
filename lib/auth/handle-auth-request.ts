import "server-only";
import { AppError } from "@/lib/domain/errors";
import { auth } from "./auth";
import { refusalOf } from "./auth-refusal";
import { authenticate } from "./authenticate";
import { beginPasskey, challengePasskey, signInWithPasskey } from "./passkeys";
import { knownBrowserCookie, limitedAttempt } from "./sign-in-limit";
import { passwordSignIn, signInWays } from "./single-sign-on";
import { beginConnecting, beginSignOn, finishSignOn } from "./sso-sign-in";
import { isCrossSite } from "./trusted-origins";

/**
 * The library's endpoints that the product uses. The others (its own administration, sign-up, impersonation, tokens by mail) would bypass our
 * roles and our audit, so they are not exposed.
 */
export const exposed: ReadonlySet<string> = new Set([
  "/sign-in/email",
  "/sign-out",
  "/get-session",
  "/update-user",
  "/list-sessions",
  "/revoke-session",
  "/revoke-sessions",
  "/revoke-other-sessions",
  "/list-accounts",
  "/two-factor/enable",
  "/two-factor/disable",
  "/two-factor/generate-backup-codes",
  "/two-factor/verify-totp",
  "/two-factor/verify-backup-code",
  "/passkey/verify-registration",
  "/passkey/list-user-passkeys",
  "/passkey/update-passkey",
  "/passkey/delete-passkey",
]);

/** The ones that ask for the password again: somebody who finds a browser open must not be able to guess it here either. */
const asksPassword = new Set(["/two-factor/enable", "/two-factor/disable", "/two-factor/generate-backup-codes"]);

/** What is answered here instead of by the library: single sign-on, and passkeys where the password is asked for. */
const ownAnswers = new Map<string, (request: Request) => Promise<Response> | Response>([
  ["GET /sign-in-ways", () => Response.json(signInWays())],
  ["POST /sign-in/sso", beginSignOn],
  ["POST /connect/sso", beginConnecting],
  ["GET /callback/sso", finishSignOn],
  ["POST /passkey/begin", beginPasskey],
  ["POST /passkey/challenge", challengePasskey],
  ["POST /passkey/verify-authentication", signInWithPasskey],
]);

/** Answers a request below /api/auth. Throws not_found for what is not exposed, forbidden for another site's writes, and the library's refusals. */
export async function handleAuthRequest(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, "");
  const own = ownAnswers.get(`${request.method} ${path}`);
  if (own === undefined && !exposed.has(path)) throw new AppError("not_found", "There is nothing at this address.");
  if (request.method !== "GET" && isCrossSite(request.headers)) throw new AppError("forbidden", "This came from another site's page.");
  if (own !== undefined) return own(request);
  if (path === "/update-user") await demandOwnName(request.headers);
  if (path === "/sign-in/email") return signIn(request);
  return asksPassword.has(path) ? passWithPassword(request) : pass(request);
}

/** Participants are known by their code; a name of their own could give them away in exports. Throws forbidden for them. */
async function demandOwnName(headers: Headers): Promise<void> {
  const current = await authenticate(headers);
  if (current?.actor.onlyTask !== undefined) throw new AppError("forbidden", "You take part under a code, which cannot be changed.");
}

/** Hands on a request that asks for the password; wrong ones are counted as those of signing in are. */
async function passWithPassword(request: Request): Promise<Response> {
  const current = await authenticate(request.headers);
  if (current === null || current.scopes !== null) throw new AppError("unauthenticated", "Sign in first.");
  return limitedAttempt(request.headers, current.actor.email, () => pass(request));
}

/** Hands a request to the library. Throws its refusals. */
async function pass(request: Request): Promise<Response> {
  const response = await auth().handler(request);
  if (response.status >= 400) throw await refusalOf(response);
  return response;
}

async function signIn(request: Request): Promise<Response> {
  if (!passwordSignIn()) throw new AppError("forbidden", "Signing in with a password is switched off here. Use single sign-on.");
  const body: { email?: unknown } | null = await request
    .clone()
    .json()
    .catch(() => null);
  const email = body?.email;
  if (typeof email !== "string") return pass(request);
  const response = await limitedAttempt(request.headers, email, () => pass(request));
  response.headers.append("set-cookie", knownBrowserCookie(email));
  return response;
}
