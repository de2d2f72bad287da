import "server-only";
import { createHmac } from "node:crypto";

/** The headers of the Standard Webhooks specification, whose libraries in many languages check them. `at` is in milliseconds since 1970. */
export function signedHeaders(id: string, secret: string, body: string, at: number): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "user-agent": "Redline-Webhook",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
