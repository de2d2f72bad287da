import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregatePanel, panelAggregate, panelOptions, panelProblem } from "./panel";

const [first, second, third] = [
  "019a0000-0000-7000-8000-000000000001",
  "019a0000-0000-7000-8000-000000000002",
  "019a0000-0000-7000-8000-000000000003",
] as const;

describe("a panel's score", () => {
  test("is the mean, never rounded", () => {
    expect(aggregatePanel([4, 4, 3], "mean")).toBe(11 / 3);
    expect(aggregatePanel([5], "mean")).toBe(5);
  });

  test("is the mean as computed on paper, without floating-point noise", () => {
    expect(aggregatePanel([0.1, 0.3, 0.5], "mean")).toBe(0.3);
    expect(aggregatePanel([0.6, 0.7, 0.8], "mean")).toBe(0.7);
    expect(aggregatePanel([0.1, 0.2], "median")).toBe(0.15);
    expect(aggregatePanel([-0.1, -0.2], "mean")).toBe(-0.15);
    expect(aggregatePanel([100, 99.9, 99.8], "mean")).toBe(99.9);
    expect(aggregatePanel([1 / 3, 2 / 3], "mean")).toBe(0.5);
    expect(aggregatePanel([1e15, 1e15 + 2], "mean")).toBe(1e15 + 1);
  });

  test("is the median, or the mean of the middle two for an even number", () => {
    expect(aggregatePanel([5, 1, 4], "median")).toBe(4);
    expect(aggregatePanel([1, 5, 4, 2], "median")).toBe(3);
    expect(aggregatePanel([1, 2], "median")).toBe(1.5);
  });

  test("is the score most members gave, and nothing if several are tied", () => {
    expect(aggregatePanel([1, -1, 1], "majority")).toBe(1);
    expect(aggregatePanel([3, 5, 5, 4, 1], "majority")).toBe(5);
    expect(aggregatePanel([1, -1, 1, -1], "majority")).toEqual({ why: "No majority: -1, 1 were given 2 times each." });
    expect(aggregatePanel([3, 4, 5], "majority")).toEqual({ why: "No majority: 3, 4, 5 were given once each." });
  });

  test("does not exist without scores", () => {
    for (const aggregate of panelAggregate.options) expect(aggregatePanel([], aggregate)).toEqual({ why: expect.any(String) });
  });

  test("does not depend on the order of members and lies between the lowest and the highest", () => {
    const scores = fc.array(fc.constantFrom(0, 0.1, 0.2, 0.3, 0.7, 1, 3), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(scores, fc.constantFrom(...panelAggregate.options), (given, aggregate) => {
        const score = aggregatePanel(given, aggregate);
        expect(aggregatePanel(given.toReversed(), aggregate)).toEqual(score);
        if (typeof score !== "number") return;
        expect(score).toBeGreaterThanOrEqual(Math.min(...given));
        expect(score).toBeLessThanOrEqual(Math.max(...given));
        if (aggregate === "majority") expect(given).toContain(score);
      }),
    );
  });
});

describe("a panel", () => {
  test("has two to twenty different members", () => {
    expect(panelOptions.safeParse({ members: [first], aggregate: "mean" }).success).toBe(false);
    expect(panelOptions.safeParse({ members: [first, first], aggregate: "mean" }).success).toBe(false);
    expect(panelOptions.safeParse({ members: [first, second], aggregate: "best" }).success).toBe(false);
    expect(panelOptions.safeParse({ members: [first, second], aggregate: "median" }).success).toBe(true);
  });

  const judges = [
    { id: first, name: "one", kind: "endpoint" as const },
    { id: second, name: "two", kind: "imported" as const },
  ];

  test("decides pairs by majority only", () => {
    const problemOf = (aggregate: "mean" | "median" | "majority", kind: "pointwise" | "pairwise") =>
      panelProblem({ members: [first, second], aggregate }, { kind }, judges);
    expect(problemOf("mean", "pairwise")).toMatch(/majority/);
    expect(problemOf("median", "pairwise")).toMatch(/majority/);
    expect(problemOf("majority", "pairwise")).toBeNull();
    for (const aggregate of panelAggregate.options) expect(problemOf(aggregate, "pointwise")).toBeNull();
  });

  test("has no judge of another project, no panel, and a metric only if it gives preferences", () => {
    const withThird = { members: [first, third], aggregate: "majority" as const };
    expect(panelProblem(withThird, { kind: "pointwise" }, judges)).toMatch(/not a judge of this project/);
    expect(panelProblem(withThird, { kind: "pointwise" }, [...judges, { id: third, name: "all", kind: "panel" }])).toMatch(
      /"all" is itself a panel/,
    );
    const metric = { id: third, name: "ROUGE-L", kind: "metric" as const };
    expect(panelProblem(withThird, { kind: "pointwise" }, [...judges, metric])).toMatch(/"ROUGE-L" has its own scale/);
    expect(panelProblem(withThird, { kind: "pairwise" }, [...judges, metric])).toBeNull();
  });
});
