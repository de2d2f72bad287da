import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { proposeGuidance } from "@/lib/workflows/propose-guidance";

export const POST = route(endpoints.proposeGuidance, ({ actor, params, body, request }) =>
  proposeGuidance(actor, { ...params, ...body, signal: request.signal }),
);
