import { computeApart } from "@/lib/apart/compute-apart";
import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";

export const GET = route(endpoints.readStudyQuality, ({ actor, params, request }) =>
  computeApart("readStudyQuality", [actor, params], request.signal),
);
