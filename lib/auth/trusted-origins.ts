import "server-only";
import { env } from "@/lib/env";

/**
 * Origins a browser may write from: REDLINE_URL, its twin among localhost and 127.0.0.1 (people type either), and the address this very
 * request was sent to. The last is safe because a browser sets Origin and Host itself: equal hosts mean that our own page is asking.
 */
export function trustedOrigins(headers: Headers | undefined): string[] {
  const url = new URL(env().REDLINE_URL);
  const names = ["localhost", "127.0.0.1"];
  const twins = names.includes(url.hostname) ? names.map((name) => `${url.protocol}//${name}${url.port ? `:${url.port}` : ""}`) : [];
  return [...new Set([url.origin, ...twins, ...addressed(headers)])];
}

function addressed(headers: Headers | undefined): string[] {
  const host = headers?.get("host");
  return host && /^[\w.:[\]-]+$/.test(host) ? [`http://${host}`, `https://${host}`] : [];
}

/**
 * Whether a write that carries a cookie may have come from another site. Browsers send Origin with every write; a script with a cookie
 * jar sends neither Origin nor Sec-Fetch-Site, and cannot be made to write by a third party.
 */
export function isCrossSite(headers: Headers): boolean {
  const origin = headers.get("origin");
  // Nearly always it is the address asked, and building the whole list takes as long as checking a save.
  if (origin !== null) return !addressed(headers).includes(origin) && !trustedOrigins(headers).includes(origin);
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}
