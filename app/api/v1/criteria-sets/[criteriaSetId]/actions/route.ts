import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { saveCriteriaActions } from "@/lib/workflows/save-criteria-actions";

export const POST = route(endpoints.saveCriteriaActions, ({ actor, params, body }) => saveCriteriaActions(actor, { ...params, ...body }));
