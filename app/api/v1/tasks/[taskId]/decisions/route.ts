import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readDecisions } from "@/lib/workflows/read-decisions";

export const GET = route(endpoints.readDecisions, ({ actor, params }) => readDecisions(actor, params));
