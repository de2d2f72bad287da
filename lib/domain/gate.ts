/** The largest size of a request. No tokenizer makes more tokens of a text than it has bytes of UTF-8. */
export interface RequestSize {
  bytes: number;
  images: number;
  maxOutputTokens: number;
}

/** The outcome of a request that passed the gate. */
export interface RequestResult {
  /** Whether an answer came that has to be paid for. */
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
  /** Called once, whatever the outcome of the request. */
  leave(result: RequestResult): Promise<void>;
}

/** Money and tokens. */
export interface Amount {
  usd: number;
  tokens: number;
}

/** Where a budget records what requests may cost before they are sent, and what they did cost afterwards, so that it survives a process that dies. */
export interface BudgetLedger {
  open(most: Amount): Promise<string>;
  settle(id: string, used: Amount): Promise<void>;
}
