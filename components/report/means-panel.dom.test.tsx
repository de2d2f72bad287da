import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { TaskReport } from "@/lib/domain/report";
import type { MeansOfJudge } from "@/lib/domain/report-next";
import type { CriterionVerdict } from "@/lib/domain/report-verdict";
import { planContent } from "@/lib/domain/study-plan";
import { fixtureChapters, fixtureVerdict } from "@/lib/testing/chapters-fixture";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { CheapestPanel, MeansPanel, selectionWords } from "./means-panel";
import { FrozenContext } from "./task-context";

afterEach(() => vi.unstubAllGlobals());

type Halving = MeansOfJudge["halving"];

/** A report on one criterion, its means and plan with these changes. */
function reportOf(halving: Partial<Halving> = {}, sharpened: Partial<CriterionVerdict["sharpened"][string]> = {}): TaskReport {
  const chapters = fixtureChapters();
  const own = chapters.next.means?.Clarity?.["model-x"];
  const known = fixtureVerdict().sharpened["model-x"];
  if (!own || !known) throw new Error("the fixture has no means");
  const verdict = { Clarity: fixtureVerdict({ sharpened: { "model-x": { ...known, ...sharpened } } }) };
  const means = {
    Clarity: { "model-x": { ...own, halving: { ...own.halving, ...(halving.labels === null ? { cheapest: [] } : {}), ...halving } } },
  };
  const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
  return { ...base, chapters: { ...chapters, verdict, next: { ...chapters.next, means } } };
}

const shown = (report: TaskReport) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={null}>
        <FigureLinks projectId="p" taskId="t" filter={{}}>
          <MeansPanel report={report} judge="model-x" />
          <CheapestPanel report={report} judge="model-x" />
        </FigureLinks>
      </FrozenContext>
    </QueryClientProvider>,
  );
const table = () => readTable("Mean scores");

test("the judge's mean, people's and the sharpened one stand side by side, each with its n and units, and with what would halve the interval", () => {
  shown(reportOf());
  expect(table()).toEqual([
    {
      "": "Clarity",
      "judge’s mean": "3.513.41 to 3.61n = 101",
      "people’s mean": "3.333.04 to 3.62n = 77",
      "sharpened mean": "3.283.10 to 3.46n = 100",
      "weight of the judge": "0.70",
      "labels that a label counts for": "2.60",
      "more labels to halve its interval": "203",
      "or more scores of the judge": "1,907",
    },
  ]);
  const links = within(screen.getByRole("table", { name: /^Mean scores/u })).getAllByRole("link");
  const found = links.map((link) => [
    Object.fromEntries(new URL(link.getAttribute("href") ?? "", "http://x").searchParams),
    link.getAttribute("data-units"),
  ]);
  const rated = { judge: "model-x", ratings: "1" };
  expect(found).toMatchObject([
    [rated, ""],
    [{ judge: "model-x", of: "ratings", figure: "judge’s mean" }, "101"],
    [{ ...rated, figure: "people’s mean" }, "77"],
    [{ judge: "model-x", of: "ratings", figure: "sharpened mean" }, "100"],
    ...Array.from({ length: 4 }, () => [rated, ""]),
  ]);
  screen.getByText(/more of them are taken first of samples that the judge has scored/u);
});

test("the cheapest labels and scores together have a row for each cost of a label, and no table where there is no plan", () => {
  shown(reportOf());
  expect(readTable("Labels and scores together")).toEqual([
    { "": "Clarity", "a label’s cost in scores": "10", "more labels": "151", "and more scores": "407" },
    { "": "Clarity", "a label’s cost in scores": "1,000", "more labels": "109", "and more scores": "1,303" },
  ]);
  cleanup();
  shown(reportOf({ labels: null, judged: null, cheapest: [], why: "all-labelled" }));
  expect(screen.queryByRole("table", { name: "Labels and scores together" })).toBeNull();
});

test("where no number of the judge's scores would do, or no mean can be sharpened, the cell gives the reason", () => {
  shown(reportOf({ judged: null }));
  expect(table()[0]).toMatchObject({ "more labels to halve its interval": "203", "or more scores of the judge": "–not defined" });
  screen.getByText(/No number of further scores of the judge would do/u);
  cleanup();
  const none = { value: null, why: "all-labelled", interval: null };
  shown(reportOf({ labels: null, judged: null, why: "all-labelled" }, { ...none, lambda: null, gain: null }));
  expect(table()).toEqual([
    {
      "": "Clarity",
      "judge’s mean": "3.513.41 to 3.61n = 101",
      "people’s mean": "3.333.04 to 3.62n = 77",
      "sharpened mean": "–not definedn = 100",
    },
  ]);
  // A cell for each head, though a row has figures of more work too.
  expect(document.querySelectorAll("tbody td")).toHaveLength(3);
  expect(screen.queryByText(/halve/u)).toBeNull();
  screen.getByText(/People have rated every sample that the judge scored/u);
  cleanup();
  // All labels are of one input.
  shown(
    reportOf({ labels: null, judged: null, why: "too-few" }, { value: 3.2, why: null, interval: null, intervalWhy: "too-few", gain: null }),
  );
  screen.getByText(/There are too few units\./u);
  expect(screen.queryByText(/Every rating is the same/u)).toBeNull();
  cleanup();
  const people = { ...figure(0), value: null, why: "no-blind-ratings", n: 0, interval: null };
  const unrated = { ...people, people, labelled: 0, lambda: null, gain: null };
  shown(reportOf({ labels: null, judged: null, why: "no-blind-ratings" }, unrated));
  expect(table()[0]).toMatchObject({
    "judge’s mean": "3.513.41 to 3.61n = 101",
    "people’s mean": "–not defined",
    "sharpened mean": "–not defined",
  });
  // Nobody's ratings: the row's name and the judge's mean have the one list that there is, of the judge's scores.
  const links = within(screen.getByRole("table", { name: /^Mean scores/u })).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href")?.match(/human|ratings=/u))).toEqual([null, null]);
});

/** How many units each of the row's links promises. */
const promised = () =>
  within(screen.getByRole("table", { name: /^Mean scores/u }))
    .getAllByRole("link")
    .map((link) => link.getAttribute("data-units"));

test("in a report narrowed to some people's work, the judge's mean opens all of its scores", () => {
  for (const filter of [{ arm: "blind" }, { from: "2026-01-01" }, { judge: "model-x" }]) {
    shown({ ...reportOf(), filter });
    expect(promised()[1]).toBe("101");
    cleanup();
  }
});

test("people's mean promises no number of the listed units where labels from elsewhere are left out of it", () => {
  for (const [draw, n] of [
    [undefined, "77"],
    [{ plan: 4, leftOut: 0 }, "77"],
    [{ plan: 4, leftOut: 3 }, ""],
  ] as const) {
    shown(reportOf({}, draw && { draw }));
    expect(promised().slice(1, 3)).toEqual(["101", n]);
    cleanup();
  }
});

test("it says that its means are of ratings made without a draft, and nothing where there are none", () => {
  for (const [arms, said] of [
    [["blind", "drafted"], "From ratings made without a draft"],
    [["drafted"], undefined],
  ] as const) {
    shown({ ...reportOf(), arms: [...arms] });
    const [panel] = document.querySelectorAll("[data-panel]");
    expect(panel?.querySelector("[data-basis]")?.textContent).toBe(said);
    cleanup();
  }
});

test("labels and reports frozen before there were such means have no panel", () => {
  shown(reportOf({ labels: null, judged: null, why: "labels" }));
  expect(document.querySelector("[data-panel]")).toBeNull();
  cleanup();
  const report = reportOf();
  const { means: _, ...next } = report.chapters.next;
  shown({ ...report, chapters: { ...report.chapters, next } });
  expect(document.querySelector("[data-panel]")).toBeNull();
});

test("where a study plan drew with unequal chances, it says so and what is left out; with several, why there is no sharpened mean", () => {
  const drawn = (leftOut: number) => reportOf({ labels: null, judged: null, why: "unequal-chances" }, { draw: { plan: 4, leftOut } });
  shown(drawn(0));
  screen.getByText(/Study plan 4 drew inputs where judges differ with greater chances: .* weight each label by one divided by its chance/u);
  expect(document.body.textContent).not.toMatch(/left out|Chance chose|assumes that chance/u);
  expect(table()[0]).toMatchObject({ "sharpened mean": "3.283.10 to 3.46n = 100", "more labels to halve its interval": "–not defined" });
  screen.getByText(/drawn with unequal chances, for which this is not worked out/u);
  cleanup();
  shown(drawn(3));
  screen.getByText(/Labels from elsewhere, of 3 units, are left out\./u);
  cleanup();
  const report = drawn(3);
  const { Clarity } = report.chapters.verdict;
  const known = Clarity?.sharpened["model-x"];
  if (!Clarity || !known) throw new Error("the fixture has no means");
  const other = { ...Clarity, sharpened: { "model-x": { ...known, draw: { plan: 4, leftOut: 5 } } } };
  const whole = {
    ...report,
    criteria: [...report.criteria, ...report.criteria.map((one) => ({ ...one, name: "Truth" }))],
    chapters: { ...report.chapters, verdict: { Clarity, Truth: other } },
  };
  shown(whole);
  screen.getByText(/of up to 5 units, are left out/u);
  cleanup();
  const none = { value: null, why: "several-draws", interval: null };
  const several = reportOf({ labels: null, judged: null, why: "several-draws" }, { ...none, lambda: null, gain: null });
  // One criterion is enough, and another is as it was.
  shown({
    ...several,
    criteria: whole.criteria,
    chapters: { ...several.chapters, verdict: { ...several.chapters.verdict, Truth: fixtureVerdict() } },
  });
  screen.getByText(/Several study plans drew samples with unequal chances/u);
  screen.getByText(/^A label is people’s mean score of a unit.* that the judge has scored\.$/u);
});

const progressOf = (submitted: number) => ({ samples: 9, outside: { submitted, before: 0 }, arms: [] });

test("it says whether a study plan chose the samples that people rated", async () => {
  const plan = (seed: number, progress: ReturnType<typeof progressOf> | null) => ({ content: { seed }, progress });
  expect(selectionWords([plan(7, null)], { filter: {} })).toBe(
    "A sharpened mean assumes that chance chose which samples people rated: no study plan did.",
  );
  expect(selectionWords([plan(7, progressOf(0))], { filter: {} })).toBe(
    "Chance chose people’s samples by the study plan (seed 7), but for those given to a person by name.",
  );
  const outside = [plan(4, null), plan(9, progressOf(12)), plan(7, progressOf(3))];
  expect(selectionWords(outside, { filter: {} })).toMatch(
    /by the study plans \(seeds 9, 7\), .*; of 12 ratings that no plan asked for, a sharpened mean assumes that chance did\.$/u,
  );
  // Plans count ratings of the whole task.
  expect(selectionWords(outside, { filter: { arm: "blind" } })).toContain("; of 12 ratings that no plan asked for in the whole task, a");
  const content = planContent.parse({ overlap: 2, people: 3, seed: 31, arms: [{ arm: "blind" }] });
  const started = { id: "p", version: 1, status: "running", content, size: null, progress: progressOf(0), seats: [], changes: [] };
  vi.stubGlobal("fetch", async () => Response.json({ items: [started], people: [] }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MeansPanel report={reportOf()} judge="model-x" />
    </QueryClientProvider>,
  );
  // Nothing is claimed before it is known.
  expect(screen.queryByText(/no study plan did/u)).toBeNull();
  await screen.findByText(/by the study plan \(seed 31\)/u);
});
