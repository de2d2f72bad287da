import { describe, expect, test } from "vitest";
import type { Gate, RequestResult } from "@/lib/domain/gate";
import { Budget } from "./budget";

const prices = { inputPriceUsd: 1, outputPriceUsd: 10 };
const never = new AbortController().signal;
const size = { bytes: 400, images: 0, maxOutputTokens: 100 };
const answer = (inputTokens: number | null, outputTokens: number | null, answered = true): RequestResult => ({
  answered,
  inputTokens,
  outputTokens,
  holdMs: null,
});

describe("a budget", () => {
  test("lets a request through only if it holds even at the request's largest", async () => {
    const budget = new Budget({ usd: null, tokens: 1000 }, { usd: 0, tokens: 0 });
    const gate = budget.gate(prices, null);
    await (await gate.enter(size, never)).leave(answer(400, 100));
    await (await gate.enter(size, never)).leave(answer(400, 100));
    await expect(gate.enter(size, never)).rejects.toMatchObject({ code: "budget_reached" });
  });

  test("keeps going while replies are smaller than their maximum", async () => {
    const gate = new Budget({ usd: null, tokens: 1000 }, { usd: 0, tokens: 0 }).gate(prices, null);
    let requests = 0;
    await expect(
      (async () => {
        for (;;) {
          const pass = await gate.enter(size, never);
          requests++;
          await pass.leave(answer(100, 10));
        }
      })(),
    ).rejects.toThrow(/550 of 1000 tokens/);
    // After five, 550 are spent and 450 left, which the next request could exceed.
    expect(requests).toBe(5);
  });

  test("counts a reply without usage at its maximum, and a failed request as nothing", async () => {
    const gate = new Budget({ usd: null, tokens: 500 }, { usd: 0, tokens: 0 }).gate(prices, null);
    await (await gate.enter(size, never)).leave(answer(null, null, false));
    await (await gate.enter(size, never)).leave(answer(null, null));
    await expect(gate.enter({ bytes: 1, images: 0, maxOutputTokens: 0 }, never)).rejects.toThrow(/500 of 500 tokens/);
  });

  test("takes an image for as many tokens as any model makes of one, until it is known", async () => {
    const gate = new Budget({ usd: null, tokens: 51_000 }, { usd: 0, tokens: 0 }).gate(prices, null);
    const withImage = { bytes: 400, images: 1, maxOutputTokens: 100 };
    await (await gate.enter(withImage, never)).leave(answer(900, 10));
    await expect(gate.enter(withImage, never)).rejects.toMatchObject({ code: "budget_reached" });
  });

  test("is reserved before a request goes out, and settled whatever the outcome", async () => {
    const entries: unknown[] = [];
    const ledger = {
      open: async (most: unknown) => `entry ${entries.push({ most })}`,
      settle: async (id: string, used: unknown) => {
        entries.push({ id, used });
      },
    };
    const budget = new Budget({ usd: null, tokens: 1000 }, { usd: 0, tokens: 0 }, ledger);
    const free = { inputPriceUsd: null, outputPriceUsd: null };
    await (await budget.gate(free, null).enter(size, never)).leave(answer(30, 20));
    const shut: Gate = { enter: () => Promise.reject(new Error("shut")) };
    await expect(budget.gate(free, shut).enter(size, never)).rejects.toThrow("shut");
    expect(entries).toEqual([
      { most: { usd: 0, tokens: 500 } },
      { id: "entry 1", used: { usd: 0, tokens: 50 } },
      { most: { usd: 0, tokens: 500 } },
      { id: "entry 3", used: { usd: 0, tokens: 0 } },
    ]);
  });

  test("in dollars uses the prices of the participant asked", async () => {
    const budget = new Budget({ usd: 0.0021, tokens: null }, { usd: 0, tokens: 0 });
    const cheap = budget.gate({ inputPriceUsd: 0, outputPriceUsd: 0 }, null);
    const dear = budget.gate(prices, null);
    await (await cheap.enter(size, never)).leave(answer(400, 100));
    await (await dear.enter(size, never)).leave(answer(400, 100));
    await expect(dear.enter(size, never)).rejects.toThrow(/0\.0014 of 0\.0021 US dollars/);
    await (await cheap.enter(size, never)).leave(answer(400, 100));
  });

  test("waits for requests in flight before it refuses", async () => {
    const gate = new Budget({ usd: null, tokens: 700 }, { usd: 0, tokens: 0 }).gate(prices, null);
    const first = await gate.enter(size, never);
    const order: string[] = [];
    const second = gate.enter(size, never).then((pass) => {
      order.push("second");
      return pass;
    });
    order.push("first over");
    await first.leave(answer(50, 10));
    await (await second).leave(answer(50, 10));
    expect(order).toEqual(["first over", "second"]);
  });

  test("stops waiting when aborted", async () => {
    const gate = new Budget({ usd: null, tokens: 500 }, { usd: 0, tokens: 0 }).gate(prices, null);
    await gate.enter(size, never);
    const stop = new AbortController();
    const waiting = gate.enter(size, stop.signal);
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });

  test("releases its reservation when the endpoint's own limits refuse the request", async () => {
    const refusing: Gate = { enter: () => Promise.reject(new Error("no")) };
    const budget = new Budget({ usd: null, tokens: 500 }, { usd: 0, tokens: 0 });
    await expect(budget.gate(prices, refusing).enter(size, never)).rejects.toThrow("no");
    await budget.gate(prices, null).enter(size, never);
  });
});
