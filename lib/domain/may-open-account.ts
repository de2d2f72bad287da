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
