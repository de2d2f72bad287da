import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { Amount, BudgetLedger, Gate, Pass, RequestSize } from "@/lib/domain/gate";
import { tokenCostUsd } from "./model-target";

export interface Prices {
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
}

/** No model we know uses more tokens for an image. */
const mostTokensOfImage = 50_000;

/**
 * What one run may still spend. A request passes only if it fits the budget even in the worst case: every byte a token, and the longest
 * reply allowed. Otherwise it waits for requests in flight to settle, so the budget is used as fully as possible and never exceeded.
 */
export class Budget {
  private reserved: Amount = { usd: 0, tokens: 0 };
  private underWay = 0;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly limits: { usd: number | null; tokens: number | null },
    private spent: Amount,
    private readonly ledger: BudgetLedger | null = null,
  ) {}

  /** The gate for requests at these prices. `enter` throws budget_reached once the remainder is too small and no request in flight can free more. */
  gate(prices: Prices, inner: Gate | null): Gate {
    return {
      enter: async (size, signal) => {
        const most = amountOf(prices, mostInputOf(size), size.maxOutputTokens);
        const settle = await this.reserve(most, signal);
        let pass: Pass | null = null;
        try {
          pass = inner === null ? null : await inner.enter(size, signal);
        } catch (error) {
          await settle(nothing);
          throw error;
        }
        return {
          leave: async (result) => {
            const { answered, inputTokens, outputTokens } = result;
            const used = amountOf(prices, inputTokens ?? mostInputOf(size), outputTokens ?? size.maxOutputTokens);
            // Settle both, even if one of them fails.
            const left = await Promise.allSettled([settle(answered ? used : nothing), pass?.leave(result)]);
            for (const end of left) if (end.status === "rejected") throw end.reason;
          },
        };
      },
    };
  }

  /** Reserves the amount; resolves to the function that settles it. */
  private async reserve(most: Amount, signal: AbortSignal): Promise<(used: Amount) => Promise<void>> {
    while (!this.fits(most)) {
      if (this.underWay === 0) throw new AppError("budget_reached", this.reason());
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        this.waiting.push(wake);
        signal.addEventListener("abort", wake);
      });
      signal.throwIfAborted();
    }
    this.underWay++;
    this.reserved = { usd: this.reserved.usd + most.usd, tokens: this.reserved.tokens + most.tokens };
    const { ledger } = this;
    if (ledger === null) return async (used) => this.settle(most, used);
    const entry = await ledger.open(most).catch((error: unknown) => {
      this.settle(most, nothing);
      throw error;
    });
    return async (used) => {
      this.settle(most, used);
      await ledger.settle(entry, used);
    };
  }

  private fits(most: Amount): boolean {
    const { usd, tokens } = this.limits;
    const within = (limit: number | null, spent: number, reserved: number, more: number) =>
      limit === null || spent + reserved + more <= limit;
    return within(usd, this.spent.usd, this.reserved.usd, most.usd) && within(tokens, this.spent.tokens, this.reserved.tokens, most.tokens);
  }

  private settle(most: Amount, used: Amount): void {
    this.underWay--;
    this.reserved = { usd: this.reserved.usd - most.usd, tokens: this.reserved.tokens - most.tokens };
    this.spent = { usd: this.spent.usd + used.usd, tokens: this.spent.tokens + used.tokens };
    for (const wake of this.waiting.splice(0)) wake();
  }

  private reason(): string {
    const { usd, tokens } = this.limits;
    const parts = [
      ...(usd === null ? [] : [`${this.spent.usd.toFixed(4)} of ${usd} US dollars`]),
      ...(tokens === null ? [] : [`${this.spent.tokens} of ${tokens} tokens`]),
    ];
    return `Paused before exceeding its budget: ${parts.join(" and ")} are spent, and the next request could exceed it. Raise the budget to continue.`;
  }
}

const nothing: Amount = { usd: 0, tokens: 0 };

const mostInputOf = ({ bytes, images }: RequestSize) => bytes + images * mostTokensOfImage;

const amountOf = (prices: Prices, inputTokens: number, outputTokens: number): Amount => ({
  usd: tokenCostUsd(prices, { inputTokens, outputTokens }) ?? 0,
  tokens: inputTokens + outputTokens,
});
