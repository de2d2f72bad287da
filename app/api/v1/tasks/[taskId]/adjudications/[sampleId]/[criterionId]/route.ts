import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { getAdjudication } from "@/lib/workflows/get-adjudication";

export const GET = route(endpoints.getAdjudication, ({ actor, params }) => getAdjudication(actor, params));
