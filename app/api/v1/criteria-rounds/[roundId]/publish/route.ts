import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { publishCriteriaRound } from "@/lib/workflows/publish-criteria-round";

export const POST = route(endpoints.publishCriteriaRound, ({ actor, params }) => publishCriteriaRound(actor, params));
