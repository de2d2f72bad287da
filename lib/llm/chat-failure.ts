import "server-only";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import type { Usage } from "./read-completion";

/** A question as sent; its exchange is stored under it. */
export interface Asked {
  /** The body as JSON text, byte for byte as sent; it does not contain the key. */
  request: string;
  requestHash: string;
}

interface FailureInfo {
  retryable: boolean;
  status?: number | null;
  retryAfterMs?: number | null;
  holdMs?: number | null;
  raw?: string | null;
  /** The message without what the endpoint said; absent: it quotes nothing. */
  ownWords?: string;
  usage?: Usage;
}

/** A failed request, with what a retry needs to know. */
export class ChatFailure extends AppError {
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** How long the endpoint asks for no requests at all. */
  readonly holdMs: number | null;
  /** HTTP status, if there was an answer. */
  readonly status: number | null;
  /** What the endpoint sent instead of a completion. */
  readonly raw: string | null;
  /** The message without a word of `raw`. */
  ownWords: string;
  /** Tokens that the endpoint reports despite the failure. */
  readonly usage: Usage;
  /** The last question sent; null: nothing was sent. */
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
    this.ownWords = info.ownWords ?? message;
    this.usage = info.usage ?? { inputTokens: null, outputTokens: null };
  }
}
