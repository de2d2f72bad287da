import { z } from "zod";
import { adjudicationQuery, adjudicationQueue, adjudicationUnit, finalLabelBody, firstLabelBody } from "./adjudication";
import { type Endpoint, nothing } from "./api-endpoint";

/** The part of the HTTP interface in which adjudicators settle what raters disagree on. */
export const adjudicationEndpoints = {
  listAdjudications: {
    method: "GET",
    path: "/tasks/{taskId}/adjudications",
    summary: "Units with two or more submitted ratings, the most disputed first: by range, then by mean absolute difference",
    query: adjudicationQuery,
    reply: adjudicationQueue,
  },
  getAdjudication: {
    method: "GET",
    path: "/tasks/{taskId}/adjudications/{sampleId}/{criterionId}",
    summary: "One unit with its anonymous evaluations; the judge's draft and earlier labels only after your first label",
    reply: adjudicationUnit,
  },
  adjudicate: {
    method: "POST",
    path: "/tasks/{taskId}/adjudications",
    summary: "Give a unit your first label, before the judge's draft is shown; it is final at once where there is no draft",
    body: firstLabelBody,
    reply: z.object({ id: z.uuid(), confirmed: z.boolean() }),
  },
  confirmAdjudication: {
    method: "PATCH",
    path: "/adjudications/{adjudicationId}",
    summary: "Confirm or change your label now that the draft is shown; a change after that supersedes it",
    body: finalLabelBody,
    reply: nothing,
  },
} as const satisfies Record<string, Endpoint>;
