import "server-only";
import type { z } from "zod";
import { getCallableJudge, getJudgeRow, saveJudgeCapabilities } from "@/lib/db/judges";
import type { judgeTestResult } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";
import { askProtocol } from "@/lib/llm/ask-protocol";
import { modelTarget } from "@/lib/llm/model-target";
import { jsonInReply } from "@/lib/protocols/json-in-reply";
import { stepByStep } from "@/lib/protocols/step-by-step/step-by-step";

/** A small unit with a plain answer, so that a test costs next to nothing. */
const smallBrief = {
  task: { description: "Answer the question in one short sentence.", inputName: "question", outputName: "answer" },
  criterion: {
    name: "Correctness",
    definition: "The answer is true.",
    scale: { min: 1, max: 3, step: 1, levels: [] },
    overall: false,
  },
  sample: { input: "What is the capital of France?", output: "The capital of France is Paris.", reference: null },
};

/** Asks a judge's endpoint one small question and keeps what was found out. A failure is an answer: `ok` false with the reason. */
export async function testJudge(actor: Actor, input: { judgeId: string; signal?: AbortSignal }): Promise<z.infer<typeof judgeTestResult>> {
  demand(actor, "judge.edit", (await getJudgeRow(input.judgeId)).projectId, "judge");
  const judge = await getCallableJudge(input.judgeId);
  const retry = { retries: 1, firstDelayMs: 500, longestDelayMs: 5000, jitter: 0, random: Math.random };
  const signal = input.signal ?? new AbortController().signal;
  const answer = await askProtocol(stepByStep, smallBrief, modelTarget({ ...judge, followsSchema: null }), { signal, retry, rereads: 0 });
  if (!answer.ok) return { ok: false, message: answer.message, latencyMs: null, structuredOutput: null, reply: answer.rawReply };
  const reply = answer.content.raw;
  const followsSchema = answer.form === "json" && jsonInReply(reply).kind === "found";
  if (judge.parameters.structuredOutput !== "off") await saveJudgeCapabilities(judge.id, { structuredOutput: followsSchema });
  const manner = followsSchema ? "It follows a JSON schema." : "It does not follow a JSON schema; its replies are read as lines.";
  return {
    ok: true,
    message: `"${judge.model}" answered and its score can be read. ${manner}`,
    latencyMs: answer.latencyMs,
    structuredOutput: followsSchema,
    reply,
  };
}
