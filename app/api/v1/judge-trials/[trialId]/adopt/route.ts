import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { adoptCandidate } from "@/lib/workflows/adopt-candidate";

export const POST = route(endpoints.adoptCandidate, ({ actor, params, body }) => adoptCandidate(actor, { ...params, ...body }));
