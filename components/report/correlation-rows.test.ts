import { describe, expect, it } from "vitest";
import { correlationSections, emptyReason } from "./correlation-rows";
import { alphas, fixtureReport } from "./report-fixture";

const report = fixtureReport([
  { name: "Clarity", agreement: alphas(0.7, [0.6, 0.8]) },
  { name: "Analogies", agreement: alphas(0.5, [0.4, 0.6]) },
]);
const sections = correlationSections(report, "model-x");
const row = (title: string, label: string) =>
  sections.find((section) => section.title.startsWith(title))?.rows.find((each) => each.label === label);

describe("the correlation table", () => {
  it("has every comparison of the report, criteria in their own order", () => {
    expect(sections.map(({ title, rows }) => [title, rows.map(({ label }) => label)])).toEqual([
      ["All ratings", ["All criteria together", "Clarity", "Analogies"]],
      ["Whole samples", ["Mean of the criteria"]],
      ["Within one input (text level)", ["All inputs and criteria", "Clarity", "Analogies", "Mean of the criteria"]],
      ["Between systems (system level)", ["Clarity", "Analogies", "Mean of the criteria"]],
      ["Two by two", ["Judge with each annotator", "Annotators with each other"]],
    ]);
  });

  it("gives n with each figure, and how many groups were defined where groups were averaged", () => {
    expect(row("All ratings", "Clarity")?.cells.pearson.n).toBe("40");
    expect(row("Within", "Clarity")?.cells.spearman.n).toBe("9 of 10 inputs");
    expect(row("Two by two", "Judge with each annotator")?.cells.kendallTauB.n).toBe("3 pairs");
  });

  it("keeps the reason of an undefined coefficient", () => {
    expect(row("Between", "Clarity")?.cells.pearson).toMatchObject({ value: null, why: "no-variation" });
  });

  it("says once why nothing of a section is defined, and says nothing where something is", () => {
    expect(sections.map(emptyReason)).toEqual([null, null, null, "no-variation", null]);
  });

  it("is empty for a judge that has scored nothing", () => {
    expect(correlationSections(report, "another")).toEqual([]);
  });
});
