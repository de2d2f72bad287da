import { expect, test } from "vitest";
import type { Run } from "@/lib/domain/judge";
import type { StudyPlan } from "@/lib/domain/study-plan";
import { contextOf } from "./report-context";

/** A run or plan with what is kept, and more. */
const run = (changes: object) =>
  ({
    ...{ id: "r", kind: "evaluation", variant: "plain", imported: false, model: "m", protocol: "direct", promptVersion: 3 },
    ...{
      consistency: null,
      createdAt: "2026-01-02",
      judge: { name: "model-x", key: "secret" },
      parameters: { temperature: 0.5, top: 1 },
      cost: 7,
    },
    ...changes,
  }) as unknown as Run;
const plan = (changes: object) =>
  ({
    ...{ id: "p", version: 2, status: "running", progress: { asked: 9 }, createdBy: "Ann" },
    content: {
      ...{ design: "overlap", overlap: 2, shared: 5, people: 3, seed: 11, note: "private" },
      arms: [
        { arm: "blind", judgeId: "j" },
        { arm: "drafted", judgeId: "k" },
      ],
    },
    changes: [],
    ...changes,
  }) as unknown as StudyPlan;

test("runs that evaluated plainly or asked again are kept, with what a report says about them and no more", () => {
  const runs = [
    run({ id: "1" }),
    run({ id: "2", variant: "swapped" }),
    run({ id: "3", kind: "draft" }),
    run({ id: "4", variant: "swapped", consistency: { runs: 3 } }),
    run({ id: "5", parameters: { temperature: "hot" } }),
  ];
  const { runs: kept, plans, rounds } = contextOf(runs, [], [], { firstRatings: [], decisions: [] });
  expect(kept.map(({ id }) => id)).toEqual(["1", "4", "5"]);
  expect(kept[0]).toEqual({
    ...{ id: "1", kind: "evaluation", variant: "plain", imported: false, model: "m", protocol: "direct", promptVersion: 3 },
    ...{ consistency: null, createdAt: "2026-01-02", judge: { name: "model-x" }, parameters: { temperature: 0.5 } },
  });
  expect(kept[2]?.parameters).toEqual({});
  expect([plans, rounds]).toEqual([[], []]);
});

test("plans that ask somebody for something are kept with their design and the sentences they were started with", () => {
  const changes = [
    { verb: "plan.create", details: { sentence: "Drafted." } },
    { verb: "plan.start", details: { sentence: "Each of 3 rates 5.", by: "Ann" } },
    { verb: "plan.start", details: {} },
  ];
  const rounds = [{ task: "t" }] as unknown as Parameters<typeof contextOf>[2];
  const decisions = { firstRatings: [{ version: 2, at: "2026-01-05T00:00:00.000Z" }], decisions: [] };
  const {
    plans,
    rounds: kept,
    decisions: keptDecisions,
  } = contextOf([], [plan({ id: "draft", progress: null }), plan({ changes })], rounds, decisions);
  expect(plans).toEqual([
    {
      ...{ id: "p", version: 2, status: "running", progress: { asked: 9 } },
      content: { design: "overlap", overlap: 2, shared: 5, people: 3, seed: 11, arms: [{ arm: "blind" }, { arm: "drafted" }] },
      changes: [{ verb: "plan.start", details: { sentence: "Each of 3 rates 5." } }],
    },
  ]);
  expect(kept).toBe(rounds);
  expect(keptDecisions).toBe(decisions);
});
