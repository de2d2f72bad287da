import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { getReview } from "@/lib/workflows/get-review";

export const GET = route(endpoints.getReview, ({ actor, params }) => getReview(actor, params));
