import { computeApart } from "@/lib/apart/compute-apart";
import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";

export const POST = route(endpoints.commitImport, ({ actor, params, body }) =>
  computeApart("commitImport", [actor, { ...params, ...body }]),
);
