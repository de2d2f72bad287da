import "server-only";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import { auth } from "./auth";
import { authenticate } from "./authenticate";
import { knownBrowserCookie, limitedAttempt } from "./sign-in-limit";
import { isCrossSite } from "./trusted-origins";

/**
 * The library's endpoints that the product uses. The others (its own administration, sign-up, impersonation, tokens by mail) would bypass our
 * roles and our audit, so they are not exposed.
 */
const exposed = new Set([
  "/sign-in/email",
  "/sign-out",
  "/get-session",
  "/update-user",
  "/list-sessions",
  "/revoke-session",
  "/revoke-sessions",
  "/revoke-other-sessions",
]);

/** Answers a request below /api/auth. Throws not_found for what is not exposed, forbidden for another site's writes, and the library's refusals. */
export async function handleAuthRequest(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, "");
  if (!exposed.has(path)) throw new AppError("not_found", "There is nothing at this address.");
  if (request.method !== "GET" && isCrossSite(request.headers)) throw new AppError("forbidden", "This came from another site's page.");
  if (path === "/update-user") await demandOwnName(request.headers);
  return path === "/sign-in/email" ? signIn(request) : pass(request);
}

/** Participants are known by their code; a name of their own could give them away in exports. Throws forbidden for them. */
async function demandOwnName(headers: Headers): Promise<void> {
  const current = await authenticate(headers);
  if (current?.actor.onlyTask !== undefined) throw new AppError("forbidden", "You take part under a code, which cannot be changed.");
}

/** Hands a request to the library. Throws its refusals. */
async function pass(request: Request): Promise<Response> {
  const response = await auth().handler(request);
  if (response.status >= 400) throw await toAppError(response);
  return response;
}

async function signIn(request: Request): Promise<Response> {
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

const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  400: "bad_request",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  422: "invalid_input",
  429: "rate_limited",
};

/** The library's refusals in the shape of all others; its own code, such as INVALID_EMAIL_OR_PASSWORD, is in the details. */
async function toAppError(response: Response): Promise<AppError> {
  const body: { code?: string; message?: string } | null = await response.json().catch(() => null);
  const code = codeOfStatus[response.status] ?? "internal";
  return new AppError(code, body?.message ?? "This did not work.", body?.code ? { details: { reason: body.code } } : {});
}
