import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listJudgeWatches } from "@/lib/workflows/list-judge-watches";
import { startJudgeWatch } from "@/lib/workflows/start-judge-watch";

export const GET = route(endpoints.listJudgeWatches, ({ actor, params }) => listJudgeWatches(actor, params));
export const POST = route(endpoints.startJudgeWatch, ({ actor, params, body }) => startJudgeWatch(actor, { ...params, ...body }));
