import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { NextPanel } from "./next-panel";

const base = fixtureReport([
  { name: "Clarity", agreement: alphas(0.7) },
  { name: "Cause", agreement: alphas(0.5) },
]);

const withForecast = (forecast: TaskReport["chapters"]["next"]["forecast"], precision = fixtureChapters().next.precision): TaskReport => {
  const { forecast: _, ...next } = fixtureChapters().next;
  return { ...base, chapters: { ...fixtureChapters(), next: { ...next, precision, ...(forecast && { forecast }) } } };
};

const clear = fixtureChapters().next.forecast?.perCriterion.Clarity ?? expect.unreachable();
const none = { mean: { ...figure(0), value: null, why: "labels" }, perUnit: null, why: "labels", rows: [] };

it("says how far the interval of people's mean would reach with more people and with more units, under what alpha takes", () => {
  render(<NextPanel report={withForecast({ values: [1, 2, 3], perCriterion: { Clarity: clear, Cause: none } })} judge="model-x" />);
  const [first, second, labels] = readTable("Reach of the interval");
  expect(first).toEqual({
    ...{ "": "Clarity", "people’s mean now": "3.423.20 to 3.64n = 22", "ratings per unit now": "1.90", units: "22" },
    ...{ "1 person": "0.31", "2 people": "0.23", "3 people": "0.19" },
  });
  expect(second).toMatchObject({
    "people’s mean now": "",
    "ratings per unit now": "",
    units: "44",
    "1 person": "0.21",
    "3 people": "0.13",
  });
  expect(labels).toMatchObject({ "": "Cause", units: "–" });
  for (const head of ["people’s mean now", "1 person", "3 people"]) expect(labels?.[head]).toMatch(/^–/u);
  screen.getByText(/Labels have no order and no distances/u);
  screen.getByText(/More people narrow what ratings of a unit differ by chance/u);
  expect(screen.getAllByRole("table").map((table) => table.querySelector("caption")?.textContent)).toEqual([
    ...["Units for a wanted precision", "Units for a wanted precision of the correlation", "Reach of the interval", "Samples to rate next"],
  ]);
});

it("says what the correlation of the judge takes, of no other, and nothing where none scores or the report was frozen before", () => {
  const table = "Units for a wanted precision of the correlation";
  const shownFor = (report: TaskReport, judge: string | null) => {
    const { unmount } = render(<NextPanel report={report} judge={judge} />);
    const rows = screen.queryByRole("table", { name: table }) ? readTable(table) : [];
    unmount();
    return rows;
  };
  const report = withForecast(undefined);
  expect(shownFor(report, "model-x")).toEqual([
    { "": "Clarity", "correlation now": "0.520.36 to 0.65", "units now": "40", "±0.05": "410" },
  ]);
  expect([shownFor(report, "model-y"), shownFor(report, null)]).toEqual([[], []]);
  const { correlations: _, ...next } = report.chapters.next;
  expect(shownFor({ ...report, chapters: { ...report.chapters, next } }, "model-x")).toEqual([]);
});

it("stands alone where alpha has no interval, and is not there in reports frozen before", () => {
  const { unmount } = render(
    <NextPanel report={withForecast({ values: [1, 2, 3], perCriterion: { Clarity: clear } }, {})} judge="model-x" />,
  );
  expect(readTable("Reach of the interval")).toHaveLength(2);
  expect(screen.queryByRole("table", { name: "Units for a wanted precision" })).toBeNull();
  unmount();
  render(<NextPanel report={withForecast(undefined)} judge="model-x" />);
  expect(screen.queryByRole("table", { name: "Reach of the interval" })).toBeNull();
});

it("leaves out criteria whose alpha has no interval to narrow, and says that of means that do not vary", () => {
  const { Clarity = expect.unreachable() } = fixtureChapters().next.precision;
  const same = { ...none, mean: figure(3), perUnit: 2, why: "no-variation" };
  render(
    <NextPanel
      report={withForecast({ values: [1], perCriterion: { Cause: same } }, { Clarity, Cause: { ...Clarity, needed: [] } })}
      judge="model-x"
    />,
  );
  expect(readTable("Units for a wanted precision").map((row) => row[""])).toEqual(["Clarity"]);
  screen.getByText(/There is no interval that could be narrower/u);
  expect(screen.queryByText(/Every rating is the same/u)).toBeNull();
});
