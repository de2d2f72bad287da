import type { Role } from "@/lib/domain/policy";

/** One page of a project's navigation. */
export interface ProjectPage {
  segment: string;
  label: string;
  /** Roles that see it. The policy decides what each may do there; a test keeps the two consistent. */
  roles: readonly Role[];
}

const annotating: readonly Role[] = ["annotator", "researcher", "admin"];
const redlining: readonly Role[] = ["expert", "researcher", "admin"];
const researchers: readonly Role[] = ["researcher", "admin"];
const admins: readonly Role[] = ["admin"];

/** The project's pages, in the order a study uses them. */
export const projectPages: readonly ProjectPage[] = [
  { segment: "tasks", label: "Tasks", roles: researchers },
  { segment: "samples", label: "Samples", roles: researchers },
  { segment: "criteria", label: "Criteria", roles: redlining },
  { segment: "runs", label: "Runs", roles: researchers },
  { segment: "plan", label: "Plan", roles: researchers },
  { segment: "annotate", label: "Annotate", roles: annotating },
  { segment: "review", label: "Progress", roles: researchers },
  { segment: "report", label: "Report", roles: researchers },
  { segment: "people", label: "People", roles: admins },
  { segment: "settings", label: "Settings", roles: admins },
];

/** The project pages visible to a role. */
export const pagesFor = (role: Role): ProjectPage[] => projectPages.filter((page) => page.roles.includes(role));

/** The project page a path belongs to, if any. */
export const pageOf = (pathname: string): ProjectPage | undefined => {
  const segment = /^\/projects\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
  return projectPages.find((page) => page.segment === segment);
};

const workPages: Partial<Record<Role, string>> = { annotator: "annotate/next", expert: "criteria" };

/** The start page: the next sample for an annotator and the criteria for an expert with one project, the project list for everybody else. */
export function startPage(projects: readonly { id: string; role: Role; archivedAt: string | null }[]): string {
  const [only, ...others] = projects.filter((project) => project.archivedAt === null);
  const work = only === undefined || others.length > 0 ? undefined : workPages[only.role];
  return only === undefined || work === undefined ? "/projects" : `/projects/${only.id}/${work}`;
}

/** The URL to open after signing in: the requested one if it is on this site, otherwise null. */
export function safeNext(next: string | null): string | null {
  if (next === null || !next.startsWith("/") || next.startsWith("//") || next.includes("\\")) return null;
  return next.startsWith("/sign-in") || next.startsWith("/set-password") ? null : next;
}
