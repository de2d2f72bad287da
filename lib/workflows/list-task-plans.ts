import "server-only";
import { listPlans, listStaff } from "@/lib/db/study-plans";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand, may } from "@/lib/domain/policy";
import type { TaskPlans } from "@/lib/domain/study-plan";

/** A task's study plans, the newest first, and who can be named in one; for researchers. Annotators never learn what a plan says. */
export async function listTaskPlans(actor: Actor, input: { taskId: string }): Promise<TaskPlans> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "plan.read", projectId, "task");
  const seesNames = may(actor, "people.edit", projectId);
  const [items, staff] = await Promise.all([listPlans(input.taskId, { seesNames }), listStaff(input.taskId)]);
  const people = staff.flatMap(({ userId, name, role }) => (role === "expert" ? [] : [{ userId, name, role }]));
  return { items, people };
}
