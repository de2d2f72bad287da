import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readTaskPeople } from "@/lib/workflows/read-task-people";

export const GET = route(endpoints.readTaskPeople, ({ actor, params }) => readTaskPeople(actor, params));
