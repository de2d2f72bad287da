import { expect, test } from "vitest";
import type { PilotData } from "@/lib/domain/pilot-data";
import { drawNormal, seededRandom } from "@/lib/stats";
import { pilotsOf, plannedScale } from "./pilots";
import { sizeModel } from "./size-model";

const scale = { min: 1, max: 5, step: 1, levels: [] };
const criteria: PilotData["criteria"] = [{ id: "c", name: "Clear", scale, overall: false }];

/** Each sample is rated by `people`; those with an even number see the draft and keep it now and then. */
function pilotData({
  samples = 200,
  people = 6,
  keep = 0.4,
  arm = (rater: number): string => (rater % 2 === 0 ? "drafted" : "blind"),
} = {}): PilotData {
  const random = seededRandom(5);
  const point = (latent: number) => Math.max(1, Math.min(5, Math.round(3 + 1.2 * latent)));
  const judge = Array.from({ length: samples }, (_, sample) => ({ sample, criterion: 0, score: 3 }));
  const ratings = judge.flatMap((draft) => {
    const quality = drawNormal(random);
    draft.score = point(0.7 * quality + 0.7 * drawNormal(random));
    return Array.from({ length: people }, (_, rater) => {
      const own = point(0.75 * quality + 0.66 * drawNormal(random));
      const score = arm(rater) === "drafted" && random.next() < keep ? draft.score : own;
      return { sample: draft.sample, rater, criterion: 0, score, blindScore: null, arm: arm(rater), ofJudge: arm(rater) === "drafted" };
    });
  });
  return { criteria, inputs: judge.map(({ sample }) => `i${sample}`), ratedSamples: samples, ratings, judge };
}

const only = (data: PilotData, level: "ordinal" | "nominal" = "ordinal") => {
  const [pilot] = pilotsOf(data, level);
  if (!pilot) throw new Error("no pilot");
  return pilot;
};

test("agreement and the judge's correlation come from blind ratings alone, where there are any", () => {
  const pilot = only(pilotData());
  const blindOnly = only({ ...pilotData(), ratings: pilotData().ratings.filter(({ arm }) => arm === "blind") });
  expect(pilot).toMatchObject({ ratings: 600, samples: 200, inputs: 200, annotators: 3, anchored: false });
  expect(pilot.alpha).toEqual(blindOnly.alpha);
  expect(pilot.correlation).toMatchObject({ samples: 200, raters: 3 });
  expect(pilot.correlation).toEqual(blindOnly.correlation);
});

test("a pilot without blind ratings says that it is anchored", () => {
  const pilot = only(pilotData({ arm: () => "drafted" }));
  expect(pilot).toMatchObject({ ratings: 1200, annotators: 6, anchored: true });
  expect(pilot.distances?.difference).toBeNull();
});

test("blind ratings of one person alone tell nothing of agreement, so that drafted ones count", () => {
  const data = pilotData({ people: 3, arm: (rater) => (rater === 0 ? "blind" : "drafted") });
  expect(only(data)).toMatchObject({ ratings: 600, annotators: 3, anchored: true });
});

test("first scores of people who see the draft afterwards count as blind", () => {
  const data = pilotData({ arm: () => "blind-then-drafted", people: 3 });
  const ratings = data.ratings.map((rating) => ({ ...rating, blindScore: rating.score, score: 5, ofJudge: true }));
  expect(only({ ...data, ratings }).alpha).toEqual(only(data).alpha);
});

test("the distances of both arms give their spread, their difference's error and how far people differ", () => {
  const { distances } = only(pilotData());
  expect(distances?.difference).toMatchObject({ drafted: 600, blind: 600, samples: 200 });
  expect(distances?.spread).toBeGreaterThan(0.4);
  expect(distances?.likeness).toBeGreaterThan(0);
  // Everybody is moved alike here, but for chance.
  expect(distances?.peopleSpread).toBeNull();
  const crossed = pilotData();
  const everybody = crossed.ratings.map((rating) => (rating.sample % 2 === 0 ? rating : { ...rating, rater: rating.rater ^ 1 }));
  expect(only({ ...crossed, ratings: everybody }).distances?.peopleSpread).toBeLessThan(0.1);
});

test("a pilot of independent samples needs hardly any correction of simulated widths", () => {
  const data = pilotData();
  const model = sizeModel({}, only(data), plannedScale(criteria[0] as (typeof criteria)[number], "ordinal"), 1);
  for (const [name, factor] of Object.entries(model.calibration)) {
    expect(factor, name).toBeGreaterThan(0.8);
    expect(factor, name).toBeLessThan(1.25);
  }
});

test("samples of one input that stand or fall together widen the planned intervals", () => {
  const data = pilotData({ samples: 60 });
  const copies = Array.from({ length: 4 }, (_, copy) => copy);
  const repeated: PilotData = {
    ...data,
    ratedSamples: 240,
    inputs: copies.flatMap(() => data.inputs),
    ratings: copies.flatMap((copy) => data.ratings.map((rating) => ({ ...rating, sample: rating.sample + 60 * copy }))),
    judge: copies.flatMap((copy) => data.judge.map((draft) => ({ ...draft, sample: draft.sample + 60 * copy }))),
  };
  const model = sizeModel({}, only(repeated), { level: "ordinal", points: 5, step: 1 }, 0.25);
  expect(model.calibration.alpha).toBeGreaterThan(1.6);
});

test("scales without steps or with very many points are planned as eleven points", () => {
  const of = (change: object) => plannedScale({ ...(criteria[0] as (typeof criteria)[number]), scale: { ...scale, ...change } }, "ordinal");
  expect(of({})).toEqual({ level: "ordinal", points: 5, step: 1 });
  expect(of({ min: 0, max: 100, step: null })).toEqual({ level: "ordinal", points: 11, step: 10 });
  expect(of({ min: 0, max: 100, step: 1 })).toEqual({ level: "ordinal", points: 11, step: 10 });
});

test("labels are planned at the nominal level, and have no distances", () => {
  const scale = {
    kind: "categorical" as const,
    min: 0,
    max: 2,
    step: 1,
    levels: ["no", "partly", "yes"].map((label, value) => ({ value, label, description: "" })),
  };
  const data = pilotData();
  const labelled: PilotData = {
    ...data,
    criteria: [{ ...(criteria[0] as (typeof criteria)[number]), scale }],
    ratings: data.ratings.map((rating) => ({ ...rating, score: rating.score % 3 })),
  };
  expect(plannedScale(labelled.criteria[0] as (typeof criteria)[number], "ordinal")).toEqual({ level: "nominal", points: 3, step: 1 });
  expect(only(labelled)).toMatchObject({ correlation: null, distances: null });
});

test("unordered ratings have no correlation, and nobody's ratings are no pilot", () => {
  expect(only(pilotData(), "nominal").correlation).toBeNull();
  expect(pilotsOf({ ...pilotData(), ratings: [] }, "ordinal")).toEqual([null]);
});

test("samples that more people rate than others do not make distances more alike than equal", () => {
  const data = pilotData({ samples: 6, people: 3, arm: () => "blind" });
  const judge = data.judge.map((draft) => ({ ...draft, score: 3 }));
  // Three people are two points away from the draft on the first sample, and one person is on it on each of the others.
  const uneven = data.ratings
    .filter(({ sample, rater }) => sample === 0 || rater === 0)
    .map((rating) => ({ ...rating, score: rating.sample === 0 ? 5 : 3 }));
  const pilot = only({ ...data, judge, ratings: uneven });
  const { distances } = sizeModel({}, pilot, plannedScale(criteria[0] ?? expect.fail(), "ordinal"), 1);
  expect(distances).toMatchObject({ likeness: 1, spread: expect.closeTo(Math.sqrt(0.9375), 12), source: "pilot" });
});
