import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { estimateRun } from "@/lib/workflows/estimate-run";

export const POST = route(endpoints.estimateRun, ({ actor, params, body }) => estimateRun(actor, { ...params, ...body }));
