import { z } from "zod";
import { patchOf } from "./patch";

export const judgeKind = z.enum(["endpoint", "imported", "metric"]);

export const judgeParameters = z.object({
  temperature: z.number().min(0).max(2).default(0),
  maxTokens: z.int().min(1).max(100_000).default(800),
  seed: z.int().nullable().default(null),
  /** How many requests at once. */
  concurrency: z.int().min(1).max(64).default(4),
  timeoutMs: z.int().min(1000).max(600_000).default(60_000),
  /** JSON-schema replies: "auto" tries and falls back to text. */
  structuredOutput: z.enum(["auto", "on", "off"]).default("auto"),
});
export type JudgeParameters = z.infer<typeof judgeParameters>;

export const protocolName = z.enum(["step-by-step"]);

const judgeFields = {
  name: z.string().trim().min(1).max(200),
  baseUrl: z.url().max(2000),
  model: z.string().trim().min(1).max(300),
  protocol: protocolName.default("step-by-step"),
  parameters: judgeParameters.prefault({}),
  inputPriceUsd: z.number().nonnegative().nullable().default(null),
  outputPriceUsd: z.number().nonnegative().nullable().default(null),
};

export const createJudgeBody = z.object({ ...judgeFields, apiKey: z.string().max(10_000).optional() });
/** `apiKey` absent: keep; empty: forget. */
export const updateJudgeBody = patchOf(createJudgeBody.extend({ archived: z.boolean() }).shape);

/** A judge as shown: the key itself never leaves the server. */
export const judge = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  name: z.string(),
  kind: judgeKind,
  baseUrl: z.string().nullable(),
  model: z.string().nullable(),
  protocol: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  inputPriceUsd: z.number().nullable(),
  outputPriceUsd: z.number().nullable(),
  hasKey: z.boolean(),
  archivedAt: z.iso.datetime().nullable(),
});
export type Judge = z.infer<typeof judge>;

export const judgeTestResult = z.object({
  ok: z.boolean(),
  message: z.string(),
  latencyMs: z.number().nullable(),
  structuredOutput: z.boolean().nullable(),
  reply: z.string().nullable(),
});

export const runStatus = z.enum(["queued", "running", "paused", "done", "failed", "cancelled"]);
export type RunStatus = z.infer<typeof runStatus>;

export const startRunBody = z.object({
  judgeId: z.uuid(),
  kind: z.enum(["evaluation", "criteria"]).default("evaluation"),
  /** Evaluation only; default: the task's published set. */
  criteriaSetId: z.uuid().optional(),
  /** Draft only the first so many samples: a trial. */
  sampleLimit: z.int().positive().optional(),
});

export const run = z.object({
  id: z.uuid(),
  taskId: z.uuid(),
  judge: z.object({ id: z.uuid(), name: z.string() }),
  kind: z.enum(["evaluation", "criteria"]),
  status: runStatus,
  model: z.string().nullable(),
  protocol: z.string(),
  promptVersion: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  criteriaSet: z.object({ id: z.uuid(), version: z.int() }).nullable(),
  imported: z.boolean(),
  units: z.object({ total: z.int(), done: z.int(), failed: z.int(), pending: z.int() }),
  failures: z.array(z.object({ code: z.string(), count: z.int(), message: z.string() })),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** US dollars; null when no price is known. */
  costUsd: z.number().nullable(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** A criteria run's proposal, once there. */
  proposalDraftId: z.uuid().nullable(),
});
export type Run = z.infer<typeof run>;

/** pause | resume | cancel | retry-failed */
export const runControlBody = z.object({ verb: z.enum(["pause", "resume", "cancel", "retry-failed"]) });

export const failedUnit = z.object({
  sample: z.object({ id: z.uuid(), externalId: z.string() }),
  criterion: z.object({ id: z.uuid(), name: z.string() }),
  attempts: z.int(),
  code: z.string(),
  message: z.string(),
  rawReply: z.string().nullable(),
});
