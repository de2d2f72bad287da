import type { Role } from "@/lib/domain/policy";

/** The stages of a study, under which the navigation groups a project's pages. */
export const stages = ["Prepare", "Collect", "Analyse", "Manage"] as const;
export type Stage = (typeof stages)[number];

/** One page of a project's navigation. */
export interface ProjectPage {
  segment: string;
  label: string;
  stage: Stage;
  /** Roles that see it. The policy decides what each may do there; a test keeps the two consistent. */
  roles: readonly Role[];
}

const annotating: readonly Role[] = ["annotator", "researcher", "admin"];
const redlining: readonly Role[] = ["expert", "researcher", "admin"];
const researchers: readonly Role[] = ["researcher", "admin"];

/** The project's pages, in the order a study uses them. */
export const projectPages: readonly ProjectPage[] = [
  { segment: "tasks", label: "Tasks", stage: "Prepare", roles: researchers },
  { segment: "samples", label: "Samples", stage: "Prepare", roles: researchers },
  { segment: "criteria", label: "Criteria", stage: "Prepare", roles: redlining },
  { segment: "guidelines", label: "Guidelines", stage: "Prepare", roles: researchers },
  { segment: "runs", label: "Runs", stage: "Prepare", roles: researchers },
  { segment: "plan", label: "Plan", stage: "Prepare", roles: researchers },
  { segment: "annotate", label: "Annotate", stage: "Collect", roles: annotating },
  { segment: "review", label: "Progress", stage: "Collect", roles: researchers },
  { segment: "reviews", label: "Review", stage: "Collect", roles: researchers },
  { segment: "adjudications", label: "Adjudicate", stage: "Collect", roles: researchers },
  { segment: "people", label: "People", stage: "Collect", roles: researchers },
  { segment: "report", label: "Report", stage: "Analyse", roles: researchers },
  { segment: "exports", label: "Exports", stage: "Analyse", roles: researchers },
  { segment: "audit", label: "Audit", stage: "Manage", roles: researchers },
  { segment: "settings", label: "Settings", stage: "Manage", roles: researchers },
];

/** The project pages visible to a role. */
export const pagesFor = (role: Role): ProjectPage[] => projectPages.filter((page) => page.roles.includes(role));

/** The stages in which a role has pages, each with those pages. */
export const stagesFor = (role: Role): { stage: Stage; pages: ProjectPage[] }[] =>
  stages.map((stage) => ({ stage, pages: pagesFor(role).filter((page) => page.stage === stage) })).filter(({ pages }) => pages.length > 0);

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
  return next.startsWith("/sign-in") || next.startsWith("/set-password") || next.startsWith("/take-part") ? null : next;
}
