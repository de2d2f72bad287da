import { getEventListeners, setMaxListeners } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "@/lib/domain/errors";
import type { Amount, BudgetLedger } from "@/lib/domain/gate";
import { Budget } from "./budget";

const prices = { inputPriceUsd: 3, outputPriceUsd: 15 };
const never = new AbortController().signal;
setMaxListeners(0, never);
const usdOf = (inputTokens: number, outputTokens: number) =>
  (inputTokens * prices.inputPriceUsd + outputTokens * prices.outputPriceUsd) / 1e6;

/** A ledger like the database's: it outlives the processes that write to it. */
function lastingLedger() {
  const entries = new Map<string, Amount>();
  const ledger: BudgetLedger = {
    open: async (most) => {
      const id = String(entries.size + 1);
      entries.set(id, most);
      return id;
    },
    settle: async (id, used) => void entries.set(id, used),
  };
  const sum = () =>
    [...entries.values()].reduce((all, { usd, tokens }) => ({ usd: all.usd + usd, tokens: all.tokens + tokens }), { usd: 0, tokens: 0 });
  return { ledger, sum };
}

/** One request: its maximum size, the share of that it uses, and how it ends. */
const request = fc.record({
  bytes: fc.integer({ min: 1, max: 3000 }),
  maxOutputTokens: fc.integer({ min: 1, max: 1000 }),
  usedShare: fc.double({ min: 0, max: 1, noNaN: true }),
  end: fc.constantFrom("reported", "unreported", "failed", "killed"),
});
const budgets = fc.oneof(
  fc.record({ usd: fc.constant(null), tokens: fc.integer({ min: 0, max: 40_000 }) }),
  fc.record({ usd: fc.double({ min: 0, max: 0.2, noNaN: true }), tokens: fc.constant(null) }),
  fc.record({ usd: fc.double({ min: 0, max: 0.2, noNaN: true }), tokens: fc.integer({ min: 0, max: 40_000 }) }),
);

test("concurrent requests that succeed, fail or are killed never spend more than the budget; a larger budget lets the run continue", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 60 }), budgets, fc.integer({ min: 1, max: 16 }), async (requests, limits, lanes) => {
      const { ledger, sum } = lastingLedger();
      const billed: Amount = { usd: 0, tokens: 0 };
      const holds = () => {
        for (const spent of [billed, sum()]) {
          if (limits.tokens !== null) expect(spent.tokens).toBeLessThanOrEqual(limits.tokens);
          if (limits.usd !== null) expect(spent.usd).toBeLessThanOrEqual(limits.usd + 1e-9);
        }
      };
      const queue = [...requests];
      let reached = false;
      // Each round is a process; a killed request ends it along with everything in flight.
      while (queue.length > 0 && !reached) {
        const gate = new Budget(limits, sum(), ledger).gate(prices, null);
        let alive = true;
        const lane = async () => {
          for (let next = queue.shift(); next !== undefined && alive && !reached; next = queue.shift()) {
            const { bytes, maxOutputTokens, usedShare, end } = next;
            const pass = await gate.enter({ bytes, images: 0, maxOutputTokens }, never).catch((error: unknown) => {
              if (!(error instanceof AppError) || error.code !== "budget_reached") throw error;
              reached = true;
              return null;
            });
            if (pass === null) return;
            holds();
            const used = { inputTokens: Math.floor(bytes * usedShare), outputTokens: Math.floor(maxOutputTokens * usedShare) };
            if (end !== "failed") {
              billed.tokens += used.inputTokens + used.outputTokens;
              billed.usd += usdOf(used.inputTokens, used.outputTokens);
            }
            await Promise.resolve();
            // Killed requests never settle; those waiting for them belong to the same process and are gone too.
            if (end === "killed") alive = false;
            if (!alive) return;
            const reported = end === "reported" ? used : { inputTokens: null, outputTokens: null };
            await pass.leave({ answered: end !== "failed", holdMs: null, ...reported });
            holds();
          }
        };
        const lanesDone = Promise.all(Array.from({ length: lanes }, lane));
        const killed = (async () => {
          while (alive) {
            const ended = await Promise.race([lanesDone.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);
            if (ended) return;
          }
        })();
        await Promise.race([lanesDone, killed]);
      }
      holds();
      if (reached) {
        const larger = new Budget({ usd: null, tokens: sum().tokens + 5000 }, sum(), ledger).gate(prices, null);
        await expect(larger.enter({ bytes: 3000, images: 0, maxOutputTokens: 1000 }, never)).resolves.toBeDefined();
      }
    }),
    { numRuns: 200, seed: 4 },
  );
});

test("a request that has waited for the budget removes its abort listener", async () => {
  const signal = new AbortController().signal;
  const gate = new Budget({ usd: null, tokens: 100 }, { usd: 0, tokens: 0 }).gate(prices, null);
  const size = { bytes: 50, images: 0, maxOutputTokens: 50 };
  for (let round = 0; round < 3; round++) {
    const first = await gate.enter(size, signal);
    const second = gate.enter(size, signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await first.leave({ answered: false, inputTokens: null, outputTokens: null, holdMs: null });
    await (await second).leave({ answered: false, inputTokens: null, outputTokens: null, holdMs: null });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  }
});
