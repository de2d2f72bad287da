import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listRunDrafts } from "@/lib/workflows/list-run-drafts";

export const GET = route(endpoints.listRunDrafts, ({ actor, params, query }) => listRunDrafts(actor, { ...params, ...query }));
