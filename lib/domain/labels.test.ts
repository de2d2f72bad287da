import { describe, expect, it } from "vitest";
import { labelled } from "@/lib/testing/labels";
import { criterionContent, parseScale, scale } from "./criterion";
import { criterionFromText, criterionToText } from "./criterion-text";
import { labelOf, labelsOf, scoreOfLabel, scoreText } from "./labels";
import { preferenceScale } from "./pair-outputs";
import { pairScaleProblem } from "./preference";
import { hasSamePoints, isSameScale } from "./same-scale";
import { pointsAround, scalePoints, snapToScale } from "./scale-points";

const source = labelled("in the source", "not in the source", "unclear");
const issuesOf = (given: unknown) =>
  (scale.safeParse(given).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("a categorical scale", () => {
  it("numbers its labels in the order they are shown", () => {
    expect(source).toEqual({
      kind: "categorical",
      min: 0,
      max: 2,
      step: 1,
      levels: [
        { value: 0, label: "in the source", description: "" },
        { value: 1, label: "not in the source", description: "" },
        { value: 2, label: "unclear", description: "" },
      ],
    });
    expect(scalePoints(source)).toEqual([0, 1, 2]);
    expect(snapToScale(source, 3)).toBeNull();
    expect(pointsAround(source, 0.7)).toBeNull();
  });

  it("is read back from what the product itself writes", () => {
    expect(scale.parse(structuredClone(source))).toEqual(source);
  });

  it("tidies the space in labels and keeps their descriptions", () => {
    const given = { kind: "categorical", levels: [{ label: " oh\n yes ", description: "Stated." }, { label: "no" }] };
    expect(scale.parse(given).levels).toEqual([
      { value: 0, label: "oh yes", description: "Stated." },
      { value: 1, label: "no", description: "" },
    ]);
  });

  const two = [{ label: "yes" }, { label: "no" }];
  it.each<[string, object, string]>([
    ["a lowest score", { min: 1, levels: two }, "min: A categorical scale has labels and no min. Leave it out."],
    ["a highest score", { max: 5, levels: two }, "max: A categorical scale has labels and no max. Leave it out."],
    ["steps", { step: 0.5, levels: two }, "step: A categorical scale has labels and no step. Leave it out."],
    ["any number", { step: null, levels: two }, "step: A categorical scale has labels and no step. Leave it out."],
    [
      "the levels of a scale of numbers",
      {
        levels: [
          { value: 1, label: "poor" },
          { value: 5, label: "good" },
        ],
      },
      'levels.0.value: The label "poor" has no score 1. Leave value out.',
    ],
    ["one label", { levels: [{ label: "yes" }] }, "levels: A categorical criterion needs at least two labels."],
    ["a label twice", { levels: [...two, { label: "YES " }] }, 'levels.2.label: The label "YES" occurs twice.'],
    ["an empty label", { levels: [{ label: " " }, { label: "no" }] }, "levels.0.label: A label is empty."],
    ["a label with a bar", { levels: [{ label: "a|b" }, { label: "no" }] }, 'levels.0.label: A label is a text without "|".'],
  ])("refuses %s by name", (_, given, message) => {
    expect(issuesOf({ kind: "categorical", ...given })).toContain(message);
  });

  it("has at most thirty labels", () => {
    const many = (count: number) => ({
      kind: "categorical",
      levels: Array.from({ length: count }, (__, at) => ({ label: `label ${at}` })),
    });
    expect(issuesOf(many(30))).toEqual([]);
    expect(issuesOf(many(31))).toHaveLength(1);
  });

  it("is named by its kind; a scale of numbers has none", () => {
    expect(issuesOf({ kind: "ordinal", min: 1, max: 5 })).toEqual(['kind: kind is "categorical", or left out for a scale of numbers.']);
    expect(scale.parse({ min: 1, max: 5 })).toEqual({ min: 1, max: 5, step: 1, levels: [] });
    expect(issuesOf({ min: 1 })[0]).toMatch(/^max: /u);
  });

  it("is no scale for pairs", () => {
    expect(pairScaleProblem("pairwise", [{ name: "Cause", scale: labelled("a", "b", "c") }])).toMatch(
      /"Cause" needs .*not the labels "a", "b", "c"\. A label does not say which of the two outputs it describes; .* one output at a time\./u,
    );
  });
});

describe("a label", () => {
  it("names its score in any case and spacing", () => {
    expect([" Not in  the SOURCE", "unclear", "in source", ""].map((text) => scoreOfLabel(source, text))).toEqual([1, 2, null, null]);
    expect([0, 2, 3, 0.5].map((score) => labelOf(source, score))).toEqual(["in the source", "unclear", null, null]);
  });

  it("does not exist on a scale of numbers, whose levels only describe points", () => {
    expect(labelsOf(preferenceScale)).toBeNull();
    expect(scoreOfLabel(preferenceScale, "Tie")).toBeNull();
    expect(scoreText(preferenceScale, 1)).toBe("1");
    expect(scoreText(source, 1)).toBe("not in the source");
  });
});

describe("two categorical scales", () => {
  it("differ by a label, by the order, and from numbers with the same ends", () => {
    const numbers = { ...source, kind: undefined };
    expect(hasSamePoints(source, labelled("in the source", "not in the source", "unclear"))).toBe(true);
    for (const other of [
      labelled("in the source", "elsewhere", "unclear"),
      labelled("unclear", "in the source", "not in the source"),
      numbers,
    ]) {
      expect(hasSamePoints(source, other)).toBe(false);
      expect(isSameScale(source, other)).toBe(false);
    }
  });
});

it("the short form of a scale takes labels with bars between them", () => {
  expect(labelsOf(parseScale("true | false|unclear") ?? preferenceScale)).toEqual(["true", "false", "unclear"]);
  expect(parseScale("true|True")).toBeNull();
  expect(parseScale("true|")).toBeNull();
});

it("a categorical criterion written as text is read back the same", () => {
  const given = criterionContent.parse({
    name: "Cause",
    definition: "Why is it wrong?",
    group: "general",
    scale: {
      kind: "categorical",
      levels: [{ label: 'made: "up"', description: "Nowhere in it." }, { label: "out of date" }, { label: "4 = four:" }],
    },
  });
  const text = criterionToText(given);
  expect(text.split("\n").slice(-4)).toEqual(["Labels:", String.raw`"made: \"up\"": Nowhere in it.`, '"out of date"', '"4 = four:"']);
  expect(criterionFromText(text, preferenceScale)).toEqual(given);
});

it("a definition that ends with the word Labels is no categorical criterion", () => {
  const read = criterionFromText("Cause\nLabels:\nwhatever they are", preferenceScale);
  expect(read).toMatchObject({ definition: "Labels:\nwhatever they are", scale: preferenceScale });
});
