import { computeApart } from "@/lib/apart/compute-apart";
import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listFrozenReports } from "@/lib/workflows/list-frozen-reports";

export const GET = route(endpoints.listFrozenReports, ({ actor, params }) => listFrozenReports(actor, params));
export const POST = route(endpoints.freezeReport, ({ actor, params, body }) =>
  computeApart("freezeReport", [actor, { ...params, ...body }]),
);
