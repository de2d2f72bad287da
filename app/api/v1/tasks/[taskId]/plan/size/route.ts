import { computeApart } from "@/lib/apart/compute-apart";
import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";

export const POST = route(endpoints.sizePlan, ({ actor, params, body, request }) =>
  computeApart("sizePlan", [actor, { ...params, ...body }], request.signal),
);
