import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listGuidelines } from "@/lib/workflows/list-guidelines";

export const GET = route(endpoints.listGuidelines, ({ actor, params }) => listGuidelines(actor, params));
