import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { fileResponse } from "@/lib/http/stream";
import { exportAudit } from "@/lib/workflows/export-audit";

export const GET = route(endpoints.exportAudit, async ({ actor, params, query, request }) =>
  fileResponse(request, await exportAudit(actor, { ...params, ...query })),
);
