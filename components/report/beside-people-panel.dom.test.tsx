import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { BesidePeoplePanel } from "./beside-people-panel";

const report = (): TaskReport => {
  const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
  const second = { ...base.raters[3], id: "r5", name: "model-y" } as TaskReport["raters"][number];
  return { ...base, raters: [...base.raters, second], chapters: fixtureChapters() };
};

const shown = () => render(<BesidePeoplePanel report={report()} judge="model-x" />);

it("draws each person and the judge in their place on one axis, hollow and filled as at the heads of their columns", () => {
  shown();
  const table = screen.getByRole("table", { name: "The judge in each person’s place" });
  const drawn = [...table.querySelectorAll("td svg")].map((plot) => ({
    dots: [...plot.querySelectorAll("circle")].map((dot) => [dot.getAttribute("class")?.includes("fill-accent"), dot.getAttribute("cx")]),
    bars: plot.querySelectorAll("line[stroke-width='1.75']").length,
  }));
  expect(drawn).toEqual([
    {
      dots: [
        [false, "71%"],
        [true, "52%"],
      ],
      bars: 2,
    },
    {
      dots: [
        [false, "49%"],
        [true, "55.00000000000001%"],
      ],
      bars: 2,
    },
  ]);
  const marks = [...table.querySelectorAll("th span[aria-hidden]")].map((mark) => [
    mark.closest("th")?.textContent?.trim(),
    mark.className.includes("bg-accent"),
  ]);
  expect(marks).toEqual([
    ["person", false],
    ["judge", true],
  ]);
});

it("draws no axis where nobody has a correlation", () => {
  const chapters = fixtureChapters();
  const clarity = chapters.judges.besidePeople["model-x"]?.Clarity ?? [];
  const none = { ...figure(0), value: null, why: "too-few", interval: null };
  const besidePeople = { "model-x": { Clarity: clarity.map((person) => ({ ...person, own: none, judge: none, difference: none })) } };
  const report = {
    ...fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]),
    chapters: { ...chapters, judges: { ...chapters.judges, besidePeople } },
  };
  render(<BesidePeoplePanel report={report} judge="model-x" />);
  const table = screen.getByRole("table", { name: "The judge in each person’s place" });
  expect(table.querySelectorAll("tbody tr")).toHaveLength(2);
  expect(table.textContent).not.toContain("person and judge");
  expect(table.querySelector("svg")).toBeNull();
});

it("names nobody closer than the judge, nor the judge, where one of many intervals leaves zero out by chance", () => {
  const whole = report();
  const { judges } = whole.chapters;
  const [beside] = judges.besidePeople["model-x"]?.Clarity ?? [];
  if (!beside) throw new Error("the fixture has Ada");
  // As a report that was frozen before there was a p has it, in the second row.
  const { p, pHolm, ...before } = beside;
  const besidePeople = { "model-x": { Clarity: [{ ...beside, p: 0.03, pHolm: 0.9 }, { ...before, person: "Ben" } as typeof beside] } };
  render(<BesidePeoplePanel report={{ ...whole, chapters: { ...whole.chapters, judges: { ...judges, besidePeople } } }} judge="model-x" />);
  const shownRows = readTable("The judge in each person’s place");
  expect(shownRows.map((row) => row["which is closer"])).toEqual(["cannot tell yet", "cannot tell yet"]);
  expect(shownRows.map((row) => row["p after Holm"])).toEqual(["0.900", "–not defined"]);
});

it("says who is closer where the test holds, why there is no p, and nothing where people followed the judge", () => {
  const whole = report();
  const { judges } = whole.chapters;
  const [beside = expect.unreachable()] = judges.besidePeople["model-x"]?.Clarity ?? [];
  const cases = [
    { person: "Ann", difference: figure(0.2, [0.1, 0.3]), p: 0.01, pHolm: 0.02 },
    { person: "Bea", difference: figure(-0.2, [-0.3, -0.1]), p: 0.01, pHolm: 0.02 },
    { person: "Cem", difference: { ...figure(0.2), intervalWhy: "degenerate-replicates" }, p: null, pHolm: null },
    {
      person: "Dan",
      difference: { ...figure(null), why: "no-blind-ratings", n: 0 },
      own: figure(null, undefined, 0),
      p: null,
      pHolm: null,
    },
  ];
  const besidePeople = { "model-x": { Clarity: cases.map((one) => ({ ...beside, ...one })) } };
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <BesidePeoplePanel report={{ ...whole, chapters: { ...whole.chapters, judges: { ...judges, besidePeople } } }} judge="model-x" />
    </FigureLinks>,
  );
  const rows = readTable("The judge in each person’s place");
  expect(rows.map((row) => row["which is closer"])).toEqual(["the judge", "the person", "cannot tell yet", "–"]);
  expect(rows.map((row) => row.p)).toEqual(["0.010", "0.010", "–not defined", "–not defined"]);
  screen.getByText(/Leaving out any input changes nothing/u);
  expect(document.body.textContent).not.toContain("not computed");
  const named = screen.getAllByRole("rowheader", { name: /^Clarity: / }).map((head) => head.querySelector("a") !== null);
  expect(named).toEqual([true, true, true, false]);
});

it("sets the judge's agreement among people's, and uses the paper's words only where the whole interval allows it", () => {
  const whole = report();
  const { judges } = whole.chapters;
  const own = judges.likeness?.["model-x"]?.Clarity ?? expect.unreachable();
  const between = (low: number, high: number) => ({ ...own, interval: own.interval && { ...own.interval, low, high } });
  const cases = {
    Clarity: own,
    Alike: between(-0.9, 0.95),
    Above: between(0.8, 1.94),
    Below: between(-1.7, -1.02),
    Across: between(-1.1, 0.5),
    ...{ Lowest: between(-1, 0.5), Highest: between(-0.5, 1), One: between(1, 1.9), Minus: between(-1.9, -1) },
    Bare: { ...own, interval: null, intervalWhy: "undefined-replicates" },
    None: { ...own, value: null, why: "fewer-than-five", n: 4, interval: null, judgeKappa: null, peopleKappa: null, spread: null },
  };
  const criteria = Object.keys(cases).map((name) => ({ ...(whole.criteria[0] ?? expect.unreachable()), name }));
  const chapters = { ...whole.chapters, judges: { ...judges, likeness: { "model-x": cases } } };
  const { unmount } = render(<BesidePeoplePanel report={{ ...whole, criteria, chapters }} judge="model-x" />);
  const rows = readTable("The judge’s agreement among people’s");
  expect(rows[0]).toEqual({
    ...{ "": "Clarity", judge: "0.44", people: "0.35", "their standard deviation": "0.06" },
    ...{ z: "+1.37+1.09 to +1.65n = 6", "the paper’s word": "super-consistent" },
  });
  expect(rows.map((row) => row["the paper’s word"])).toEqual([
    ...["super-consistent", "human-like", "cannot tell yet", "neither: less than people", ...Array(6).fill("cannot tell yet"), "–"],
  ]);
  expect(rows.at(-1)?.z).toMatch(/^–/u);
  screen.getByText(/It takes five people/u);
  screen.getByText(/human-like, within the variation between people, and above 1 super-consistent/u);
  unmount();
  const few = { ...whole, chapters: { ...chapters, judges: { ...judges, likeness: { "model-x": { Clarity: cases.None } } } } };
  const nobody = render(<BesidePeoplePanel report={few} judge="model-x" />);
  expect(screen.queryByRole("table", { name: "The judge’s agreement among people’s" })).toBeNull();
  nobody.unmount();
  // Of labels alone there are no correlations, and in reports frozen before there was a z there is none.
  const { likeness, besidePeople, ...rest } = judges;
  const alone = render(
    <BesidePeoplePanel
      report={{ ...whole, chapters: { ...chapters, judges: { ...rest, besidePeople: {}, ...(likeness && { likeness }) } } }}
      judge="model-x"
    />,
  );
  expect(screen.getAllByRole("table")).toHaveLength(1);
  alone.unmount();
  render(<BesidePeoplePanel report={{ ...whole, chapters: { ...chapters, judges: { ...rest, besidePeople } } }} judge="model-x" />);
  expect(screen.queryByRole("table", { name: "The judge’s agreement among people’s" })).toBeNull();
});
