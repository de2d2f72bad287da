import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlanContent, planContent } from "@/lib/domain/study-plan";
import { allocate } from "./allocate";
import type { HiddenSample } from "./hide-gold";
import type { StudySample } from "./pick-samples";
import { isRating, type PlannedSlot } from "./planned-slot";
import { previewPlan } from "./preview-plan";
import type { Staff } from "./staff";

const run = "00000000-0000-4000-8000-000000000001";
const drafted = { arm: "drafted" as const, runId: run, share: 1 };
const blind = { arm: "blind" as const, runId: null, share: 1 };

const study = (inputs: number): StudySample[] =>
  Array.from({ length: inputs }, (_, input) =>
    ["human", "curie", "turbo"].map((system) => ({
      id: `${input}-${system}`,
      externalId: `${input}-${system}`,
      inputKey: `input ${input}`,
      system,
      subset: null,
    })),
  ).flat();
const gold = (n: number, use: HiddenSample["use"] = "hidden", runIds: string[] = [run]): HiddenSample[] =>
  Array.from({ length: n }, (_, index) => ({ id: `${use} ${index}`, use, runIds }));
const planOf = (choices: Partial<PlanContent>) => planContent.parse({ arms: [drafted, blind], people: 5, overlap: 3, seed: 7, ...choices });
const planting = (share: number) => ({ share, sourceRunId: null, disclosed: true });
const staff = (change: Partial<Staff> = {}): Staff => ({
  ...{
    names: [],
    seconds: [],
    medianSeconds: null,
    free: 10,
    today: "2026-11-22",
    hasOpenLink: false,
    hidden: [],
    units: { criteria: 1, made: {} },
    ...change,
  },
});

/** Halves may be rounded either way: shares are no exact binary numbers. */
const expectRounded = (found: number, exact: number) => expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.5 + 1e-9);

describe("planted drafts and hidden samples", () => {
  it("are each person's share of their own work, rounded, whatever the study", () => {
    fc.assert(
      fc.property(
        fc.record({
          people: fc.integer({ min: 1, max: 9 }),
          overlap: fc.integer({ min: 1, max: 5 }),
          inputs: fc.integer({ min: 1, max: 20 }),
          wrong: fc.integer({ min: 1, max: 50 }),
          known: fc.integer({ min: 0, max: 30 }),
          checks: fc.integer({ min: 0, max: 30 }),
          design: fc.constantFrom("parallel" as const, "crossed" as const),
          repeats: fc.constantFrom(0, 0.2),
          seed: fc.nat(),
        }),
        ({ people, overlap, inputs, wrong, known, checks, design, repeats, seed }) => {
          const shares = { goldShare: known / 100, attentionShare: checks / 100, repeatShare: repeats, planted: planting(wrong / 100) };
          const plan = planOf({ people, overlap: Math.min(overlap, people), design, seed, ...shares });
          const hidden = [...gold(60), ...gold(60, "attention")];
          const { slots, missingPlanted } = allocate(plan, study(inputs), [], hidden);
          const plain = allocate({ ...plan, planted: null, goldShare: 0, attentionShare: 0 }, study(inputs));
          // Who rates what in which arm is as it would be without them: a planted draft takes the place of no other rating.
          const key = ({ seat, sampleId, arm }: PlannedSlot) => `${seat} ${sampleId} ${arm}`;
          const honest = slots.filter((slot) => isRating(slot) && slot.round === 0 && !slot.planted).map(key);
          expect(honest.sort()).toEqual(
            plain.slots
              .filter(({ round }) => round === 0)
              .map(key)
              .sort(),
          );
          const everyone = slots.filter((slot) => isRating(slot) && slot.round === 0);
          expect(new Set(everyone.map(({ seat, sampleId }) => `${seat} ${sampleId}`)).size).toBe(everyone.length);
          expect(new Set(everyone.map(({ slot, sampleId }) => `${slot} ${sampleId}`)).size).toBe(everyone.length);
          const shown = everyone.filter(({ arm }) => arm === 0);
          const planted = shown.filter((slot) => slot.planted).length;
          expectRounded(planted + missingPlanted, ((shown.length - planted) * wrong) / (100 - wrong));
          const places = (seat: number) => inputs * 3 - everyone.filter((slot) => slot.seat === seat && !slot.planted).length;
          const free = Array.from({ length: people }, (_, seat) => places(seat)).reduce((sum, n) => sum + n, 0);
          if (design === "crossed") {
            expect(planted).toBe(Math.min(free, planted + missingPlanted));
            for (let seat = 0; seat < people && free > 0; seat++) {
              const own = shown.filter((slot) => slot.seat === seat && slot.planted).length;
              expect(Math.abs(own - (places(seat) * planted) / free)).toBeLessThan(1);
            }
          }
          for (let seat = 0; seat < people; seat++) {
            const own = slots.filter((slot) => slot.seat === seat);
            expect(own.map(({ position }) => position)).toEqual(own.map((_, index) => index));
            const first = own.filter((slot) => isRating(slot) && slot.round === 0);
            expectRounded(own.filter(({ purpose }) => purpose === "gold").length, (first.length * known) / 100);
            expectRounded(own.filter(({ purpose }) => purpose === "attention").length, (first.length * checks) / 100);
            expect(new Set(own.filter((slot) => !isRating(slot)).map(({ sampleId }) => sampleId)).size).toBe(
              own.length - own.filter(isRating).length,
            );
          }
          expect(slots.every((slot) => !slot.planted || (slot.arm === 0 && isRating(slot)))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are spread over systems: each gets its share of the planted drafts", () => {
    const plan = planOf({ people: 6, overlap: 3, arms: [drafted], planted: planting(0.25) });
    const { slots, missingPlanted } = allocate(plan, study(20));
    expect(missingPlanted).toBe(0);
    for (const system of ["human", "curie", "turbo"])
      expect(slots.filter((slot) => slot.planted && slot.sampleId.endsWith(system))).toHaveLength(20);
  });

  it("plant on top of the overlap: every sample keeps its ratings of honest drafts, and nobody rates it twice", () => {
    const plan = planOf({ people: 15, overlap: 4, arms: [drafted], shared: 3, maxPerPerson: 30, planted: planting(0.2) });
    const samples = study(25);
    const { slots, shared, missingPlanted } = allocate(plan, samples, [{ seat: 2, sampleId: "3-curie" }]);
    for (const { id } of samples) {
      const own = slots.filter(({ sampleId }) => sampleId === id);
      const honest = own.filter(({ planted }) => !planted).length + (id === "3-curie" && !shared.has(id) ? 1 : 0);
      expect(honest).toBe(shared.has(id) ? 15 - (id === "3-curie" ? 1 : 0) : 4);
      expect(new Set(own.map(({ seat }) => seat)).size).toBe(own.length);
      if (shared.has(id)) expect(own.some(({ planted }) => planted)).toBe(false);
    }
    expect(slots.some(({ seat, sampleId }) => seat === 2 && sampleId === "3-curie")).toBe(false);
    for (let seat = 0; seat < 15; seat++) expect(slots.filter((slot) => slot.seat === seat).length).toBeLessThanOrEqual(30);
    // 3 samples by everyone and 72 by four people, of whom one has rated before.
    expect(slots.filter(({ planted }) => planted).length + missingPlanted).toBe(Math.round((3 * 15 + 72 * 4 - 1) / 4));
  });

  it("shows a repeat with the draft of the first rating, wrong or not", () => {
    const plan = planOf({ people: 4, overlap: 2, arms: [drafted], repeatShare: 0.4, planted: planting(0.3) });
    const { slots } = allocate(plan, study(20));
    const repeats = slots.filter(({ purpose }) => purpose === "repeat");
    const firstOf = (of: (typeof slots)[number]) =>
      slots.find((slot) => slot.seat === of.seat && slot.sampleId === of.sampleId && slot.round === 0)?.planted;
    expect(repeats.map(firstOf)).toEqual(repeats.map(({ planted }) => planted));
    expect(new Set(repeats.map(({ planted }) => planted))).toEqual(new Set([true, false]));
  });

  it("plants only in the second round of a study within people", () => {
    const plan = planOf({ design: "within", people: 4, overlap: 2, arms: [blind, drafted], planted: planting(0.4), goldShare: 0.1 });
    const { slots } = allocate(plan, study(10), [], gold(9));
    expect(slots.filter((slot) => slot.planted && slot.round === 1)).toHaveLength(40);
    expect(slots.some((slot) => slot.planted && slot.round === 0)).toBe(false);
    expect(Math.max(...slots.filter(({ purpose }) => purpose === "gold").map(({ position }) => position))).toBeLessThan(28);
  });

  it("belong to an arm of the person's in which they have a draft, and are blind only without one", () => {
    const arms = (runIds: string[]) => {
      const plan = planOf({ people: 3, overlap: 3, arms: [drafted], goldShare: 0.2 });
      const { slots } = allocate(plan, study(10), [], gold(12, "hidden", runIds));
      return new Set(slots.filter(({ purpose }) => purpose === "gold").map(({ arm }) => arm));
    };
    expect([arms([run]), arms([])]).toEqual([new Set([0]), new Set([-1])]);
  });

  it("use every hidden sample about as often as any other", () => {
    const plan = planOf({ people: 5, overlap: 5, goldShare: 0.1 });
    const { slots } = allocate(plan, study(10), [], gold(4));
    const uses = gold(4).map(({ id }) => slots.filter(({ sampleId }) => sampleId === id).length);
    expect(uses.reduce((sum, n) => sum + n, 0)).toBe(15);
    expect(Math.max(...uses) - Math.min(...uses)).toBeLessThanOrEqual(1);
  });

  it("are in the plan's sentence, with what each person gets", () => {
    const plan = planOf({ people: 3, overlap: 2, arms: [drafted], planted: planting(0.2), goldShare: 0.1, attentionShare: 0.05 });
    const hidden = [...gold(5), ...gold(3, "attention")];
    const preview = previewPlan({ ...plan, consent: "x" }, allocate(plan, study(10), [], hidden), staff({ hidden }));
    expect(preview.sentence).toContain("Each of 3 annotators rates 20 samples, with the draft. Every sample is rated by 2 people.");
    expect(preview.sentence).toContain("15 more ratings show a draft that is wrong on purpose, 5 a person.");
    expect(preview.sentence).toContain("Hidden among each person's samples: 3 with known answers and 1 to check attention.");
    expect([preview.ratings, preview.planted, preview.gold, preview.attention]).toEqual([75, 15, 9, 3]);
    expect(preview.systems.map(({ system }) => system)).toEqual(["curie", "human", "turbo"]);
  });
});

describe("the problems of a plan", () => {
  const messages = (change: Partial<PlanContent>, of: Partial<Staff> = {}) => {
    const plan = planOf({ people: 2, overlap: 2, ...change });
    const hidden = of.hidden ?? [];
    return previewPlan(plan, allocate(plan, study(5), [], hidden), staff(of)).problems.map(({ blocks, message }) => [blocks, message]);
  };

  it("include planted drafts that the consent text does not disclose", () => {
    const undisclosed = [true, "Say in the consent text that some drafts are wrong on purpose, and confirm that it says so."];
    expect(messages({ planted: { ...planting(0.1), disclosed: false }, consent: "You rate." })).toContainEqual(undisclosed);
    expect(messages({ planted: planting(0.1), consent: " " })).toContainEqual(undisclosed);
    expect(messages({ planted: planting(0.1), consent: "Some are wrong.", overlap: 1 })).toEqual([]);
    expect(messages({ planted: planting(0.1), consent: "x", arms: [blind] })).toContainEqual([
      true,
      "No arm shows drafts, so none can be wrong on purpose.",
    ]);
  });

  it("include planted drafts that nobody is left for, which block a study that would have none", () => {
    const wrong = { planted: planting(0.5), consent: "x" };
    expect(messages(wrong)).toEqual([[true, expect.stringContaining("Nobody is left to rate a wrong draft")]]);
    expect(messages({ ...wrong, people: 3, arms: [drafted] })).toEqual([
      [false, expect.stringContaining("For 15 of 30 wrong drafts nobody is left to rate them")],
    ]);
  });

  it("include hidden samples that are too few, or that would stand out", () => {
    expect(messages({ goldShare: 0.2 })[0]).toEqual([true, expect.stringContaining("no samples with known answers for hiding")]);
    expect(messages({ goldShare: 0.2 }, { hidden: gold(2) })).toEqual([
      [false, "Nobody gets more than 2: the task has no more samples for hiding."],
    ]);
    expect(messages({ goldShare: 0.2, arms: [drafted] }, { hidden: gold(3, "hidden", []) })[0]?.[1]).toContain(
      "3 samples for hiding have no draft and will be shown blind",
    );
  });

  it("include a last day that has passed, and a daily limit that leaves too few days", () => {
    expect(messages({ lastDay: "2026-11-21" })).toEqual([[true, "The last day, 2026-11-21, has passed."]]);
    expect(messages({ lastDay: "2026-11-24", maxPerDay: 4 })).toEqual([
      [false, "At 4 a day, 2 of 2 people cannot finish by 2026-11-24: 15 ratings take 4 days, and 3 days are left."],
    ]);
    expect(messages({ lastDay: "2026-11-24", maxPerDay: 5 })).toEqual([]);
  });

  it("ask for no invitations where people may come through a link", () => {
    expect(messages({}, { free: 0 })[0]?.[1]).toContain("Invite 2 more, or make a participation link.");
    expect(messages({}, { free: 0, hasOpenLink: true })).toEqual([]);
  });
});
