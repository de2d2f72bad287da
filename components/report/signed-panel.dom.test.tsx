import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fixtureInfluence } from "@/lib/testing/influence-fixture";
import { readTable } from "@/lib/testing/read-table";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { SignedPanels } from "./signed-panel";

const influence = fixtureInfluence("Clear");

test("scores above and below the draft are shown side by side, and labels have none", () => {
  const criteria = [
    { name: "Clear", agreement: alphas(0.5) },
    { name: "Cause", agreement: alphas(0.5), labels: ["a", "b"] },
  ];
  const report = fixtureReport(criteria, { influence });
  const { unmount } = render(<SignedPanels report={report} judge={null} />);
  expect(screen.getByRole("heading", { name: "Above or below the draft: model-x" })).toBeTruthy();
  expect(readTable("Score minus draft, in points")).toEqual([
    {
      "": "All criteria",
      blind: expect.stringMatching(/^−0\.35/),
      drafted: expect.stringMatching(/^−0\.14/),
      difference: expect.stringMatching(/^\+0\.21/),
    },
    {
      "": "Clear",
      blind: expect.stringMatching(/^\+0\.33/),
      drafted: expect.stringMatching(/^\+0\.16/),
      difference: expect.stringMatching(/^−0\.17/),
    },
  ]);
  unmount();
  const [comparison] = influence.comparisons;
  // As in reports that were frozen before.
  const old = { ...influence, comparisons: [{ ...comparison, signed: undefined }] } as typeof influence;
  render(<SignedPanels report={{ ...report, influence: old }} judge={null} />);
  expect(screen.queryByRole("heading")).toBeNull();
});
