import { expect, test } from "vitest";
import { type CriterionContent, criterionContent, type ScaleInput } from "@/lib/domain/criterion";
import { preferenceScale, preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import { diffCriteria } from "./diff-criteria";
import { oldLevelTexts } from "./old-level-texts";

const scaled = (scale: ScaleInput): CriterionContent => criterionContent.parse({ name: "Cause", scale });
const labels = (...levels: NonNullable<ScaleInput["levels"]>) => scaled({ kind: "categorical", levels });
const five = scaled({ min: 1, max: 5, levels: [{ value: 5, label: "good", description: "All of it." }] });
const two = labels({ label: "made up", description: "Nowhere." }, { label: "old", description: "Since changed." });

test.each<[string, CriterionContent, CriterionContent, RegExp | null]>([
  ["five points become ten, with the text of 5", five, scaled({ min: 1, max: 10, levels: five.scale.levels }), /"Cause" .* says about 5 /u],
  ["only the name of the level stays", five, scaled({ min: 1, max: 10, levels: [{ value: 5, label: "good" }] }), /5/u],
  ["the text moves to another point", five, scaled({ min: 1, max: 10, levels: [{ value: 10, description: "All of it." }] }), /10/u],
  ["ten points have texts of their own", five, scaled({ min: 1, max: 10, levels: [{ value: 5, label: "fair" }] }), null],
  [
    "a level without a text gets another name",
    scaled({ min: 1, max: 5, levels: [{ value: 5, label: "good" }] }),
    scaled({ min: 1, max: 10, levels: [{ value: 5, label: "fair" }] }),
    null,
  ],
  [
    "a level without a name gets another text",
    scaled({ min: 1, max: 5, levels: [{ value: 5, description: "All." }] }),
    scaled({ min: 1, max: 10, levels: [{ value: 5, description: "Half." }] }),
    null,
  ],
  [
    "three points round 0 become five",
    scaled({ min: -1, max: 1, step: 1, levels: [{ value: 1, description: "All." }] }),
    scaled({ min: 1, max: 5, levels: [{ value: 1, description: "All." }] }),
    /says about 1 /u,
  ],
  ["the scale is the same", five, scaled({ min: 1, max: 5, levels: five.scale.levels }), null],
  ["points become labels with an old text", five, labels({ label: "good", description: "All of it." }, { label: "bad" }), /"good"/u],
  ["points become labels", five, labels({ label: "good" }, { label: "bad" }), null],
  [
    "labels become points with an old text",
    two,
    scaled({ min: 0, max: 1, levels: [{ value: 0, description: "Nowhere." }] }),
    /says about 0 /u,
  ],
  ["a renamed label keeps the old text", two, labels({ label: "invented", description: "Nowhere." }, { label: "old" }), /"invented"/u],
  ["two labels swap their texts", two, labels({ label: "made up", description: "Since changed." }, { label: "new" }), /"made up"/u],
  [
    "a label is added beside those there",
    two,
    labels(...two.scale.levels.map(({ value: _, ...level }) => level), { label: "other" }),
    null,
  ],
  ["a tie is no longer allowed", scaled(preferenceScale), scaled(preferenceScaleWithoutTie), null],
])("when %s", (_, before, after, refusal) => {
  const problem = oldLevelTexts(before, after);
  if (refusal === null) expect(problem).toBeNull();
  else expect(problem).toMatch(refusal);
});

test("another set of labels, and labels in another order, are a change between versions", () => {
  const [kept, swapped] = [two.scale.levels, two.scale.levels.toReversed()].map((levels) =>
    labels(...levels.map(({ value: _, ...level }) => level)),
  );
  expect(diffCriteria([two], [kept ?? five])[0]?.kind).toBe("same");
  expect(diffCriteria([two], [swapped ?? five])[0]?.kind).toBe("changed");
});
