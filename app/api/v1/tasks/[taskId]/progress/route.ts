import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readProgress } from "@/lib/workflows/read-progress";

export const GET = route(endpoints.readProgress, ({ actor, params, query }) => readProgress(actor, { ...params, ...query }));
