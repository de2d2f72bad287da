import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupBy } from "@/lib/domain/group-by";
import { type PlanContent, planContent } from "@/lib/domain/study-plan";
import { type Allocation, allocate } from "./allocate";
import type { StudySample } from "./pick-samples";
import type { PlannedSlot } from "./planned-slot";

const run = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const drafted = { arm: "drafted" as const, runId: run(1), share: 1 };
const blind = { arm: "blind" as const, runId: null, share: 1 };

/** A study of `inputs` inputs, each answered by every system. */
const study = (inputs: number, systems: readonly string[] = ["human", "curie", "davinci", "turbo"]): StudySample[] =>
  Array.from({ length: inputs }, (_, input) =>
    systems.map((system) => ({
      ...{ id: `${input}-${system}`, externalId: `file ${input} ${system}` },
      ...{ inputKey: `input ${input}`, system, subset: input % 3 === 0 ? "hard" : "easy" },
    })),
  ).flat();

const planOf = (choices: Partial<PlanContent>) => planContent.parse({ arms: [drafted, blind], people: 5, overlap: 3, seed: 7, ...choices });

const countBy = <T>(items: readonly T[], keyOf: (item: T) => unknown): Map<unknown, number> =>
  new Map([...groupBy(items, keyOf)].map(([key, own]) => [key, own.length]));
/** Largest minus smallest count over all the keys, those without an item included. */
function spread<T>(items: readonly T[], keyOf: (item: T) => unknown, keys: readonly unknown[]): number {
  const counts = countBy(items, keyOf);
  const all = keys.map((key) => counts.get(key) ?? 0);
  return Math.max(...all) - Math.min(...all);
}
const seatsOf = (plan: PlanContent) => Array.from({ length: plan.people }, (_, seat) => seat);
const firstRound = ({ slots }: Allocation) => slots.filter((slot) => slot.round === 0);

describe("the allocation of a study", () => {
  it("gives CoEval's 200 samples to 5 of 15 people each, in two arms, with every balance within one", () => {
    const plan = planOf({ people: 15, overlap: 5 });
    const samples = study(50);
    const { slots, missing } = allocate(plan, samples);
    const systemOf = new Map(samples.map((sample) => [sample.id, sample.system]));
    expect(slots).toHaveLength(1000);
    expect(missing).toBe(0);
    expect(spread(slots, (slot) => slot.seat, seatsOf(plan))).toBeLessThanOrEqual(1);
    for (const system of ["human", "curie", "davinci", "turbo"]) {
      const own = slots.filter((slot) => systemOf.get(slot.sampleId) === system);
      expect(spread(own, (slot) => slot.seat, seatsOf(plan))).toBeLessThanOrEqual(1);
      expect(Math.abs(own.filter((slot) => slot.arm === 0).length - 125)).toBeLessThanOrEqual(1);
    }
    for (const seat of seatsOf(plan)) {
      const own = slots.filter((slot) => slot.seat === seat);
      expect(Math.abs(own.filter((slot) => slot.arm === 0).length - own.length / 2)).toBeLessThanOrEqual(1);
    }
  });

  it("counts a rating given before in its person's own arm alone: the other arm still gets its part", () => {
    const plan = planOf({ design: "parallel", people: 8, overlap: 4 });
    const [sample] = study(1) as [StudySample];
    const { slots, armOfSeat, missing } = allocate(plan, [sample], [{ seat: 0, sampleId: sample.id }]);
    const inArm = (arm: number) => slots.filter((slot) => slot.arm === arm).length;
    expect([slots.length, missing]).toEqual([3, 0]);
    expect([inArm(armOfSeat[0] ?? -1), inArm(1 - (armOfSeat[0] ?? -1))]).toEqual([1, 2]);
  });

  it("lets every two people share about as many samples as any other two", () => {
    const plan = planOf({ people: 6, overlap: 3, arms: [blind] });
    const { slots } = allocate(plan, study(50));
    const seatsOfSample = groupBy(slots, (slot) => slot.sampleId);
    const pairs = new Map<string, number>();
    for (const own of seatsOfSample.values()) {
      for (const a of own)
        for (const b of own) if (a.seat < b.seat) pairs.set(`${a.seat} ${b.seat}`, (pairs.get(`${a.seat} ${b.seat}`) ?? 0) + 1);
    }
    // 200 samples of 3 people: 600 pairs over 15 couples, 40 each.
    expect(pairs.size).toBe(15);
    expect(Math.min(...pairs.values())).toBeGreaterThanOrEqual(37);
    expect(Math.max(...pairs.values())).toBeLessThanOrEqual(43);
  });

  it("never exceeds the overlap and keeps every balance within one, whatever the study", () => {
    fc.assert(
      fc.property(
        fc.record({
          people: fc.integer({ min: 1, max: 14 }),
          overlap: fc.integer({ min: 1, max: 6 }),
          inputs: fc.integer({ min: 1, max: 30 }),
          shares: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
          seed: fc.nat(),
        }),
        ({ people, overlap, inputs, shares: [a, b], seed }) => {
          const plan = planOf({
            people,
            overlap,
            seed,
            arms: [
              { ...drafted, share: a },
              { ...blind, share: b },
            ],
          });
          const samples = study(inputs);
          const allocation = allocate(plan, samples);
          const ratings = firstRound(allocation);
          const each = Math.min(overlap, people);
          expect(allocation.missing).toBe((overlap - each) * samples.length);
          for (const [, own] of groupBy(ratings, (slot) => slot.sampleId)) {
            expect(own).toHaveLength(each);
            expect(new Set(own.map((slot) => slot.seat)).size).toBe(each);
            expect(own.map((slot) => slot.slot).sort()).toEqual([...Array(each).keys()]);
          }
          expect(spread(ratings, (slot) => slot.seat, seatsOf(plan))).toBeLessThanOrEqual(1);
          const systemOf = new Map(samples.map((sample) => [sample.id, `${sample.system} ${sample.subset}`]));
          for (const [, own] of groupBy(ratings, (slot) => systemOf.get(slot.sampleId)))
            expect(spread(own, (slot) => slot.seat, seatsOf(plan))).toBeLessThanOrEqual(1);
          if (people < overlap) return;
          const stratumOf = (id: string) => systemOf.get(id) ?? "";
          for (const keyOf of [
            (slot: PlannedSlot) => `seat ${slot.seat}`,
            (slot: PlannedSlot) => `sample ${slot.sampleId}`,
            (slot: PlannedSlot) => `stratum ${stratumOf(slot.sampleId)}`,
            (slot: PlannedSlot) => `seat ${slot.seat} in ${stratumOf(slot.sampleId)}`,
          ])
            for (const own of groupBy(ratings, keyOf).values())
              expect(Math.abs(own.filter((slot) => slot.arm === 0).length - (own.length * a) / (a + b))).toBeLessThan(1);
        },
      ),
      { numRuns: 300, seed: 20261122 },
    );
  });

  it("is the same for the same seed, and another for another", () => {
    const samples = study(10);
    expect(allocate(planOf({}), samples)).toEqual(allocate(planOf({}), samples.toReversed()));
    expect(allocate(planOf({ seed: 8 }), samples).slots).not.toEqual(allocate(planOf({}), samples).slots);
  });

  it("shows each person their own order of samples", () => {
    const { slots } = allocate(planOf({ overlap: 5, arms: [blind] }), study(10));
    const orders = [...groupBy(slots, (slot) => slot.seat).values()].map((own) =>
      own.toSorted((a, b) => a.position - b.position).map((slot) => slot.sampleId),
    );
    expect(new Set(orders.map(String)).size).toBe(5);
    for (const order of orders) expect(order.toSorted()).toEqual(orders[0]?.toSorted());
  });

  it("gives samples shared by everybody to everybody, as whole inputs, in each arm by its share", () => {
    const plan = planOf({ people: 12, overlap: 6, shared: 18 });
    const allocation = allocate(plan, study(50));
    expect(allocation.shared.size).toBe(20);
    const shared = allocation.slots.filter((slot) => slot.purpose === "shared");
    expect(shared).toHaveLength(240);
    for (const [id, own] of groupBy(shared, (slot) => slot.sampleId)) {
      expect(allocation.shared.has(id)).toBe(true);
      expect(own.filter((slot) => slot.arm === 0)).toHaveLength(6);
    }
  });

  it("keeps each person in one arm when the design is parallel", () => {
    const plan = planOf({ design: "parallel", people: 9, overlap: 3, arms: [{ ...drafted, share: 2 }, blind] });
    const allocation = allocate(plan, study(20));
    expect(countBy(allocation.armOfSeat, (arm) => arm)).toEqual(
      new Map([
        [0, 6],
        [1, 3],
      ]),
    );
    for (const slot of allocation.slots) expect(slot.arm).toBe(allocation.armOfSeat[slot.seat]);
    for (const own of groupBy(allocation.slots, (slot) => slot.sampleId).values())
      expect(own.filter((slot) => slot.arm === 0)).toHaveLength(2);
    expect(allocation.missing).toBe(0);
  });

  it("counts the ratings that the people of an arm cannot give", () => {
    const plan = planOf({ design: "parallel", people: 3, overlap: 4 });
    // Two seats in one arm and one in the other; each sample wants two of either.
    expect(allocate(plan, study(5)).missing).toBe(20);
  });

  it("gives every sample again in the second arm, after all of the first, when the design is within people", () => {
    const plan = planOf({ design: "within", arms: [blind, drafted], people: 4, overlap: 2 });
    const { slots } = allocate(plan, study(6));
    expect(slots).toHaveLength(96);
    for (const own of groupBy(slots, (slot) => slot.seat).values()) {
      const order = own.toSorted((a, b) => a.position - b.position);
      expect(order.map((slot) => slot.round)).toEqual([...Array(12).fill(0), ...Array(12).fill(1)]);
      expect(order.map((slot) => slot.arm)).toEqual([...Array(12).fill(0), ...Array(12).fill(1)]);
      expect(
        order
          .slice(12)
          .map((slot) => slot.sampleId)
          .toSorted(),
      ).toEqual(
        order
          .slice(0, 12)
          .map((slot) => slot.sampleId)
          .toSorted(),
      );
    }
  });

  it("lets the arms take turns in blocks", () => {
    const { slots } = allocate(planOf({ order: "blocks", blockSize: 4, people: 3, overlap: 3 }), study(8));
    for (const own of groupBy(slots, (slot) => slot.seat).values()) {
      const arms = own.toSorted((a, b) => a.position - b.position).map((slot) => slot.arm);
      for (let block = 0; block < 4; block++) {
        const part = arms.slice(block * 8, block * 8 + 8);
        expect(part).toEqual([...Array(4).fill(part[0]), ...Array(4).fill(1 - (part[0] ?? 0))]);
      }
    }
  });

  it("repeats a share of each person's samples later, in the same arm", () => {
    const { slots } = allocate(planOf({ repeatShare: 0.1, people: 3, overlap: 3 }), study(10));
    for (const own of groupBy(slots, (slot) => slot.seat).values()) {
      const repeats = own.filter((slot) => slot.purpose === "repeat");
      expect(repeats).toHaveLength(4);
      for (const repeat of repeats) {
        const first = own.find((slot) => slot.sampleId === repeat.sampleId && slot.round === 0);
        expect(first?.arm).toBe(repeat.arm);
        expect(repeat.position - (first?.position ?? 0)).toBeGreaterThan(5);
      }
    }
  });

  it("gives nobody more than their cap and says how many ratings are missing", () => {
    const allocation = allocate(planOf({ maxPerPerson: 20, people: 5, overlap: 3 }), study(10));
    expect(allocation.slots).toHaveLength(100);
    expect(allocation.missing).toBe(20);
  });

  it("asks for no rating that exists already, and counts it", () => {
    const samples = study(10);
    const done = samples.slice(0, 12).map((sample) => ({ seat: 2, sampleId: sample.id }));
    const { slots } = allocate(planOf({ arms: [blind] }), samples, done);
    const own = slots.filter((slot) => slot.seat === 2);
    expect(own).toHaveLength(12);
    expect(own.filter((slot) => done.some((one) => one.sampleId === slot.sampleId))).toEqual([]);
    expect(slots).toHaveLength(108);
  });

  it("draws a part of the dataset as whole inputs", () => {
    const { samples } = allocate(planOf({ samples: 18 }), study(50));
    expect(samples).toHaveLength(20);
    expect(countBy(samples, (sample) => sample.inputKey).size).toBe(5);
  });

  it("shows half of a person's pairs swapped", () => {
    const { slots } = allocate(planOf({ people: 3, overlap: 3 }), study(10));
    for (const own of groupBy(slots, (slot) => slot.seat).values()) expect(own.filter((slot) => slot.swapped)).toHaveLength(20);
  });
});
