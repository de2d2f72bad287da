import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CriteriaRates, PanelFigures } from "@/lib/domain/criteria-round";
import { RoundFigures } from "./round-figures";

const rates = (accept: number, revise: number, remove: number, add: number): CriteriaRates => {
  const n = accept + revise + remove + add;
  const of = (count: number) => ({ count, share: n === 0 ? null : count / n });
  return { accept: of(accept), revise: of(revise), remove: of(remove), add: of(add), n };
};
const figures: PanelFigures = {
  experts: 3,
  criteria: 10,
  alpha: { value: 0.42, why: null, n: 30, low: 0.11, high: 0.73 },
  // ROCStories of the paper: 17, 3, 10 and 1 of 31.
  byExperts: { all: rates(17, 3, 10, 1), general: rates(12, 1, 4, 0), taskSpecific: rates(5, 2, 6, 1), unstated: rates(0, 0, 0, 0) },
  consensus: null,
};
const rows = () => screen.getAllByRole("row").map((row) => row.textContent?.replaceAll("\u00A0", " "));

test("the rates are those of the paper's table, each with its count, by group, and groups without criteria are left out", () => {
  render(<RoundFigures figures={figures} />);
  expect(rows()).toEqual([
    "CountedApproveReviseDeleteAddn",
    "By experts54.8 %179.7 %332.3 %103.2 %131",
    "General70.6 %125.9 %123.5 %40.0 %017",
    "Task-specific35.7 %514.3 %242.9 %67.1 %114",
  ]);
  expect(document.body.textContent).toContain("alpha 0.42, 0.11 to 0.73 (nominal, n = 30)");
  expect(document.body.textContent).toContain("shown once every criterion is decided");
});

test("the consensus has its own rows, and an undefined alpha says why", () => {
  const consensus = { all: rates(6, 1, 3, 2), general: rates(0, 0, 0, 0), taskSpecific: rates(0, 0, 0, 0), unstated: rates(6, 1, 3, 2) };
  render(<RoundFigures figures={{ ...figures, consensus, alpha: { value: null, why: "no-variation", n: 30, low: null, high: null } }} />);
  expect(rows().slice(4)).toEqual(["By consensus50.0 %68.3 %125.0 %316.7 %212", "Not stated50.0 %68.3 %125.0 %316.7 %212"]);
  expect(document.body.textContent).toContain("All of them did the same everywhere");
});
