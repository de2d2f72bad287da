import type { Role } from "@/lib/domain/policy";

/** One page of a project's navigation. */
export interface ProjectPage {
  segment: string;
  label: string;
  /** Who sees it. The policy decides what each may do there; a test holds the two together. */
  roles: readonly Role[];
}

const everybody: readonly Role[] = ["annotator", "researcher", "admin"];
const researchers: readonly Role[] = ["researcher", "admin"];
const admins: readonly Role[] = ["admin"];

/** The pages of a project in the order in which a study uses them. */
export const projectPages: readonly ProjectPage[] = [
  { segment: "tasks", label: "Tasks", roles: researchers },
  { segment: "samples", label: "Samples", roles: researchers },
  { segment: "criteria", label: "Criteria", roles: researchers },
  { segment: "runs", label: "Runs", roles: researchers },
  { segment: "annotate", label: "Annotate", roles: everybody },
  { segment: "review", label: "Progress", roles: researchers },
  { segment: "report", label: "Report", roles: researchers },
  { segment: "people", label: "People", roles: admins },
  { segment: "settings", label: "Settings", roles: admins },
];

/** What someone with this role sees of a project. */
export const pagesFor = (role: Role): ProjectPage[] => projectPages.filter((page) => page.roles.includes(role));

/** The page an address belongs to, if it is one of a project's. */
export const pageOf = (pathname: string): ProjectPage | undefined => {
  const segment = /^\/projects\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
  return projectPages.find((page) => page.segment === segment);
};

/** Where a person starts: an annotator with one project at their work, everybody else at the list. */
export function startPage(projects: readonly { id: string; role: Role; archivedAt: string | null }[]): string {
  const [only, ...others] = projects.filter((project) => project.archivedAt === null);
  return only !== undefined && others.length === 0 && only.role === "annotator" ? `/projects/${only.id}/annotate` : "/projects";
}

/** The address to go to after signing in: the one that was asked for if it is on this site, else null. */
export function safeNext(next: string | null): string | null {
  if (next === null || !next.startsWith("/") || next.startsWith("//") || next.includes("\\")) return null;
  return next.startsWith("/sign-in") || next.startsWith("/set-password") ? null : next;
}
