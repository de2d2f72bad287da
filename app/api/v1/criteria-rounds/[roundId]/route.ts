import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { endCriteriaRound } from "@/lib/workflows/end-criteria-round";
import { getCriteriaRound } from "@/lib/workflows/get-criteria-round";

export const GET = route(endpoints.getCriteriaRound, ({ actor, params }) => getCriteriaRound(actor, params));
export const DELETE = route(endpoints.endCriteriaRound, ({ actor, params }) => endCriteriaRound(actor, params));
