import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { deleteProject } from "@/lib/workflows/delete-project";
import { getProject } from "@/lib/workflows/get-project";
import { updateProject } from "@/lib/workflows/update-project";

export const GET = route(endpoints.getProject, ({ actor, params }) => getProject(actor, params));
export const PATCH = route(endpoints.updateProject, ({ actor, params, body }) => updateProject(actor, { ...params, ...body }));
export const DELETE = route(endpoints.deleteProject, ({ actor, params, body }) => deleteProject(actor, { ...params, ...body }));
