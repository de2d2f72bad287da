import { computeReportApart } from "@/lib/apart/compute-report-apart";
import { endpoints } from "@/lib/domain/api";
import { jsonTextReply } from "@/lib/http/answer";
import { route } from "@/lib/http/route";
import { serveReport } from "@/lib/workflows/serve-report";

export const GET = route(endpoints.readReport, async ({ actor, params, query: { task, excluded, stale, chapter, ...filter } }) =>
  jsonTextReply(await serveReport(actor, { ...params, taskId: task, excluded, stale, chapter, filter }, computeReportApart)),
);
