import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listSamples } from "@/lib/workflows/list-samples";

export const GET = route(endpoints.listSamples, ({ actor, params, query }) => listSamples(actor, { ...params, ...query }));
