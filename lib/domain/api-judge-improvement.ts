import { z } from "zod";
import type { Endpoint } from "./api-endpoint";
import {
  adoptBody,
  createCandidateBody,
  guidanceProposal,
  judgeCandidate,
  judgeImprovement,
  judgeTrial,
  proposeGuidanceBody,
  saveJudgeSplitBody,
  startTrialBody,
} from "./judge-improvement";

/** The part of the HTTP interface with which judges learn from people's scores. */
export const judgeImprovementEndpoints = {
  readJudgeImprovement: {
    method: "GET",
    path: "/tasks/{taskId}/judge-improvement",
    summary: "What a task's judges can learn from, the candidates made so far and their proofs",
    reply: judgeImprovement,
  },
  dealJudgeSplit: {
    method: "PUT",
    path: "/tasks/{taskId}/judge-split",
    summary: "Deal the inputs into a part to develop judges on and a held-out part; possible until something has used it",
    body: saveJudgeSplitBody,
    reply: z.object({ id: z.uuid() }),
  },
  createJudgeCandidate: {
    method: "POST",
    path: "/tasks/{taskId}/judge-candidates",
    summary: "Make a candidate for a judge's place: with examples, with guidance, recalibrated, or a panel",
    body: createCandidateBody,
    reply: judgeCandidate,
  },
  proposeGuidance: {
    method: "POST",
    path: "/tasks/{taskId}/judge-guidance",
    summary: "Ask a judge's model for guidance that would have prevented people's corrections; nothing is stored",
    body: proposeGuidanceBody,
    reply: guidanceProposal,
    asksModel: true,
  },
  proveCandidates: {
    method: "POST",
    path: "/tasks/{taskId}/judge-trials",
    summary: "Prove candidates on the held-out part, which counts as a use of it",
    body: startTrialBody,
    reply: judgeTrial,
  },
  finishJudgeTrial: {
    method: "POST",
    path: "/judge-trials/{trialId}/evidence",
    summary: "Compute and keep what a proof shows, once its runs have ended",
    reply: judgeTrial,
  },
  adoptCandidate: {
    method: "POST",
    path: "/judge-trials/{trialId}/adopt",
    summary: "Adopt a proved candidate; the evidence is kept with it",
    body: adoptBody,
    reply: judgeTrial,
  },
} as const satisfies Record<string, Endpoint>;
