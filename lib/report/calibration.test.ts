import { expect, test } from "vitest";
import type { Criterion } from "@/lib/domain/criterion";
import { krippendorffAlpha } from "@/lib/stats";
import { calibrationAlphas } from "./calibration";

const points = { min: 1, max: 5, step: 1, levels: [] };
const labels = {
  ...{ kind: "categorical" as const, min: 0, max: 4, step: 1 },
  levels: ["a", "b", "c", "d", "e"].map((label, value) => ({ value, label, description: "" })),
};
const criterion = (id: string, scale: Criterion["scale"]): Criterion => ({
  ...{ id, name: `The ${id}`, definition: "", scale, overall: false, position: 0, sampleId: null },
});
const inputOf: Record<string, string> = { s1: "i1", s2: "i1", s3: "i2", s4: "i3", s5: "i4" };
const given = (criterionId: string, by: Record<string, Record<string, number | null>>) =>
  Object.entries(by).flatMap(([annotatorId, scores]) =>
    Object.entries(scores).map(([sampleId, score]) => ({ annotatorId, sampleId, inputKey: inputOf[sampleId] ?? "", criterionId, score })),
  );
const clear = { ann: { s1: 1, s2: 4, s3: 3, s4: 2 }, bob: { s2: 5, s1: 1, s3: 2, s5: null }, cleo: { s3: 4, s1: 3, s4: null } };
const scores = [...given("c", clear), ...given("l", { ann: { s1: 0, s2: 4, s5: 1 }, bob: { s1: 1, s2: 4, s5: 1 } })];
const clearTable = [
  [1, 1, 3],
  [4, 5, null],
  [3, 2, 4],
  [2, null, null],
];
const clusters = ["i1", "i1", "i2", "i3"];
const alphasOf = (pairwise: boolean) => calibrationAlphas([criterion("c", points), criterion("l", labels)], scores, pairwise);

test("a calibration round's alpha is each criterion's own, ordinal on points and nominal among labels, with an interval over inputs", () => {
  const [found, ofLabels] = alphasOf(false);
  const { value, n, interval } = krippendorffAlpha({ ratings: clearTable, level: "ordinal", clusters });
  expect(found).toMatchObject({ criterionId: "c", name: "The c", level: "ordinal", alpha: { n, units: 3, inputs: 2, why: null } });
  expect(n).toBe(8);
  expect(found?.alpha.value).toBeCloseTo(value ?? Number.NaN, 12);
  expect(found?.alpha.interval?.low).toBeCloseTo(interval?.low ?? Number.NaN, 12);
  const named = krippendorffAlpha({ ratings: [0, 4, 1].map((one, index) => [one, index === 0 ? 1 : one]), level: "nominal" });
  expect(ofLabels).toMatchObject({ criterionId: "l", level: "nominal", alpha: { n: 6, units: 3, inputs: 2 } });
  expect(ofLabels?.alpha.value).toBeCloseTo(named.value ?? Number.NaN, 12);
});

test("of pairs it is nominal, and without two scores of a sample it says why there is none", () => {
  const { value } = krippendorffAlpha({ ratings: clearTable, level: "nominal" });
  expect(alphasOf(true)[0]?.level).toBe("nominal");
  expect(alphasOf(true)[0]?.alpha.value).toBeCloseTo(value ?? Number.NaN, 12);
  const [none] = calibrationAlphas([criterion("c", points)], given("c", { ann: { s1: 1 }, bob: { s2: 2 } }), false);
  expect(none?.alpha).toMatchObject({ value: null, why: "no-pairable-units", units: 0, inputs: 0 });
});
