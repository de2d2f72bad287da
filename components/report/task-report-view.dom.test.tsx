import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { alphas, figure, fixtureReport } from "./report-fixture";
import { TaskReportView } from "./task-report-view";

const report = fixtureReport([
  { name: "1. Clarity.", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.8]) },
  { name: "2. Truth.", agreement: alphas(null), bias: figure(0.05, [-0.1, 0.2]) },
]);
const show = (judge: string | null) => render(<TaskReportView report={report} level="ordinal" judge={judge} controls={null} />);

describe("the report of a task", () => {
  it("opens with the sentence, what it is computed from, and the caution about anchored scores", () => {
    show("model-x");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      "People agree reliably on one of two criteria, and for the rest it is too early to tell; the judge departs most on “Clarity”, 0.65 points above them.",
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
    expect(truth?.textContent).toContain("–not definednote 1");
    within(section).getByText("Every rating is the same, so agreement cannot be told from chance.");
  });

  it("counts what people did with the draft by line, criterion and annotator", async () => {
    show("model-x");
    screen.getByText("70 accepted · 12 revised · 6 removed · 2 added");
    await userEvent.setup().click(screen.getByRole("radio", { name: "By annotator" }));
    screen.getByText("20 accepted · 6 revised · 4 removed");
  });

  it("shows a pair's figure in the heat map, and disagreement as such", () => {
    show("model-x");
    const map = screen.getByRole("table", { name: /Ordinal alpha of every two raters/u });
    expect(within(map).getAllByText("−0.10")).toHaveLength(2);
    screen.getByText(/Red: less than by chance/u);
  });

  it("leaves out what needs a judge where there is none", () => {
    show(null);
    expect(screen.queryByText("Does the judge order things as people do?")).toBeNull();
    expect(screen.queryByText("judge minus people")).toBeNull();
  });
});
