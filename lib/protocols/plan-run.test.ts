import { describe, expect, test } from "vitest";
import { type PlannedJudge, type PlannedTask, planRun } from "./plan-run";

const judge = (protocol: string, options: Record<string, unknown> = {}, roles: Record<string, string> = {}): PlannedJudge<string> => ({
  name: "Judge one",
  kind: "endpoint",
  protocol,
  options,
  prompts: null,
  roles,
});
const task = (kind: PlannedTask["kind"], more: Partial<PlannedTask> = {}): PlannedTask => ({
  kind,
  hasOverall: true,
  withoutReference: 0,
  labelled: [],
  ...more,
});
const plan = (of: PlannedJudge<string>, on: PlannedTask) => planRun({ kind: "evaluation", variant: "plain" }, on, of, []);

describe("a run is refused before it starts, naming the option and the task that do not fit, if", () => {
  test("the two chains are chosen for single outputs", () => {
    expect(() => plan(judge("critique", { chain: "multi-path" }), task("pointwise"))).toThrow(
      /"Judge one" cannot work on this pointwise task: .*"multi-path".*pairwise/,
    );
  });

  test("feedback is chosen for pairs", () => {
    expect(() => plan(judge("critique", { feedback: true }, { reviser: "another" }), task("pairwise"))).toThrow(
      /"Judge one" cannot work on this pairwise task: .*"feedback".*pointwise/,
    );
  });

  test("the two chains meet samples without a reference", () => {
    expect(() => plan(judge("critique", { chain: "multi-path" }), task("pairwise", { withoutReference: 2 }))).toThrow(
      /2 samples have none/,
    );
  });

  test("a given reference is required and samples have none", () => {
    const weak = { weak: "another" };
    for (const [of, kind] of [
      [judge("camieval-pairwise", { reference: "given" }), "pairwise"],
      [judge("camieval-pointwise", { reference: "given" }, weak), "pointwise"],
    ] as const)
      expect(() => plan(of, task(kind, { withoutReference: 1 }))).toThrow(/needs a reference/);
  });
});

test("options that fit the task are accepted", () => {
  expect(plan(judge("critique", { chain: "multi-path" }), task("pairwise"))).toMatchObject({ protocol: "critique" });
  expect(plan(judge("critique", { feedback: true }, { reviser: "another" }), task("pointwise"))).toMatchObject({
    roles: { reviser: "another" },
  });
});
