import "server-only";
import { parseSetCookieHeader } from "better-auth/cookies";
import { z } from "zod";
import { applyGrantedRoles, endPasswordAccess, noteConnected } from "@/lib/db/identities";
import { AppError } from "@/lib/domain/errors";
import { readGroups, rolesOfGroups } from "@/lib/domain/single-sign-on";
import { log } from "@/lib/log";
import { auth } from "./auth";
import { refusalOf } from "./auth-refusal";
import { authenticate } from "./authenticate";
import { singleSignOn } from "./single-sign-on";
import { providerId, ssoProvider } from "./sso-provider";
import { type Visit, visits } from "./sso-visit";
import { trustedOrigins } from "./trusted-origins";

/** A path of this server to return to; the start page for anything else. */
const ownPath = (given: unknown): string =>
  typeof given === "string" && /^\/(?![/\\])[\x21-\x7e]*$/.test(given) && !given.includes("\\") ? given : "/";

/** Begins signing in: the reply names the identity provider's page to go to, `{ url }`, and sets a cookie that the return must bring along. */
export async function beginSignOn(request: Request, { next }: { next?: unknown }): Promise<Response> {
  return begin(request, "/sign-in/social", { callbackURL: ownPath(next), errorCallbackURL: "/sign-in" });
}

/** The same to connect an identity to the account that is signed in here. Throws unauthenticated. */
export async function beginConnecting(request: Request): Promise<Response> {
  if ((await authenticate(request.headers)) === null) throw new AppError("unauthenticated", "Sign in first.");
  return begin(request, "/link-social", { callbackURL: "/profile", errorCallbackURL: "/profile" });
}

async function begin(request: Request, path: string, body: Record<string, string>): Promise<Response> {
  const provider = await ssoProvider();
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  const url = new URL(`/api/auth${path}`, request.url);
  const response = await provider.handler(
    new Request(url, { method: "POST", headers, body: JSON.stringify({ ...body, provider: providerId, disableRedirect: true }) }),
  );
  if (response.status >= 400) throw await refusalOf(response);
  return response;
}

/** The return from the identity provider: signs the person in or says why not, and makes their roles what their groups say. */
export async function finishSignOn(request: Request): Promise<Response> {
  const settings = singleSignOn();
  const provider = await ssoProvider();
  const current = await authenticate(request.headers);
  const visit: Visit = {
    currentUserId: current?.actor.userId ?? null,
    claims: null,
    refused: null,
    next: null,
    connects: false,
    takenFromPassword: null,
  };
  const response = await visits.run(visit, () => provider.handler(request));
  const begun = await sessionBegunBy(response);
  const to = URL.parse(response.headers.get("location") ?? "?error=no-redirect", request.url);
  // A session that has begun has begun: the page that the person goes back to may have an `error` in its address too.
  if (begun === null && to?.searchParams.has("error")) return (await beginAgain(request, visit, to)) ?? refuse(response, visit, to);
  if (settings === null || visit.claims === null) return response;
  const actor = begun?.actor ?? current?.actor;
  if (visit.connects && actor !== undefined) await noteConnected(actor);
  if (begun === null) return response;
  if (visit.takenFromPassword === begun.actor.userId) await endPasswordAccess(begun.actor.userId, begun.token);
  await applyGrantedRoles(begun.actor, rolesOfGroups(settings.rules, readGroups(visit.claims[settings.groupsClaim])));
  return response;
}

/**
 * Somebody who signs in for the first time in two browsers at once makes one account, and the slower of the two finds it taken: it goes to the provider
 * once more, and comes back as the person who has that account by now. Null where this is not the case.
 */
async function beginAgain(request: Request, { claims, next }: Visit, failed: URL): Promise<Response | null> {
  const lost = ["unable_to_create_user", "unable_to_link_account"].includes(failed.searchParams.get("error") ?? "");
  if (!lost || claims === null || failed.pathname !== "/sign-in" || failed.searchParams.has("again")) return null;
  const headers = new Headers(request.headers);
  for (const name of ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "referer"]) headers.delete(name);
  headers.set("origin", trustedOrigins(headers)[0] ?? "");
  const body = { callbackURL: ownPath(next), errorCallbackURL: "/sign-in?again=1" };
  const begun = await begin(new Request(request.url, { headers }), "/sign-in/social", body);
  const { url } = z.object({ url: z.string() }).parse(await begun.json());
  const response = new Response(null, { status: 302, headers: { location: url } });
  for (const cookie of begun.headers.getSetCookie()) response.headers.append("set-cookie", cookie);
  return response;
}

/** The reply to a return that signs nobody in, with why not: a code for the operator, and for the person where they can do something about it. */
function refuse(response: Response, { refused }: Visit, failed: URL): Response {
  const error = failed.searchParams.get("error") ?? "";
  // The provider's own word, from the address, where it is a code of OAuth's form.
  const reason = refused?.reason ?? (/^[a-z]{1,20}(?:_[a-z]{1,20}){0,5}$/.test(error) ? error : "other");
  log.warn({ reason }, "single sign-on signed nobody in");
  if (refused?.error === undefined) return response;
  failed.searchParams.set("error", refused.error);
  const headers = new Headers(response.headers);
  headers.set("location", `${failed.pathname}${failed.search}`);
  return new Response(null, { status: response.status, headers });
}

/** Whose session a reply begins, and its token; null when it begins none. */
async function sessionBegunBy(response: Response) {
  const { name } = (await auth().$context).authCookies.sessionToken;
  const cookie = response.headers
    .getSetCookie()
    .map((one) => parseSetCookieHeader(one).get(name)?.value)
    .find((value) => value !== undefined && value !== "");
  if (cookie === undefined) return null;
  const authenticated = await authenticate(new Headers({ cookie: `${name}=${cookie}` }));
  return authenticated && { actor: authenticated.actor, token: decodeURIComponent(cookie).split(".")[0] ?? "" };
}
