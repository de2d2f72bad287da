import { type Actor, may } from "./policy";

/**
 * Whether the actor may be handed a link that opens somebody's account: only when it opens nothing that the actor does not administer.
 * Otherwise the admin of one project could walk into another through a shared colleague.
 */
export function mayOpenAccount(actor: Actor, reach: { instanceAdmin: boolean; projectIds: readonly string[] }): boolean {
  if (actor.instanceAdmin) return true;
  return !reach.instanceAdmin && reach.projectIds.every((projectId) => may(actor, "people.edit", projectId));
}
