import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { publishCriteriaSet } from "@/lib/workflows/publish-criteria-set";

export const POST = route(endpoints.publishCriteriaSet, ({ actor, params }) => publishCriteriaSet(actor, params));
