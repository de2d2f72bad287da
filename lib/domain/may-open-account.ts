import { AppError } from "./errors";
import { type Actor, may } from "./policy";

/** Why a link that sets a password was made. `first-admin`: its holder chooses name and address; the account is a placeholder until then. */
export type LinkPurpose = "invitation" | "reset" | "first-admin";

/** What an account opens. */
export type Reach = Pick<Actor, "instanceAdmin" | "memberships">;

/**
 * Whether the actor may be handed a link that opens somebody's account: only when it opens nothing that the actor does not administer.
 * Otherwise the admin of one project could walk into another through a shared colleague.
 */
export function mayOpenAccount(actor: Actor, reach: Reach): boolean {
  if (actor.instanceAdmin) return true;
  return !reach.instanceAdmin && [...reach.memberships.keys()].every((projectId) => may(actor, "people.edit", projectId));
}

/** Whether the actor administers the installation, or a project that the account is in. */
export function administersMember(actor: Actor, reach: Reach): boolean {
  return actor.instanceAdmin || [...reach.memberships.keys()].some((projectId) => may(actor, "people.edit", projectId));
}

/**
 * Whether the actor may disable or delete somebody's account. Throws not_found to those who do not administer any project it is in, forbidden
 * where it opens others too, conflict for one's own: another administrator should decide that.
 */
export function demandAccount(actor: Actor, userId: string, reach: Reach): void {
  if (!administersMember(actor, reach)) throw new AppError("not_found", "There is no such account.");
  if (!mayOpenAccount(actor, reach)) {
    throw new AppError(
      "forbidden",
      "This account is also in projects that you do not administer. Ask an administrator of this installation.",
    );
  }
  if (actor.userId === userId) throw new AppError("conflict", "This is your own account. Ask another administrator.");
}
