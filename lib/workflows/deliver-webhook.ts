import "server-only";
import { findDeliveryToSend, noteTry } from "@/lib/db/webhook-deliveries";
import { AppError } from "@/lib/domain/errors";
import { type WebhookTry, webhookTimeoutMs } from "@/lib/domain/webhook";
import { checkedFetch } from "@/lib/llm/checked-fetch";
import { decryptKey } from "@/lib/llm/encrypt-key";
import { signedHeaders } from "@/lib/llm/sign-webhook";

interface Attempt {
  deliveryId: string;
  /** Which try of the queue's this is, from 1. */
  attempt: number;
  isLast: boolean;
  timeoutMs?: number;
}

/**
 * Sends a delivery once and notes what came of it: 2xx is success, everything else is not, redirects included, which could lead anywhere. Called by the
 * worker. Returns whether the queue should try again.
 */
export async function deliverWebhook({ deliveryId, attempt, isLast, timeoutMs = webhookTimeoutMs }: Attempt): Promise<boolean> {
  const delivery = await findDeliveryToSend(deliveryId);
  if (delivery === null) return false;
  const { id, url, payload, projectId, secret, active } = delivery;
  const started = new Date();
  const sent = active
    ? await send({ url, body: JSON.stringify({ id, ...payload }), id, secret: decryptSecret(secret, projectId), timeoutMs })
    : { status: null, error: "The webhook is paused." };
  const noted: WebhookTry = { at: started.toISOString(), durationMs: Date.now() - started.getTime(), ...sent };
  const ends = isLast || !active;
  await noteTry(id, noted, { isLast: ends, tries: attempt });
  return sent.error !== null && !ends;
}

function decryptSecret(secret: string, projectId: string): string | null {
  try {
    return decryptKey(secret, `webhook ${projectId}`);
  } catch {
    return null;
  }
}

async function send(input: { url: string; body: string; id: string; secret: string | null; timeoutMs: number }) {
  const { url, body, id, secret, timeoutMs } = input;
  if (secret === null)
    return { status: null, error: "Its secret was stored under another REDLINE_SECRET and cannot be read: make the webhook anew." };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await checkedFetch(url, {
      method: "POST",
      headers: signedHeaders(id, secret, body, Date.now()),
      body,
      signal,
      redirect: "manual",
    });
    // What it says is of no use, and might not end.
    await response.body?.cancel();
    const { status } = response;
    if (status >= 200 && status < 300) return { status, error: null };
    return { status, error: status >= 300 && status < 400 ? `It redirects (${status}), which is not followed.` : `It answered ${status}.` };
  } catch (error) {
    return { status: null, error: whyFailed(error, timeoutMs) };
  }
}

function whyFailed(error: unknown, timeoutMs: number): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof Error && error.name === "TimeoutError") return `No answer within ${timeoutMs / 1000} seconds.`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return `The connection failed${code}.`;
}
