import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { commentOnCriterion } from "@/lib/workflows/comment-on-criterion";

export const POST = route(endpoints.commentOnCriterion, ({ actor, params, body }) => commentOnCriterion(actor, { ...params, ...body }));
