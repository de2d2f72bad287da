import { z } from "zod";
import { action } from "./action";
import { type Endpoint, nothing } from "./api-endpoint";
import {
  commentBody,
  criteriaRound,
  decideBody,
  discussRoundBody,
  openRoundBody,
  panelCandidate,
  roundSummary,
  saveRedlineBody,
  submitRedlineBody,
  taskRates,
} from "./criteria-round";
import { wholeList } from "./page";
import { criteriaSet } from "./project";
import { reasonCodebooks, reasonCodesReply } from "./reason-codes";
import { judgeFilterFields } from "./report-filter";

/** The part of the HTTP interface in which a panel agrees on criteria, with the reasons it gives. */
export const criteriaRoundEndpoints = {
  listReasonCodes: {
    method: "GET",
    path: "/projects/{projectId}/reason-codes",
    summary: "Reasons for departing from a draft, and for changing criteria; `used` is null for those who cannot edit them",
    reply: reasonCodesReply,
  },
  saveReasonCodes: {
    method: "PUT",
    path: "/projects/{projectId}/reason-codes",
    summary: "Edit the reasons; one in use can be retired, not deleted",
    body: reasonCodebooks,
    reply: reasonCodesReply,
  },
  listCriteriaRounds: {
    method: "GET",
    path: "/tasks/{taskId}/criteria-rounds",
    summary: "A panel's rounds, newest first: an expert's own; for researchers all, with the people they can invite",
    ...wholeList(roundSummary, ({ id }) => id, { reply: { candidates: z.array(panelCandidate).nullable() } }),
  },
  openCriteriaRound: {
    method: "POST",
    path: "/tasks/{taskId}/criteria-rounds",
    summary: "Open a round on a judge's proposal or on the union of the round before, which ends with it",
    body: openRoundBody,
    reply: z.object({ roundId: z.uuid() }),
  },
  listCriteriaRates: {
    method: "GET",
    path: "/tasks/{taskId}/criteria-rates",
    summary: "Rates of approve, revise, delete and add, and agreement, per round whose redlines were shown",
    ...wholeList(taskRates, ({ roundId }) => roundId, { query: judgeFilterFields }),
  },
  getCriteriaRound: {
    method: "GET",
    path: "/criteria-rounds/{roundId}",
    summary: "One round: your own redline while it is open; then everybody's, with threads, decisions and figures",
    reply: criteriaRound,
  },
  endCriteriaRound: {
    method: "DELETE",
    path: "/criteria-rounds/{roundId}",
    summary: "End a round without publishing; what was done in it is kept",
    reply: nothing,
  },
  saveRedline: {
    method: "POST",
    scope: "annotate",
    path: "/criteria-rounds/{roundId}/actions",
    summary: "Append to your own redline",
    body: saveRedlineBody,
    reply: z.object({ actions: z.array(action) }),
  },
  submitRedline: {
    method: "POST",
    scope: "annotate",
    path: "/criteria-rounds/{roundId}/submit",
    summary: "Submit your own redline, or reopen it",
    body: submitRedlineBody,
    reply: nothing,
  },
  discussCriteriaRound: {
    method: "POST",
    path: "/criteria-rounds/{roundId}/discuss",
    summary: "Show all submitted redlines to the panel and open the discussion",
    body: discussRoundBody,
    reply: nothing,
  },
  decideCriterion: {
    method: "POST",
    path: "/criteria-rounds/{roundId}/decisions",
    summary: "Record the consensus on one criterion",
    body: decideBody,
    reply: nothing,
  },
  commentOnCriterion: {
    method: "POST",
    scope: "annotate",
    path: "/criteria-rounds/{roundId}/comments",
    summary: "Add to the thread on one criterion",
    body: commentBody,
    reply: nothing,
  },
  publishCriteriaRound: {
    method: "POST",
    path: "/criteria-rounds/{roundId}/publish",
    summary: "Publish the consensus as the task's next version and end the round",
    reply: criteriaSet,
  },
} as const satisfies Record<string, Endpoint>;
