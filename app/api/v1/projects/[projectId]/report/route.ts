import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readReport } from "@/lib/workflows/read-report";

export const GET = route(endpoints.readReport, ({ actor, params, query }) => readReport(actor, { ...params, taskId: query.task }));
