import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { excludeAnnotator } from "@/lib/workflows/exclude-annotator";
import { listExclusions } from "@/lib/workflows/list-exclusions";

export const GET = route(endpoints.listExclusions, ({ actor, params }) => listExclusions(actor, params));
export const POST = route(endpoints.excludeAnnotator, ({ actor, params, body }) => excludeAnnotator(actor, { ...params, ...body }));
