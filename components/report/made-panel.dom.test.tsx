import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { MadeDimensions } from "@/lib/domain/report-made";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { MadePanel } from "./made-panel";

const share = (count: number, of: number) => ({ count, share: count / of, interval: null, intervalWhy: "too-few" });
const dimension = (kind: MadeDimensions["kind"], shift: number): MadeDimensions => ({
  ...{ kind, samples: 4, people: 1 },
  actions: { n: 20, accept: share(13, 20), revise: share(4, 20), remove: share(2, 20), add: share(1, 20) },
  ...{ kept: figure(0.75, [0.5, 0.9], 8), shift: figure(shift, [-0.9, 0.3], 8), distance: figure(0.5, [0.1, 0.9], 8) },
});
const base = fixtureReport([{ name: "Overall", agreement: alphas(0.7) }]);

it("each kind of dimension has its row, whose figures open what they count", () => {
  const report = { ...base, made: { "model-x": [dimension("factuality", -0.25), dimension("specific", 0.5)] } };
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <MadePanel report={report} judge="model-x" />
    </FigureLinks>,
  );
  const [, first, second] = screen.getAllByRole("row").map(({ textContent }) => textContent?.replace(/\s+/gu, " "));
  expect(first).toContain("Factuality20 lines by 1 person on 4 samples65.0 %");
  expect(first).toContain("−0.25");
  expect(second).toContain("Specific to one sample");
  const links = screen.getAllByRole("link").map((link) => new URL(link.getAttribute("href") ?? "", "http://x").searchParams);
  const about = (made: string, of: string, outcome: string | null) =>
    links.filter((query) => query.get("made") === made && query.get("of") === of && query.get("outcome") === outcome);
  for (const made of ["factuality", "specific"]) {
    for (const outcome of ["accept", "revise", "remove", "add"]) expect(about(made, "lines", outcome)).toHaveLength(1);
    expect(about(made, "ratings", null)).toHaveLength(3);
  }
  expect(links.every((query) => query.get("judge") === "model-x")).toBe(true);
});

it("nothing is shown where no judge made any, as in reports frozen before", () => {
  const { container } = render(<MadePanel report={{ ...base, made: {} }} judge="model-x" />);
  expect(container.textContent).toBe("");
  const { made: _, ...older } = base;
  expect(render(<MadePanel report={older} judge="model-x" />).container.textContent).toBe("");
});
