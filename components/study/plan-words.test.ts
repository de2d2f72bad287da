import { expect, test } from "vitest";
import { planContent } from "@/lib/domain/study-plan";
import { changeCost } from "./change-cost";
import { armNames, choiceText, money } from "./choice-words";
import { armCounts, gridBars } from "./prepare-plan-grid";

const load = (ratings: number, people: number, hours: number | null = null) => ({
  ratings,
  hours,
  seats: Array.from({ length: people }, (_, position) => ({ position, name: null, ratings: 0, byArm: [], hours: null, ownPace: false })),
});

test("a change says what it costs or saves one person, with the time where it is known", () => {
  expect(changeCost(load(1200, 12, 12), load(1320, 12, 13.2))).toBe("It costs each person 10 more ratings, about 6\u00a0min.");
  expect(changeCost(load(12, 12), load(24, 12))).toBe("It costs each person 1 more rating.");
  expect(changeCost(load(100, 10, 10), load(100, 20, 10))).toBe("It saves each person 5 ratings, about 30\u00a0min.");
  expect(changeCost(load(100, 8), load(102, 8))).toBe("It costs each person 0.3 more ratings.");
  expect(changeCost(load(100, 10, 10), load(100, 10, 10))).toBe("Nobody rates more or less.");
});

test("neighbouring samples in one arm are one bar", () => {
  expect(gridBars("00-110-")).toEqual([
    { arm: 0, from: 0, length: 2 },
    { arm: 1, from: 3, length: 2 },
    { arm: 0, from: 5, length: 1 },
  ]);
  expect(armCounts("00-110-", 3)).toEqual([3, 2, 0]);
});

test("arms of the same kind are numbered, and choices are written out", () => {
  const runId = "00000000-0000-4000-8000-000000000001";
  const drafted = { arm: "drafted" as const, runId, share: 3 };
  const arms = [drafted, { ...drafted, share: 2 }, { arm: "blind" as const, runId: null, share: 5 }];
  expect(armNames(arms)).toEqual(["Drafted 1", "Drafted 2", "Blind"]);
  const content = planContent.parse({ arms: [{ arm: "blind" }], pay: { currency: "EUR", perHour: 15 }, repeatShare: 0.05 });
  expect(choiceText("arms", { arms })).toBe("Drafted 1 30 %, Drafted 2 20 %, Blind 50 %");
  expect(choiceText("samples", content)).toBe("all");
  expect(choiceText("repeatShare", content)).toBe("5 %");
  expect(choiceText("pay", content)).toBe("€15.00 an hour");
  expect(money(12.5, "points")).toBe("12.50 points");
});
