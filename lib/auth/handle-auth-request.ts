import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/domain/errors";
import { auth } from "./auth";
import { refusalOf } from "./auth-refusal";
import { authenticate } from "./authenticate";
import { beginPasskey, challengePasskey, signInWithPasskey } from "./passkeys";
import { knownBrowserCookie, limitedAttempt } from "./sign-in-limit";
import { passwordSignIn, signInWays } from "./single-sign-on";
import { beginConnecting, beginSignOn, finishSignOn } from "./sso-sign-in";
import { isCrossSite } from "./trusted-origins";

/** Reads the request's body. Throws for one that is too large, or that its schema does not know. */
export type ReadBody = <S extends z.ZodType>(schema: S) => Promise<z.output<S>>;

interface AuthEndpoint {
  /** Every field that may be sent; the library would take more. */
  body?: z.ZodType;
  /** `request` has the body that was read, if any. */
  answer: (request: Request, body: never) => Promise<Response> | Response;
}

const post = <S extends z.ZodType>(body: S, answer: (request: Request, body: z.output<S>) => Promise<Response>): AuthEndpoint => ({
  body,
  answer,
});

const nothing = z.object({});
const id = z.string().max(200);
const name = z.string().trim().min(1).max(200);
const password = z.string().max(1000);
const code = z.object({ code: z.string().max(100) });
const passkeyReply = z.looseObject({ id: z.string().max(2000) });

/**
 * All that is served below /api/auth but for /set-password and /change-password. The library's other endpoints (its own administration, sign-up,
 * impersonation, tokens by mail) would bypass our roles and our audit.
 */
export const authEndpoints: ReadonlyMap<string, AuthEndpoint> = new Map([
  ["GET /sign-in-ways", { answer: () => Response.json(signInWays()) }],
  ["GET /get-session", { answer: pass }],
  ["GET /list-sessions", { answer: pass }],
  ["GET /list-accounts", { answer: pass }],
  ["GET /passkey/list-user-passkeys", { answer: pass }],
  ["GET /callback/sso", { answer: finishSignOn }],
  ["POST /sign-in/email", post(z.object({ email: z.string().max(320), password, rememberMe: z.boolean().optional() }), signIn)],
  ["POST /sign-in/sso", post(z.object({ next: z.unknown().optional() }), beginSignOn)],
  ["POST /connect/sso", post(nothing, beginConnecting)],
  ["POST /sign-out", post(nothing, pass)],
  ["POST /update-user", post(z.object({ name }), rename)],
  ["POST /revoke-session", post(z.object({ token: id }), pass)],
  ["POST /revoke-sessions", post(nothing, pass)],
  ["POST /revoke-other-sessions", post(nothing, pass)],
  ["POST /two-factor/enable", post(z.object({ password }), passWithPassword)],
  ["POST /two-factor/disable", post(z.object({ password }), passWithPassword)],
  ["POST /two-factor/generate-backup-codes", post(z.object({ password }), passWithPassword)],
  ["POST /two-factor/verify-totp", post(code, pass)],
  ["POST /two-factor/verify-backup-code", post(code, pass)],
  ["POST /passkey/begin", post(z.object({ password }), beginPasskey)],
  ["POST /passkey/challenge", post(nothing, challengePasskey)],
  ["POST /passkey/verify-registration", post(z.object({ response: passkeyReply, name: name.optional() }), pass)],
  ["POST /passkey/verify-authentication", post(z.object({ response: passkeyReply, password: password.optional() }), signInWithPasskey)],
  ["POST /passkey/update-passkey", post(z.object({ id, name }), pass)],
  ["POST /passkey/delete-passkey", post(z.object({ id }), pass)],
]);

/** Answers a request below /api/auth. Throws not_found for what is not served, forbidden for another site's writes, and the library's refusals. */
export async function handleAuthRequest(request: Request, readBody: ReadBody): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, "");
  const endpoint = authEndpoints.get(`${request.method} ${path}`);
  if (endpoint === undefined) throw new AppError("not_found", "There is nothing at this address.");
  if (request.method !== "GET" && isCrossSite(request.headers)) throw new AppError("forbidden", "This came from another site's page.");
  if (endpoint.body === undefined) return endpoint.answer(request, undefined as never);
  const body = await readBody(endpoint.body);
  const headers = new Headers(request.headers);
  for (const one of ["content-length", "transfer-encoding"]) headers.delete(one);
  headers.set("content-type", "application/json");
  return endpoint.answer(new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) }), body as never);
}

/** Participants are known by their code; a name of their own could give them away in exports. Throws forbidden for them. */
async function rename(request: Request): Promise<Response> {
  const current = await authenticate(request.headers);
  if (current?.actor.onlyTask !== undefined) throw new AppError("forbidden", "You take part under a code, which cannot be changed.");
  return pass(request);
}

/**
 * Hands on a request that asks for the password again, as somebody who finds a browser open must not be able to guess it here either; wrong ones
 * are counted as those of signing in are.
 */
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

async function signIn(request: Request, { email }: { email: string }): Promise<Response> {
  if (!passwordSignIn()) throw new AppError("forbidden", "Signing in with a password is switched off here. Use single sign-on.");
  const response = await limitedAttempt(request.headers, email, () => pass(request));
  response.headers.append("set-cookie", knownBrowserCookie(email));
  return response;
}
