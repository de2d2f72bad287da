import { expect, test } from "vitest";
import type { ArmData } from "@/lib/domain/arm-columns";
import type { ReportData } from "@/lib/domain/report-data";
import { signFlip } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { draftEffects } from "./draft-effect";

type Rating = ArmData["ratings"][number];
const rating = (rater: number, sample: number, score: number, arm: Rating["arm"], run: number | null = null): Rating => ({
  ...{ rater, sample, criterion: 0, score, arm, run },
  durationMs: null,
});

// Four samples of two inputs. Three people rate blind, two with the draft. Drafts 2, 4, 5, 1; medians 2, 4, 3, 4: right, right, wrong, wrong.
const blind = [
  [1, 2, 3],
  [4, 4, 5],
  [3, 3, 4],
  [5, 4, 3],
].flatMap((scores, sample) => scores.map((score, rater) => rating(rater, sample, score, "blind")));
const drafted = [
  [2, 3],
  [4, 2],
  [5, 3],
  [1, 2],
].flatMap((scores, sample) => scores.map((score, place) => rating(3 + place, sample, score, "drafted", 0)));
const drafts = [2, 4, 5, 1].map((score, sample) => ({ run: 0, sample, criterion: 0, score }));

const study = (ratings: Rating[]): ReportData => ({
  ...reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob", "Cleo", "Dan", "Eve"] }),
  arms: { runs: [{ id: "a", judge: "judge" }], ratings, drafts },
});
const effectsOf = (data: ReportData) => draftEffects(ratingTable(data));

test("the index is one minus the distance with the draft over that without, with a jackknife over inputs", () => {
  const [effect] = effectsOf(study([...blind, ...drafted])).effects;
  // Without: 1 0 1 0 0 1 | 2 2 1 4 3 2: 17 over 12. With: 0 1 0 2 | 0 2 0 1: 6 over 8.
  expect(effect?.index.pooled.value).toBeCloseTo(1 - 6 / 8 / (17 / 12), 12);
  // Leaving out the second input: 3/4 over 3/6; the first: 3/4 over 14/6. Two inputs: half the squared distance is the variance.
  const [first, second] = [1 - 3 / 4 / (3 / 6), 1 - 3 / 4 / (14 / 6)];
  const half = 12.706204736174694 * Math.sqrt((first - second) ** 2 / 4);
  expect(effect?.index.pooled.interval?.low).toBeCloseTo(1 - 6 / 8 / (17 / 12) - half, 9);
  expect(effect?.index.pooled).toEqual(effect?.index.perCriterion.Clear);
});

test("drafts are right or wrong by what others said without one, and so is what replaces them", () => {
  const [effect] = effectsOf(study([...blind, ...drafted])).effects;
  const { right, wrong } = effect?.drafts.pooled ?? {};
  // Right: 2 kept, 3 not within a point of 2; 4 kept, 2 wrong. Wrong: 5 kept, 3 put right; 1 kept, 2 still wrong.
  expect(right).toMatchObject({ n: 4, kept: { value: 0.5 }, changedRight: { value: 0 }, changedWrong: { value: 0.5 } });
  expect(wrong).toMatchObject({ n: 4, kept: { value: 0.5 }, changedRight: { value: 0.25 }, changedWrong: { value: 0.25 } });
});

test("how often right and wrong drafts were kept, put right and changed for the worse is each a share of its own", () => {
  // Right: 2, 4 and 4 kept, 2 made 2.5. Wrong: 1 kept, 5 twice made the others' 3, 1 made 2.
  const scores = [
    [2, 2.5],
    [4, 4],
    [3, 3],
    [1, 2],
  ];
  const seen = scores.flatMap((own, sample) => own.map((score, place) => rating(3 + place, sample, score, "drafted", 0)));
  const { right, wrong } = effectsOf(study([...blind, ...seen])).effects[0]?.drafts.pooled ?? {};
  expect(right).toMatchObject({ n: 4, kept: { value: 0.75 }, changedRight: { value: 0.25 }, changedWrong: { value: 0 } });
  expect(wrong).toMatchObject({ n: 4, kept: { value: 0.25 }, changedRight: { value: 0.5 }, changedWrong: { value: 0.25 } });
});

test("the first scores of three other people call a draft right, one's own does not count", () => {
  const known = (raters: number[]) => {
    const first = raters.map((rater) => rating(rater, 0, 2, "first", 0));
    return effectsOf(study([...first, rating(0, 0, 2, "final", 0)])).effects[0]?.drafts.pooled.right.n;
  };
  expect([known([0, 1, 2, 3]), known([0, 1, 2]), known([1, 2, 3])]).toEqual([1, 0, 1]);
});

test("under three scores of other people, no draft is called right or wrong", () => {
  const [effect] = effectsOf(study([...blind.filter(({ rater }) => rater < 2), ...drafted])).effects;
  expect(effect?.drafts.pooled.wrong.kept).toMatchObject({ value: null, why: "no-consensus", n: 0 });
});

test("first scores move towards the draft, away from it or not, and their own scores are no yardstick", () => {
  // Ann: 4 to 3 (draft 2, towards), 3 to 3, 5 to 5, 2 to 3 (draft 1, away). Bob: 2 to 2.
  const twice = [
    [0, 0, 4, 3],
    [0, 1, 3, 3],
    [0, 2, 5, 5],
    [0, 3, 2, 3],
    [1, 0, 2, 2],
  ].flatMap(([rater = 0, sample = 0, first = 0, final = 0]) => [
    rating(rater, sample, first, "first", 0),
    rating(rater, sample, final, "final", 0),
  ]);
  const [effect] = effectsOf(study(twice)).effects;
  const moves = effect?.moves.Clear;
  expect(effect?.kind).toBe("final");
  expect(moves).toMatchObject({ towards: 1, stayed: 3, away: 1, values: [2, 3, 4, 5], shift: { value: 0, n: 5 } });
  expect(moves?.counts).toEqual([
    [1, 1, 0, 0],
    [0, 1, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 0, 1],
  ]);
  // 2 to 3 leads away from Ann's draft of 1; 4 to 3 leads towards hers of 2.
  const none = [0, 0, 0, 0];
  expect(moves?.ways).toEqual({ towards: [none, none, [0, 1, 0, 0], none], away: [[0, 1, 0, 0], none, none, none] });
  expect(moves?.p).toBe(signFlip({ differences: [1, 0, 0, -1, 0], clusters: ["i0", "i0", "i1", "i1", "i0"] }).p);
  // Sample 0 has Bob's 2 beside Ann's own 4: one other score, so no consensus.
  expect(effect?.drafts.pooled.right.n).toBe(0);
});

test("scores with decimals move towards the draft, or lie a point from the others, as on paper", () => {
  // Ann: .1 to .3 and .4 to .6 are as far from drafts of .2 and .5 as before; Bob: .1 to .3 leads towards .3.
  const twice = [
    [0, 0, 0.1, 0.3],
    [0, 1, 0.4, 0.6],
    [1, 2, 0.1, 0.3],
  ].flatMap(([rater = 0, sample = 0, first = 0, final = 0]) => [
    rating(rater, sample, first, "first", 0),
    rating(rater, sample, final, "final", 0),
  ]);
  const own = [0.2, 0.5, 0.3, 1].map((score, sample) => ({ run: 0, sample, criterion: 0, score }));
  const data = study(twice);
  const moves = effectsOf({ ...data, arms: { runs: data.arms?.runs ?? [], ratings: twice, drafts: own } }).effects[0]?.moves.Clear;
  expect(moves).toMatchObject({ towards: 1, stayed: 2, away: 0, p: 1 });
  expect(moves?.shift.value).toBeCloseTo(0.2 / 3, 14);
  // The others' median is 3.1, and 4.1 is a whole point from it: wrong.
  expect(4.1 - 3.1).toBeLessThan(1);
  const others = [0, 1, 2].map((rater) => rating(rater, 0, 3.1, "blind"));
  const drafts = [{ run: 0, sample: 0, criterion: 0, score: 4.1 }];
  const seen = study([...others, rating(3, 0, 4.1, "drafted", 0)]);
  const fates = effectsOf({ ...seen, arms: { runs: seen.arms?.runs ?? [], ratings: seen.arms?.ratings ?? [], drafts } }).effects[0]?.drafts
    .pooled;
  expect([fates?.right.n, fates?.wrong.n]).toEqual([0, 1]);
});

test("correction, scrutiny, subjectivity and outliers count only the units that could show them", () => {
  // The others' majority is 4 throughout. [draft, first, final]: corrected; not; refused; followed; kept own; outlier removed.
  const cases = [
    [2, 4, 4],
    [2, 4, 2],
    [2, 3, 3],
    [4, 2, 4],
  ];
  const others = [1, 2].flatMap((rater) => cases.map((_, sample) => rating(rater, sample, 4, "first", 0)));
  const own = cases.flatMap(([, first = 0, final = 0], sample) => [
    rating(0, sample, first, "first", 0),
    rating(0, sample, final, "final", 0),
  ]);
  const data = study([...others, ...own]);
  const arms = { ...data.arms, drafts: cases.map(([score = 0], sample) => ({ run: 0, sample, criterion: 0, score })) } as ArmData;
  const [all, clear] = effectsOf({ ...data, arms }).behaviours;
  expect(all).toMatchObject({
    ...{ judge: "judge", criterion: null, definition: "blind-score", n: 4, tied: 0 },
    correction: { value: 0.5, n: 2 },
    scrutiny: { value: 1, n: 1 },
    subjectivity: { value: 0, n: 1 },
    outlierRemoved: { value: 1, n: 1 },
  });
  expect(clear).toEqual({ ...all, criterion: "Clear" });
});

test("where everybody saw the draft of one judge, the draft-only definitions are used and say so", () => {
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] } });
  // Three people and the judge: draft 5; the others of each person agree unless they differ.
  const scores = [
    [4, 4, 5, 5],
    [4, 4, 4, 5],
    [5, 5, 5, 5],
    [1, 2, 3, 5],
  ];
  const data: ReportData = {
    ...base,
    ratings: base.ratings.map((one) => ({ ...one, score: scores[one.sample]?.[one.rater] ?? 0, arm: one.rater === 3 ? null : "drafted" })),
    actionCounts: [
      {
        annotator: 0,
        judge: 3,
        criterion: 0,
        sample: 0,
        input: 0,
        itemKind: "score",
        accept: 1,
        together: 0,
        revise: 0,
        remove: 0,
        add: 0,
      },
    ],
  };
  const { effects, behaviours } = effectsOf(data);
  expect(effects).toEqual([]);
  // Majorities: sample 0 for Cleo 4 (draft differs: final 5, not corrected), ties for Ann and Bob; sample 1 thrice 4, corrected; sample 2 thrice 5.
  expect(behaviours[0]).toMatchObject({
    ...{ definition: "draft-only", n: 7, tied: 5, outlierRemoved: null },
    correction: { value: 3 / 4, n: 4 },
    subjectivity: { value: 0, n: 3 },
  });
});

test("each run is measured against its own drafts, by those who saw them, on each criterion", () => {
  const scoreAt = (rater: number, sample: number, criterion: number, more = 0) => 1 + ((3 * rater + 2 * sample + 4 * criterion + more) % 5);
  const base = reportDataFixture({ inputs: 4, annotators: ["Ann", "Bob", "Cleo", "Dan", "Eve"] });
  const units = base.samples.flatMap((_, sample) => [0, 1].map((criterion) => ({ sample, criterion })));
  const of = (raters: number[], arm: Rating["arm"], run: number | null) =>
    units.flatMap(({ sample, criterion }) =>
      raters.map((rater) => ({ ...rating(rater, sample, scoreAt(rater, sample, criterion, sample * rater), arm, run), criterion })),
    );
  const [blindly, inFirst, inSecond] = [of([0, 1, 2], "blind", null), of([3], "drafted", 0), of([4], "drafted", 1)];
  const draftOf = (run: number, sample: number, criterion: number) => 1 + ((run * 3 + sample + criterion * (sample + 1)) % 5);
  const made = [0, 1].flatMap((run) => units.map((unit) => ({ run, ...unit, score: draftOf(run, unit.sample, unit.criterion) })));
  const runs = [
    { id: "a", judge: "judge" },
    { id: "b", judge: "another" },
  ];
  const arms: ArmData = { runs, ratings: [...blindly, ...inFirst, ...inSecond], drafts: made };
  const { effects } = effectsOf({ ...base, arms });
  expect(effects.map(({ judge, kind, moves }) => [judge, kind, moves])).toEqual([
    ["judge", "drafted", {}],
    ["another", "drafted", {}],
  ]);
  [inFirst, inSecond].forEach((seen, run) => {
    const distance = (ratings: Rating[]) =>
      ratings.reduce((sum, { sample, criterion, score }) => sum + Math.abs(score - draftOf(run, sample, criterion)), 0) / ratings.length;
    const on = (criterion: number) => [seen, blindly].map((ratings) => ratings.filter((one) => one.criterion === criterion));
    const indices = [[seen, blindly], on(0), on(1)].map(([own = [], others = []]) => 1 - distance(own) / distance(others));
    const { pooled, perCriterion } = effects[run]?.index ?? {};
    expect([pooled, perCriterion?.Clear, perCriterion?.True].map((figure) => figure?.n)).toEqual([16, 8, 8]);
    [pooled, perCriterion?.Clear, perCriterion?.True].forEach((figure, place) => {
      expect(figure?.value).toBeCloseTo(indices[place] ?? Number.NaN, 12);
    });
    // Without each of the four inputs.
    const without = [0, 1, 2, 3].map((input) => {
      const [own = [], others = []] = [seen, blindly].map((ratings) => ratings.filter(({ sample }) => Math.floor(sample / 2) !== input));
      return 1 - distance(own) / distance(others);
    });
    const center = without.reduce((sum, one) => sum + one, 0) / 4;
    const se = Math.sqrt((3 / 4) * without.reduce((sum, one) => sum + (one - center) ** 2, 0));
    expect(pooled?.interval?.low).toBeCloseTo((indices[0] ?? 0) - 3.182446305284263 * se, 9);
    expect(pooled?.interval?.method).toBe("jackknife");
    const { drafts: fates } = effects[run] ?? {};
    const counted = [fates?.pooled, fates?.perCriterion.Clear, fates?.perCriterion.True].map((one) =>
      one ? one.right.n + one.wrong.n : 0,
    );
    expect(counted).toEqual([16, 8, 8]);
  });
  const labels = ["0", "a", "b", "c", "d", "e"];
  const labelled = base.criteria.map((criterion, at) => (at === 1 ? { ...criterion, min: 0, max: 5, labels } : criterion));
  const [numbers] = effectsOf({ ...base, criteria: labelled, arms }).effects;
  expect([numbers?.index.pooled, numbers?.index.perCriterion.True?.why]).toEqual([effects[0]?.index.perCriterion.Clear, "no-units"]);
  expect(effectsOf({ ...base, task: { ...base.task, kind: "pairwise" }, arms })).toEqual({ effects: [], behaviours: [] });
  expect(effectsOf({ ...base, arms: { ...arms, ratings: inFirst } }).effects).toEqual([]);
  expect(effectsOf({ ...base, arms: { ...arms, ratings: blindly } }).effects).toEqual([]);
});

test("a criterion that nobody rated with the draft, or without it, has no index, and unlike scales have none together", () => {
  const on = (criterion: number, some: Rating[]) => some.map((one) => ({ ...one, criterion }));
  const indexOf = (ratings: Rating[], scale: [number, number] = [1, 5]) => {
    const base = reportDataFixture({
      inputs: 2,
      criteria: { Clear: [1, 5], True: scale },
      annotators: ["Ann", "Bob", "Cleo", "Dan", "Eve"],
    });
    const arms = {
      runs: [{ id: "a", judge: "judge" }],
      ratings,
      drafts: [0, 1].flatMap((criterion) => drafts.map((draft) => ({ ...draft, criterion }))),
    };
    return effectsOf({ ...base, arms }).effects[0]?.index;
  };
  const clear = [...blind, ...drafted];
  expect(indexOf([...clear, ...on(1, blind)])?.perCriterion).toMatchObject({
    Clear: { n: 8 },
    True: { value: null, why: "no-units", n: 0 },
  });
  expect(indexOf([...clear, ...on(1, drafted)])?.perCriterion).toMatchObject({
    Clear: { n: 8 },
    True: { value: null, why: "no-units", n: 0 },
  });
  const both = [...clear, ...on(1, clear)];
  expect(indexOf(both)?.pooled.value).toBe(indexOf(both)?.perCriterion.True?.value);
  expect(indexOf(both, [1, 50])?.pooled).toMatchObject({ value: null, why: "mixed-scales" });
});

test("the index says why it has no value or no interval, which ends at 1", () => {
  const indexOf = (ratings: Rating[]) => effectsOf(study(ratings)).effects[0]?.index.pooled;
  const asDrafted = drafts.map(({ sample, score }) => rating(0, sample, score, "blind"));
  expect(indexOf([...asDrafted, ...drafted])).toMatchObject({ value: null, why: "no-distance" });
  const firstInput = [...blind, ...drafted].filter(({ sample }) => sample < 2);
  expect(indexOf(firstInput)).toMatchObject({ interval: null, intervalWhy: "too-few", n: 4 });
  const onlyFirst = [...blind.filter(({ sample }) => sample < 2), ...drafted];
  expect(indexOf(onlyFirst)).toMatchObject({ interval: null, intervalWhy: "undefined-replicates" });
  const kept = drafts.map(({ sample, score }) => rating(3, sample, score, "drafted", 0));
  expect(indexOf([...blind, ...kept])).toMatchObject({ value: 1, interval: null, intervalWhy: "degenerate-replicates" });
  expect(indexOf([...blind, ...drafted])?.interval?.high).toBe(1);
});

test("an index that every input has on paper has no interval, whatever rounding leaves of decimals", () => {
  // Two inputs of two samples: .1 from the draft with it and .3 without, which doubles do not say alike.
  const scores = [0.3, 0.3, 0.1, 0.1];
  const data = study(
    scores.flatMap((draft, sample) => [
      rating(0, sample, draft === 0.3 ? 0.6 : 0.4, "blind"),
      rating(1, sample, draft === 0.3 ? 0.4 : 0.2, "drafted", 0),
    ]),
  );
  const own = scores.map((score, sample) => ({ run: 0, sample, criterion: 0, score }));
  const { index } = effectsOf({ ...data, arms: data.arms && { ...data.arms, drafts: own } }).effects[0] ?? {};
  expect(index?.pooled.value).toBeCloseTo(2 / 3, 14);
  expect(index?.pooled).toMatchObject({ interval: null, intervalWhy: "degenerate-replicates" });
});
