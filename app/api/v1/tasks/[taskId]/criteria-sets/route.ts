import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { createCriteriaSet } from "@/lib/workflows/create-criteria-set";
import { listCriteriaSets } from "@/lib/workflows/list-criteria-sets";

export const GET = route(endpoints.listCriteriaSets, ({ actor, params }) => listCriteriaSets(actor, params));
export const POST = route(endpoints.createCriteriaSet, ({ actor, params, body }) => createCriteriaSet(actor, { ...params, ...body }));
