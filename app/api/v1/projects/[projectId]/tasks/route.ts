import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { createTask } from "@/lib/workflows/create-task";
import { listTasks } from "@/lib/workflows/list-tasks";

export const GET = route(endpoints.listTasks, ({ actor, params }) => listTasks(actor, params));
export const POST = route(endpoints.createTask, ({ actor, params, body }) => createTask(actor, { ...params, ...body }));
