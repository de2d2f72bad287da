import { type Endpoint, nothing } from "./api-endpoint";
import { freezeReportBody, frozenReport, frozenSummary } from "./frozen-report";
import { wholeList } from "./page";

/** The part of the HTTP interface about reports that are kept as they were. */
export const frozenReportEndpoints = {
  listFrozenReports: {
    method: "GET",
    path: "/projects/{projectId}/frozen-reports",
    summary: "Frozen reports, the newest first",
    ...wholeList(frozenSummary, ({ id }) => id),
  },
  freezeReport: {
    method: "POST",
    path: "/projects/{projectId}/frozen-reports",
    summary: "Keep a task's report as it is now, with the data it is computed from, annotators named by code",
    body: freezeReportBody,
    reply: frozenSummary,
  },
  readFrozenReport: {
    method: "GET",
    path: "/reports/frozen/{frozenId}",
    summary: "A frozen report with its hash, settings and versions: the same bytes each time",
    reply: frozenReport,
  },
  exportFrozenReport: {
    method: "GET",
    path: "/reports/frozen/{frozenId}/bundle",
    summary: "A frozen report and its data as one file (JSON Lines, gzip), which `redline report --from` recomputes",
    files: ["application/gzip"],
  },
  deleteFrozenReport: {
    method: "DELETE",
    path: "/reports/frozen/{frozenId}",
    summary: "Delete a frozen report for good; for admins",
    reply: nothing,
  },
} as const satisfies Record<string, Endpoint>;
