import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { findAccountByEmail } from "@/lib/db/accounts";
import { createSetPasswordToken, findSetPasswordToken, type LinkHolder } from "@/lib/db/set-password-links";
import { AppError } from "@/lib/domain/errors";
import type { LinkPurpose } from "@/lib/domain/may-open-account";
import { type Actor, commandLineId } from "@/lib/domain/policy";
import { env } from "@/lib/env";
import { auth } from "./auth";
import { setPassword } from "./set-password";
import { knownBrowserCookie } from "./sign-in-limit";
import { passwordSignIn } from "./single-sign-on";

const linkDays = 7;
const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * A single-use link that sets a password, valid for seven days and passed on by hand, so no mail server is needed. Only its hash is stored.
 * It stays valid only while its issuer may open the account; null: the product itself.
 */
export async function createSetPasswordLink(userId: string, purpose: LinkPurpose, issuer: Actor | null): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const issuerId = issuer === null || issuer.userId === commandLineId ? null : issuer.userId;
  // People sign in through their organisation then, and only the machine's operator can still let somebody in by a link.
  if (issuerId !== null && !passwordSignIn()) return `${new URL(env().REDLINE_URL).origin}/sign-in`;
  await createSetPasswordToken({ userId, issuerId, purpose, tokenHash: hashToken(token), days: linkDays });
  return `${new URL(env().REDLINE_URL).origin}/set-password?token=${token}`;
}

/** The person a link is for, to greet them; null if it is no longer valid. */
export async function findLinkHolder(token: string): Promise<LinkHolder | null> {
  return findSetPasswordToken(hashToken(token));
}

/**
 * Redeems a link: sets the password, ends the person's other sessions and signs them in, or asks for their code first. Returns the cookies to send.
 * The first administrator may give a name and an address of their own; invited people their name.
 * Throws conflict for a link that is no longer valid, invalid_input for a bad password, already_exists for a taken address.
 */
export async function redeemSetPasswordLink(input: {
  token: string;
  password: string;
  name?: string | undefined;
  email?: string | undefined;
  headers: Headers;
}): Promise<{ email: string; setCookies: string[]; codeNeeded: boolean }> {
  const spent = new AppError("conflict", "This link was already used or has expired. Ask an administrator for a new one.");
  const tokenHash = hashToken(input.token);
  const holder = await findSetPasswordToken(tokenHash);
  if (holder === null || (holder.issuerId !== null && !passwordSignIn())) throw spent;
  const email = holder.purpose === "first-admin" && input.email ? input.email.trim().toLowerCase() : holder.email;
  if (email !== holder.email && (await findAccountByEmail(email)) !== null) {
    throw new AppError("already_exists", `There is already an account for ${email}.`);
  }
  const name = holder.purpose === "reset" ? undefined : input.name;
  if (!(await setPassword({ userId: holder.userId, password: input.password, tokenHash, name, email }))) throw spent;
  const signedIn = await auth().api.signInEmail({ body: { email, password: input.password }, headers: input.headers, returnHeaders: true });
  const codeNeeded = "twoFactorRedirect" in signedIn.response;
  return { email, codeNeeded, setCookies: [...signedIn.headers.getSetCookie(), knownBrowserCookie(email)] };
}
