import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listReviews } from "@/lib/workflows/list-reviews";

export const GET = route(endpoints.listReviews, ({ actor, params, query }) => listReviews(actor, { ...params, ...query }));
