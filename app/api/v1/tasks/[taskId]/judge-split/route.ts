import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { dealJudgeSplit } from "@/lib/workflows/deal-judge-split";

export const PUT = route(endpoints.dealJudgeSplit, ({ actor, params, body }) => dealJudgeSplit(actor, { ...params, ...body }));
