import "server-only";
import { listPersonRows } from "@/lib/db/people";
import { type Actor, demand } from "@/lib/domain/policy";
import type { Person } from "@/lib/domain/project";

/** The members of a project; for its admins. */
export async function listPeople(actor: Actor, input: { projectId: string }): Promise<{ items: Person[] }> {
  demand(actor, "people.edit", input.projectId);
  return { items: await listPersonRows(input.projectId) };
}
