import { z } from "zod";
import { baseUrl } from "./endpoint";
import { judgeKind } from "./judge-kind";
import { listLikeness } from "./list-likeness";
import { metricOptions } from "./metric";
import { runVariants, variants } from "./pair-outputs";
import { panelOptions } from "./panel";
import { patchOf } from "./patch";

/** Roles of models in a protocol: the judge itself, a weak writer, the reviser of an output, the embeddings model. */
export const modelRole = z.enum(["judge", "weak", "reviser", "embedding"]);
export type ModelRole = z.infer<typeof modelRole>;

export const judgeParameters = z.object({
  temperature: z.number().min(0).max(2).default(0),
  /** Nucleus sampling: only the most likely tokens that together have this probability are drawn from. Null: the server's default. */
  topP: z.number().gt(0).max(1).nullable().default(null),
  maxTokens: z.int().min(1).max(100_000).default(800),
  seed: z.int().nullable().default(null),
  /** Concurrent requests. */
  concurrency: z.int().min(1).max(64).default(4),
  timeoutMs: z.int().min(1000).max(600_000).default(60_000),
  /** JSON-schema replies: "auto" tries and falls back to text. */
  structuredOutput: z.enum(["auto", "on", "off"]).default("auto"),
  /** Streams replies, for servers and proxies that time out during a long silence. */
  stream: z.boolean().default(false),
  /** How it takes samples' images: as they are, not at all, or as the captions that came with them. */
  images: z.enum(["send", "leave-out", "caption"]).default("send"),
  /** How closely the model looks at images, which decides their cost at some providers. Null: not sent. */
  imageDetail: z.enum(["auto", "low", "high"]).nullable().default(null),
  /** Larger images are not sent; their units fail. Null: no limit but the import's. */
  imageLimitKb: z.int().min(1).max(10_000).nullable().default(null),
});
export type JudgeParameters = z.infer<typeof judgeParameters>;

export const protocolName = z.enum(["direct", "step-by-step", "rubric", "camieval-pointwise", "camieval-pairwise", "critique"]);
export type ProtocolName = z.infer<typeof protocolName>;

/** Judges of the project whose endpoints take the other roles. */
export const judgeRoles = z.object({ weak: z.uuid(), reviser: z.uuid(), embedding: z.uuid() }).partial();
export type JudgeRoles = z.infer<typeof judgeRoles>;

const judgeFields = {
  name: z.string().trim().min(1).max(200),
  baseUrl,
  model: z.string().trim().min(1).max(300),
  protocol: protocolName.default("step-by-step"),
  parameters: judgeParameters.prefault({}),
  /** The protocol's options, by its own schema. */
  options: z.record(z.string(), z.unknown()).default({}),
  roles: judgeRoles.default({}),
  /** The project's prompt version; null: the built-in prompts. */
  promptVersionId: z.uuid().nullable().default(null),
  inputPriceUsd: z.number().nonnegative().nullable().default(null),
  outputPriceUsd: z.number().nonnegative().nullable().default(null),
};

/** A judge that is a model behind an endpoint, the default kind. */
export const endpointJudgeBody = z.object({
  kind: z.literal("endpoint").optional().default("endpoint"),
  ...judgeFields,
  apiKey: z.string().max(10_000).optional(),
});
/** A judge that computes its scores. */
export const metricJudgeBody = z.object({ kind: z.literal("metric"), name: judgeFields.name, options: metricOptions });
/** A judge that combines several others. */
export const panelJudgeBody = z.object({ kind: z.literal("panel"), name: judgeFields.name, options: panelOptions });

export const createJudgeBody = z.discriminatedUnion("kind", [endpointJudgeBody, metricJudgeBody, panelJudgeBody], {
  error: 'A judge is of kind "endpoint" (the default), "metric" or "panel".',
});
/** `apiKey` absent: keep; empty: forget. For a metric or a panel, only name, options and archived can be changed. */
export const updateJudgeBody = patchOf(endpointJudgeBody.omit({ kind: true }).extend({ archived: z.boolean() }).shape);

/** A judge as shown. The API key never leaves the server. */
export const judge = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  name: z.string(),
  kind: judgeKind,
  baseUrl: z.string().nullable(),
  model: z.string().nullable(),
  protocol: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  options: z.record(z.string(), z.unknown()),
  roles: judgeRoles,
  promptVersionId: z.uuid().nullable(),
  /** What `judge test` found; null: not tested since the endpoint was set. */
  capabilities: z.record(z.string(), z.unknown()).nullable(),
  inputPriceUsd: z.number().nullable(),
  outputPriceUsd: z.number().nullable(),
  hasKey: z.boolean(),
  archivedAt: z.iso.datetime().nullable(),
});
export type Judge = z.infer<typeof judge>;

/** What `judge test` found out about an endpoint, for one model. Null: not tested, or the test did not get that far. */
export const judgeCapabilities = z.object({
  /** Whether its replies follow a JSON schema. */
  structuredOutput: z.boolean().nullable(),
  /** Its parameter for the maximum number of tokens of a reply. */
  tokenLimitName: z.enum(["max_tokens", "max_completion_tokens"]).default("max_tokens"),
  /** Whether it reports how many tokens were used. */
  usage: z.boolean().nullable().default(null),
  /** Where its reasoning is: nowhere, in <think> tags before the answer, or in a separate field. */
  reasoning: z.enum(["none", "tags", "field"]).nullable().default(null),
  streaming: z.boolean().nullable().default(null),
  /** Whether it accepts a temperature and a seed. */
  temperature: z.boolean().nullable().default(null),
  seed: z.boolean().nullable().default(null),
  /** How many models it lists, and whether the judge's model is among them. */
  models: z.object({ count: z.int(), hasModel: z.boolean() }).nullable().default(null),
  /** The dimensions of its embeddings. */
  embeddings: z.object({ dimensions: z.int() }).nullable().default(null),
  latencyMs: z.number().nullable().default(null),
  at: z.iso.datetime().nullable().default(null),
});
export type JudgeCapabilities = z.infer<typeof judgeCapabilities>;

export const judgeTestResult = z.object({
  ok: z.boolean(),
  message: z.string(),
  latencyMs: z.number().nullable(),
  structuredOutput: z.boolean().nullable(),
  reply: z.string().nullable(),
  /** Null if it failed. */
  capabilities: judgeCapabilities.nullable(),
});

/** The effect of an injection: the judge followed it, moved towards it, resisted, or gave no readable reply. */
const injectionResult = z.object({
  id: z.string(),
  what: z.string(),
  effect: z.enum(["followed", "moved", "resisted", "unreadable"]),
  score: z.number().nullable(),
  problem: z.string().nullable(),
});
export type InjectionResult = z.infer<typeof injectionResult>;

/** A judge's results on the set of injections. `baseline`: the same output without an injection. */
const injectionTrial = z.object({
  protocol: z.string(),
  baseline: z.object({ score: z.number().nullable(), problem: z.string().nullable() }),
  results: z.array(injectionResult),
  followed: z.int(),
});
export type InjectionTrial = z.infer<typeof injectionTrial>;

export const runStatus = z.enum(["queued", "running", "paused", "done", "failed", "cancelled"]);
export type RunStatus = z.infer<typeof runStatus>;

export const startRunBody = z.object({
  judgeId: z.uuid(),
  kind: z.enum(["evaluation", "criteria"]).default("evaluation"),
  /** Evaluation only; default: the task's published set. */
  criteriaSetId: z.uuid().optional(),
  /** Draft only this many samples from the start, as a trial. */
  sampleLimit: z.int().positive().optional(),
  /** Criteria only. */
  proposal: z
    .object({
      /** How many further lists are sampled to measure their agreement, and at what temperature. */
      samples: z.int().min(0).max(20).default(0),
      temperature: z.number().min(0).max(2).default(0.7),
      /**
       * The model that embeds the criteria, at the endpoint of the judge in the role "embedding", else at the judge's own. Absent: that
       * judge's model; without such a judge, lists are compared by the words they share.
       */
      embeddingsModel: z.string().trim().min(1).max(300).optional(),
      /** The project's prompt version. Absent: the newest; null: the built-in prompts. */
      promptVersionId: z.uuid().nullable().optional(),
      /** Whether criteria may have unordered labels in place of numbers; not in tasks that compare two outputs. */
      labels: z.boolean().default(false),
    })
    .optional(),
  variant: z.enum(variants).default("plain"),
  /** Reuse the project's earlier answers to identical requests; such drafts are marked. */
  reuseAnswers: z.boolean().default(false),
  /** The run pauses before it could exceed either. */
  budgetUsd: z.number().positive().optional(),
  budgetTokens: z.number().positive().optional(),
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
  options: z.record(z.string(), z.unknown()),
  /** The judges in other roles, with their models when the run was started. */
  roles: z.record(z.string(), z.object({ judgeId: z.uuid(), model: z.string() })),
  variant: z.enum(runVariants),
  reuseAnswers: z.boolean(),
  budgetUsd: z.number().nullable(),
  budgetTokens: z.number().nullable(),
  /** Whether its tokens have prices. */
  priced: z.boolean(),
  criteriaSet: z.object({ id: z.uuid(), version: z.int() }).nullable(),
  imported: z.boolean(),
  /** `dropped`: drafted, then discarded by the protocol's own check. `cached`: how many of the done needed no new request. */
  units: z.object({ total: z.int(), done: z.int(), failed: z.int(), pending: z.int(), dropped: z.int(), cached: z.int() }),
  /** Units finished in the last minute. */
  unitsPerMinute: z.number(),
  /** At the rate of the last minute; null while no unit is finished or none is left. */
  secondsLeft: z.number().nullable(),
  /** Until when the endpoint wants no requests, by its Retry-After or rate-limit headers; null: it accepts them. */
  heldUntil: z.iso.datetime().nullable(),
  failures: z.array(z.object({ code: z.string(), count: z.int(), message: z.string() })),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** US dollars, for the requests with known cost; null if there are none. */
  costUsd: z.number().nullable(),
  /** Requests of unknown cost: there is no price, or the endpoint did not report its tokens. */
  requestsWithoutCost: z.int(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** A criteria run's proposal, once there. */
  proposalDraftId: z.uuid().nullable(),
  /** How alike the proposal and the lists sampled beside it are; null: none were. */
  consistency: listLikeness.nullable(),
});
export type Run = z.infer<typeof run>;

/** resume and retry-failed may set a new budget; null: remove it, absent: unchanged. */
export const runControlBody = z.object({
  verb: z.enum(["pause", "resume", "cancel", "retry-failed"]),
  budgetUsd: z.number().positive().nullable().optional(),
  budgetTokens: z.number().positive().nullable().optional(),
});

export const failedUnit = z.object({
  sample: z.object({ id: z.uuid(), externalId: z.string() }),
  criterion: z.object({ id: z.uuid(), name: z.string() }),
  attempts: z.int(),
  code: z.string(),
  message: z.string(),
  rawReply: z.string().nullable(),
});
export type FailedUnit = z.infer<typeof failedUnit>;

/** What a judge that asks no model has in the fields of an endpoint. */
export const withoutEndpoint = {
  ...{ baseUrl: null, model: null, promptVersionId: null, inputPriceUsd: null, outputPriceUsd: null },
  parameters: {},
  roles: {},
} as const;
