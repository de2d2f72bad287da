import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { discussCriteriaRound } from "@/lib/workflows/discuss-criteria-round";

export const POST = route(endpoints.discussCriteriaRound, ({ actor, params, body }) => discussCriteriaRound(actor, { ...params, ...body }));
