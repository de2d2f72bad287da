import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listGoldSamples } from "@/lib/workflows/list-gold-samples";

export const GET = route(endpoints.listGoldSamples, ({ actor, params }) => listGoldSamples(actor, params));
