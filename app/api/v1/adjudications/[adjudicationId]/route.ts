import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { confirmAdjudication } from "@/lib/workflows/confirm-adjudication";

export const PATCH = route(endpoints.confirmAdjudication, ({ actor, params, body }) => confirmAdjudication(actor, { ...params, ...body }));
