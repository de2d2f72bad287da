import "server-only";
import { createHash } from "node:crypto";
import { carriedOut, withClaim } from "@/lib/db/claimed-request";
import { claimReply, forgetReply, storeReply } from "@/lib/db/idempotency";
import { AppError } from "@/lib/domain/errors";
import { log } from "@/lib/log";
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
    await freeKey(claim, { attempt: earlier.attempt, keepDone: lost || !isRefusal });
    // A refusal only says that what was asked for is already so.
    throw lost && isRefusal ? carriedOut() : error;
  }
}

const retryMs = 1000;
/** After this long, the key is free anyway. */
const retries = 120;

/**
 * Frees the key of a request that failed. What made it fail, such as a database that is away or has no connection left, may fail this too: it is then
 * tried again in the background, since nothing but time would free the key while this process lives.
 */
async function freeKey(claim: Parameters<typeof forgetReply>[0], options: Parameters<typeof forgetReply>[1]): Promise<void> {
  try {
    await forgetReply(claim, options);
  } catch (error) {
    log.warn({ err: error }, "the key of a failed request could not be freed yet");
    void freeLater(claim, options);
  }
}

async function freeLater(...given: Parameters<typeof forgetReply>): Promise<void> {
  for (let left = retries; left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
    const freed = await forgetReply(...given).then(
      () => true,
      () => false,
    );
    if (freed) return;
  }
}

const replayed = { "idempotency-replayed": "true" };
