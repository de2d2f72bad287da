import "server-only";
import { findSignInState } from "@/lib/db/identities";
import type { SignOnProblem } from "@/lib/domain/sign-on-problems";
import { grantsAnything, isInDomain, readGroups, rolesOfGroups } from "@/lib/domain/single-sign-on";
import { passwordSignIn, type SingleSignOn } from "./single-sign-on";
import { type Visit, visits } from "./sso-visit";

interface Incoming {
  user: { id?: string | undefined; email?: string | undefined; emailVerified?: boolean | undefined };
  action: "create-user" | "link-account" | "sign-in";
}

/**
 * Whether an identity that the provider vouches for may sign in, be connected to an account, or get a new one. The rule, in full:
 * 1. An address outside the allowed domains never signs in.
 * 2. A connected identity is its account's, whatever address it has by now.
 * 3. Otherwise the address counts, and only if the provider confirms it.
 * 4. Nobody has an account with it: one is made if domains are set or a group gives a role; else people have to be invited.
 * 5. An account without a password, waiting for its holder, is connected.
 * 6. An account with a password is connected only by somebody who is signed in to it: whoever invited them may have chosen that password. Where
 *    passwords are switched off, it is connected too, and all that the password opened ends.
 */
export async function judgeIdentity(settings: SingleSignOn, { user, action }: Incoming): Promise<{ error: SignOnProblem } | undefined> {
  const visit = visits.getStore();
  const email = user.email ?? "";
  if (visit?.claims == null) return { error: "access_denied" };
  if (settings.domains.length > 0 && !isInDomain(email, settings.domains)) return { error: "domain_not_allowed" };
  if (action === "sign-in") return undefined;
  if (!settings.trustEmails && visit.claims.email_verified !== true) return { error: "email_not_verified" };
  visit.connects = true;
  if (action === "link-account") return judgeLink(visit, user.id ?? "");
  const granted = rolesOfGroups(settings.rules, readGroups(visit.claims[settings.groupsClaim]));
  return settings.domains.length > 0 || grantsAnything(granted) ? undefined : { error: "not_invited" };
}

async function judgeLink(visit: Visit, userId: string): Promise<{ error: SignOnProblem } | undefined> {
  const account = await findSignInState(userId);
  if (account === null || account.participant) return { error: "account_not_ordinary" };
  if (account.disabled) return { error: "account_disabled" };
  if (!account.hasPassword || visit.currentUserId === userId) return undefined;
  if (passwordSignIn()) return { error: "account_has_password" };
  visit.takenFromPassword = userId;
  return undefined;
}
