import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listTaskPlans } from "@/lib/workflows/list-task-plans";

export const GET = route(endpoints.listTaskPlans, ({ actor, params }) => listTaskPlans(actor, params));
