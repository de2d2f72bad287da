import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { createProject } from "@/lib/workflows/create-project";
import { listProjects } from "@/lib/workflows/list-projects";

export const GET = route(endpoints.listProjects, ({ actor }) => listProjects(actor));
export const POST = route(endpoints.createProject, ({ actor, body }) => createProject(actor, body));
