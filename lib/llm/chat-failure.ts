import "server-only";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import type { Usage } from "./read-completion";

/** A question as it was sent, under which its exchange is kept. */
export interface Asked {
  /** The body as JSON text, byte for byte as sent; the key is no part of it. */
  request: string;
  requestHash: string;
}

interface FailureInfo {
  retryable: boolean;
  status?: number | null;
  retryAfterMs?: number | null;
  holdMs?: number | null;
  raw?: string | null;
  usage?: Usage;
}

/** A failed request, with what a retry has to know. */
export class ChatFailure extends AppError {
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** How long the endpoint wants no request at all. */
  readonly holdMs: number | null;
  /** HTTP status, if there was an answer at all. */
  readonly status: number | null;
  /** What came instead of a completion. */
  readonly raw: string | null;
  /** The tokens that the endpoint reports it used all the same. */
  readonly usage: Usage;
  /** What was asked last; null: nothing was sent. */
  asked: Asked | null = null;
  /** All requests made before giving up. */
  requests = 1;

  constructor(code: ErrorCode, message: string, info: FailureInfo) {
    super(code, message);
    this.retryable = info.retryable;
    this.status = info.status ?? null;
    this.retryAfterMs = info.retryAfterMs ?? null;
    this.holdMs = info.holdMs ?? null;
    this.raw = info.raw ?? null;
    this.usage = info.usage ?? { inputTokens: null, outputTokens: null };
  }
}
