import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { mapImport } from "@/lib/workflows/map-import";

export const POST = route(endpoints.mapImport, ({ actor, params, body }) => mapImport(actor, { ...params, ...body }));
