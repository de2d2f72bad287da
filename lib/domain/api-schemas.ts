import type { z } from "zod";
import { account } from "./account";
import { action, newAction } from "./action";
import {
  adjudicationQueue,
  adjudicationState,
  adjudicationUnit,
  direction,
  disputedUnit,
  finalLabelBody,
  firstLabelBody,
} from "./adjudication";
import { nothing } from "./api-endpoint";
import { apiKey, createApiKeyBody, keyScope } from "./api-key";
import { apiReportSchemas } from "./api-report-schemas";
import { apiStudySchemas } from "./api-study-schemas";
import {
  arm,
  assignmentStatus,
  assignmentSummary,
  nextAssignmentReply,
  openedAssignment,
  prepareAssignmentBody,
  saveActionsBody,
  savedActions,
  submittedAssignment,
} from "./assignment";
import { auditEvent, auditPage } from "./audit";
import { mention, newCommentBody, seenBody, threadComment, threadTarget } from "./comment";
import { criteriaSetStatus, criterion, criterionContent, criterionGroup, scale } from "./criterion";
import { item, itemKind } from "./draft";
import { draftDetails } from "./draft-details";
import { endpointSummary, saveEndpointLimitsBody } from "./endpoint";
import { exchange, runDraft } from "./exchange";
import { excludeAnnotatorBody, excludedWork, exclusion } from "./exclusion";
import { exportFormat } from "./export-format";
import { freezeReportBody, frozenHead, frozenReport, frozenSummary, measurementLevel } from "./frozen-report";
import { commitImportBody, importCounts, importFormat, importSummary } from "./import";
import { importMapping, mapImportBody, savedMapping } from "./import-mapping";
import {
  createJudgeBody,
  endpointJudgeBody,
  failedUnit,
  judge,
  judgeCapabilities,
  judgeParameters,
  judgeRoles,
  judgeTestResult,
  metricJudgeBody,
  modelRole,
  panelJudgeBody,
  protocolName,
  run,
  runControlBody,
  runStatus,
  startRunBody,
  updateJudgeBody,
} from "./judge";
import { judgeKind } from "./judge-kind";
import { likeness, listLikeness } from "./list-likeness";
import { metricName, metricOptions } from "./metric";
import { modelPrice, modelPriceContent } from "./model-price";
import { panelAggregate, panelOptions } from "./panel";
import { role } from "./policy";
import { preparedExport, preparedExportStatus } from "./prepared-export";
import {
  annotatorProgress,
  createCriteriaSetBody,
  createProjectBody,
  criteriaSet,
  deleteBody,
  invitedPerson,
  invitePersonBody,
  person,
  projectSummary,
  proposal,
  sampleRow,
  saveCriteriaActionsBody,
  taskContent,
  taskKind,
  taskSummary,
  updateProjectBody,
  updateTaskBody,
} from "./project";
import { createPromptVersionBody, promptVersionRow, protocolDescription } from "./prompt-version";
import { codebookEntry, reasonCodebooks, reasonCodesReply } from "./reason-codes";
import { returnBody, reviewEntry, reviewOfWork, reviewQueue, reviewState, reviewVerdict } from "./review";
import { bounds, runEstimate } from "./run-estimate";
import {
  evaluatedLine,
  sampleDetail,
  sampleDraft,
  sampleEvaluation,
  sampleEvent,
  sampleRater,
  sampleUnit,
  siblingSample,
} from "./sample-detail";
import { filterChoices, sampleState } from "./sample-filter";
import { taskPerson } from "./task-person";
import { textFormat } from "./text-format";
import { counted, neighbour, samplePlace, sampleSort, selectedUnit, selectionCounts } from "./unit-selection";
import { createdWebhook, deliveredEvent, webhook, webhookDelivery, webhookEvent, webhookTry } from "./webhook";
import { workGate } from "./work-gate";

/**
 * The schemas that the HTTP interface shares between endpoints, under the names that OpenAPI and generated clients use. Bodies and replies of one
 * endpoint alone need no entry: they are named after it.
 */
export const apiSchemas: Readonly<Record<string, z.ZodType>> = {
  ...apiReportSchemas,
  ...apiStudySchemas,
  Draft: sampleDraft,
  Evaluation: sampleEvaluation,
  SampleEvent: sampleEvent,
  SampleRater: sampleRater,
  SiblingSample: siblingSample,
  SampleUnit: sampleUnit,
  Account: account,
  Action: action,
  AdjudicationQueue: adjudicationQueue,
  AdjudicationState: adjudicationState,
  AdjudicationUnit: adjudicationUnit,
  AnnotatorProgress: annotatorProgress,
  ApiKey: apiKey,
  Arm: arm,
  AssignmentStatus: assignmentStatus,
  AssignmentSummary: assignmentSummary,
  AuditEvent: auditEvent,
  AuditPage: auditPage,
  CodebookEntry: codebookEntry,
  CommitImportBody: commitImportBody,
  Counted: counted,
  CreateApiKeyBody: createApiKeyBody,
  CreateCriteriaSetBody: createCriteriaSetBody,
  CreateJudgeBody: createJudgeBody,
  CreateProjectBody: createProjectBody,
  CreatePromptVersionBody: createPromptVersionBody,
  CriteriaSet: criteriaSet,
  CriteriaSetStatus: criteriaSetStatus,
  Criterion: criterion,
  CriterionGroup: criterionGroup,
  DeleteBody: deleteBody,
  DisputeDirection: direction,
  DisputedUnit: disputedUnit,
  Done: nothing,
  DraftDetails: draftDetails,
  EndpointJudgeBody: endpointJudgeBody,
  EvaluatedLine: evaluatedLine,
  Exchange: exchange,
  ExcludeAnnotatorBody: excludeAnnotatorBody,
  ExcludedWork: excludedWork,
  Exclusion: exclusion,
  ExportFormat: exportFormat,
  FailedUnit: failedUnit,
  FilterChoices: filterChoices,
  FinalLabelBody: finalLabelBody,
  FirstLabelBody: firstLabelBody,
  FreezeReportBody: freezeReportBody,
  FrozenHead: frozenHead,
  FrozenReport: frozenReport,
  FrozenReportSummary: frozenSummary,
  Import: importSummary,
  PreparedExport: preparedExport,
  PreparedExportStatus: preparedExportStatus,
  ImportCounts: importCounts,
  ImportFormat: importFormat,
  ImportMapping: importMapping,
  InvitePersonBody: invitePersonBody,
  InvitedPerson: invitedPerson,
  Item: item,
  ItemKind: itemKind,
  Judge: judge,
  JudgeCapabilities: judgeCapabilities,
  JudgeKind: judgeKind,
  JudgeParameters: judgeParameters,
  JudgeTestResult: judgeTestResult,
  KeyScope: keyScope,
  ListLikeness: listLikeness,
  MapImportBody: mapImportBody,
  MarkMentionsSeenBody: seenBody,
  MeasurementLevel: measurementLevel,
  Mention: mention,
  MetricJudgeBody: metricJudgeBody,
  MetricName: metricName,
  MetricOptions: metricOptions,
  ModelEndpoint: endpointSummary,
  ModelPrice: modelPrice,
  ModelRole: modelRole,
  NewAction: newAction,
  NewCommentBody: newCommentBody,
  NewCriterion: criterionContent,
  NewModelPrice: modelPriceContent,
  NewTask: taskContent,
  NextAssignmentReply: nextAssignmentReply,
  OpenedAssignment: openedAssignment,
  PanelAggregate: panelAggregate,
  PanelJudgeBody: panelJudgeBody,
  PanelOptions: panelOptions,
  Person: person,
  PrepareAssignmentBody: prepareAssignmentBody,
  Project: projectSummary,
  PromptVersion: promptVersionRow,
  Proposal: proposal,
  Protocol: protocolDescription,
  ProtocolName: protocolName,
  ReasonCodebooks: reasonCodebooks,
  ReasonCodesReply: reasonCodesReply,
  ReturnBody: returnBody,
  ReviewEntry: reviewEntry,
  ReviewOfWork: reviewOfWork,
  ReviewQueue: reviewQueue,
  ReviewState: reviewState,
  ReviewVerdict: reviewVerdict,
  Role: role,
  Run: run,
  RunControlBody: runControlBody,
  RunDraft: runDraft,
  RunEstimate: runEstimate,
  RunStatus: runStatus,
  Sample: sampleRow,
  SampleDetail: sampleDetail,
  SamplePlace: samplePlace,
  SampleSort: sampleSort,
  SampleState: sampleState,
  SaveActionsBody: saveActionsBody,
  SaveCriteriaActionsBody: saveCriteriaActionsBody,
  SaveEndpointLimitsBody: saveEndpointLimitsBody,
  SavedActions: savedActions,
  SavedMapping: savedMapping,
  Scale: scale,
  SelectedUnit: selectedUnit,
  SelectionCounts: selectionCounts,
  StartRunBody: startRunBody,
  Task: taskSummary,
  TaskKind: taskKind,
  TaskPerson: taskPerson,
  TextFormat: textFormat,
  ThreadComment: threadComment,
  ThreadTarget: threadTarget,
  UpdateJudgeBody: updateJudgeBody,
  UpdateProjectBody: updateProjectBody,
  UpdateTaskBody: updateTaskBody,
  WorkGate: workGate,
  JudgeRoles: judgeRoles,
  Likeness: likeness,
  EstimateBounds: bounds,
  UnitPlace: neighbour,
  SubmittedAssignment: submittedAssignment,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
  WebhookEvent: webhookEvent,
  DeliveredEvent: deliveredEvent,
  WebhookTry: webhookTry,
  CreatedWebhook: createdWebhook,
};
