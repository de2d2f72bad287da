import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { saveActions } from "@/lib/workflows/save-actions";

export const POST = route(endpoints.saveActions, ({ actor, params, body }) => saveActions(actor, { ...params, ...body }));
