import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fixtureEffect as effect, fixtureChapters } from "@/lib/testing/chapters-fixture";
import { workOfTwoRuns, workOnScales } from "@/lib/testing/draft-work-fixture";
import { drawnIntervals } from "@/lib/testing/drawn-intervals";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { DraftEffectPanels } from "./draft-effect-panels";
import { pullWords } from "./fates-panel";
import { NextPanel } from "./next-panel";
import { RedundancyPanel } from "./redundancy-panel";

const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7, [0.6, 0.8]) }]);
const report: TaskReport = { ...base, chapters: fixtureChapters() };

/** Narrowed to the judge model-y. */
const ofAnother: TaskReport = {
  ...workOnScales,
  chapters: {
    ...workOnScales.chapters,
    influence: {
      effects: workOnScales.chapters.influence.effects.filter(({ judge }) => judge === "model-y"),
      behaviours: workOnScales.chapters.influence.behaviours.filter(({ judge }) => judge === "model-y"),
    },
  },
};

it("shows what became of right and wrong drafts, all criteria first", () => {
  render(<DraftEffectPanels report={report} />);
  expect(readTable(/What became of the drafts of model-x/u)).toEqual([
    {
      "": "All criteria",
      "anchoring index": "0.410.28 to 0.54",
      "wrong drafts kept": "43.0 % of 36",
      "put right": "39.0 % of 40",
      "changed, still wrong": "18.0 % of 40",
      "right drafts kept": "53.0 % of 61",
      "made wrong": "8.0 % of 40",
    },
    expect.objectContaining({
      "": "Clarity",
      "anchoring index": "0.370.20 to 0.51",
      "wrong drafts kept": "45.0 % of 18",
      "made wrong": "6.0 % of 40",
    }),
  ]);
  screen.getByText(
    "Scores given after their own first score. They are 41.0 % closer to the draft than scores made without it (28.0 % to 54.0 %).",
  );
});

it("opens just the ratings that each cell counts, and from the n those that it is of", () => {
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <DraftEffectPanels report={report} />
    </FigureLinks>,
  );
  const shown = (table: string | RegExp, column: number) => {
    const cell = within(screen.getByRole("table", { name: table }))
      .getAllByRole("row")[1]
      ?.querySelectorAll("td:not([aria-hidden])")[column];
    return [...(cell?.querySelectorAll("a") ?? [])].map((link) => {
      const query = Object.fromEntries(new URL(link.getAttribute("href") ?? "", "http://x").searchParams);
      return [query.fate ?? query.moved ?? query.behaviour, query.arm, query.judge, query.of, link.getAttribute("data-units")];
    });
  };
  const ofDrafts = /What became of the drafts of model-x/u;
  const final = ["blind-then-drafted", "model-x", "ratings"];
  // 43 % of 36 wrong drafts, 39 % of 40.
  expect(shown(ofDrafts, 1)).toEqual([
    ["wrong-kept", ...final, "15"],
    ["wrong", ...final, "36"],
  ]);
  expect(shown(ofDrafts, 2)[0]).toEqual(["wrong-put-right", ...final, "16"]);
  expect(shown(ofDrafts, 3)[0]).toEqual(["wrong-still-wrong", ...final, "7"]);
  expect(shown(ofDrafts, 4)).toEqual([
    ["right-kept", ...final, "32"],
    ["right", ...final, "61"],
  ]);
  expect(shown(ofDrafts, 5)[0]).toEqual(["right-made-wrong", ...final, "3"]);
  const moves = "First and final scores, model-x";
  expect([0, 1, 2].map((column) => shown(moves, column)[0])).toEqual([
    ["towards", ...final, "5"],
    ["stayed", ...final, "17"],
    ["away", ...final, "1"],
  ]);
  expect(shown(/Correction, scrutiny/u, 0)).toEqual([["correction", "drafted", "model-x", "ratings", "12"]]);
  expect(shown(/Correction, scrutiny/u, 2)).toEqual([["subjectivity", "drafted", "model-x", "ratings", "5"]]);
});

it("draws what became of right and wrong drafts, each share opening its ratings, patterns beside colours", () => {
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <DraftEffectPanels report={report} />
    </FigureLinks>,
  );
  screen.getByText("People kept 15 of 36 wrong drafts.");
  const list = screen.getByText("Wrong drafts").closest("div") as HTMLElement;
  const items = within(list).getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    "39.5\u00a0% kept 15, no interval",
    "18.4\u00a0% changed, still wrong 7, no interval",
    "42.1\u00a0% put right 16, no interval",
  ]);
  expect(items.map((item) => new URL(item.querySelector("a")?.href ?? "").searchParams.get("fate"))).toEqual([
    "wrong-kept",
    "wrong-still-wrong",
    "wrong-put-right",
  ]);
  const looks = [...list.querySelectorAll("dd > div > div")].map((bar) => bar.className);
  expect(looks.map((look) => [/bg-ink/u.test(look), /gradient/u.test(look)])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

it("says where scores are only as far as the interval allows, and not that the draft moved them: nothing here says who decided the arm", () => {
  const words = (low: number, high: number) =>
    pullWords({ ...effect, index: { ...effect.index, pooled: figure(0.1, [low, high]) } }, "now");
  for (const [low, high] of [
    [-0.1, 0.3],
    [0, 0.3],
    [-0.3, 0],
  ] as const)
    expect(words(low, high)).toBe("Scores given now. Whether they are closer to the draft than scores made without it is not clear yet.");
  for (const pooled of [figure(0.1), figure(null)])
    expect(pullWords({ ...effect, index: { ...effect.index, pooled } }, "now")).toMatch(/is not clear yet\.$/u);
  expect(words(0.05, 0.3)).toMatch(/closer to the draft/u);
  for (const [low, high] of [
    [-0.1, 0.3],
    [0.05, 0.3],
    [-0.3, -0.1],
  ] as const)
    expect(words(low, high)).not.toMatch(/pulled/u);
  expect(words(-0.3, -0.1)).toMatch(/further from the draft/u);
});

it("draws beside each criterion how many wrong drafts were kept, where there were any", () => {
  const drawn = (of: TaskReport) => {
    const { container, unmount } = render(<DraftEffectPanels report={of} />);
    const found = drawnIntervals(container.querySelector("table"));
    unmount();
    return found;
  };
  const axis = ["0 %", "100 %"];
  expect(drawn(report)).toEqual({
    axis,
    rows: [
      ["43%", undefined, undefined],
      ["45%", undefined, undefined],
    ],
  });
  expect(drawn(workOnScales)).toEqual({
    axis,
    rows: [
      ["0%", "0%", "50%"],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ],
  });
});

it("counts how first scores moved, from where and to where", () => {
  render(<DraftEffectPanels report={report} />);
  expect(readTable("First and final scores, model-x")).toEqual([
    {
      "": "Clarity",
      "towards the draft": "5",
      stayed: "17",
      away: "1",
      "closer by, points": "+0.17+0.06 to +0.28n = 23",
      p: "0.031",
    },
  ]);
});

it("draws where first scores went, and has the same counts in a table", async () => {
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <DraftEffectPanels report={report} />
    </FigureLinks>,
  );
  const panel = document.querySelector<HTMLElement>('[data-panel^="First score"]') as HTMLElement;
  const words = panel.querySelector("p.text-body") as HTMLElement;
  expect(words.textContent).toBe("Of 23 first scores, 5 moved towards the draft, 1 away from it, and 17 stayed as far.");
  expect([...words.querySelectorAll("a")].map((link) => [new URL(link.href).searchParams.get("moved"), link.dataset.units])).toEqual([
    ["towards", "5"],
    ["away", "1"],
    ["stayed", "17"],
  ]);
  const fan = within(panel).getByRole("region", { name: "Moves on Clarity" });
  const curves = [...fan.querySelectorAll("path")].map((curve) => [curve.getAttribute("class"), curve.getAttribute("stroke-dasharray")]);
  // From 2: eight stay, four go to 3 towards the draft and one away from it; from 3: one goes to 2, nine stay.
  expect(curves).toEqual([
    ["stroke-edge", null],
    ["stroke-accent", null],
    ["stroke-removed", "4 3"],
    ["stroke-accent", null],
    ["stroke-edge", null],
  ]);
  await userEvent.setup().click(within(panel).getByText("Figures as a table"));
  const table = screen.getByRole("table", { name: /^From first score to final/u });
  const explained = [...table.querySelectorAll<HTMLElement>("[data-explains]")].map(({ dataset }) => dataset.explains);
  expect(explained).toEqual(Array(3).fill("move-count"));
  const cells = within(table)
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(" "));
  expect(cells[2]).toBe("Clarity 2 3 5 4 1");
});

it("draws criteria of one scale together, each fan opening just its ratings where these are the only ones", () => {
  const fans = (of: TaskReport) => {
    const { unmount } = render(
      <FigureLinks projectId="p" taskId="t" filter={{}}>
        <DraftEffectPanels report={of} />
      </FigureLinks>,
    );
    const regions = screen.getAllByRole("region", { name: /^Moves on/u });
    const found = regions.map((region) => [
      region.getAttribute("aria-label"),
      region.querySelector(":scope > p")?.textContent,
      [...region.querySelectorAll("a")].every((link) => link.dataset.units !== ""),
    ]);
    unmount();
    return found;
  };
  expect(fans(workOnScales)).toEqual([
    ["Moves on Clarity, Truth, Tone", "Clarity, Truth, Tone", false],
    ["Moves on Depth", "Depth", true],
  ]);
  expect(fans({ ...workOnScales, criteria: workOnScales.criteria.slice(0, 2) })).toEqual([["Moves on Clarity, Truth", undefined, true]]);
});

it("names the definition where no first score is known, and what was left out", () => {
  render(<DraftEffectPanels report={report} />);
  expect(readTable(/Correction, scrutiny/u)).toEqual([
    {
      "": "model-x: all criteriadraft only, 55 scores; 4 without a majority left out",
      correction: "55.3 % of 21",
      scrutiny: "62.0 % of 20",
      subjectivity: "14.0 % of 34",
      "outlier removed": "–not defined",
    },
  ]);
  screen.getByText("Nobody scored before seeing the draft.");
});

it("shows criteria that people score alike where there is no judge, in a column of its own", () => {
  render(<RedundancyPanel report={report} judge={null} />);
  const rows = within(screen.getByRole("table", { name: "Criteria two by two" })).getAllByRole("row");
  expect(rows.map((row) => Array.from(row.children, ({ textContent }) => textContent))).toEqual([
    ["Criteria", "people’s means"],
    ["Clarity and Truth", "0.640.50 to 0.75n = 20"],
  ]);
});

it("shows the drafts of each run of a judge, and none of them any more once the report is of other drafts", () => {
  const shown = () => [
    screen.getAllByRole("heading", { name: /^Right drafts/u }).map(({ textContent }) => textContent?.match(/model-.$/u)?.[0]),
    readTable(/Correction, scrutiny/u).map((row) => row[""]?.match(/^model-.: [a-z A-Z]*(?=draft only|\d)/u)?.[0]),
  ];
  const { rerender } = render(<DraftEffectPanels report={workOfTwoRuns} />);
  expect(shown()).toEqual([
    ["model-x", "model-x"],
    ["model-x: all criteria", "model-x: all criteria"],
  ]);
  rerender(<DraftEffectPanels report={ofAnother} />);
  expect(shown()).toEqual([["model-y"], ["model-y: Clarity", "model-y: all criteria"]]);
});

it("shows criteria that are scored alike, and what more work would buy", () => {
  render(<RedundancyPanel report={report} judge="model-x" />);
  expect(readTable("Criteria two by two")).toEqual([
    { "": "Clarity and Truth", "people’s means": "0.640.50 to 0.75n = 20", "model-x": "0.820.70 to 0.90" },
  ]);
  render(<NextPanel report={report} judge={null} />);
  expect(readTable("Units for a wanted precision")).toEqual([
    { "": "Clarity", "alpha now": "0.700.60 to 0.80", "units now": "20", "±0.05": "80" },
  ]);
  expect(readTable("Samples to rate next")).toEqual([
    { "": "row-4", "chance of being drawn": "83.0 %", "of being first": "19.0 %", "more likely because": "judges differ" },
  ]);
  screen.getByText(/Drawn from 7 samples that fewer than two people have rated/u);
});
