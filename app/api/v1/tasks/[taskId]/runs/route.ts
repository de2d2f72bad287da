import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listRuns } from "@/lib/workflows/list-runs";
import { startRun } from "@/lib/workflows/start-run";

export const GET = route(endpoints.listRuns, ({ actor, params, query }) => listRuns(actor, { ...params, ...query }));
export const POST = route(endpoints.startRun, ({ actor, params, body }) => startRun(actor, { ...params, ...body }));
