import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { adjudicate } from "@/lib/workflows/adjudicate";
import { listAdjudications } from "@/lib/workflows/list-adjudications";

export const GET = route(endpoints.listAdjudications, ({ actor, params, query }) => listAdjudications(actor, { ...params, ...query }));
export const POST = route(endpoints.adjudicate, ({ actor, params, body }) => adjudicate(actor, { ...params, ...body }));
