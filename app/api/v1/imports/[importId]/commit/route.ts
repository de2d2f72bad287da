import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { commitImport } from "@/lib/workflows/commit-import";

export const POST = route(endpoints.commitImport, ({ actor, params, body }) => commitImport(actor, { ...params, ...body }));
