import { expect, test } from "vitest";
import { modelPriceContent, priceFor } from "./model-price";

const prices = ["gpt-4", "gpt-4.1", "gpt-4.1-mini", "org/"].map((model) => ({ model }));

test("a model has the price listed under its own name", () => {
  expect(priceFor("gpt-4.1", prices)?.model).toBe("gpt-4.1");
});

test("a model that is not listed has the price of its name's longest listed prefix", () => {
  expect(priceFor("gpt-4.1-mini-2026-01-01", prices)?.model).toBe("gpt-4.1-mini");
  expect(priceFor("gpt-4.1-nano", prices)?.model).toBe("gpt-4.1");
  expect(priceFor("org/some-model", [...prices].reverse())?.model).toBe("org/");
});

test("a model without a listed prefix has an unknown price, not a price of zero", () => {
  expect(priceFor("llama3.1", prices)).toBeNull();
  expect(priceFor("gpt-3", prices)).toBeNull();
  expect(priceFor("", prices)).toBeNull();
});

test("a model may cost nothing, but never less", () => {
  expect(modelPriceContent.safeParse({ inputPriceUsd: 0, outputPriceUsd: 0 }).success).toBe(true);
  expect(modelPriceContent.safeParse({ inputPriceUsd: -1, outputPriceUsd: 0 }).success).toBe(false);
});
