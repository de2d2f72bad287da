import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { changePlan } from "@/lib/workflows/change-plan";
import { savePlan } from "@/lib/workflows/save-plan";

export const PUT = route(endpoints.savePlan, ({ actor, params, query, body }) => savePlan(actor, { ...params, ...query, ...body }));
export const PATCH = route(endpoints.changePlan, ({ actor, params, body }) => changePlan(actor, { ...params, ...body }));
