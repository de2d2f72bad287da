import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listAudit } from "@/lib/workflows/list-audit";

export const GET = route(endpoints.listAudit, ({ actor, params, query }) => listAudit(actor, { ...params, ...query }));
