import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { updateJudge } from "@/lib/workflows/update-judge";

export const PATCH = route(endpoints.updateJudge, ({ actor, params, body }) => updateJudge(actor, { ...params, ...body }));
