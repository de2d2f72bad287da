import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { getSample } from "@/lib/workflows/get-sample";

export const GET = route(endpoints.getSample, ({ actor, params, query }) => getSample(actor, { ...params, ...query }));
