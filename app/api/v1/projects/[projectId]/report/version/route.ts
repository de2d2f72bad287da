import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readReportVersion } from "@/lib/workflows/read-report-version";

export const GET = route(endpoints.readReportVersion, ({ actor, params, query }) =>
  readReportVersion(actor, { ...params, taskId: query.task, criteriaSet: query.criteriaSet }),
);
