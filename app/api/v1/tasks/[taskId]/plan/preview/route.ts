import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { previewPlan } from "@/lib/workflows/preview-plan";

export const POST = route(endpoints.previewPlan, ({ actor, params, body }) => previewPlan(actor, { ...params, ...body }));
