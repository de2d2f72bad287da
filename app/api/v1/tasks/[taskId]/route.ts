import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { deleteTask } from "@/lib/workflows/delete-task";
import { getTask } from "@/lib/workflows/get-task";
import { updateTask } from "@/lib/workflows/update-task";

export const GET = route(endpoints.getTask, ({ actor, params }) => getTask(actor, params));
export const PATCH = route(endpoints.updateTask, ({ actor, params, body }) => updateTask(actor, { ...params, ...body }));
export const DELETE = route(endpoints.deleteTask, ({ actor, params, body }) => deleteTask(actor, { ...params, ...body }));
