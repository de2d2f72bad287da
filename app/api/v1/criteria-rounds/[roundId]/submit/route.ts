import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { submitRedline } from "@/lib/workflows/submit-redline";

export const POST = route(endpoints.submitRedline, ({ actor, params, body }) => submitRedline(actor, { ...params, ...body }));
