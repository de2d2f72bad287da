import { z } from "zod";
import { AppError } from "./errors";

export const role = z.enum(["admin", "researcher", "expert", "annotator"]);
export type Role = z.infer<typeof role>;

/** The person making a request. `memberships` maps project ids to roles; an instance admin is admin everywhere. */
export interface Actor {
  userId: string;
  name: string;
  email: string;
  instanceAdmin: boolean;
  memberships: ReadonlyMap<string, Role>;
  /** Projects that are being deleted, if there are any: nobody has a role in them. */
  deletedProjects?: ReadonlySet<string>;
  /** The one task of somebody who came through a participation link; null: it was deleted. Absent for everybody else. */
  onlyTask?: string | null;
}

/** The actor of commands run on the machine itself; it has no account. */
export const commandLineId = "command-line";

/** Everything that can be done in a project, and who may do it. */
export const permissions = {
  "project.see": ["annotator", "expert", "researcher", "admin"],
  "work.do": ["annotator", "researcher", "admin"],
  "report.read": ["researcher", "admin"],
  "report.freeze": ["researcher", "admin"],
  "report.delete": ["admin"],
  "samples.read": ["researcher", "admin"],
  // Experts work on criteria alone: those who agreed on the criteria should not also give the scores that test them, unless an admin
  // decides so.
  "criteria.redline": ["expert", "researcher", "admin"],
  "criteria.edit": ["researcher", "admin"],
  "task.edit": ["researcher", "admin"],
  "plan.read": ["researcher", "admin"],
  "progress.read": ["researcher", "admin"],
  "assignment.release": ["researcher", "admin"],
  "review.do": ["researcher", "admin"],
  "run.read": ["researcher", "admin"],
  "run.start": ["admin"],
  "judge.edit": ["admin"],
  "import.do": ["admin"],
  "export.do": ["researcher", "admin"],
  "people.read": ["researcher", "admin"],
  "people.exclude": ["researcher", "admin"],
  "people.edit": ["admin"],
  "project.edit": ["admin"],
  "webhook.edit": ["researcher", "admin"],
  "audit.read": ["researcher", "admin"],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof permissions;

/** Whether a role leads the study, rather than doing one part of it and seeing only that. */
export const leadsStudy = (held: Role): boolean => held === "researcher" || held === "admin";

/** The actor's role in a project, or null for someone outside it. */
export function roleIn(actor: Actor, projectId: string): Role | null {
  if (actor.deletedProjects?.has(projectId)) return null;
  return actor.instanceAdmin ? "admin" : (actor.memberships.get(projectId) ?? null);
}

export function may(actor: Actor, permission: Permission, projectId: string): boolean {
  const held = roleIn(actor, projectId);
  return held !== null && (permissions[permission] as readonly Role[]).includes(held);
}

/**
 * Throws not_found for outsiders, who must not learn that a project exists, and forbidden for members without the permission. `what`
 * names the requested thing, so that outsiders read the same message as for one that does not exist.
 */
export function demand(actor: Actor, permission: Permission, projectId: string, what = "project"): void {
  if (roleIn(actor, projectId) === null) throw new AppError("not_found", `There is no such ${what}.`);
  if (!may(actor, permission, projectId)) {
    throw new AppError("forbidden", "Your role in this project does not allow this.", { details: { permission } });
  }
}

/** Whether the actor may see a task of their project: people who came through a participation link see theirs alone. */
export const seesTask = (actor: Actor, taskId: string): boolean => actor.onlyTask === undefined || actor.onlyTask === taskId;

/**
 * Whether the actor may read what a model's address sent that is not a model's answer. Admins of a project choose the address, and could otherwise read
 * what any server within reach of this one answers; the installation's administrators decide what is within reach.
 */
export const mayReadRaw = (actor: Actor): boolean => actor.instanceAdmin;

/** Instance-wide permissions (create projects, manage accounts) are the instance admin's. */
export function demandInstanceAdmin(actor: Actor): void {
  if (!actor.instanceAdmin) throw new AppError("forbidden", "Only an administrator of this installation may do this.");
}
