import { computeApart } from "@/lib/apart/compute-apart";
import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";

export const POST = route(endpoints.startPlan, ({ actor, params, body }) => computeApart("startPlan", [actor, { ...params, ...body }]));
