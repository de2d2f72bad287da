import { z } from "zod";
import { type Endpoint, nothing } from "./api-endpoint";
import { mention, mentionList, newCommentBody, seenBody, thread, threadComment, threadQuery } from "./comment";
import { wholeList } from "./page";

/** The part of the HTTP interface for discussion. */
export const commentEndpoints = {
  listComments: {
    method: "GET",
    path: "/comments",
    summary:
      "The thread on one person's work (an assignment), a sample or a criterion; annotators read those on samples and criteria once collecting is over",
    ...wholeList(threadComment, ({ id }) => id, { query: threadQuery.shape, reply: { people: thread.shape.people } }),
  },
  addComment: {
    method: "POST",
    scope: "annotate",
    path: "/comments",
    summary: "Add to a thread; @Name mentions a member of the project",
    body: newCommentBody,
    reply: z.object({ id: z.uuid() }),
  },
  deleteComment: {
    method: "DELETE",
    scope: "annotate",
    path: "/comments/{commentId}",
    summary: "Delete your own comment while nobody has answered it",
    reply: nothing,
  },
  listMentions: {
    method: "GET",
    path: "/mentions",
    summary: "Comments that mention you, newest first",
    ...wholeList(mention, ({ commentId }) => commentId, { reply: { unseen: mentionList.shape.unseen } }),
  },
  markMentionsSeen: {
    method: "POST",
    scope: "annotate",
    path: "/mentions/seen",
    summary: "Mark comments that mention you as seen",
    body: seenBody,
    reply: nothing,
  },
} as const satisfies Record<string, Endpoint>;
