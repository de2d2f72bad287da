import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { drawnIntervals } from "@/lib/testing/drawn-intervals";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { WrongDraftsPanel } from "./wrong-drafts-panel";

const base = fixtureReport([{ name: "Overall", agreement: alphas(0.7) }]);
const report = {
  ...base,
  planted: {
    "model-x": {
      arms: ["drafted" as const],
      all: figure(0.45, [0.2, 0.7], 20),
      people: { Ann: figure(0.75, [0.4, 0.9], 12), Bob: figure(0, [0, 0.32], 8) },
    },
  },
};

it("everybody and each person have a row in order of name, whose figures open the scores that they count", () => {
  render(
    <FigureLinks projectId="p" taskId="t" filter={{ annotator: "P1" }}>
      <WrongDraftsPanel report={report} judge="model-x" />
    </FigureLinks>,
  );
  const rows = screen.getAllByRole("row").map(({ textContent }) => textContent?.replace(/\s+/gu, " "));
  expect(rows.map((row) => row?.match(/^(Annotator|All people|Ann|Bob)/u)?.[0])).toEqual(["Annotator", "All people", "Ann", "Bob"]);
  expect(rows[1]).toContain("45.0 %");
  expect(rows[1]).toContain("9 of 20");
  expect(rows[2]).toContain("75.0 %");
  expect(rows[2]).toContain("40.0 % to 90.0 %");
  const links = screen.getAllByRole("link").map((link) => {
    const query = new URL(link.getAttribute("href") ?? "", "http://x").searchParams;
    expect([query.get("judge"), query.get("of"), query.get("annotator")]).toEqual(["model-x", "ratings", "P1"]);
    return [query.get("human"), query.get("planted"), link.dataset.units];
  });
  // A row's name opens all that the row is of; who caught none leads to all that could have been.
  const rowOf = (name: string | null, ...figures: [string, string][]) => [["all", ""], ...figures].map((one) => [name, ...one]);
  const expected = [
    ...rowOf(null, ["caught", "9"], ["all", "20"]),
    ...rowOf("Ann", ["caught", "9"], ["all", "12"]),
    ...rowOf("Bob", ["all", "8"], ["all", "8"]),
  ];
  expect(links.map(String).sort()).toEqual(expected.map(String).sort());
});

it("draws each share with its interval on one axis", () => {
  const { container } = render(<WrongDraftsPanel report={report} judge="model-x" />);
  expect(drawnIntervals(container.querySelector("table"))).toEqual({
    axis: ["0 %", "100 %"],
    rows: [
      ["45%", "20%", "70%"],
      ["75%", "40%", "90%"],
      ["0%", "0%", "32%"],
    ],
  });
});

it("says which work it is of, and that it is no verdict", () => {
  render(<WrongDraftsPanel report={report} judge="model-x" />);
  screen.getByText("From work with such a draft in view (drafted), which is in no other figure");
  screen.getByText(/Evidence, not a verdict/u);
});

it("nothing is shown of a judge whose drafts were all honest, and in a study without wrong ones", () => {
  expect(render(<WrongDraftsPanel report={report} judge="another" />).container.textContent).toBe("");
  expect(render(<WrongDraftsPanel report={base} judge="model-x" />).container.textContent).toBe("");
});
