import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { figure } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { BlandAltmanChart } from "./bland-altman-chart";

type Figures = NonNullable<ScoresOfJudge["blandAltman"]>;

const limit = (value: number) => ({ value, interval: null });
const figures: Figures = {
  ...{ n: 961, bias: figure(0.25), low: limit(-2), high: limit(2), slope: figure(0) },
  bubbles: [
    { mean: 1.5, difference: 1, n: 192 },
    { mean: 2.5, difference: -0.5, n: 768 },
    { mean: 4.5, difference: 0, n: 1 },
  ],
};

function drawn(own: Figures) {
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <BlandAltmanChart figures={own} judge="model-x" linkOf={({ mean, n }) => ({ units: { humanScore: `${mean}` }, n })} />
    </FigureLinks>,
  );
  const picture = screen.getByRole("group", { name: "Differences between model-x and people" });
  const numbers = (element: Element, ...names: string[]) => names.map((name) => Number(element.getAttribute(name)));
  return {
    circles: [...picture.querySelectorAll("circle")].map((circle) => numbers(circle, "cx", "cy", "r")),
    lines: [...picture.querySelectorAll("line")].map((line) => numbers(line, "x1", "x2", "y1", "y2")),
    texts: [...picture.querySelectorAll("text")].map((text) => [text.textContent, ...numbers(text, "x", "y")]),
    said: [...picture.querySelectorAll("title")].map(({ textContent }) => textContent),
    links: screen.getAllByRole("link").map((link) => {
      const { searchParams } = new URL(link.getAttribute("href") ?? "", "http://x");
      return [searchParams.get("figure"), searchParams.get("humanScore"), link.getAttribute("data-units")];
    }),
  };
}

test("circles are at the mean of both and the difference, their areas the numbers of units, and lines at bias and limits", () => {
  const { circles, lines, texts, said, links } = drawn(figures);
  // From 1.5 to 4.5 across 372 points, from -2 to 2 up 192; the smallest circle can still be seen.
  expect(circles).toEqual([
    [34, 82, 5.5],
    [158, 154, 11],
    [406, 130, 1.5],
  ]);
  expect(lines).toEqual([130, 118, 226, 34].map((y) => [34, 406, y, y]));
  expect(texts).toEqual([
    ["−2.0", 410, 230],
    ["+2.0", 410, 38],
    ["1.5", 34, 250],
    ["4.5", 406, 250],
    ["mean of both", 220, 250],
  ]);
  expect(said).toEqual([
    "192 units: mean of both 1.50, judge minus people +1.00",
    "768 units: mean of both 2.50, judge minus people −0.50",
    "1 unit: mean of both 4.50, judge minus people 0.00",
  ]);
  expect(links).toEqual([
    ["difference +1.00", "1.5", "192"],
    ["difference −0.50", "2.5", "768"],
    ["difference 0.00", "4.5", "1"],
  ]);
});

test("limits that are wider than the differences, and zero outside of both, are in the picture", () => {
  const [first] = figures.bubbles;
  const bubbles = [{ ...(first ?? expect.unreachable()), difference: 1.5 }];
  expect(drawn({ ...figures, bias: figure(null), low: limit(1), high: limit(2), bubbles }).lines.map(([, , y]) => y)).toEqual([
    226, 130, 34,
  ]);
});

test("scores that are all alike are drawn in one place", () => {
  const bubbles = [{ mean: 4, difference: 0, n: 8 }];
  const { circles, lines, texts } = drawn({ ...figures, bias: figure(0), low: limit(0), high: limit(0), bubbles });
  expect(circles).toEqual([[34, 226, 11]]);
  expect(lines.map(([, , y]) => y)).toEqual([226, 226, 226, 226]);
  // The limits are one number, said once.
  expect(texts.map(([said]) => said)).toEqual(["0.0", "4.0", "4.0", "mean of both"]);
});
