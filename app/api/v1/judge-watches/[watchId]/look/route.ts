import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { lookAtJudge } from "@/lib/workflows/look-at-judge";

export const POST = route(endpoints.lookAtJudge, ({ actor, params }) => lookAtJudge(actor, params));
