import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { fixtureScores } from "@/lib/testing/chapters-fixture";
import { readTable } from "@/lib/testing/read-table";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { MeetingPanel } from "./meeting-panel";

const name = "Units by people’s median and the judge’s score";

it("shows units, and on demand each cell's share of its row beside them", async () => {
  const report = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
  render(<MeetingPanel report={report} found={[{ name: "Clarity", scores: fixtureScores }]} judge="model-x" />);
  const units = [
    { "": "1", 1: "11", 2: "3" },
    { "": "2", 1: "4", 2: "17" },
  ];
  expect(readTable(name)).toEqual(units);
  await userEvent.click(screen.getByRole("radio", { name: "Shares of rows" }));
  expect(readTable(name)).toEqual([
    { "": "1", 1: "1178.6 %", 2: "321.4 %" },
    { "": "2", 1: "419.0 %", 2: "1781.0 %" },
  ]);
  await userEvent.click(screen.getByRole("radio", { name: "Units" }));
  expect(readTable(name)).toEqual(units);
});
