import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { limitEndpoint } from "@/lib/workflows/limit-endpoint";
import { listProjectEndpoints } from "@/lib/workflows/list-project-endpoints";

export const GET = route(endpoints.listEndpoints, ({ actor, params }) => listProjectEndpoints(actor, params));
export const PUT = route(endpoints.saveEndpointLimits, ({ actor, params, body }) => limitEndpoint(actor, { ...params, ...body }));
