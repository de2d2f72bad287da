import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listFailedUnits } from "@/lib/workflows/list-failed-units";

export const GET = route(endpoints.listFailedUnits, ({ actor, params, query }) => listFailedUnits(actor, { ...params, ...query }));
