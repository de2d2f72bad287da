import "server-only";
import type { z } from "zod";
import { endpointGate } from "@/lib/db/endpoint-gate";
import { readServer } from "@/lib/db/endpoints";
import { getCallableJudge, getJudgeRow, saveJudgeCapabilities } from "@/lib/db/judges";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import type { ExchangeRecord } from "@/lib/domain/exchange";
import { type JudgeCapabilities, judgeCapabilities, type judgeTestResult } from "@/lib/domain/judge";
import { type Actor, demand, mayReadRaw } from "@/lib/domain/policy";
import { askProtocol } from "@/lib/llm/ask-protocol";
import { forgetCapabilities } from "@/lib/llm/capabilities";
import { embed } from "@/lib/llm/embed";
import { findCapabilities } from "@/lib/llm/find-capabilities";
import { type ModelTarget, modelTarget } from "@/lib/llm/model-target";
import type { RetryOptions } from "@/lib/llm/retry";
import type { Brief } from "@/lib/protocols/protocol";
import { stepByStep } from "@/lib/protocols/step-by-step/step-by-step";

/** A small unit with an obvious answer, so that a test costs next to nothing. */
const smallBrief: Brief = {
  task: { description: "Answer the question in one short sentence.", inputName: "question", outputName: "answer", kind: "pointwise" },
  sample: {
    input: "What is the capital of France?",
    output: "The capital of France is Paris.",
    outputB: null,
    reference: null,
    imageUrl: null,
  },
  criteria: [
    {
      id: "correctness",
      name: "Correctness",
      definition: "The answer is true.",
      scale: { min: 1, max: 3, step: 1, levels: [] },
      overall: false,
    },
  ],
  earlier: [],
  variant: "plain",
  options: {},
  prompts: {},
};

/** How long a test waits for its turn at a busy server. */
const longestWaitMs = 15_000;

type Result = z.infer<typeof judgeTestResult>;
const failed = (message: string, reply: string | null): Result => ({
  ok: false,
  message,
  latencyMs: null,
  structuredOutput: null,
  reply,
  capabilities: null,
});

/**
 * Finds out with a few small requests what a judge's endpoint can do, and stores it, so that workers need not probe again. A failure is a
 * result: `ok` false with the reason.
 */
export async function testJudge(actor: Actor, input: { judgeId: string; signal?: AbortSignal }): Promise<Result> {
  demand(actor, "judge.edit", (await getJudgeRow(input.judgeId)).projectId, "judge");
  const judge = await getCallableJudge(input.judgeId);
  const retry = { retries: 1, firstDelayMs: 500, longestDelayMs: 5000, jitter: 0, random: Math.random };
  // Within the server's limits, like any other question; but somebody is waiting for the result.
  const gate = endpointGate(judge.baseUrl, longestWaitMs);
  const options = { signal: input.signal ?? new AbortController().signal, retry, gate };
  forgetCapabilities(judge);
  const target = modelTarget({ ...judge, capabilities: null }, { gate });
  const exchanges: ExchangeRecord[] = [];
  const answer = await askProtocol(stepByStep.draft(smallBrief), () => target, {
    ...options,
    rereads: 0,
    onExchange: async (exchange) => {
      exchanges.push(exchange);
    },
  });
  const asked = exchanges[0];
  if (!answer.ok || asked === undefined) {
    const mayEmbed = !answer.ok && answer.code === "model_unreachable" && asked === undefined;
    const embedded = mayEmbed ? await testEmbeddings(judge.id, target, options) : null;
    if (embedded !== null) return embedded;
    if (answer.ok) return failed("Nothing was asked.", null);
    return mayReadRaw(actor)
      ? failed(await explained(answer.code, answer.quoting, judge.baseUrl), answer.rawReply)
      : failed(inOwnWords(answer.code, await explained(answer.code, answer.message, judge.baseUrl)), null);
  }
  const capabilities = await findCapabilities(target, asked, options);
  await saveJudgeCapabilities(judge.id, capabilities);
  return {
    ok: true,
    message: `"${judge.model}" answered and its score can be read. ${inWords(capabilities)}`,
    latencyMs: asked.latencyMs,
    structuredOutput: capabilities.structuredOutput,
    reply: mayReadRaw(actor) ? asked.reply : null,
    capabilities,
  };
}

/** A failure in words that hold without the server's. */
function inOwnWords(code: ErrorCode, message: string): string {
  if (code === "model_refused_key") return "The server refuses the key.";
  if (code === "model_out_of_credits") return "The credits of this key are used up.";
  if (code === "model_rate_limited") return "The server is busy, which says nothing about the judge. Try again later.";
  if (code === "model_reply_unreadable")
    return "The server answers, but no score can be read from it. An administrator of this installation can see the reply by testing the judge.";
  return message;
}

/** A failure in words that say when the server is busy rather than wrong. */
async function explained(code: ErrorCode, message: string, baseUrl: string): Promise<string> {
  if (code === "model_rate_limited") return `The server is busy, which says nothing about the judge. ${message} Try again later.`;
  if (code !== "model_timeout") return message;
  const { runs } = await readServer(baseUrl);
  if (runs === 0) return message;
  return `${message} The server may be busy: ${runs === 1 ? "a run is" : `${runs} runs are`} in progress on it.`;
}

/** A model that does not chat may still return vectors. Null: it does not do that either. */
async function testEmbeddings(judgeId: string, target: ModelTarget, options: RetryOptions): Promise<Result | null> {
  try {
    const endpoint = target.endpoint();
    const { vectors, latencyMs, inputTokens } = await embed(endpoint, ["rain", "sun"], options);
    const embeddings = { dimensions: vectors[0]?.length ?? 0 };
    const at = new Date().toISOString();
    const capabilities = judgeCapabilities.parse({ structuredOutput: null, usage: inputTokens !== null, embeddings, latencyMs, at });
    await saveJudgeCapabilities(judgeId, capabilities);
    const message = `"${endpoint.model}" does not chat; it turns texts into vectors of ${embeddings.dimensions} numbers.`;
    return { ok: true, message, latencyMs, structuredOutput: null, reply: null, capabilities };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

/** The capabilities in sentences. */
function inWords({ structuredOutput, usage, reasoning, streaming, temperature, seed, models }: JudgeCapabilities): string {
  const said: (string | false)[] = [
    structuredOutput === true && "It follows a JSON schema.",
    structuredOutput === false && "It does not follow a JSON schema; its replies are read as lines.",
    temperature === false && "It accepts no temperature, so the judge's is left out.",
    seed === false && "It accepts no seed.",
    usage === false && "It does not report token counts, so its cost is unknown.",
    reasoning === "tags" && "Its replies contain its reasoning, which is left out.",
    reasoning === "field" && "It reasons before it answers: allow enough tokens for both.",
    streaming === false && "It does not stream.",
    models !== null &&
      !models.hasModel &&
      `It lists ${models.count} ${models.count === 1 ? "model" : "models"}, and this one is not among them.`,
  ];
  return said.filter((sentence) => sentence !== false).join(" ");
}
