/** How large a request is at most. No tokenizer makes more tokens of a text than it has bytes of UTF-8. */
export interface RequestSize {
  bytes: number;
  images: number;
  maxOutputTokens: number;
}

/** What became of a request that was let through. */
export interface RequestResult {
  /** Whether an answer came that has been paid for. */
  answered: boolean;
  /** Null: the endpoint did not say, or there was no answer. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** How long the endpoint wants no further request: Retry-After of a 429, or rate-limit headers with nothing remaining. Null: it did not say. */
  holdMs: number | null;
}

/** Says when a request may be made: limits of an endpoint, shared by all workers, and budgets of a run. */
export interface Gate {
  /** Resolves when the request may go out; throws when it never may, and the signal's reason when that aborts. */
  enter(size: RequestSize, signal: AbortSignal): Promise<Pass>;
}

export interface Pass {
  /** Told once, whatever became of the request. */
  leave(result: RequestResult): Promise<void>;
}

/** Money and tokens. */
export interface Amount {
  usd: number;
  tokens: number;
}

/** Where a budget writes down what requests may cost before they go out, and what they did cost after: so that it holds across processes that die. */
export interface BudgetLedger {
  open(most: Amount): Promise<string>;
  settle(id: string, used: Amount): Promise<void>;
}
