import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { discardCriteriaSet } from "@/lib/workflows/discard-criteria-set";

export const DELETE = route(endpoints.discardCriteriaSet, ({ actor, params }) => discardCriteriaSet(actor, params));
