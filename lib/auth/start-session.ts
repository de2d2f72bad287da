import "server-only";
import { createHmac } from "node:crypto";
import { auth } from "./auth";
import { clientAddressHeader } from "./client-address";

/** Signs an account in without a password; the caller has decided that it may be. Returns the cookies to send. */
export async function startSession(userId: string, headers: Headers): Promise<string[]> {
  const { internalAdapter, authCookies, secret, sessionConfig } = await auth().$context;
  const { token } = await internalAdapter.createSession(userId, false, {
    ipAddress: headers.get(clientAddressHeader) ?? "",
    userAgent: headers.get("user-agent") ?? "",
  });
  const { name, attributes } = authCookies.sessionToken;
  // As the library signs its cookies; authenticate.ts reads them.
  const signed = encodeURIComponent(`${token}.${createHmac("sha256", secret).update(token).digest("base64")}`);
  const secure = attributes.secure ? "; Secure" : "";
  return [`${name}=${signed}; Path=/; Max-Age=${sessionConfig.expiresIn}; HttpOnly; SameSite=Lax${secure}`];
}
