import { z } from "zod";

/** What a webhook can be notified of. */
export const webhookEvent = z.enum(["run.ended", "sample.complete", "task.complete", "qualification.passed", "report.changed"]);
export type WebhookEvent = z.infer<typeof webhookEvent>;
/** `ping` is sent when somebody asks for it. */
export const deliveredEvent = z.enum([...webhookEvent.options, "ping"]);
export type DeliveredEvent = z.infer<typeof deliveredEvent>;

/** Where and of what to tell; the address is checked like a model's. */
const webhookFields = {
  url: z.string().trim().min(1).max(2000),
  events: z
    .array(webhookEvent)
    .min(1)
    .max(webhookEvent.options.length)
    .refine((events) => new Set(events).size === events.length, "names an event twice"),
};
export const createWebhookBody = z.object(webhookFields);
export const updateWebhookBody = z.object({ ...webhookFields, active: z.boolean() }).partial();

/** A webhook as shown. Its secret is shown once, when it is made. */
export const webhook = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  url: z.string(),
  events: z.array(webhookEvent),
  active: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The newest delivery's state and time; null: nothing has been sent yet. */
  last: z.object({ status: z.enum(["pending", "delivered", "failed"]), at: z.iso.datetime() }).nullable(),
});
export type Webhook = z.infer<typeof webhook>;

export const createdWebhook = z.object({ webhook, secret: z.string() });

/** One attempt at a delivery. */
export const webhookTry = z.object({
  at: z.iso.datetime(),
  durationMs: z.int(),
  /** The receiver's HTTP status; null: there was no answer. */
  status: z.int().nullable(),
  /** Why it counts as failed; null: it was delivered. */
  error: z.string().nullable(),
});
export type WebhookTry = z.infer<typeof webhookTry>;

export const webhookDelivery = z.object({
  id: z.uuid(),
  event: deliveredEvent,
  /** The body that is sent. */
  payload: z.record(z.string(), z.unknown()),
  /** `pending`: not delivered yet and to be tried again; `failed`: given up. */
  status: z.enum(["pending", "delivered", "failed"]),
  tries: z.array(webhookTry),
  createdAt: z.iso.datetime(),
  nextTryAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** How often a delivery is tried. The queue waits about 3, 7, 20 and 55 seconds, 2.5, 7, 18 and 50 minutes, then hours: 15 hours in all. */
export const webhookTries = 12;

/** How long the queue waits after a failed try, in seconds. */
export const secondsAfterTry = (tries: number): number => Math.round(Math.exp(Math.min(10, tries)));

/** How long a receiver has to answer. */
export const webhookTimeoutMs = 10_000;
