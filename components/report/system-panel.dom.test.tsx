import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { readTable } from "@/lib/testing/read-table";
import { alphas, fixtureReport, fixtureStability } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { SystemPanel } from "./system-panel";

const base = fixtureReport([
  { name: "Clarity", agreement: alphas(0.7) },
  { name: "Truth", agreement: alphas(0.5) },
]);
const { Clarity: clear } = fixtureStability.perCriterion;
const none = { ...clear, value: null, why: "none-apart", n: 16, systems: 3, pairs: 2, ordered: 0 };

const report = (stability?: TaskReport["scores"]["stability"]): TaskReport => ({
  ...base,
  scores: { ...base.scores, ...(stability && { stability }) },
});

it.each(["model-x", null])(
  "says how surely a repeat would rank the systems alike, of how much and from which draws (judge: %s)",
  (judge) => {
    render(
      <FigureLinks projectId="p" taskId="t" filter={{}}>
        <SystemPanel report={report({ resamples: 2001, seed: 8, perCriterion: { Clarity: clear, Truth: none } })} judge={judge} />
      </FigureLinks>,
    );
    const rows = readTable("Would a repeat rank the systems alike?");
    expect(rows[0]).toEqual({ "": "Clarity", "order kept": "91.3 %", "pairs apart": "5", "of pairs": "6", systems: "4", inputs: "17" });
    expect(rows[1]).toMatchObject({ "": "Truth", "pairs apart": "0", "of pairs": "2", systems: "3", inputs: "16" });
    expect(rows[1]?.["order kept"]).toMatch(/^–/u);
    screen.getByText(/No two systems are significantly apart/u);
    screen.getByText(/2,001 draws of the inputs, the same for all systems \(seed 8\)/u);
    const link = screen.getByText("91.3 %").closest("a")?.getAttribute("href") ?? "";
    expect(new URL(link, "http://x").searchParams.get("criterion")).toBe("Clarity");
  },
);

it("lists the means in a table that has the name of its section", () => {
  render(<SystemPanel report={base} judge={null} />);
  expect(readTable("Means by system").map((row) => row[""])).toEqual(["system one", "system two"]);
});

it("says nothing of repeats in reports that were frozen before, or while intervals are computed", () => {
  render(<SystemPanel report={report()} judge="model-x" />);
  expect(screen.getAllByRole("table")).toHaveLength(1);
  expect(screen.queryByText(/draws of the inputs/u)).toBeNull();
});
