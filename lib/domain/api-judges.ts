import { type Endpoint, nothing } from "./api-endpoint";
import { endpointSummary, saveEndpointLimitsBody } from "./endpoint";
import { createJudgeBody, judge, judgeTestResult, updateJudgeBody } from "./judge";
import { modelPrice, modelPriceContent } from "./model-price";
import { wholeList } from "./page";
import { createPromptVersionBody, promptVersionRow, protocolDescription } from "./prompt-version";

/** The part of the HTTP interface that sets judges up: the judges, their prompts, the servers they are asked at, and what models cost. */
export const judgeEndpoints = {
  listJudges: { method: "GET", path: "/projects/{projectId}/judges", summary: "Judges", ...wholeList(judge, ({ id }) => id) },
  createJudge: { method: "POST", path: "/projects/{projectId}/judges", summary: "Add a judge", body: createJudgeBody, reply: judge },
  updateJudge: { method: "PATCH", path: "/judges/{judgeId}", summary: "Change a judge", body: updateJudgeBody, reply: judge },
  testJudge: {
    method: "POST",
    path: "/judges/{judgeId}/test",
    summary: "Ask the endpoint one small question",
    reply: judgeTestResult,
    asksModel: true,
  },
  listProtocols: {
    method: "GET",
    path: "/protocols",
    summary: "The protocols a judge can use, with their options and built-in prompts",
    ...wholeList(protocolDescription, ({ name }) => name),
  },
  listPromptVersions: {
    method: "GET",
    path: "/projects/{projectId}/prompts",
    summary: "The project's versions of the protocols' prompts, newest first",
    ...wholeList(promptVersionRow, ({ id }) => id),
  },
  createPromptVersion: {
    method: "POST",
    path: "/projects/{projectId}/prompts",
    summary: "Save prompts as a new version; texts that were saved before return their version",
    body: createPromptVersionBody,
    reply: promptVersionRow,
  },
  listEndpoints: {
    method: "GET",
    path: "/projects/{projectId}/endpoints",
    summary: "The endpoints of the project's judges, with their limits",
    ...wholeList(endpointSummary, ({ baseUrl }) => baseUrl),
  },
  saveEndpointLimits: {
    method: "PUT",
    path: "/projects/{projectId}/endpoints",
    summary: "Set an endpoint's limits: requests and tokens per minute, concurrent requests",
    body: saveEndpointLimitsBody,
    reply: endpointSummary,
  },
  listModelPrices: {
    method: "GET",
    path: "/model-prices",
    summary: "Prices of models",
    ...wholeList(modelPrice, ({ model }) => model),
  },
  saveModelPrice: {
    method: "PUT",
    path: "/model-prices/{model}",
    summary: "Set the price of a model, or of all models whose names start with this",
    body: modelPriceContent,
    reply: modelPrice,
  },
  removeModelPrice: { method: "DELETE", path: "/model-prices/{model}", summary: "Remove a price", reply: nothing },
} as const satisfies Record<string, Endpoint>;
