import { z } from "zod";
import { type Endpoint, nothing } from "./api-endpoint";
import { returnBody, reviewOfWork, reviewQuery, reviewQueue } from "./review";

/** The part of the HTTP interface in which reviewers read submitted work. */
export const reviewEndpoints = {
  listReviews: {
    method: "GET",
    path: "/tasks/{taskId}/reviews",
    summary: "Submitted and returned work with the state of its review, longest waiting first",
    query: reviewQuery,
    reply: reviewQueue,
  },
  getReview: {
    method: "GET",
    path: "/assignments/{assignmentId}/review",
    summary: "What reviewers decided about one assignment, and how far it had come when it was last returned",
    reply: reviewOfWork,
  },
  returnAssignment: {
    method: "POST",
    path: "/assignments/{assignmentId}/return",
    summary: "Return submitted work to its annotator, with a comment; it counts again when resubmitted",
    body: returnBody,
    reply: z.object({ returned: z.int() }),
  },
  approveAssignment: {
    method: "POST",
    path: "/assignments/{assignmentId}/approve",
    summary: "Mark submitted work as reviewed",
    reply: nothing,
  },
} as const satisfies Record<string, Endpoint>;
