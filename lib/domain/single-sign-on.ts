import { z } from "zod";
import { type Role, role } from "./policy";

/** What members of a group of the identity provider are here: a role in a project, or administrators of the installation. */
export const groupRule = z.union([
  z.strictObject({ group: z.string().min(1), project: z.string().min(1), role }),
  z.strictObject({ group: z.string().min(1), role: z.literal("admin") }),
]);
export type GroupRule = z.infer<typeof groupRule>;

/** What a person's groups give them. Where no rule speaks of something, groups decide nothing about it. */
export interface GrantedRoles {
  /** Null: no rule makes anybody an administrator of the installation. */
  instanceAdmin: boolean | null;
  /** By the name of every project that a rule names; null: none of the person's groups has a role in it. */
  projects: ReadonlyMap<string, Role | null>;
}

/** The roles that groups give. If several apply to one project, the highest in the order of `role` counts. */
export function rolesOfGroups(rules: readonly GroupRule[], groups: readonly string[]): GrantedRoles {
  const projects = new Map<string, Role | null>();
  let instanceAdmin: boolean | null = null;
  for (const rule of rules) {
    const holds = groups.includes(rule.group);
    if (!("project" in rule)) instanceAdmin = (instanceAdmin ?? false) || holds;
    else projects.set(rule.project, higher(projects.get(rule.project) ?? null, holds ? rule.role : null));
  }
  return { instanceAdmin, projects };
}

function higher(a: Role | null, b: Role | null): Role | null {
  if (a === null || b === null) return a ?? b;
  return role.options.indexOf(a) < role.options.indexOf(b) ? a : b;
}

/** Whether groups give the person anything at all. */
export const grantsAnything = ({ instanceAdmin, projects }: GrantedRoles): boolean =>
  instanceAdmin === true || [...projects.values()].some((held) => held !== null);

/** The groups of a claim: a list of names, or one name. Anything else is no group. */
export function readGroups(claim: unknown): string[] {
  const given = Array.isArray(claim) ? claim : [claim];
  return given.filter((group): group is string => typeof group === "string" && group !== "");
}

/** Whether an address is in one of the domains. Subdomains are domains of their own. */
export const isInDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
