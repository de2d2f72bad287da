import "server-only";
import { createHash } from "node:crypto";
import { carriedOut, withClaim } from "@/lib/db/claimed-request";
import { claimReply, forgetReply, storeReply } from "@/lib/db/idempotency";
import { AppError } from "@/lib/domain/errors";
import { jsonReply } from "./answer";

/** The Idempotency-Key of a write, or null. Throws bad_request for one that cannot be kept. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError("bad_request", "An Idempotency-Key is 1 to 255 visible ASCII characters.");
  }
  return key;
}

/**
 * Runs a write once per key: a repeat within the retention period gets the first reply again, marked `idempotency-replayed`.
 * Only successes are kept; after an error the same key may be tried again. If an earlier attempt was carried out and its reply was lost with its
 * process, the work goes on after what was committed, to the same reply.
 */
export async function replayable(request: Request, input: { userId: string; key: string; bodyText: string }, work: () => Promise<unknown>) {
  const { pathname, search } = new URL(request.url);
  const requestHash = createHash("sha256")
    .update([request.method, pathname + search, input.bodyText].join("\n"))
    .digest("hex");
  const claim = { userId: input.userId, key: input.key, requestHash };
  const earlier = await claimReply(claim);
  if (earlier.found === "reply") return jsonReply(earlier.body, { status: earlier.status, headers: replayed });
  const lost = earlier.found === "lost";
  try {
    const body = await withClaim({ ...claim, done: lost ? earlier.done : undefined }, work);
    await storeReply(claim, { status: 200, body });
    return jsonReply(body, lost ? { headers: replayed } : {});
  } catch (error) {
    // Another attempt did the work, and keeps the key.
    if (error instanceof AppError && error.details?.carriedOut) throw error;
    const isRefusal = error instanceof AppError && error.code !== "unavailable";
    await forgetReply(claim, { keepDone: lost || !isRefusal });
    // A refusal only says that what was asked for is already so.
    throw lost && isRefusal ? carriedOut() : error;
  }
}

const replayed = { "idempotency-replayed": "true" };
