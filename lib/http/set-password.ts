import "server-only";
import { z } from "zod";
import { findLinkHolder, redeemSetPasswordLink } from "@/lib/auth/set-password-link";
import { isCrossSite } from "@/lib/auth/trusted-origins";
import { AppError, found } from "@/lib/domain/errors";
import { answer } from "./answer";
import { parseInput, parseJson, readBodyText, readQuery } from "./read-input";

const token = z.string().min(1).max(200);
const redeemBody = z.object({
  token,
  password: z.string().max(1000),
  name: z.string().trim().min(1).max(200).optional(),
  email: z.email().max(320).optional(),
});

/** Whom a set-password link is for: `{ email, name, purpose }`. Throws not_found for one that is no longer good. */
export const showLink = (request: Request): Promise<Response> =>
  answer(request, async () => {
    const query = parseInput(z.object({ token }), readQuery(request));
    const { email, name, purpose } = found(await findLinkHolder(query.token), "link: it was used or has expired");
    return Response.json({ email, name, purpose });
  });

/** Uses a set-password link: sets the password and signs in with the reply's cookies. */
export const redeemLink = (request: Request): Promise<Response> =>
  answer(request, async () => {
    if (isCrossSite(request.headers)) throw new AppError("forbidden", "This came from another site's page.");
    const body = parseInput(redeemBody, parseJson(await readBodyText(request)));
    const { email, setCookies } = await redeemSetPasswordLink({ ...body, headers: request.headers });
    const response = Response.json({ ok: true, email });
    for (const cookie of setCookies) response.headers.append("set-cookie", cookie);
    return response;
  });
