import { z } from "zod";
import { draftDetails } from "./draft-details";
import { modelRole } from "./judge";

/** One request to a model and its reply, without the API key. */
export const exchange = z.object({
  id: z.uuid(),
  step: z.string(),
  role: modelRole,
  /** The request body as JSON text, byte for byte as sent; with `cachedFromId`, as it would have been sent. */
  request: z.string(),
  /** False: kept by a version that stored the request's content but not its bytes, so that key order and spacing differ. */
  requestExact: z.boolean(),
  /** The text of the reply, or the response body if there was none; null: a body that only the installation's administrators may read. */
  reply: z.string().nullable(),
  /** Why the reply could not be read; null: it could. */
  problem: z.string().nullable(),
  /** The earlier exchange whose answer was reused. */
  cachedFromId: z.uuid().nullable(),
  /** What the server called the model that answered, with its fingerprint; null: it did not say. */
  servedBy: z.string().nullable(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  latencyMs: z.int().nullable(),
  createdAt: z.iso.datetime(),
});
export type Exchange = z.infer<typeof exchange>;

/** A finished exchange, before it is stored. Equal hashes mean equal questions; null latency: there was no answer. */
export type ExchangeRecord = Omit<Exchange, "id" | "reply" | "requestExact" | "costUsd" | "createdAt"> & {
  reply: string;
  requestHash: string;
};
/** A finished exchange with its cost. */
export type NewExchange = ExchangeRecord & Pick<Exchange, "costUsd">;

/** One draft in a run's list. */
export const runDraft = z.object({
  id: z.uuid(),
  sample: z.object({ id: z.uuid(), externalId: z.string() }),
  /** `ownToSample`: a dimension that was made for this sample alone. */
  criterion: z.object({ id: z.uuid(), name: z.string(), ownToSample: z.boolean(), min: z.number(), max: z.number() }),
  /** The label that the score names on a categorical criterion. */
  label: z.string().nullable(),
  score: z.number().nullable(),
  /** Its first line. */
  text: z.string(),
  /** Why the protocol's own check discarded it; null: it was not discarded. */
  dropped: z.string().nullable(),
  cached: z.boolean(),
  /** Whether its requests are stored. Imported drafts, metrics and panels have none. */
  asked: z.boolean(),
  /** The protocol's intermediate results; null if it has none. */
  details: draftDetails.nullable(),
});
export type RunDraft = z.infer<typeof runDraft>;
