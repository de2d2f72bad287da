import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listCriteriaRounds } from "@/lib/workflows/list-criteria-rounds";
import { openCriteriaRound } from "@/lib/workflows/open-criteria-round";

export const GET = route(endpoints.listCriteriaRounds, ({ actor, params }) => listCriteriaRounds(actor, params));
export const POST = route(endpoints.openCriteriaRound, ({ actor, params, body }) => openCriteriaRound(actor, { ...params, ...body }));
