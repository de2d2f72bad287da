// Which role may call which endpoint, and a valid body for each: the tables that roles.db.test.ts walks.
import { randomUUID } from "node:crypto";
import type { EndpointName } from "@/lib/domain/api";
import { productCodebooks } from "@/lib/domain/reason-book";

/** A valid body for each endpoint that takes one, so only the role can cause a refusal. */
export const bodies: Partial<Record<EndpointName, unknown>> = {
  prepareAssignment: { after: "00000000-0000-4000-8000-000000000000" },
  createProject: { name: "x" },
  updateProject: { name: "x" },
  deleteProject: { confirmName: "x" },
  createTask: { name: "x" },
  updateTask: { name: "x" },
  deleteTask: { confirmName: "x" },
  commitImport: {},
  mapImport: { mapping: {} },
  createJudge: { name: "x", baseUrl: "http://127.0.0.1:1/v1", model: "x" },
  updateJudge: { name: "x" },
  dealJudgeSplit: {},
  createJudgeCandidate: { kind: "recalibrated", judgeId: randomUUID(), name: "x" },
  proposeGuidance: { judgeId: randomUUID() },
  proveCandidates: { judgeId: randomUUID(), candidateIds: [randomUUID()] },
  adoptCandidate: { candidateId: randomUUID() },
  createPromptVersion: { protocol: "step-by-step", texts: {} },
  saveEndpointLimits: { baseUrl: "http://127.0.0.1:1/v1" },
  saveModelPrice: { inputPriceUsd: 1, outputPriceUsd: 1 },
  createCriteriaSet: {},
  saveCriteriaActions: { actions: [] },
  openCriteriaRound: { proposalDraftId: randomUUID(), experts: ["x"] },
  saveRedline: { actions: [] },
  submitRedline: {},
  discussCriteriaRound: {},
  decideCriterion: { lineId: "0", criterion: null },
  commentOnCriterion: { lineId: "0", text: "x" },
  saveReasonCodes: productCodebooks,
  addComment: {},
  markMentionsSeen: { commentIds: [] },
  returnAssignment: { comment: "x" },
  adjudicate: { sampleId: randomUUID(), criterionId: randomUUID(), score: 3 },
  confirmAdjudication: { score: 3 },
  startRun: { judgeId: randomUUID() },
  estimateRun: { judgeId: randomUUID() },
  controlRun: { verb: "pause" },
  readGuidelines: { version: 1 },
  saveGoldSample: { use: "exam" },
  openExam: { sampleIds: [randomUUID()] },
  noteExamTry: { note: "x" },
  decideExam: { decision: "pass", reason: "x" },
  openCalibration: { sampleIds: [randomUUID()] },
  requireCalibration: { required: true },
  savePlan: {},
  previewPlan: {},
  sizePlan: { plan: {} },
  changePlan: { maxPerDay: 5 },
  saveParticipationLink: {},
  saveActions: { criterionId: randomUUID(), actions: [] },
  skipAssignment: { reason: "x" },
  flagAssignment: { note: "x" },
  invitePerson: { email: "x@example.org", role: "admin" },
  updatePerson: { role: "admin" },
  excludeAnnotator: { annotatorId: randomUUID(), reason: "x" },
  freezeReport: { taskId: randomUUID(), name: "x" },
  createApiKey: { name: "x" },
  updateAccount: { disabled: true },
  deleteAccount: { confirmEmail: "x" },
};
/** What an endpoint needs in its query. */
export const searches: Partial<Record<EndpointName, string>> = { createImport: "?fileName=a.csv" };

/** Endpoints an annotator may call in their project; the rest are refused. */
export const forAnnotators: EndpointName[] = [
  "listProjects",
  "getProject",
  "listTasks",
  "getTask",
  "nextAssignment",
  "prepareAssignment",
  "listCalibration",
  "readOwnParticipation",
  "listProtocols",
  "listModelPrices",
  "listApiKeys",
  "listReasonCodes",
  "listMentions",
  "markMentionsSeen",
];
/** A round's endpoints for its experts; it does not exist for those who were not invited. */
export const forPanel: EndpointName[] = ["getCriteriaRound", "saveRedline", "submitRedline", "commentOnCriterion"];
/** Endpoints that belong to the installation rather than to a project. */
export const ofInstallation: EndpointName[] = [
  "listProjects",
  "createProject",
  "listProtocols",
  "listModelPrices",
  "saveModelPrice",
  "removeModelPrice",
  "listApiKeys",
  "createApiKey",
  "listAccounts",
  "listMentions",
  "markMentionsSeen",
];
/** Other people's accounts and keys are visible only to those who administer them. */
export const ofOthers: EndpointName[] = ["revokeApiKey", "updateAccount", "deleteAccount"];
/** Work on one assignment: visible only to its annotator. */
export const ownWork: EndpointName[] = [
  "openAssignment",
  "readSampleImage",
  "saveActions",
  "revealDrafts",
  "submitAssignment",
  "submitAndNext",
  "reopenAssignment",
  "skipAssignment",
  "flagAssignment",
  "listComments",
  "addComment",
  "deleteComment",
];
/** Endpoints only an admin may call. */
export const forAdmins: EndpointName[] = [
  "createProject",
  "updateProject",
  "deleteProject",
  "deleteTask",
  "createImport",
  "listImports",
  "getImport",
  "mapImport",
  "listImportMappings",
  "commitImport",
  "undoImport",
  "discardImport",
  "createJudge",
  "updateJudge",
  "testJudge",
  "dealJudgeSplit",
  "createJudgeCandidate",
  "proposeGuidance",
  "proveCandidates",
  "finishJudgeTrial",
  "adoptCandidate",
  "createPromptVersion",
  "deleteFrozenReport",
  "saveEndpointLimits",
  "saveModelPrice",
  "removeModelPrice",
  "startRun",
  "estimateRun",
  "controlRun",
  "listPeople",
  "invitePerson",
  "updatePerson",
  "removePerson",
  "resetPassword",
  "listProjectApiKeys",
  "listAccounts",
];

/** No study is running, so there is nothing to agree to; and there are no guidelines to have read and no exam to take. */
export const inStudies = { giveConsent: 409, declineConsent: 409, readGuidelines: 404, startExamTry: 409 };
/** The endpoints a table of statuses names. */
export const keysOf = (statuses: Partial<Record<EndpointName, number>>) => Object.keys(statuses) as EndpointName[];
/** The study has nothing to train on and its samples have no images, and the replies say so. */
export const nothingToExport = { exportTraining: 409, readSampleImage: 404 };
