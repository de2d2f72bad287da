import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listImportMappings } from "@/lib/workflows/list-import-mappings";

export const GET = route(endpoints.listImportMappings, ({ actor, params }) => listImportMappings(actor, params));
