import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readOwnParticipation } from "@/lib/workflows/read-own-participation";

export const GET = route(endpoints.readOwnParticipation, ({ actor, params }) => readOwnParticipation(actor, params));
