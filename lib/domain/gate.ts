/** An upper bound for a request's tokens: no tokenizer makes more tokens than the text has bytes of UTF-8. */
export interface RequestSize {
  bytes: number;
  images: number;
  maxOutputTokens: number;
}

/** The outcome of a request that passed the gate. */
export interface RequestResult {
  /** Whether there was an answer that must be paid for. */
  answered: boolean;
  /** Null: the endpoint did not say, or there was no answer. */
  inputTokens: number | null;
  outputTokens: number | null;
  /**
   * How long the endpoint wants no further requests, by the Retry-After of a 429 or by rate-limit headers with nothing remaining. Null:
   * it did not say.
   */
  holdMs: number | null;
}

/** Decides when a request may be sent: by the endpoint's limits, which all workers share, and by the run's budgets. */
export interface Gate {
  /** Resolves once the request may be sent; throws if it never may, and the signal's reason if that aborts. */
  enter(size: RequestSize, signal: AbortSignal): Promise<Pass>;
}

export interface Pass {
  /** Called once, whatever the outcome of the request. */
  leave(result: RequestResult): Promise<void>;
}

/** Money and tokens. */
export interface Amount {
  usd: number;
  tokens: number;
}

/**
 * Records what requests may cost before they are sent and what they did cost afterwards, so that a budget survives the death of a
 * process.
 */
export interface BudgetLedger {
  open(most: Amount): Promise<string>;
  settle(id: string, used: Amount): Promise<void>;
}
