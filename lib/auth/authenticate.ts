import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-call";
import { findActorByApiKey, findActorBySession } from "@/lib/db/actors";
import type { KeyScope } from "@/lib/domain/api-key";
import { AppError } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { auth } from "./auth";
import { hashKey } from "./new-api-key";

export interface Authenticated {
  actor: Actor;
  /** The API key's scopes; null: a browser session, which may do everything its user may. */
  scopes: KeyScope[] | null;
  /** Cookies that prolong the session, to be sent with the reply. */
  setCookies: string[];
}

/**
 * Identifies the caller by `Authorization: Bearer <API key>` or session cookie; null if the request has neither.
 * One query and one signature instead of the library's several: this runs before every request.
 * Throws unauthenticated for a key that is not valid. `renews`: whether the reply can still prolong the session.
 */
export async function authenticate(headers: Headers, { renews } = { renews: true }): Promise<Authenticated | null> {
  const key = keyOf(headers);
  if (key !== undefined) return { ...(await byApiKey(key)), setCookies: [] };
  const token = await readSessionToken(headers);
  if (token === null) return null;
  const found = await findActorBySession(token);
  if (found === null) return null;
  return { actor: found.actor, scopes: null, setCookies: found.stale && renews ? await renewSession(headers) : [] };
}

const keyOf = (headers: Headers) => /^Bearer +(\S*)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];

async function byApiKey(key: string): Promise<{ actor: Actor; scopes: KeyScope[] }> {
  const found = await findActorByApiKey(hashKey(key));
  if (found === null)
    throw new AppError("unauthenticated", "This API key is not valid. Send `Authorization: Bearer KEY` with a key from your profile.");
  return found;
}

/**
 * The session token from its signed cookie, `TOKEN.SIGNATURE`; null if there is none, the signature is not ours, or the request has an API key, which
 * would count instead. Whether the session holds is known to the database alone.
 */
export async function readSessionToken(headers: Headers): Promise<string | null> {
  if (keyOf(headers) !== undefined) return null;
  const { authCookies, secret } = await auth().$context;
  // As the sign-in library reads it: of two cookies of this name both have to mean the same one.
  const cookie = parseCookies(headers.get("cookie") ?? "").get(authCookies.sessionToken.name);
  const dot = cookie?.lastIndexOf(".") ?? -1;
  if (cookie === undefined || dot < 1) return null;
  const token = cookie.slice(0, dot);
  if (signed.has(cookie)) return token;
  const expected = createHmac("sha256", secret).update(token).digest();
  const given = Buffer.from(cookie.slice(dot + 1), "base64");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (signed.size >= mostSigned) signed.clear();
  signed.add(cookie);
  return token;
}

/** Cookies whose signature was checked and is ours: checking takes as long as reading a save. */
const signed = new Set<string>();
const mostSigned = 1000;

async function renewSession(headers: Headers): Promise<string[]> {
  const renewed = await auth().api.getSession({ headers, returnHeaders: true });
  return renewed.headers.getSetCookie();
}
