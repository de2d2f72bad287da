import { describe, expect, it } from "vitest";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { correlationSections, emptyReason } from "./correlation-rows";

const report = fixtureReport([
  { name: "Clarity", agreement: alphas(0.7, [0.6, 0.8]) },
  { name: "Analogies", agreement: alphas(0.5, [0.4, 0.6]) },
]);
const sections = () => correlationSections(report, "model-x");
const row = (title: string, label: string) =>
  sections()
    .find((section) => section.title.startsWith(title))
    ?.rows.find((each) => each.label === label);

describe("the correlation table", () => {
  it("has every comparison of the report, criteria in their own order", () => {
    expect(sections().map(({ title, rows }) => [title, rows.map(({ label }) => label)])).toEqual([
      ["Unit by unit", ["All criteria together", "Clarity", "Analogies"]],
      ["Whole samples", ["Mean of the criteria"]],
      ["Within one input (text level)", ["All inputs and criteria", "Clarity", "Analogies", "Mean of the criteria"]],
      ["Between systems (system level)", ["Clarity", "Analogies", "Mean of the criteria"]],
      ["Two by two", ["Judge with each annotator", "Annotators with each other"]],
    ]);
  });

  it("says what each comparison counts", () => {
    expect(sections().map(({ counts }) => counts)).toEqual(["units", "samples", "groups", "systems", "pairs of raters"]);
  });

  it("gives n with each figure, and how many groups were defined where groups were averaged", () => {
    expect(row("Unit by unit", "Clarity")?.cells.pearson.n).toBe(41);
    expect(row("Unit by unit", "Analogies")?.cells.pearson.n).toBe(42);
    expect(row("Within", "Clarity")?.cells.spearman.n).toBe("9 of 10 inputs");
    expect(row("Within", "Mean of the criteria")?.cells.spearman.n).toBe("8 of 10 inputs");
    expect(row("Two by two", "Judge with each annotator")?.cells.kendallTauB.n).toBe("3 pairs");
    expect(row("Two by two", "Annotators with each other")?.cells.kendallTauB.n).toBe("2 of 3 pairs");
  });

  it("counts a single input in the singular, and the defined ones among several", () => {
    const found = report.correlation["model-x"] ?? expect.unreachable();
    const counted = (definedGroups: number, totalGroups: number) => {
      const meanOverCriteria = { ...found.textLevel.meanOverCriteria, spearman: { value: 0.5, why: null, definedGroups, totalGroups } };
      const one = { ...report, correlation: { "model-x": { ...found, textLevel: { ...found.textLevel, meanOverCriteria } } } };
      return correlationSections(one, "model-x")[2]?.rows.at(-1)?.cells.spearman.n;
    };
    expect([counted(1, 1), counted(1, 9), counted(0, 1)]).toEqual(["1 input", "1 of 9 inputs", "0 of 1 input"]);
  });

  it("puts every coefficient of every comparison in its own place", () => {
    const shown = sections().flatMap(({ title, rows }) =>
      rows.map(({ label, cells }) => [
        title.split(" ")[0],
        label,
        ...(["pearson", "spearman", "kendallTauB"] as const).map((name) => cells[name].value?.toFixed(2) ?? null),
      ]),
    );
    expect(shown).toEqual([
      ["Unit", "All criteria together", "0.89", "0.86", "0.80"],
      ["Unit", "Clarity", "0.84", "0.81", "0.75"],
      ["Unit", "Analogies", "0.82", "0.79", "0.73"],
      ["Whole", "Mean of the criteria", "0.99", "0.96", "0.90"],
      ["Within", "All inputs and criteria", "0.79", "0.76", "0.71"],
      ["Within", "Clarity", "0.73", "0.70", "0.65"],
      ["Within", "Analogies", "0.71", "0.68", "0.63"],
      ["Within", "Mean of the criteria", "0.85", "0.82", "0.77"],
      ["Between", "Clarity", null, null, null],
      ["Between", "Analogies", null, null, null],
      ["Between", "Mean of the criteria", null, null, null],
      ["Two", "Judge with each annotator", "0.70", "0.67", "0.62"],
      ["Two", "Annotators with each other", "0.64", "0.61", "0.56"],
    ]);
    expect(row("Unit by unit", "All criteria together")?.cells.spearman.interval).toMatchObject({ low: 0.76, high: 0.94 });
  });

  it("keeps the reason of an undefined coefficient", () => {
    expect(row("Between", "Clarity")?.cells.pearson).toMatchObject({ value: null, why: "no-variation" });
  });

  it("says once why nothing of a section is defined, and says nothing where something is", () => {
    expect(sections().map(emptyReason)).toEqual([null, null, null, "no-variation", null]);
  });

  it("gives no reason for a section where something is defined, where reasons differ, or that has no rows", () => {
    const [found] = sections().slice(3, 4);
    if (!found) throw new Error("the report has system-level figures");
    const row = found.rows[0];
    if (!row) throw new Error("the section has rows");
    const withCell = (changes: Partial<(typeof row)["cells"]["pearson"]>) => ({
      ...found,
      rows: [...found.rows.slice(1), { ...row, cells: { ...row.cells, pearson: { ...row.cells.pearson, ...changes } } }],
    });
    expect(emptyReason(withCell({}))).toBe("no-variation");
    expect(emptyReason(withCell({ value: 0.5 }))).toBeNull();
    expect(emptyReason(withCell({ why: "no-units" }))).toBeNull();
    expect(emptyReason({ ...found, rows: [] })).toBeNull();
  });

  it("leaves out a criterion without figures, and counts the groups of all inputs and criteria", () => {
    const found = report.correlation["model-x"];
    if (!found) throw new Error("the report has this judge");
    const { Clarity, ...perCriterion } = found.perCriterion;
    const partial = { ...report, correlation: { "model-x": { ...found, perCriterion } } };
    expect(correlationSections(partial, "model-x")[0]?.rows.map(({ label }) => label)).toEqual(["All criteria together", "Analogies"]);
    expect(row("Within", "All inputs and criteria")?.cells.pearson.n).toBe("9 of 10 groups");
  });

  it("is empty for a judge that has scored nothing", () => {
    expect(correlationSections(report, "another")).toEqual([]);
  });
});

describe("the links of the correlation table", () => {
  const linksOf = (of = report) =>
    correlationSections(of, "model-x").map(({ title, rows }) => [title.split(" ")[0], rows.map(({ link }) => link)] as const);

  it("open the units, or samples, that each row counts; rows of groups open what these are made of", () => {
    const judged = (criterion: string, n: number | null) => ({ units: { criterion, judge: "model-x", ratings: "1" }, n });
    const all = (n: number | null, of = "units") => ({ units: { judge: "model-x", ratings: "1", of }, n });
    const links = new Map(linksOf());
    const { pooled, sampleMean } = report.correlation["model-x"] ?? {};
    expect(links.get("Unit")).toEqual([all(pooled?.n ?? 0), judged("Clarity", 41), judged("Analogies", 42)]);
    expect(links.get("Whole")).toEqual([all(sampleMean?.n ?? 0, "samples")]);
    expect(links.get("Within")?.map((link) => link?.n)).toEqual([null, null, null, null]);
    expect(links.get("Two")?.[1]).toEqual({ units: { judge: "model-x", ratings: "2" }, n: null });
  });

  it("open only ratings made without a draft where the figures are of these, first scores among them", () => {
    const blind = new Map(linksOf({ ...report, arms: ["blind", "drafted"] }));
    expect(blind.get("Unit")?.[1]).toEqual({ units: { criterion: "Clarity", judge: "model-x", ratings: "1", arm: "blind" }, n: 41 });
    expect(blind.get("Two")?.[0]).toEqual({ units: { judge: "model-x", ratings: "2", arm: "blind" }, n: null });
    const firsts = new Map(linksOf({ ...report, arms: ["blind", "blind-then-drafted"] }));
    const units = { criterion: "Clarity", judge: "model-x", ratings: "1", undrafted: "true" };
    expect(firsts.get("Unit")?.[1]).toEqual({ units, n: 41 });
  });

  it("open nothing for a metric with a scale of its own, whose scores are of samples", () => {
    const metric = { judgeKind: "metric" as const, metric: { name: "ROUGE-L", scale: { min: 0, max: 1, step: null } } };
    const raters = report.raters.map((rater) => (rater.name === "model-x" ? { ...rater, ...metric } : { ...rater, metric: null }));
    expect(linksOf({ ...report, raters } as typeof report).flatMap(([, links]) => links.filter((link) => link !== null))).toEqual([]);
    const other = report.raters.map((rater) => (rater.name === "model-x" ? rater : { ...rater, ...metric }));
    expect(linksOf({ ...report, raters: other } as typeof report).flatMap(([, links]) => links.filter((link) => link === null))).toEqual(
      [],
    );
  });

  it("say in words what each comparison is", () => {
    for (const { explanation } of correlationSections(report, "model-x")) expect(explanation).toMatch(/^[A-Z].{20,}[.?]$/u);
  });
});
