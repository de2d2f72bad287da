import type { Endpoint } from "./api-endpoint";
import { judgeWatch, startWatchBody } from "./judge-watch";
import { wholeList } from "./page";

/** The part of the HTTP interface with which judges are watched. */
export const judgeWatchEndpoints = {
  listJudgeWatches: {
    method: "GET",
    path: "/tasks/{taskId}/judge-watches",
    summary: "A task's watches of judges, newest first, with what each look found",
    ...wholeList(judgeWatch, ({ id }) => id),
  },
  startJudgeWatch: {
    method: "POST",
    path: "/tasks/{taskId}/judge-watches",
    summary: "Ask a judge about the same samples again and again, to notice when its scores drift or its model is another",
    body: startWatchBody,
    reply: judgeWatch,
  },
  lookAtJudge: {
    method: "POST",
    path: "/judge-watches/{watchId}/look",
    summary: "Ask a watched judge now rather than at its time",
    reply: judgeWatch,
  },
  endJudgeWatch: {
    method: "POST",
    path: "/judge-watches/{watchId}/end",
    summary: "End a watch; what it found stays",
    reply: judgeWatch,
  },
} as const satisfies Record<string, Endpoint>;
