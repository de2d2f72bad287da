import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { fileResponse } from "@/lib/http/stream";
import { exportProject } from "@/lib/workflows/export-project";

export const GET = route(endpoints.exportProject, async ({ actor, params, query, request }) =>
  fileResponse(request, await exportProject(actor, { ...params, taskId: query.task, format: query.format, excluded: query.excluded })),
);
