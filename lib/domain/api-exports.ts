import { z } from "zod";
import { type Endpoint, nothing } from "./api-endpoint";
import { excludedWork } from "./exclusion";
import { exportFormat } from "./export-format";
import { wholeList } from "./page";
import { preparedExport, prepareExportBody } from "./prepared-export";
import { trainingQuery } from "./training";

const exportTypes = ["application/x-ndjson", "text/csv", "application/vnd.apache.parquet", "application/zip", "application/gzip"] as const;

/** The part of the HTTP interface that exports studies. */
export const exportEndpoints = {
  exportProject: {
    method: "GET",
    path: "/projects/{projectId}/exports",
    summary: "Stream an export; the work of excluded people is marked, or left out",
    query: z.object({
      task: z.uuid().optional(),
      format: exportFormat.default("jsonl"),
      excluded: excludedWork.default("with"),
    }),
    files: exportTypes,
  },
  prepareExport: {
    method: "POST",
    path: "/projects/{projectId}/prepared-exports",
    summary: "Have a large export written by the worker, to be downloaded for a day; one that is being written already is not begun twice",
    body: prepareExportBody,
    reply: preparedExport,
  },
  listPreparedExports: {
    method: "GET",
    path: "/projects/{projectId}/prepared-exports",
    summary: "Prepared exports, newest first, with progress; bundles for admins alone",
    ...wholeList(preparedExport, ({ id }) => id),
  },
  getPreparedExport: {
    method: "GET",
    path: "/prepared-exports/{exportId}",
    summary: "One prepared export, with progress or why it failed",
    reply: preparedExport,
  },
  downloadPreparedExport: {
    method: "GET",
    path: "/prepared-exports/{exportId}/file",
    summary: "The file of a prepared export until it expires; a `Range` header resumes a download that was cut off",
    files: exportTypes,
  },
  discardPreparedExport: {
    method: "DELETE",
    path: "/prepared-exports/{exportId}",
    summary: "Cancel a prepared export or delete its file",
    reply: nothing,
  },
  exportTraining: {
    method: "GET",
    path: "/projects/{projectId}/training-exports",
    summary: "Stream training data of a task: preference pairs or supervised pairs, one split at a time, or the manifest of all splits",
    query: trainingQuery,
    files: ["application/x-ndjson", "application/json"],
  },
} as const satisfies Record<string, Endpoint>;
