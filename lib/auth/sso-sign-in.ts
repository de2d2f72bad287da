import "server-only";
import { parseSetCookieHeader } from "better-auth/cookies";
import { applyGrantedRoles, endPasswordAccess, noteConnected } from "@/lib/db/identities";
import { AppError } from "@/lib/domain/errors";
import { readGroups, rolesOfGroups } from "@/lib/domain/single-sign-on";
import { auth } from "./auth";
import { refusalOf } from "./auth-refusal";
import { authenticate } from "./authenticate";
import { singleSignOn } from "./single-sign-on";
import { providerId, ssoProvider } from "./sso-provider";
import { type Visit, visits } from "./sso-visit";

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
  const visit: Visit = { currentUserId: current?.actor.userId ?? null, claims: null, connects: false, takenFromPassword: null };
  const response = await visits.run(visit, () => provider.handler(request));
  if (settings === null || visit.claims === null || /[?&]error=/.test(response.headers.get("location") ?? "error=")) return response;
  const begun = await sessionBegunBy(response);
  const actor = begun?.actor ?? current?.actor;
  if (visit.connects && actor !== undefined) await noteConnected(actor);
  if (begun === null) return response;
  if (visit.takenFromPassword === begun.actor.userId) await endPasswordAccess(begun.actor.userId, begun.token);
  await applyGrantedRoles(begun.actor, rolesOfGroups(settings.rules, readGroups(visit.claims[settings.groupsClaim])));
  return response;
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
