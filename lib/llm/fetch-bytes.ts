import "server-only";
import { checkedFetch } from "./checked-fetch";

interface Bounds {
  limit: number;
  timeoutMs: number;
}

/**
 * What another server has at an http or https address that somebody else chose, as far as this instance may call it; null where the answer is an
 * error or longer than `limit` bytes. Throws invalid_input for an address it may not call, and as fetch does where there is no answer in time.
 */
export async function fetchBytes(url: string, bounds: Bounds): Promise<Uint8Array | null> {
  const found = await fetchWithin(url, bounds);
  return typeof found === "string" ? null : found;
}

/** As `fetchBytes`, with the reason in place of null. */
export async function fetchWithin(url: string, { limit, timeoutMs }: Bounds): Promise<Uint8Array | "refused" | "too large"> {
  const { ok, body } = await checkedFetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!ok || body === null) {
    await body?.cancel();
    return "refused";
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > limit) return "too large";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
