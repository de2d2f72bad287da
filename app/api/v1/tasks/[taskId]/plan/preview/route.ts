import { computeApart } from "@/lib/apart/compute-apart";
import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";

export const POST = route(endpoints.previewPlan, ({ actor, params, body, request }) =>
  computeApart("previewPlan", [actor, { ...params, ...body }], request.signal),
);
