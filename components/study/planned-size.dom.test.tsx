import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fixtureSize } from "@/lib/testing/plan-size-fixture";
import { PlannedSizePanel } from "./planned-size";

test("a started study says what it was planned for, what was wanted, and what that rests on", () => {
  render(<PlannedSizePanel size={fixtureSize()} />);
  const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ["alpha", "±0.31", "±0.10"],
    ["correlation", "±0.42", "±0.10"],
    ["difference", "±0.53", "±0.10"],
    ["alphas’ difference", "–", "±0.10"],
    ["test passed", "27 %", "80 %"],
  ]);
  expect(
    screen.getByText(/^What the planner said as the study started\. Expected half-widths .* from 60 ratings of 10 samples by 4 people\.$/),
  ).toBeTruthy();
  expect(screen.getByText(/agreement of two people, alpha: 0\.43 \(from the ratings so far\)/)).toBeTruthy();
});
