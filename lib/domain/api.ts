import { z } from "zod";
import { adjudicationEndpoints } from "./api-adjudications";
import { commentEndpoints } from "./api-comments";
import { criteriaRoundEndpoints } from "./api-criteria-rounds";
import { type Endpoint, nothing } from "./api-endpoint";
import { exportEndpoints } from "./api-exports";
import { frozenReportEndpoints } from "./api-frozen-reports";
import { importEndpoints } from "./api-imports";
import { instanceEndpoints } from "./api-instance";
import { judgeImprovementEndpoints } from "./api-judge-improvement";
import { judgeWatchEndpoints } from "./api-judge-watches";
import { judgeEndpoints } from "./api-judges";
import { participationEndpoints } from "./api-participation";
import { peopleEndpoints } from "./api-people";
import { qualificationEndpoints } from "./api-qualification";
import { reviewEndpoints } from "./api-reviews";
import { sampleEndpoints } from "./api-samples";
import { planEndpoints } from "./api-study-plans";
import { webhookEndpoints } from "./api-webhooks";
import {
  assignmentStatus,
  assignmentSummary,
  nextAssignmentReply,
  openedAssignment,
  prepareAssignmentBody,
  saveActionsBody,
  savedActions,
  submittedAssignment,
} from "./assignment";
import { auditExportQuery, auditPage, auditQuery } from "./audit";
import { replacedWork } from "./criteria-round";
import { taskDecisions } from "./decision";
import { exchange, runDraft } from "./exchange";
import { excludedWork } from "./exclusion";
import { failedUnit, run, runControlBody, startRunBody } from "./judge";
import { page, pageQuery, wholeList } from "./page";
import {
  annotatorProgress,
  createCriteriaSetBody,
  createProjectBody,
  criteriaSet,
  deleteBody,
  progressFilterFields,
  projectSummary,
  proposal,
  saveCriteriaActionsBody,
  taskContent,
  taskSummary,
  updateProjectBody,
  updateTaskBody,
} from "./project";
import { chapterFirst, report, reportVersion } from "./report";
import { daysInOrder, daysOutOfOrder, judgeFilterFields, reportFilterFields } from "./report-filter";
import { runEstimate } from "./run-estimate";

const taskQuery = z.object({ task: z.uuid().optional() });

/** The public HTTP interface, in the order in which a study uses it. Users script against it: CONTRACT. */
export const endpoints = {
  listProjects: { method: "GET", path: "/projects", summary: "Projects you are in", ...wholeList(projectSummary, ({ id }) => id) },
  createProject: { method: "POST", path: "/projects", summary: "Create a project", body: createProjectBody, reply: projectSummary },
  getProject: { method: "GET", path: "/projects/{projectId}", summary: "One project", reply: projectSummary },
  updateProject: {
    method: "PATCH",
    path: "/projects/{projectId}",
    summary: "Rename, describe, archive",
    body: updateProjectBody,
    reply: projectSummary,
  },
  deleteProject: {
    method: "DELETE",
    path: "/projects/{projectId}",
    summary: "Delete for good; the name must be sent",
    body: deleteBody,
    reply: nothing,
  },

  listTasks: {
    method: "GET",
    path: "/projects/{projectId}/tasks",
    summary: "Tasks of a project",
    ...wholeList(taskSummary, ({ id }) => id),
  },
  createTask: { method: "POST", path: "/projects/{projectId}/tasks", summary: "Create a task", body: taskContent, reply: taskSummary },
  getTask: { method: "GET", path: "/tasks/{taskId}", summary: "One task", reply: taskSummary },
  updateTask: { method: "PATCH", path: "/tasks/{taskId}", summary: "Change a task", body: updateTaskBody, reply: taskSummary },
  deleteTask: {
    method: "DELETE",
    path: "/tasks/{taskId}",
    summary: "Delete for good; the name must be sent",
    body: deleteBody,
    reply: nothing,
  },
  readSampleImage: {
    method: "GET",
    path: "/samples/{sampleId}/image",
    summary: "The image that came with a sample's import: for researchers, and for annotators whom the sample was given to",
    files: ["image/*"],
  },
  ...sampleEndpoints,

  ...importEndpoints,
  ...exportEndpoints,

  ...judgeEndpoints,
  ...judgeImprovementEndpoints,
  ...judgeWatchEndpoints,

  listCriteriaSets: {
    method: "GET",
    path: "/tasks/{taskId}/criteria-sets",
    summary: "Criteria sets, newest first, with the work under the version in use, which a new version leaves as it is",
    ...wholeList(criteriaSet, ({ id }) => id, { reply: { replaces: replacedWork.nullable() } }),
  },
  createCriteriaSet: {
    method: "POST",
    path: "/tasks/{taskId}/criteria-sets",
    summary: "Start a draft set",
    body: createCriteriaSetBody,
    reply: criteriaSet,
  },
  saveCriteriaActions: {
    method: "POST",
    path: "/criteria-sets/{criteriaSetId}/actions",
    summary: "Redline a draft set",
    body: saveCriteriaActionsBody,
    reply: criteriaSet,
  },
  publishCriteriaSet: { method: "POST", path: "/criteria-sets/{criteriaSetId}/publish", summary: "Freeze and publish", reply: criteriaSet },
  discardCriteriaSet: { method: "DELETE", path: "/criteria-sets/{criteriaSetId}", summary: "Discard a draft set", reply: nothing },

  ...criteriaRoundEndpoints,

  listRuns: {
    method: "GET",
    path: "/tasks/{taskId}/runs",
    summary: "Runs, newest first",
    ...wholeList(run, ({ id }) => id, { query: judgeFilterFields }),
  },
  startRun: { method: "POST", path: "/tasks/{taskId}/runs", summary: "Start a run", body: startRunBody, reply: run },
  estimateRun: {
    method: "POST",
    scope: "read",
    path: "/tasks/{taskId}/runs/estimate",
    summary: "Estimate a run's requests and cost; nothing is sent and nothing stored",
    body: startRunBody,
    reply: runEstimate,
  },
  getRun: {
    method: "GET",
    path: "/runs/{runId}",
    summary: "One run; with Accept: text/event-stream, the run now and after each change until it has ended",
    reply: run,
    events: true,
  },
  controlRun: { method: "POST", path: "/runs/{runId}", summary: "Pause, resume, cancel, retry failed", body: runControlBody, reply: run },
  readProposal: {
    method: "GET",
    path: "/runs/{runId}/proposal",
    summary: "The criteria that a criteria run proposed, with the sampled lists; null until it is done",
    reply: z.object({ proposal: proposal.nullable() }),
  },
  listFailedUnits: {
    method: "GET",
    path: "/runs/{runId}/failures",
    summary: "Failed units with the raw reply",
    query: pageQuery,
    reply: page(failedUnit),
  },
  listRunDrafts: {
    method: "GET",
    path: "/runs/{runId}/drafts",
    summary: "Drafts of a run, in the order of samples and criteria",
    query: pageQuery,
    reply: page(runDraft),
  },
  listExchanges: {
    method: "GET",
    path: "/runs/{runId}/samples/{sampleId}/exchanges",
    summary: "A run's requests about a sample, byte for byte as sent, with the replies",
    ...wholeList(exchange, ({ id }) => id),
  },

  ...planEndpoints,
  ...participationEndpoints,
  ...qualificationEndpoints,
  nextAssignment: {
    method: "POST",
    scope: "annotate",
    path: "/tasks/{taskId}/assignments/next",
    summary:
      "Your open assignment, or a new one; null when there is none for you, with the reason in `why`, or with what has to be done first in `gate`",
    reply: nextAssignmentReply,
  },
  prepareAssignment: {
    method: "POST",
    scope: "annotate",
    path: "/tasks/{taskId}/assignments/prepare",
    summary:
      "What comes after your open assignment, held for you for five minutes and begun once that is submitted; null when that is known only then",
    body: prepareAssignmentBody,
    reply: z.object({ next: openedAssignment.nullable() }),
  },
  listAssignments: {
    method: "GET",
    path: "/tasks/{taskId}/assignments",
    summary: "Assignments: everybody's for researchers, `mine` for annotators",
    query: pageQuery.extend({ mine: z.stringbool().default(false), status: assignmentStatus.optional(), annotator: z.uuid().optional() }),
    reply: page(assignmentSummary),
  },
  openAssignment: {
    method: "GET",
    path: "/assignments/{assignmentId}",
    summary: "Everything the workspace shows",
    reply: openedAssignment,
  },
  saveActions: {
    method: "POST",
    scope: "annotate",
    path: "/assignments/{assignmentId}/actions",
    summary: "Append actions; answered when committed",
    body: saveActionsBody,
    reply: savedActions,
  },
  revealDrafts: {
    method: "POST",
    scope: "annotate",
    path: "/assignments/{assignmentId}/reveal",
    summary: "End the blind pass of a blind-then-drafted sample, all of whose criteria are rated, and show its drafts",
    reply: nothing,
  },
  submitAssignment: {
    method: "POST",
    scope: "annotate",
    path: "/assignments/{assignmentId}/submit",
    summary: "Submit",
    reply: submittedAssignment,
  },
  submitAndNext: {
    method: "POST",
    scope: "annotate",
    path: "/assignments/{assignmentId}/submit-and-next",
    summary: "Submit, and open your next sample of the task in the same reply; null as from the next-assignment endpoint",
    reply: z.object({ next: openedAssignment.nullable(), ...nextAssignmentReply.pick({ why: true, gate: true }).shape }),
  },
  reopenAssignment: {
    method: "POST",
    scope: "annotate",
    path: "/assignments/{assignmentId}/reopen",
    summary: "Reopen an assignment that you submitted or skipped, or that went back to the queue, while the sample is free",
    reply: submittedAssignment,
  },
  skipAssignment: {
    method: "POST",
    scope: "annotate",
    path: "/assignments/{assignmentId}/skip",
    summary: "Skip with a reason",
    body: z.object({ reason: z.string().trim().min(1).max(10_000) }),
    reply: nothing,
  },
  flagAssignment: {
    method: "POST",
    scope: "annotate",
    path: "/assignments/{assignmentId}/flag",
    summary: "Leave a note for the researcher; an empty one removes it",
    body: z.object({ note: z.string().max(10_000) }),
    reply: nothing,
  },
  releaseAssignment: {
    method: "POST",
    path: "/assignments/{assignmentId}/release",
    summary: "Return a stuck assignment to the queue; the work on it is kept",
    reply: nothing,
  },
  readProgress: {
    method: "GET",
    path: "/tasks/{taskId}/progress",
    summary: "Progress per annotator, narrowed by annotator, arm, system and subset",
    ...wholeList(annotatorProgress, ({ annotatorId }) => annotatorId, { query: progressFilterFields }),
  },

  ...commentEndpoints,
  ...reviewEndpoints,
  ...adjudicationEndpoints,
  readReport: {
    method: "GET",
    path: "/projects/{projectId}/report",
    summary:
      "The report model, without the work of excluded people or with it, narrowed by version of the criteria, arm, judge, system, subset, annotator (by code), finished samples and days of submission; with stale=true, an earlier one or the values alone that a chapter shows at once where the newest is still being computed",
    query: taskQuery
      .extend({ excluded: excludedWork.default("without"), stale: z.stringbool().default(false), ...chapterFirst, ...reportFilterFields })
      .refine(daysInOrder, daysOutOfOrder),
    reply: report,
  },
  readDecisions: {
    method: "GET",
    path: "/tasks/{taskId}/decisions",
    summary: "What was decided that the report's figures rest on, when and by whom, and when the first ratings were submitted",
    reply: taskDecisions,
  },
  readReportVersion: {
    method: "GET",
    path: "/projects/{projectId}/report/version",
    summary: "The version of the data that a report covers now",
    query: taskQuery.extend({ criteriaSet: reportFilterFields.criteriaSet }),
    reply: reportVersion,
  },
  ...frozenReportEndpoints,
  listAudit: {
    method: "GET",
    path: "/projects/{projectId}/audit",
    summary: "Who did what, newest first, with old and new values in `details.before` and `details.after`",
    query: auditQuery,
    reply: auditPage,
  },
  exportAudit: {
    method: "GET",
    path: "/projects/{projectId}/audit/export",
    summary: "Stream the audit log as CSV, safe to open in a spreadsheet, or as JSON Lines",
    query: auditExportQuery,
    files: ["text/csv", "application/x-ndjson"],
  },

  ...webhookEndpoints,
  ...peopleEndpoints,
  ...instanceEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
