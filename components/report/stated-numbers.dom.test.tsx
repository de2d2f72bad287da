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

/** Figures whose n counts something else than the units, ratings or samples of a list, with what the list says that it counts. */
const madeOf = {
  "Does length or origin sway the judge?: equal opportunity, own less others": "pairs of outputs",
  "Does the judge order systems as people do?: pairs of systems in order": "pairs of systems",
  "Does the judge tell criteria apart?: judge": "pairs of criteria",
  "Evaluators two by two: model-x with people and a person": "pairs of evaluators",
  "Evaluators two by two: two people without a draft": "pairs of evaluators",
  "How long it took: per sample": "times of a person and a sample",
  "Is the judge like one of the people?: z": "people",
};

/** Figures that count a part of what their row is of, with what selects it. */
const ofPart = {
  "Do two criteria measure the same?: people’s means": { also: "Truth", ratings: "1", of: "samples" },
  "Does length or origin sway the judge?: own model’s outputs, less others": { own: "true", ratings: "1" },
  "Does the form of outputs sway the judge?: difference": { form: "list", ratings: "1" },
  "Does the judge use the scale as people do?: people tie": { outputs: "2", ratings: "1", of: "inputs" },
  "First score, final score: model-x: closer by, points": { shown: "true", arm: "blind-then-drafted", of: "ratings" },
  "How each person rates: same score again": { again: "true", of: "ratings" },
  "How sure are the mean scores?: sharpened mean": { judge: "model-x", of: "ratings" },
  "Ways of evaluating, beside people without a draft: model-x with people": { withDraft: "model-x", ratings: "1" },
};

/** Every figure with an n of its own beside it that opens a list: where it is, that n, and how many the list is said to have. */
function statedNumbers() {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FigureLinks projectId="p" taskId="t" filter={{}}>
        <Chapters
          report={{ ...fullReport, scores: { ...fullReport.scores, stability: fixtureStability }, chapters: fixtureChapters() }}
          open="all"
          valuesFor={null}
          level="ordinal"
          judge="model-x"
          scoring="model-x"
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
      {
        at: `${cell.closest("[data-panel]")?.getAttribute("data-panel")}: ${head}`,
        ...{ n, listed: link.getAttribute("data-units") ?? "" },
        query: Object.fromEntries(new URL(link.getAttribute("href") ?? "", "http://x").searchParams),
      },
    ];
  });
}

test("the n beside a figure is that of the list which it opens, or the list says it and what it counts", () => {
  const stated = statedNumbers();
  expect(stated.length).toBeGreaterThan(20);
  const others = stated.filter(({ n, listed }) => n !== listed);
  expect(Object.fromEntries(others.map(({ at, query }) => [at, query.counts]))).toEqual(madeOf);
  expect(others.map(({ query }) => query.n)).toEqual(others.map(({ n }) => n));
});

test("a figure of a part of its row's units opens that part", () => {
  const stated = statedNumbers();
  const opened = Object.keys(ofPart).map((name) => [name, stated.find(({ at }) => at === name)?.query]);
  expect(Object.fromEntries(opened)).toMatchObject(ofPart);
});
