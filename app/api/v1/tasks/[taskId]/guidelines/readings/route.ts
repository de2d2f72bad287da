import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readGuidelines } from "@/lib/workflows/read-guidelines";

export const POST = route(endpoints.readGuidelines, ({ actor, params, body }) => readGuidelines(actor, { ...params, ...body }));
