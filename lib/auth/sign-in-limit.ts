import "server-only";
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import { countAttempts, forgetAttempts, takeBackAttempt } from "@/lib/db/sign-in-attempts";
import { AppError } from "@/lib/domain/errors";
import { env } from "@/lib/env";
import { networkOf } from "./client-address";

const windowSeconds = 300;
/** Wrong passwords for one account, from one network or from one browser that has signed in to it. */
const guessesPerAccount = 10;
const cookieName = "redline.known_browser";
const cookieSeconds = 365 * 24 * 60 * 60;

const normal = (email: string) => email.trim().toLowerCase();
// Hashed, because people sometimes type their password into the address field.
const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const signatureOf = (id: string, email: string) =>
  createHmac("sha256", env().REDLINE_SECRET)
    .update(`known browser\n${id}\n${normal(email)}`)
    .digest("base64url");

/** A cookie that marks this browser as having signed in to the account before. It grants no access. */
export function knownBrowserCookie(email: string): string {
  const id = randomBytes(16).toString("base64url");
  const secure = env().REDLINE_URL.startsWith("https:") ? "; Secure" : "";
  return `${cookieName}=${id}.${signatureOf(id, email)}; Path=/api/auth; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

function knownBrowser(headers: Headers, email: string): string | null {
  const [id, signature] =
    parseCookies(headers.get("cookie") ?? "")
      .get(cookieName)
      ?.split(".") ?? [];
  if (id === undefined || signature === undefined) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(id, email))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

interface Counter {
  key: string;
  most: number;
}

function countersOf(headers: Headers, email: string): { account: Counter; network: Counter | null } {
  const browser = knownBrowser(headers, email);
  if (browser !== null) return { account: { key: `sign-in|browser|${hash(browser)}`, most: guessesPerAccount }, network: null };
  const network = networkOf(headers);
  return {
    account: { key: `sign-in|account|${hash(normal(email))}|${network}`, most: guessesPerAccount },
    network: { key: `sign-in|network|${network}`, most: env().REDLINE_SIGN_IN_LIMIT },
  };
}

/**
 * Runs a password check, which throws if the password is wrong. Wrong ones count against their origin, never against the account as such: a
 * guesser must wait, but the owner, elsewhere or in a browser that has signed in before, need not.
 * Throws rate_limited, saying when to try again.
 */
export async function limitedAttempt<T>(headers: Headers, email: string, attempt: () => Promise<T>): Promise<T> {
  const { account, network } = countersOf(headers, email);
  const counters = network === null ? [account] : [account, network];
  // Counted before the password is checked, so that a hundred concurrent attempts count as a hundred.
  const counted = await countAttempts(
    counters.map(({ key }) => key),
    windowSeconds,
  );
  const over = counted.find(({ key, count }) => counters.some((counter) => counter.key === key && count > counter.most));
  if (over !== undefined) {
    const message = `Too many wrong passwords from here. Try again in ${Math.ceil(over.secondsLeft / 60)} minutes.`;
    throw new AppError("rate_limited", message, { retryAfterSeconds: over.secondsLeft });
  }
  const result = await attempt();
  await forgetAttempts(account.key);
  if (network !== null) await takeBackAttempt(network.key);
  return result;
}
