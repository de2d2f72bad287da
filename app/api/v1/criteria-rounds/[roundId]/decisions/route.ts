import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { decideCriterion } from "@/lib/workflows/decide-criterion";

export const POST = route(endpoints.decideCriterion, ({ actor, params, body }) => decideCriterion(actor, { ...params, ...body }));
