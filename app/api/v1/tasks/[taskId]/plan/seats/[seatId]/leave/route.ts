import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { endParticipation } from "@/lib/workflows/end-participation";

export const POST = route(endpoints.endParticipation, ({ actor, params }) => endParticipation(actor, params));
