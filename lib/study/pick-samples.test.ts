import { expect, test } from "vitest";
import { planContent } from "@/lib/domain/study-plan";
import { seededRandom, streamSeed } from "@/lib/stats";
import { allocate } from "./allocate";
import type { StudySample } from "./pick-samples";
import { planProblems } from "./plan-problems";
import { planSentence } from "./plan-sentence";
import { previewPlan } from "./preview-plan";
import { staffOf } from "./staff";

/** Samples of inputs that have so many each, by input. */
const samplesOf = (sizes: readonly number[]): StudySample[] =>
  sizes.flatMap((size, input) =>
    Array.from({ length: size }, (_, n) => ({
      ...{ id: `${input}-${n}`, externalId: `file ${input}-${n}`, inputKey: `input ${input}`, system: `system ${n}`, subset: null },
    })),
  );
const planOf = (choices: object) =>
  planContent.parse({ arms: [{ arm: "blind" }], people: 3, overlap: 1, draw: "judges-differ", ...choices });
/** How far apart judges are on each sample of each input. */
const apartOf = (byInput: readonly (readonly (number | null)[])[]) =>
  new Map(byInput.flatMap((own, input) => own.flatMap((apart, n) => (apart === null ? [] : [[`${input}-${n}`, apart] as const]))));
const drawn = (plan: ReturnType<typeof planOf>, sizes: readonly number[], apart: ReadonlyMap<string, number>) =>
  allocate(plan, samplesOf(sizes), [], [], apart);
const problemsOf = (plan: ReturnType<typeof planOf>, sizes: readonly number[], apart: ReadonlyMap<string, number>) => {
  const allocation = drawn(plan, sizes, apart);
  const supply = { units: { criteria: 1, made: {} }, today: "2026-11-28", hasOpenLink: true, hidden: [] };
  const staff = staffOf(plan, [], supply);
  return planProblems(plan, previewPlan(plan, allocation, staff), { allocation, staff }).filter(({ field }) => field === "draw");
};

// By input the mean of how far judges are apart: 0, 0.5, 1, 0.25.
const [sizes, apart] = [[1, 2, 1, 2], apartOf([[0], [0, 1], [1], [0.5, null]])] as const;
const weights = [1, 1.5, 2, 1.25];

test("inputs enter with chances by how far judges are apart on their samples, on average, and every sample has its input's", () => {
  const plan = planOf({ samples: 3, seed: 4 });
  const { chances, samples, slots } = drawn(plan, sizes, apart);
  // Three of six samples: two of four inputs. Their keys, in the order in which all inputs are shuffled.
  const shuffling = seededRandom(streamSeed(4, "samples"));
  const inputs = [0, 1, 2, 3];
  for (let last = 3; last > 0; last--) {
    const other = shuffling.int(last + 1);
    [inputs[last], inputs[other]] = [inputs[other] as number, inputs[last] as number];
  }
  const random = seededRandom(streamSeed(4, "draw"));
  const keys = inputs.map((input) => ({ input, key: (1 - random.next()) ** (1 / (weights[input] as number)) }));
  keys.sort((a, b) => b.key - a.key);
  const chosen = keys.slice(0, 2).map(({ input }) => input);
  const expected = samplesOf(sizes).map(({ id }) => {
    const input = Number(id.split("-")[0]);
    return [id, chosen.includes(input) ? 1 - (keys[2]?.key ?? 0) ** (weights[input] as number) : null];
  });
  expect(chances).toEqual(Object.fromEntries(expected));
  const inStudy = expected.flatMap(([id, chance]) => (chance === null ? [] : [id])).sort();
  expect([samples.map(({ id }) => id).sort(), slots.map(({ sampleId }) => sampleId).sort()]).toEqual([inStudy, inStudy]);
});

test("over many seeds each input is drawn as often as successive draws by weight draw it, and one divided by its chance averages to 1", () => {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((own, place) =>
    weights.reduce((sum, first, one) => sum + (one === place ? own / all : (first / all) * (own / (all - first))), 0),
  );
  const seeds = 4000;
  const found = weights.map(() => [] as number[]);
  for (let seed = 0; seed < seeds; seed++) {
    const { chances } = drawn(planOf({ samples: 3, seed }), sizes, apart);
    found.forEach((own, input) => {
      const chance = chances?.[`${input}-0`] ?? null;
      if (chance !== null) own.push(1 / chance);
    });
  }
  found.forEach((inverse, input) => {
    const often = inverse.length / seeds;
    const share = exact[input] as number;
    expect(Math.abs(often - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / seeds));
    const mean = inverse.reduce((sum, one) => sum + one, 0) / seeds;
    const square = inverse.reduce((sum, one) => sum + one ** 2, 0) / seeds;
    const error = Math.sqrt((square - mean ** 2) / seeds);
    expect(Math.abs(mean - 1)).toBeLessThan(4 * error);
    // Else an input that is never drawn would pass.
    expect(error).toBeLessThan(0.03);
  });
});

test("which of the drawn inputs everybody rates does not follow from where judges differ", () => {
  const [pairs, seeds] = [[1, 1, 1, 1, 1, 1], 3000];
  const far = apartOf([[0], [0], [0], [1], [1], [1]]);
  const counts = { near: { drawn: 0, shared: 0 }, far: { drawn: 0, shared: 0 } };
  for (let seed = 0; seed < seeds; seed++) {
    const { samples, shared } = drawn(planOf({ samples: 3, shared: 1, seed }), pairs, far);
    for (const { id } of samples) {
      const own = Number(id.split("-")[0]) < 3 ? counts.near : counts.far;
      own.drawn++;
      own.shared += Number(shared.has(id));
    }
  }
  const rate = ({ drawn: all, shared }: { drawn: number; shared: number }) => shared / all;
  expect(counts.far.drawn / counts.near.drawn).toBeGreaterThan(1.3);
  expect(Math.abs(rate(counts.near) - rate(counts.far))).toBeLessThan(0.04);
  expect(rate(counts.near)).toBeGreaterThan(0.3);
});

test("a sample that is given by name is certain to be in the study; where all are, nothing is drawn and the plan cannot start", () => {
  const personal = [{ userId: "ada", maxRatings: null, samples: ["file 3-0"] }];
  const plan = planOf({ samples: 3, named: ["ada"], personal });
  const { chances } = drawn(plan, sizes, apart);
  expect([chances?.["3-0"], chances?.["3-1"]]).toEqual([1, 1]);
  const others = [0, 1, 2].flatMap((input) => chances?.[`${input}-0`] ?? []);
  expect(others).toHaveLength(1);
  expect(others[0]).toBeLessThan(1);
  expect(problemsOf(plan, sizes, apart).filter(({ blocks }) => blocks)).toEqual([]);
  const two = [{ userId: "ada", maxRatings: null, samples: ["file 3-0", "file 2-0"] }];
  expect(problemsOf(planOf({ samples: 3, named: ["ada"], personal: two }), sizes, apart)).toContainEqual({
    ...{ field: "draw", blocks: true },
    message: "People are given as many samples by name as the study has, so none is drawn.",
  });
});

test("a plan that draws where judges differ needs two judges' scores, and says of how many samples they are missing", () => {
  const plan = planOf({ samples: 3 });
  expect(problemsOf(plan, sizes, new Map())).toEqual([
    { field: "draw", blocks: true, message: "No sample has scores of two judges, so nothing is known of where they differ." },
  ]);
  expect(problemsOf(plan, sizes, apart)).toEqual([
    { field: "draw", blocks: false, message: "1 sample without two judges' scores counts as if judges agreed." },
  ]);
  // Of all samples too, where every chance is 1.
  for (const samples of [3, 6]) expect(problemsOf(planOf({ samples }), sizes, apartOf([[0], [0, 1], [1], [0.5, 0]]))).toEqual([]);
});

test("a plan of all samples, or of equal chances, draws nothing by judges, and its sentence says which it does", () => {
  for (const choices of [{ samples: null }, { samples: 3, draw: "equal" }]) {
    const plan = planOf(choices);
    const allocation = drawn(plan, sizes, new Map());
    expect(allocation.chances).toBeNull();
    expect(problemsOf(plan, sizes, new Map())).toEqual([]);
    expect(planSentence(plan, allocation)).not.toContain("drawn");
  }
  const plan = planOf({ samples: 4, seed: 2 });
  const allocation = drawn(plan, [2, 2, 2, 2], apart);
  expect(planSentence(plan, allocation)).toContain(" These 4 of 8 samples are drawn, more likely where judges differ.");
  const whole = planOf({ samples: 8 });
  expect(planSentence(whole, drawn(whole, [2, 2, 2, 2], apart))).not.toContain("drawn");
});
