import "server-only";
import { findPasskeyHolder } from "@/lib/db/passkeys";
import { AppError } from "@/lib/domain/errors";
import { auth } from "./auth";
import { refusalOf } from "./auth-refusal";
import { authenticate } from "./authenticate";
import { limitedAttempt } from "./sign-in-limit";
import { passkeySignIn } from "./single-sign-on";

const noPasskeys = () => new AppError("forbidden", "Signing in with a passkey is switched off here.");
const wrongPassword = () => new AppError("unauthenticated", "The password is wrong.");

/** Hands a request to the library. Throws its refusals. */
async function pass(request: Request): Promise<Response> {
  const response = await auth().handler(request);
  if (response.status >= 400) throw await refusalOf(response);
  return response;
}

/**
 * Begins adding a passkey to the account that is signed in, which needs its password: whoever finds a browser open may not leave themselves a way in.
 * Throws forbidden where passkeys are switched off, unauthenticated.
 */
export async function beginPasskey(request: Request, { password }: { password: string }): Promise<Response> {
  if (passkeySignIn() === "off") throw noPasskeys();
  const current = await authenticate(request.headers);
  if (current === null || current.scopes !== null) throw new AppError("unauthenticated", "Sign in first.");
  if (current.actor.onlyTask !== undefined) throw new AppError("forbidden", "You take part under a code; it is your way in.");
  const { headers } = request;
  await limitedAttempt(headers, current.actor.email, async () => {
    const right = await auth()
      .api.verifyPassword({ headers, body: { password } })
      .then(
        ({ status }) => status,
        () => false,
      );
    if (!right) throw wrongPassword();
  });
  return pass(new Request(new URL("/api/auth/passkey/generate-register-options", request.url), { headers: withoutBody(headers) }));
}

/** Begins signing in with a passkey. Throws forbidden where that is switched off. */
export async function challengePasskey(request: Request): Promise<Response> {
  if (passkeySignIn() === "off") throw noPasskeys();
  const headers = withoutBody(request.headers);
  // Without a session, so that any of the person's passkeys may answer.
  headers.delete("cookie");
  return pass(new Request(new URL("/api/auth/passkey/generate-authenticate-options", request.url), { headers }));
}

/**
 * Signs in with a passkey's answer and, where the installation asks for it, the account's password too. Throws forbidden where that is switched off,
 * unauthenticated.
 */
export async function signInWithPasskey(
  request: Request,
  { response, password }: { response: { id: string }; password?: string | undefined },
): Promise<Response> {
  const way = passkeySignIn();
  if (way === "off") throw noPasskeys();
  const body = JSON.stringify({ response });
  const headers = withoutBody(request.headers);
  headers.set("content-type", "application/json");
  const signIn = () => pass(new Request(request.url, { method: "POST", headers, body }));
  if (way === "alone") return signIn();
  const holder = await findPasskeyHolder(response.id);
  if (holder === null) throw new AppError("unauthenticated", "Redline does not know this passkey.");
  return limitedAttempt(request.headers, holder.email, async () => {
    const { password: passwords } = await auth().$context;
    const right = holder.passwordHash !== null && (await passwords.verify({ hash: holder.passwordHash, password: password ?? "" }));
    if (!right) throw wrongPassword();
    return signIn();
  });
}

function withoutBody(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of ["content-length", "content-type", "transfer-encoding"]) headers.delete(name);
  return headers;
}
