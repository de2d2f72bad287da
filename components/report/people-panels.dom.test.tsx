import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { AnnotatorsPanel } from "./annotators-panel";
import { ProvenanceContext } from "./provenance-context";
import { ReliabilityPanel } from "./reliability-panel";
import { StrataPanel } from "./strata-panel";

const report = (): TaskReport => {
  const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.58, [0.5, 0.66]) }]);
  return { ...base, chapters: { ...base.chapters, people: fixtureChapters().people } };
};

it("shows alpha, plain agreement and reliability side by side, and counts the units left out", () => {
  render(<ReliabilityPanel report={report()} level="ordinal" />);
  const rows = readTable();
  const [{ alpha, "same score": same, AC2, "one person’s score": one, "people’s mean": mean } = {}] = rows;
  expect({ alpha, same, AC2, one, mean }).toEqual({
    alpha: "0.580.50 to 0.66n = 60",
    same: "61.0 %52.0 % to 70.0 %",
    AC2: "0.770.71 to 0.83",
    one: "0.480.40 to 0.56n = 17",
    mean: "0.730.66 to 0.79",
  });
  screen.getByText(/; 2 units left out\./u);
});

it("draws alpha with its interval on the axis, and nothing where it is not known", () => {
  const base = report();
  const { Clarity } = base.chapters.people.perCriterion;
  if (!Clarity) throw new Error("the fixture has Clarity");
  const people = { ...base.chapters.people, perCriterion: { Clarity, Truth: Clarity } };
  const [one] = base.criteria;
  if (!one) throw new Error("the fixture has Clarity");
  const criteria = [one, { ...one, name: "Truth" }];
  const { container } = render(<ReliabilityPanel report={{ ...base, criteria, chapters: { ...base.chapters, people } }} level="ordinal" />);
  const placesIn = (picture: Element, shape: string, of: string) =>
    [...picture.querySelectorAll(shape)].map((part) => Math.round(Number.parseFloat(part.getAttribute(of) ?? "") * 10) / 10);
  const pictures = [...container.querySelectorAll('[data-chart="interval-plot"]')];
  // In per cent: the scale itself, the two thresholds, the interval and its ends.
  const scale = [0, 66.7, 80];
  expect(pictures.map((picture) => [placesIn(picture, "line", "x1"), placesIn(picture, "circle", "cx")])).toEqual([
    [[...scale, 50, 50, 66], [58]],
    [scale, []],
  ]);
});

it("says nothing of how reliable one person is", () => {
  const base = report();
  const { container, rerender } = render(
    <ReliabilityPanel report={{ ...base, counts: { ...base.counts, annotators: 1 } }} level="ordinal" />,
  );
  expect(container.textContent).toBe("");
  rerender(<ReliabilityPanel report={{ ...base, counts: { ...base.counts, annotators: 2 } }} level="ordinal" />);
  expect(readTable()).toHaveLength(1);
});

it("marks reliability as approximate where too few units were rated by everybody, and says of how many ratings a mean it is", () => {
  const base = report();
  const { Clarity } = base.chapters.people.perCriterion;
  if (!Clarity) throw new Error("the fixture has Clarity");
  const none = { value: null, why: "too-few", n: 0, interval: null, intervalWhy: "undefined-estimate" };
  const approximate = {
    ratingsPerUnit: 2.75,
    oneRater: figure(0.51, [0.42, 0.6], 57),
    meanOfRaters: figure(0.74, [0.67, 0.8], 57),
    ceiling: figure(0.86, [0.82, 0.89], 57),
  };
  const perCriterion = { Clarity: { ...Clarity, oneRater: none, meanOfRaters: none, dropped: 60, approximate } };
  const chapters = { ...base.chapters, people: { ...base.chapters.people, perCriterion } };
  render(<ReliabilityPanel report={{ ...base, chapters }} level="ordinal" />);
  const [{ "one person’s score": one, "people’s mean": mean, "greatest correlation": ceiling } = {}] = readTable();
  expect({ one, mean, ceiling }).toEqual({
    one: "0.510.42 to 0.60n = 57approximate",
    mean: "0.740.67 to 0.80approximate, of 2.75 ratings",
    ceiling: "0.860.82 to 0.89approximate",
  });
  screen.getByText(
    /people rated\. Of Clarity, too few units were rated by everybody: there reliability is approximate, .* formula\. The greatest/u,
  );
  expect(screen.queryByText(/left out/u)).toBeNull();
});

it("exports reliability as approximate where it is", async () => {
  const base = report();
  const { Clarity } = base.chapters.people.perCriterion;
  if (!Clarity) throw new Error("the fixture has Clarity");
  const copied = async (perCriterion: typeof base.chapters.people.perCriterion) => {
    document.body.innerHTML = "";
    const user = userEvent.setup();
    const from = {
      task: "T",
      arms: "blind",
      level: "ordinal",
      selection: [],
      computedAt: "2026-02-03T00:10:00Z",
      dataVersion: "v",
      software: "S",
    };
    const chapters = { ...base.chapters, people: { ...base.chapters.people, perCriterion } };
    render(
      <ProvenanceContext value={from}>
        <ReliabilityPanel report={{ ...base, chapters }} level="ordinal" />
      </ProvenanceContext>,
    );
    await user.click(screen.getByRole("button", { name: /^Export/u }));
    await user.click(screen.getByRole("menuitem", { name: "Copy Markdown" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain("| Clarity |"));
    return navigator.clipboard.readText();
  };
  const mean = figure(0.74, [0.67, 0.8], 57);
  const approximate = { ratingsPerUnit: 2.75, oneRater: figure(0.51), meanOfRaters: mean, ceiling: figure(0.86) };
  expect(await copied({ Clarity: { ...Clarity, approximate } })).toMatch(/0\.74 [^|]* \| 2\.75 \| approximate \|/u);
  expect(await copied({ Clarity })).not.toMatch(/approximate|reliability is|ratings of a unit/u);
});

it("shows the judge in each stratum that has units", () => {
  render(<StrataPanel report={report()} judge="model-x" />);
  expect(readTable()).toEqual([
    {
      "": "Clarity: all agree",
      units: "9",
      "judge minus people": "+0.31+0.20 to +0.43",
      distance: "1.12",
      "within one point": "73.1 %n = 9",
      Spearman: "0.490.35 to 0.60n = 9",
    },
    {
      "": "Clarity: disagree a little",
      units: "6",
      "judge minus people": "−0.22−0.33 to −0.10",
      distance: "0.59",
      "within one point": "67.8 %n = 5",
      Spearman: "0.460.32 to 0.57n = 5",
    },
  ]);
});

it("lists people with those first who agree least with the others, each figure under its own head", () => {
  render(<AnnotatorsPanel report={report()} />);
  expect(readTable()[0]).toMatchObject({ "": "Ben", ratings: "41" });
  expect(readTable()[1]).toEqual({
    "": "Ada",
    ratings: "40",
    "median time": "1 min 1 s",
    "lenient (+) or strict": "+0.20+0.12 to +0.28",
    "alpha with others": "0.550.43 to 0.67",
    "within one point": "90.0 %",
    entropy: "0.84",
    "longest run": "7",
    "same score again": "75.0 %n = 12",
    "draft lines kept": "66.0 %",
    "alpha without them": "−0.03",
  });
});
