import "server-only";
import { z } from "zod";
import { authenticate } from "@/lib/auth/authenticate";
import { changePassword } from "@/lib/auth/change-password";
import { findLinkHolder, redeemSetPasswordLink } from "@/lib/auth/set-password-link";
import { isCrossSite } from "@/lib/auth/trusted-origins";
import { AppError, found } from "@/lib/domain/errors";
import { answer, jsonReply } from "./answer";
import { parseInput, readCredentials, readQuery } from "./read-input";

const token = z.string().min(1).max(200);
export const redeemBody = z.object({
  token,
  password: z.string().max(1000),
  name: z.string().trim().min(1).max(200).optional(),
  email: z.email().max(320).optional(),
});

const changeBody = z.object({ currentPassword: z.string().max(1000), newPassword: z.string().max(1000) });

/** Changes the signed-in user's password; the reply's cookies are a new session, and all others end. */
export const changeOwnPassword = (request: Request): Promise<Response> =>
  answer(request, async () => {
    if (isCrossSite(request.headers)) throw new AppError("forbidden", "This came from another site's page.");
    const authenticated = await authenticate(request.headers);
    if (authenticated === null || authenticated.scopes !== null) throw new AppError("unauthenticated", "Sign in to change your password.");
    const body = await readCredentials(request, changeBody);
    return withCookies({ ok: true }, await changePassword(authenticated.actor, { ...body, headers: request.headers }));
  });

function withCookies(body: object, { setCookies }: { setCookies: string[] }): Response {
  const response = jsonReply(body);
  for (const cookie of setCookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Whom a set-password link is for: `{ email, name, purpose }`. Throws not_found for a link that is no longer valid. */
export const showLink = (request: Request): Promise<Response> =>
  answer(request, async () => {
    const query = parseInput(z.object({ token }), readQuery(request));
    const { email, name, purpose } = found(await findLinkHolder(query.token), "link: it was used or has expired");
    return jsonReply({ email, name, purpose });
  });

/** Uses a set-password link: sets the password and signs in with the reply's cookies. */
export const redeemLink = (request: Request): Promise<Response> =>
  answer(request, async () => {
    if (isCrossSite(request.headers)) throw new AppError("forbidden", "This came from another site's page.");
    const body = await readCredentials(request, redeemBody);
    const redeemed = await redeemSetPasswordLink({ ...body, headers: request.headers });
    return withCookies({ ok: true, email: redeemed.email, codeNeeded: redeemed.codeNeeded }, redeemed);
  });
