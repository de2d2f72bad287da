import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { loadChapters } from "./chapters";
import { TaskReportView } from "./task-report-view";

beforeAll(loadChapters);

const report = fixtureReport([
  { name: "1. Clarity.", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.8]) },
  { name: "2. Truth.", agreement: alphas(null), bias: figure(0.05, [-0.1, 0.2]) },
]);
const show = (judge: string | null) => render(<TaskReportView report={report} level="ordinal" judge={judge} controls={null} />);

describe("the report of a task", () => {
  it("opens with the sentence, what it is computed from, and the caution about anchored scores", () => {
    show("model-x");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      "Agreement between people is at least .667 on one of two criteria and not defined on one; the judge departs most on “Clarity”, 0.65 points above them.",
    );
    screen.getByText(/Three annotators and one judge \(model-x\) on 20 samples/u);
    screen.getByText(/Every annotator saw the draft before scoring/u);
  });

  it("gives each figure with its interval, and says in words why one is missing", () => {
    show("model-x");
    const section = screen.getByRole("region", { name: "Agreement for each criterion" });
    const [, clarity, truth] = within(within(section).getByRole("table")).getAllByRole("row");
    expect(clarity?.textContent).toContain("0.800.70 to 0.88");
    expect(clarity?.textContent).toContain("+0.65+0.50 to +0.80");
    expect(clarity?.textContent).toContain("judge lenient");
    expect(clarity?.textContent).toContain("at least .667");
    // Reports of earlier versions have no interval of the scores changed.
    expect(clarity?.textContent).toContain("20.0\u00a0%note 2of 60");
    within(section).getByText("No interval was computed.");
    expect(truth?.textContent).toContain("–not definednote 3");
    within(section).getByText("Every rating is the same, so agreement cannot be distinguished from chance.");
  });

  it("counts what people did with the draft by line, criterion and annotator", async () => {
    show("model-x");
    const linesOf = (name: string) =>
      within(screen.getByText(name, { selector: "dt span" }).closest("div") as HTMLElement)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent?.replace(/\s/gu, " "));
    expect(linesOf("All lines")).toEqual([
      "78.1 % accepted 75, 68–86 %",
      "13.5 % revised 13, 4–22 %",
      "6.3 % removed 6, 0–14 %",
      "2.1 % added 2, 0–10 %",
    ]);
    expect(linesOf("Explanation")).toEqual(["83.3 % accepted 5, 73–91 %", "16.7 % revised 1, 7–25 %"]);
    screen.getByText("9 reasons given");
    const reasons = within(screen.getByRole("region", { name: "Why people overruled it" })).getAllByRole("listitem");
    expect(reasons.map(({ textContent }) => textContent?.replace(/\s/gu, " "))).toEqual(["wrong score6 66.7 %", "made up3 33.3 %"]);
    await userEvent.setup().click(screen.getByRole("radio", { name: "By annotator" }));
    expect(linesOf("Ben").map((line) => line?.replace(/,.*/u, ""))).toEqual(["66.7 % accepted 20", "20.0 % revised 6", "13.3 % removed 4"]);
  });

  it("shows a pair's figure in the heat map, and disagreement as such", () => {
    show("model-x");
    const map = screen.getByRole("table", { name: /Ordinal alpha of every two raters/u });
    expect(within(map).getAllByText("−0.10")).toHaveLength(2);
    screen.getByText(/Red: less than by chance/u);
  });

  it("opens the heat map with the mean over criteria; each criterion and all of them pooled are a choice away, pooling explained", async () => {
    show("model-x");
    const user = userEvent.setup();
    const between = () => within(screen.getByRole("table", { name: /Ordinal alpha of every two raters/u }));
    const choose = async (name: string) => {
      await user.click(screen.getByRole("combobox", { name: "Criteria compared" }));
      await user.click(screen.getByRole("option", { name }));
    };
    expect(between().getAllByText("0.91")).toHaveLength(2);
    await choose("Truth");
    expect(between().getAllByText("0.87")).toHaveLength(2);
    await choose("All criteria pooled");
    expect(between().getAllByText("0.95")).toHaveLength(2);
    screen.getByText(/two raters who both score one criterion higher than another seem to agree/u);
  });

  it("sums up with the mean over criteria; the pooled figure is a click away, with what it measures besides agreement", () => {
    show("model-x");
    const section = screen.getByRole("region", { name: "Agreement for each criterion" });
    const rows = within(within(section).getByRole("table")).getAllByRole("row");
    expect(rows.at(-1)?.textContent).toBe("Mean over criteria2 criteria0.470.36 to 0.580.490.39 to 0.59");
    const pooled = within(section).getByText("All criteria pooled").closest("details");
    expect(pooled?.open).toBe(false);
    expect(pooled?.textContent).toContain("People 0.61 (0.51 to 0.69); with the judge 0.63 (0.53 to 0.72).");
    expect(pooled?.textContent).toContain("usually above the mean over criteria");
  });

  it("says why nothing is pooled over unlike scales", () => {
    const none = { ...alphas(null).nominal, why: "mixed-scales" };
    const pooled = { why: "mixed-scales", annotators: { nominal: none, ordinal: none, interval: none, ratio: none }, withJudge: {} };
    const mixed = { ...report, agreement: { ...report.agreement, pooled } };
    render(<TaskReportView report={mixed} level="ordinal" judge="model-x" controls={null} />);
    const note = screen.getByText("All criteria pooled").closest("details");
    expect(note?.textContent).toContain("People not defined. The criteria have different scales".replace(". The", ".The"));
  });

  it("compares systems on the units that people and the judge have both scored", async () => {
    show("model-x");
    screen.getByText(/on the units that people and model-x have both scored/u);
    const row = () => screen.getByRole("rowheader", { name: "system one" }).closest("tr");
    expect(row()?.textContent).toBe("system one3.504.25+0.75+0.40 to +1.1038");
    const user = userEvent.setup();
    await user.click(screen.getByRole("combobox", { name: "Criterion" }));
    await user.click(screen.getByRole("option", { name: "Truth" }));
    expect(row()?.textContent).toBe("system one4.304.90+0.60+0.20 to +1.0018");
  });

  it("says how many units it would take where the interval crosses .667", () => {
    const open = fixtureReport([{ name: "Clarity", agreement: alphas(0.6, [0.5, 0.7], { units: 200, inputs: 50 }) }]);
    render(<TaskReportView report={open} level="ordinal" judge={null} controls={null} />);
    const [, clarity] = within(
      within(screen.getByRole("region", { name: "Agreement for each criterion" })).getByRole("table"),
    ).getAllByRole("row");
    expect(clarity?.textContent).toContain("cannot tell yetabout 446 units would tell");
  });

  it("leaves out what needs a judge where there is none", () => {
    show(null);
    expect(screen.queryByText("Does the judge order things as people do?")).toBeNull();
    expect(screen.queryByText("judge minus people")).toBeNull();
  });
});
