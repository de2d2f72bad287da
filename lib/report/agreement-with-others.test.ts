import { expect, test } from "vitest";
import { krippendorffAlpha } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { agreementWithOthers, levelAmongOthers } from "./agreement-with-others";
import { draftKept } from "./draft-kept";
import { asColumns } from "./rating-table";

const one = { inputs: 8, criteria: { Clear: [1, 5] as [number, number] } };

test("when there are two annotators, each one's agreement with the other is alpha", () => {
  const data = reportDataFixture({ ...one, annotators: ["Ann", "Bob"] });
  const scores = (rater: number) => data.ratings.filter((rating) => rating.rater === rater).map(({ score }) => score);
  const ratings = scores(0).map((score, unit) => [score, scores(1)[unit] ?? null]);
  const clusters = data.samples.map(({ inputKey }) => inputKey);
  const { value, interval } = krippendorffAlpha({ ratings, level: "ordinal", clusters });
  const [ann, bob] = [...agreementWithOthers(data).values()];
  for (const person of [ann, bob]) expect(person).toMatchObject({ n: 32, units: 16, inputs: 8, others: 1 });
  expect(ann?.value).toBeCloseTo(value ?? Number.NaN, 12);
  expect(ann?.interval?.low).toBeCloseTo(interval?.low ?? Number.NaN, 12);
  expect(bob?.value).toBeCloseTo(value ?? Number.NaN, 12);
});

test("a person who rates at random agrees least, and leaves the others' intervals defined", () => {
  const data = reportDataFixture({ annotators: ["Ann", "Bob", "Cleo", "Zoe"] });
  const ratings = data.ratings.map((rating) =>
    rating.rater === 3 ? { ...rating, score: 1 + ((rating.sample * 7 + rating.criterion * 3) % 5) } : rating,
  );
  const people = [...agreementWithOthers({ ...data, ratings }).values()];
  expect(people.map(({ units }) => units)).toEqual([64, 64, 64, 64]);
  const values = people.map(({ value }) => value ?? Number.NaN);
  for (const value of values.slice(0, 3)) expect(value).toBeGreaterThan((values[3] ?? Number.NaN) + 0.2);
});

test("the excluded are nobody's others, and are compared with everybody who counts", () => {
  const all = reportDataFixture({ ...one, annotators: ["Ann", "Bob", "Zoe"] });
  const data = { ...all, excluded: [{ rater: 2, reason: "Too fast." }] };
  const [ann, bob, zoe] = [...agreementWithOthers(data).values()];
  expect([ann?.others, bob?.others, zoe?.others]).toEqual([1, 1, 2]);
  expect(ann).toEqual(
    [...agreementWithOthers(reportDataFixture({ ...one, annotators: ["Ann", "Bob", "Zoe"], rates: (who) => who !== "Zoe" })).values()][0],
  );
});

test("the order of the ratings changes nothing, even if those of the excluded come first", () => {
  const data = { ...reportDataFixture({ annotators: ["Ann", "Bob", "Cleo", "Zoe"] }), excluded: [{ rater: 3, reason: "Too fast." }] };
  expect(agreementWithOthers({ ...data, ratings: data.ratings.toReversed() })).toEqual(agreementWithOthers(data));
});

test("where one criterion has no ratings and the other no variation, the reason is the missing variation", () => {
  const data = reportDataFixture({ annotators: ["Ann", "Bob"], rates: (_, __, criterion) => criterion === "True" });
  const ratings = data.ratings.map((rating) => ({ ...rating, score: 3 }));
  expect(agreementWithOthers({ ...data, ratings }).get(0)).toMatchObject({ value: null, why: "no-variation", units: 32 });
});

test("nobody else's ratings, no agreement", () => {
  const data = reportDataFixture({ ...one, rates: (who) => who === "Ann" || who === "judge" });
  expect(agreementWithOthers(data).get(0)).toMatchObject({
    ...{ value: null, why: "no-pairable-units", units: 0, others: 0, interval: null, intervalWhy: "undefined-estimate" },
  });
});

test("the share of lines kept counts accepted lines among those accepted, revised or removed, clustered by input", () => {
  const counts = { annotator: 0, judge: 3, criterion: 0, itemKind: "evidence", accept: 3, together: 0, revise: 1, remove: 0, add: 5 };
  const actionCounts = [
    { ...counts, input: 0 },
    { ...counts, input: 2, accept: 1, remove: 3 },
    { ...counts, input: 2, itemKind: "heading", accept: 100 },
  ];
  const kept = draftKept(asColumns({ ...reportDataFixture(), actionCounts }));
  expect([...kept.keys()]).toEqual([0]);
  expect(kept.get(0)).toMatchObject({ value: 4 / 9, n: 9 });
});

test("labels are left out of the ordinal mean, and measured at the nominal level where there is nothing else", () => {
  const numbers = reportDataFixture({ annotators: ["Ann", "Bob", "Cleo"] });
  const relabelled = (which: number[]) => ({
    ...numbers,
    criteria: numbers.criteria.map((criterion, index) =>
      which.includes(index) ? { ...criterion, labels: ["a", "b", "c", "d", "e"] } : criterion,
    ),
  });
  const onlyFirst = {
    ...numbers,
    criteria: numbers.criteria.slice(0, 1),
    ratings: numbers.ratings.filter(({ criterion }) => criterion === 0),
  };
  expect(agreementWithOthers(relabelled([1]))).toEqual(agreementWithOthers(onlyFirst));
  expect([levelAmongOthers(relabelled([1])), levelAmongOthers(relabelled([0, 1]))]).toEqual(["ordinal", "nominal"]);
  expect(levelAmongOthers({ ...numbers, task: { ...numbers.task, kind: "pairwise" } })).toBe("nominal");
  expect(levelAmongOthers({ ...numbers, criteria: [] })).toBe("ordinal");
  const [named, ordered] = [relabelled([0, 1]), numbers].map((data) => agreementWithOthers(data).get(0)?.value ?? Number.NaN);
  expect(named).toBeLessThan((ordered ?? 0) - 0.1);
});
