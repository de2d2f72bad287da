import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listCriteriaRates } from "@/lib/workflows/list-criteria-rates";

export const GET = route(endpoints.listCriteriaRates, ({ actor, params, query }) => listCriteriaRates(actor, { ...params, ...query }));
