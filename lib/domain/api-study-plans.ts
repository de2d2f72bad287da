import { z } from "zod";
import { wholeList } from "./page";
import { planSize } from "./plan-size";
import { changePlanBody, planContent, planPreview, planSizeBody, savePlanQuery, startPlanBody, studyPlan, taskPlans } from "./study-plan";
import { studyQuality } from "./study-quality";

const nothing = z.object({ ok: z.literal(true) });

/** The part of the public HTTP interface that is about study plans. */
export const planEndpoints = {
  listTaskPlans: {
    method: "GET",
    path: "/tasks/{taskId}/plans",
    summary: "Study plans of a task, the newest first",
    ...wholeList(studyPlan, ({ id }) => id, { reply: { people: taskPlans.shape.people } }),
  },
  savePlan: {
    method: "PUT",
    path: "/tasks/{taskId}/plan",
    summary: "Keep the choices of the draft plan; refused if somebody else has saved it since `basedOn`",
    query: savePlanQuery,
    body: planContent,
    reply: studyPlan,
  },
  previewPlan: {
    method: "POST",
    scope: "read",
    path: "/tasks/{taskId}/plan/preview",
    summary: "Who would rate how many of what, whether that can be done, hours and cost; nothing is kept",
    body: planContent,
    reply: planPreview,
  },
  sizePlan: {
    method: "POST",
    scope: "read",
    path: "/tasks/{taskId}/plan/size",
    summary: "How precise a study with these choices would be, and what it would take for a wanted precision; nothing is kept",
    body: planSizeBody,
    reply: planSize,
  },
  startPlan: {
    method: "POST",
    path: "/tasks/{taskId}/plan/start",
    summary:
      "Start the draft plan: its allocation and the criteria are fixed from then on; refused if somebody has saved it since `basedOn`",
    body: startPlanBody,
    reply: studyPlan,
  },
  changePlan: {
    method: "PATCH",
    path: "/tasks/{taskId}/plan",
    summary: "Change what stays open while the study runs: daily limit, pay, last day, hours",
    body: changePlanBody,
    reply: studyPlan,
  },
  closePlan: {
    method: "POST",
    path: "/tasks/{taskId}/plan/close",
    summary: "End the study: nothing more is given out; open work can still be submitted",
    reply: z.object({ notBegun: z.int(), open: z.int() }),
  },
  readStudyQuality: {
    method: "GET",
    path: "/tasks/{taskId}/plan/quality",
    summary:
      "Known answers, attention checks, planted drafts, drift and repeats: how carefully people work in the study that runs, else in the last one; null before the first",
    reply: studyQuality.nullable(),
  },
  endParticipation: {
    method: "POST",
    path: "/tasks/{taskId}/plan/seats/{seatId}/leave",
    summary: "End a person's part in the study; what they had not begun goes to others",
    reply: nothing,
  },
  giveConsent: {
    method: "POST",
    scope: "annotate",
    path: "/tasks/{taskId}/consent",
    summary: "Agree to the consent text of the study",
    reply: nothing,
  },
} as const;
