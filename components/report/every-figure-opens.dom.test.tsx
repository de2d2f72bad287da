import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { fullReport } from "@/lib/testing/described-reports";
import { fixtureStability } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { Chapters, loadChapters } from "./chapters";

beforeAll(loadChapters);
afterEach(() => vi.unstubAllGlobals());

/** Where figures are: cells and names of rows, segments of bars, keys of charts, points, and what moved. */
const places =
  "td, th[scope=row], dd > ul > li, [data-segment], figcaption li, circle, [aria-label^='Moves on'] p, [aria-label^='Moves on'] span";

/** Places without a figure: ends of axes, points of a scale beside counts, and a chance to be drawn, which is one sample's and opened by its name. */
const isNone = (place: Element): boolean =>
  place.closest("thead") !== null ||
  (place.closest("[aria-label^='Moves on']") !== null && place.matches(".text-ink, .font-semibold, :has(span)")) ||
  place.closest("[data-panel='Which samples to rate next?']") !== null;

/** What is not defined, a count of nothing, and a row of such figures alone have no samples. */
function isEmpty(place: Element): boolean {
  if (place.matches("th")) return place.parentElement?.querySelector("a") === null;
  return !place.matches("circle, [data-segment]") && !/^(?!–|0$|not|.*n = 0$).*\d/iu.test(place.textContent ?? "");
}

const deadPlaces = (): string[] =>
  [...document.querySelectorAll("[data-panel]")].flatMap((panel) =>
    [...panel.querySelectorAll(places)]
      .filter((place) => place.closest("a") === null && place.querySelector("a") === null && !isNone(place) && !isEmpty(place))
      .map((place) => `${panel.getAttribute("data-panel")}: ${place.textContent}`),
  );

test("every row, cell, bar and point opens the samples behind it", () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FigureLinks projectId="p" taskId="t" filter={{}}>
        <Chapters
          {...{
            report: { ...fullReport, scores: { ...fullReport.scores, stability: fixtureStability }, chapters: fixtureChapters() },
            open: "all",
            valuesFor: null,
            endings: {},
          }}
          {...{ level: "ordinal", judge: "model-x", scoring: "model-x" }}
        />
      </FigureLinks>
    </QueryClientProvider>,
  );
  const links = [...document.querySelectorAll("[data-panel] a[data-units]")];
  expect(links.length).toBeGreaterThan(300);
  // A link around nothing has no name for those who hear the page.
  expect(links.filter((link) => link.textContent === "" && link.childElementCount === 0)).toEqual([]);
  expect(deadPlaces()).toEqual([]);
});
