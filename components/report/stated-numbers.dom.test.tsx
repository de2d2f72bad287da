import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { fullReport } from "@/lib/testing/described-reports";
import { FigureLinks } from "../charts/figure-link";
import { Chapters, loadChapters } from "./chapters";

beforeAll(loadChapters);
afterEach(() => vi.unstubAllGlobals());

/** Figures whose n counts something else than the units, ratings or samples of a list: docs/report.md says that they open what they are made of. */
const madeOf = [
  "Do two criteria measure the same?: people’s means",
  "Does length or origin sway the judge?: equal opportunity, own less others",
  "Does length or origin sway the judge?: own model’s outputs, less others",
  "Does the form of outputs sway the judge?: difference",
  "Does the judge order systems as people do?: pairs of systems in order",
  "Does the judge tell criteria apart?: judge",
  "Does the judge use the scale as people do?: people tie",
  "Evaluators two by two: model-x with people and a person",
  "Evaluators two by two: two people without a draft",
  "First score, final score: model-x: closer by, points",
  "How each person rates: same score again",
  "How long it took: per sample",
  "How sure are the mean scores?: sharpened mean",
  "Ways of evaluating, beside people without a draft: model-x with people",
];

/** Every figure with an n of its own beside it that opens a list: where it is, that n, and how many the list is said to have. */
function statedNumbers() {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FigureLinks projectId="p" taskId="t" filter={{}}>
        <Chapters
          report={{ ...fullReport, chapters: fixtureChapters() }}
          open="all"
          valuesFor={null}
          level="ordinal"
          judge="model-x"
          scoring="model-x"
          anchored={false}
          endings={{}}
        />
      </FigureLinks>
    </QueryClientProvider>,
  );
  return [...document.querySelectorAll("[data-panel] tbody td")].flatMap((cell) => {
    const n = /n = ([\d,]+)/u.exec(cell.textContent ?? "")?.[1]?.replaceAll(",", "");
    const link = cell.querySelector("a[data-units]");
    if (n === undefined || link === null) return [];
    const column = cell.parentElement ? [...cell.parentElement.children].indexOf(cell) : -1;
    const head = cell.closest("table")?.querySelectorAll("thead tr:last-child > *")[column]?.textContent;
    return [
      { at: `${cell.closest("[data-panel]")?.getAttribute("data-panel")}: ${head}`, n, listed: link.getAttribute("data-units") ?? "" },
    ];
  });
}

test("the n beside a figure is that of the list which it opens, but where it counts what no list has", () => {
  const stated = statedNumbers();
  expect(stated.length).toBeGreaterThan(20);
  expect([...new Set(stated.flatMap(({ at, n, listed }) => (n === listed ? [] : [at])))].sort()).toEqual(madeOf);
});
