import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlanContent, planContent } from "@/lib/domain/study-plan";
import { allocate } from "./allocate";
import { ratingsWithinLimits } from "./personal";
import type { StudySample } from "./pick-samples";
import { previewPlan } from "./preview-plan";

const drafted = { arm: "drafted" as const, runId: "00000000-0000-4000-8000-000000000001", share: 1 };
const blind = { arm: "blind" as const, runId: null, share: 1 };
const study = (inputs: number): StudySample[] =>
  Array.from({ length: inputs }, (_, input) =>
    ["human", "turbo"].map((system) => ({
      id: `id ${input} ${system}`,
      externalId: `${input}-${system}`,
      inputKey: `${input}`,
      system,
      subset: null,
    })),
  ).flat();
const named = ["ada", "ben"];
const planOf = (choices: object) => planContent.parse({ arms: [drafted, blind], people: 4, overlap: 2, seed: 7, named, ...choices });
const issuesOf = (choices: object) =>
  planContent.safeParse({ people: 4, named, ...choices }).error?.issues.map(({ message }) => message) ?? [];
const loadsOf = (plan: PlanContent, samples: StudySample[]) => {
  const { slots } = allocate(plan, samples);
  return Array.from({ length: plan.people }, (_, seat) => slots.filter((slot) => slot.seat === seat).length);
};
const preview = (plan: PlanContent, samples: StudySample[]) =>
  previewPlan(plan, allocate(plan, samples), {
    names: ["Ada", "Ben"],
    seconds: [],
    medianSeconds: null,
    free: 9,
    today: "2026-11-23",
    hasOpenLink: false,
    hidden: [],
    units: { criteria: 1, made: {} },
  });
const problemsOf = (plan: PlanContent, samples: StudySample[]) =>
  preview(plan, samples).problems.map(({ field, blocks, message }) => [field, blocks, message]);

describe("a limit of a single person", () => {
  it("holds for that person, and the others take the rest in equal parts", () => {
    const personal = [{ userId: "ben", maxRatings: 4 }];
    expect(loadsOf(planOf({ personal }), study(10))).toEqual([12, 4, 12, 12]);
    expect(allocate(planOf({ personal }), study(10)).missing).toBe(0);
  });

  it("may be above that for everybody", () => {
    const personal = [{ userId: "ada", maxRatings: 16 }];
    expect(loadsOf(planOf({ personal, maxPerPerson: 8 }), study(10))).toEqual([16, 8, 8, 8]);
  });

  it("counts wrong drafts, too", () => {
    const plan = planOf({ personal: [{ userId: "ada", maxRatings: 5 }], arms: [drafted], planted: { share: 0.3, disclosed: true } });
    expect(loadsOf(plan, study(10))[0]).toBeLessThanOrEqual(5);
  });

  it("is named where it leaves ratings to nobody, and counted by the planner", () => {
    const plan = planOf({ maxPerPerson: 10, personal: [{ userId: "ada", maxRatings: 3 }], anonymous: false });
    expect(problemsOf(plan, study(10))).toContainEqual([
      "personal",
      true,
      "7 ratings can be given to nobody: people reach their limits before.",
    ]);
    expect(ratingsWithinLimits(plan)).toBe(33);
  });
});

describe("samples given by name", () => {
  it("are rated by those named for them, whose other work is less by as many, within the overlap", () => {
    const plan = planOf({ personal: [{ userId: "ada", samples: ["3-human", "4-turbo", "5-turbo", "6-human", "7-human", "8-turbo"] }] });
    const { slots, byName } = allocate(plan, study(10));
    const ofAda = slots.filter(({ seat }) => seat === 0).map(({ sampleId }) => sampleId);
    expect(ofAda).toEqual(expect.arrayContaining(["id 3 human", "id 4 turbo", "id 5 turbo", "id 6 human", "id 7 human", "id 8 turbo"]));
    expect([byName, slots.length, loadsOf(plan, study(10))]).toEqual([6, 40, [10, 10, 10, 10]]);
  });

  it("are in the study even if it draws a part of the samples, and are not thereby everybody's", () => {
    const plan = planOf({ samples: 4, shared: 2, personal: [{ userId: "ben", samples: ["17-human"] }] });
    const { samples, slots } = allocate(plan, study(20));
    expect(samples).toHaveLength(4);
    expect(slots.some(({ seat, sampleId }) => seat === 1 && sampleId === "id 17 human")).toBe(true);
    const draws = Array.from({ length: 20 }, (_, seed) => allocate({ ...plan, seed }, study(20)).shared.has("id 17 human"));
    expect(new Set(draws)).toEqual(new Set([true, false]));
  });

  it("move a sample's ratings between arms where each person has one", () => {
    const personal = [{ userId: "ada", samples: study(10).map(({ externalId }) => externalId) }];
    const { slots, armOfSeat, unplaced } = allocate(planOf({ design: "parallel", people: 8, overlap: 1, personal }), study(10));
    expect(unplaced).toEqual([]);
    expect(slots.every(({ seat, arm }) => seat === 0 && arm === armOfSeat[0])).toBe(true);
  });

  it("are refused where the plan does not name the person, and beyond the person's limit", () => {
    expect(issuesOf({ personal: [{ userId: "cleo" }] })).toEqual(["Name this person in the plan first."]);
    expect(issuesOf({ personal: [{ userId: "ada" }, { userId: "ada" }] })).toEqual(["A person has terms twice."]);
    expect(issuesOf({ maxPerPerson: 1, personal: [{ userId: "ada", samples: ["1", "2", "2"] }] })).toEqual([
      "2 samples are given to a person whose limit is 1.",
    ]);
    expect(issuesOf({ maxPerPerson: 1, personal: [{ userId: "ada", maxRatings: 2, samples: ["1", "2"] }] })).toEqual([]);
  });

  it("block the start where they do not exist or are given to more people than rate them", () => {
    const personal = [
      { userId: "ada", samples: ["1-human", "x", "y"] },
      { userId: "ben", samples: ["1-human"] },
    ];
    const plan = planOf({ overlap: 1, personal });
    expect(problemsOf(plan, study(3))).toEqual([
      ["personal", true, '"x" and "y" are no samples that people can be given in this task.'],
      ["personal", true, 'Ben cannot be given "1-human": others are named for it, as many as the overlap.'],
      ["personal", false, "Who knows the limits and samples of single people can tell their codes in exports."],
    ]);
  });

  it("are in the plan's sentence", () => {
    const plan = planOf({ personal: [{ userId: "ada", samples: ["1-human"] }] });
    expect(preview(plan, study(3)).sentence).toContain("1 of the ratings is given to people by name.");
  });
});

it("whatever is given by name, no sample exceeds its overlap, nobody their limit, and nobody rates a sample twice", () => {
  const samples = study(8);
  const names = fc.uniqueArray(fc.constantFrom(...samples.map(({ externalId }) => externalId)), { maxLength: 6 });
  const terms = (userId: string) =>
    fc.record({ userId: fc.constant(userId), maxRatings: fc.option(fc.integer({ min: 6, max: 12 })), samples: names });
  fc.assert(
    fc.property(
      fc.record({
        personal: fc.tuple(terms("ada"), terms("ben")),
        design: fc.constantFrom("parallel", "crossed"),
        overlap: fc.integer({ min: 1, max: 4 }),
        shared: fc.integer({ min: 0, max: 6 }),
        seed: fc.integer({ min: 0, max: 1000 }),
      }),
      (choices) => {
        const plan = planOf(choices);
        const { slots, shared, missing, unplaced, byName } = allocate(plan, samples);
        const pairs = new Set(slots.map(({ seat, sampleId }) => `${seat} ${sampleId}`));
        expect(pairs.size).toBe(slots.length);
        for (const { id } of samples)
          expect(slots.filter(({ sampleId }) => sampleId === id).length).toBeLessThanOrEqual(shared.has(id) ? plan.people : plan.overlap);
        const wanted = samples.reduce((sum, { id }) => sum + (shared.has(id) ? plan.people : plan.overlap), 0);
        expect(slots.length + missing).toBe(wanted);
        plan.personal.forEach(({ maxRatings, samples: own }, seat) => {
          if (maxRatings !== null) expect(slots.filter((slot) => slot.seat === seat).length).toBeLessThanOrEqual(maxRatings);
          for (const name of own) {
            const sampleId = samples.find(({ externalId }) => externalId === name)?.id ?? "";
            expect(pairs.has(`${seat} ${sampleId}`)).toBe(!unplaced.some((one) => one.seat === seat && one.sampleId === sampleId));
          }
        });
        expect(byName + unplaced.length).toBe(plan.personal.reduce((sum, { samples: own }) => sum + own.length, 0));
      },
    ),
  );
});

it("where limits differ, no rating is left over that somebody could give", () => {
  const limit = fc.option(fc.integer({ min: 1, max: 20 }));
  fc.assert(
    fc.property(
      fc.tuple(limit, limit, limit),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 1000 }),
      (limits, overlap, seed) => {
        const personal = ["ada", "ben", "cleo"].map((userId, index) => ({ userId, maxRatings: limits[index] ?? null }));
        const plan = planOf({ named: ["ada", "ben", "cleo"], people: 3, personal, overlap, seed });
        // Each sample takes each person once, so a person gives 20 at most.
        const possible = Math.min(
          20 * overlap,
          limits.reduce<number>((sum, most) => sum + Math.min(20, most ?? 20), 0),
        );
        expect(allocate(plan, study(10)).slots.length).toBe(possible);
      },
    ),
  );
});
