import { z } from "zod";
import { nothing } from "./api-endpoint";
import { calibrationComparison, calibrationRound, openCalibrationBody } from "./calibration";
import { exam, examDecision, examinee, openExamBody } from "./exam";
import { goldSample, saveGoldBody } from "./gold";
import { guidelineVersion } from "./guidelines";
import { wholeList } from "./page";

/** The part of the public HTTP interface that is about who may begin work: guidelines, exam, calibration. */
export const qualificationEndpoints = {
  listGuidelines: {
    method: "GET",
    path: "/tasks/{taskId}/guidelines",
    summary:
      "Versions of a task's guidelines, the newest first, with who has read them; a changed `guidelines` of the task makes a new one",
    ...wholeList(guidelineVersion, ({ version }) => String(version)),
  },
  readGuidelines: {
    method: "POST",
    scope: "annotate",
    path: "/tasks/{taskId}/guidelines/readings",
    summary: "Say that you have read this version of the guidelines",
    body: z.object({ version: z.int().positive() }),
    reply: nothing,
  },
  listGoldSamples: {
    method: "GET",
    path: "/tasks/{taskId}/gold-samples",
    summary: "Samples with known answers, which are not given out as work, and which published criteria lack an answer",
    ...wholeList(goldSample, ({ sampleId }) => sampleId),
  },
  saveGoldSample: {
    method: "PUT",
    path: "/tasks/{taskId}/gold-samples/{sampleId}",
    summary: "Keep a sample's known answers on the published criteria, and what they are used for",
    body: saveGoldBody,
    reply: nothing,
  },
  deleteGoldSample: {
    method: "DELETE",
    path: "/tasks/{taskId}/gold-samples/{sampleId}",
    summary: "Forget a sample's known answers: it is given out as work again",
    reply: nothing,
  },
  getExam: {
    method: "GET",
    path: "/tasks/{taskId}/exam",
    summary: "The exam in force, and everybody's tries with their answers",
    reply: z.object({ exam: exam.nullable(), people: z.array(examinee) }),
  },
  openExam: {
    method: "PUT",
    path: "/tasks/{taskId}/exam",
    summary:
      "Put an exam in force, in place of the one before; nobody is given work without having passed. Tries that have begun stay as they are",
    body: openExamBody,
    reply: z.object({ version: z.int() }),
  },
  closeExam: { method: "DELETE", path: "/tasks/{taskId}/exam", summary: "End the exam in force; its results stay", reply: nothing },
  startExamTry: {
    method: "POST",
    scope: "annotate",
    path: "/tasks/{taskId}/exam/tries",
    summary: "Begin a try; its samples then come from the next-assignment endpoint, and each shows its answers once it is submitted",
    reply: nothing,
  },
  noteExamTry: {
    method: "PATCH",
    path: "/tasks/{taskId}/exam/tries/{tryId}",
    summary: "Write a note that the annotator reads with the result of a try",
    body: z.object({ note: z.string().trim().max(20_000) }),
    reply: nothing,
  },
  decideExam: {
    method: "POST",
    path: "/tasks/{taskId}/exam/people/{annotatorId}",
    summary: "Pass an annotator, revoke their pass or grant another try, with a reason",
    body: z.object({ decision: examDecision, reason: z.string().trim().min(1).max(4000) }),
    reply: nothing,
  },
  listCalibration: {
    method: "GET",
    path: "/tasks/{taskId}/calibration",
    summary:
      "Calibration rounds, the newest first, with your part in each; for those who lead the study also everybody's part and agreement",
    ...wholeList(calibrationRound, ({ number }) => String(number)),
  },
  openCalibration: {
    method: "POST",
    path: "/tasks/{taskId}/calibration",
    summary:
      "Open a calibration round: everybody rates its samples alone before their next work, and they are never given out as work. It closes itself once every annotator has rated all of them",
    body: openCalibrationBody,
    reply: z.object({ number: z.int() }),
  },
  compareCalibration: {
    method: "GET",
    path: "/tasks/{taskId}/calibration/{number}",
    summary:
      "A round's samples with everybody's evaluations side by side, under codes, and the known answers; for annotators once it is closed",
    reply: calibrationComparison,
  },
  requireCalibration: {
    method: "PATCH",
    path: "/tasks/{taskId}/calibration/{number}",
    summary: "Change whether nobody is given work before they have taken part in a round; of several required rounds, the newest counts",
    body: z.object({ required: z.boolean() }),
    reply: nothing,
  },
  closeCalibration: {
    method: "POST",
    path: "/tasks/{taskId}/calibration/{number}/close",
    summary: "Close a round: its raters compare and discuss from now on. A round that nobody has begun is withdrawn instead",
    reply: z.object({ outcome: z.enum(["closed", "withdrawn"]) }),
  },
} as const;
