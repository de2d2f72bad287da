import { computeApart } from "@/lib/apart/compute-apart";
import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";

export const GET = route(endpoints.readTaskPeople, ({ actor, params, request }) =>
  computeApart("readTaskPeople", [actor, params], request.signal),
);
