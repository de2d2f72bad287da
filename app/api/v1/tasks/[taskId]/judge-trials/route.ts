import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { proveCandidates } from "@/lib/workflows/prove-candidates";

export const POST = route(endpoints.proveCandidates, ({ actor, params, body }) => proveCandidates(actor, { ...params, ...body }));
