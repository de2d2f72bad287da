import { z } from "zod";
import { draftDetails } from "./draft-details";
import { modelRole } from "./judge";

/** One request to a model and its reply, without the API key. */
export const exchange = z.object({
  id: z.uuid(),
  step: z.string(),
  role: modelRole,
  /** The body of the request as JSON text, byte for byte as sent; with `cachedFromId`, as it would have been sent. */
  request: z.string(),
  /** False: kept by a version that stored the request's content but not its bytes, so that key order and spacing differ. */
  requestExact: z.boolean(),
  /** The text of the reply, or the response body if there was none. */
  reply: z.string(),
  /** Why the reply could not be read; null: it could. */
  problem: z.string().nullable(),
  /** The earlier exchange whose answer was reused. */
  cachedFromId: z.uuid().nullable(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  latencyMs: z.int().nullable(),
  createdAt: z.iso.datetime(),
});
export type Exchange = z.infer<typeof exchange>;

/** An exchange when it is over, before it is kept. The same hash is the same question; null latency: there was no answer. */
export type ExchangeRecord = Omit<Exchange, "id" | "requestExact" | "costUsd" | "createdAt"> & { requestHash: string };
/** An exchange with its cost, to be kept. */
export type NewExchange = ExchangeRecord & Pick<Exchange, "costUsd">;

/** One draft of a run, for its list. */
export const runDraft = z.object({
  id: z.uuid(),
  sample: z.object({ id: z.uuid(), externalId: z.string() }),
  /** `ownToSample`: a dimension that was made for this sample alone. */
  criterion: z.object({ id: z.uuid(), name: z.string(), ownToSample: z.boolean(), min: z.number(), max: z.number() }),
  score: z.number().nullable(),
  /** Its first line. */
  text: z.string(),
  /** Why the protocol's own check discarded it; null: it was not discarded. */
  dropped: z.string().nullable(),
  cached: z.boolean(),
  /** Whether what was asked for it is kept: not so of imported drafts, nor of metrics and panels. */
  asked: z.boolean(),
  /** What the protocol found on the way; null: nothing that it keeps. */
  details: draftDetails.nullable(),
});
export type RunDraft = z.infer<typeof runDraft>;
