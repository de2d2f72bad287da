import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listExchanges } from "@/lib/workflows/list-exchanges";

export const GET = route(endpoints.listExchanges, ({ actor, params }) => listExchanges(actor, params));
