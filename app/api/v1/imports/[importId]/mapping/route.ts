import { computeApart } from "@/lib/apart/compute-apart";
import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";

export const POST = route(endpoints.mapImport, ({ actor, params, body }) => computeApart("mapImport", [actor, { ...params, ...body }]));
