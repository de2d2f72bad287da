import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { sizePlan } from "@/lib/workflows/size-plan";

export const POST = route(endpoints.sizePlan, ({ actor, params, body }) => sizePlan(actor, { ...params, ...body }));
