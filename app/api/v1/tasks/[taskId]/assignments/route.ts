import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listAssignments } from "@/lib/workflows/list-assignments";

export const GET = route(endpoints.listAssignments, ({ actor, params, query }) => listAssignments(actor, { ...params, ...query }));
