import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { discardImport } from "@/lib/workflows/discard-import";
import { getImport } from "@/lib/workflows/get-import";

export const GET = route(endpoints.getImport, ({ actor, params }) => getImport(actor, params));
export const DELETE = route(endpoints.discardImport, ({ actor, params }) => discardImport(actor, params));
