import { cleanup, render, screen } from "@testing-library/react";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import type { Acceptable } from "@/lib/domain/report-people";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { provenance } from "@/lib/testing/described-reports";
import { exportedFiles } from "@/lib/testing/exported-files";
import { readTable } from "@/lib/testing/read-table";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { AcceptablePanels } from "./acceptable-panels";
import { ProvenanceContext } from "./provenance-context";

function reportOf(change: Partial<Acceptable> = {}, rest: Partial<TaskReport> = {}): TaskReport {
  const chapters = fixtureChapters();
  const { Clarity } = chapters.people.perCriterion;
  if (!Clarity?.acceptable) throw new Error("the fixture has no acceptable scores");
  const perCriterion = { Clarity: { ...Clarity, acceptable: { ...Clarity.acceptable, ...change } } };
  const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
  return { ...base, ...rest, chapters: { ...chapters, people: { ...chapters.people, perCriterion } } };
}

function shown(report: TaskReport, judge: string | null = "model-x") {
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <AcceptablePanels report={report} judge={judge} />
    </FigureLinks>,
  );
  return linksIn('section[aria-label="Acceptable scores"] ');
}

const linksIn = (part: string) =>
  [...document.querySelectorAll(`${part}a`)].map((link) => [
    link.getAttribute("data-units"),
    Object.fromEntries(new URL(link.getAttribute("href") ?? "", "http://x").searchParams),
  ]);

test("agreement on the score is shown with what people accept, with the judge's, each with its n and units", () => {
  const links = shown(reportOf());
  expect(readTable("Acceptable scores")).toEqual([
    {
      "": "Clarity",
      "ratings with several": "37.0 %29.0 % to 45.0 %n = 57",
      "people give the same": "53.0 %44.0 % to 62.0 %n = 19",
      "people accept each other’s": "79.0 %71.0 % to 87.0 %n = 19",
      "people give the judge’s": "43.0 %33.0 % to 54.0 %n = 23",
      "people accept the judge’s": "86.0 %78.0 % to 94.0 %n = 23",
      "more often than a person’s": "+0.07+0.01 to +0.13n = 18",
    },
  ]);
  expect(links).toMatchObject([
    ["", { criterion: "Clarity", pairable: "people" }],
    ["57", { criterion: "Clarity", of: "ratings", ratings: "1" }],
    ["19", { pairable: "people" }],
    ["19", { pairable: "people" }],
    ["23", { judge: "model-x", ratings: "1" }],
    ["23", { judge: "model-x", ratings: "1" }],
    ["18", { judge: "model-x", pairable: "people" }],
  ]);
  expect(document.body.textContent).not.toMatch(/from blind ratings/iu);
});

test("the scores acceptable to people and the judge's are drawn by people's median, with their divergence", () => {
  shown(reportOf());
  expect(readTable("Acceptable scores by people’s median")).toEqual([
    { "": "Clarity: 1", units: "13", "divergence, bits": "0.140.05 to 0.23" },
    { "": "Clarity: 2", units: "10", "divergence, bits": "0.260.11 to 0.41" },
  ]);
  screen.getByRole("heading", { name: "Clarity: 2 (10 units)" });
  const bars = [...document.querySelectorAll("[title]")].map((bar) => bar.getAttribute("title")?.replace("\u00a0", " "));
  expect(bars.filter((bar) => !bar?.includes(": 0,"))).toEqual([
    ...["acceptable to people, 1: 21, 72.4 %", "model-x, 1: 11, 84.6 %", "acceptable to people, 2: 8, 27.6 %", "model-x, 2: 2, 15.4 %"],
    ...["acceptable to people, 1: 5, 18.5 %", "acceptable to people, 2: 16, 59.3 %", "model-x, 2: 7, 70.0 %"],
    ...["acceptable to people, 3: 6, 22.2 %", "model-x, 3: 3, 30.0 %"],
  ]);
});

test("rows and bars open the units with this median, and with this score of the judge", () => {
  shown(reportOf());
  const group = { criterion: "Clarity", judge: "model-x", people: "median", humanScore: "2", ratings: "1" };
  expect(linksIn('section[aria-label="Acceptable scores by people’s median"] ').slice(3)).toMatchObject([
    ["", group],
    ["10", group],
    ["10", group],
  ]);
  const bars = [...document.querySelectorAll("figure a:not(figcaption a)")].map((link) => [
    link.textContent?.replace(/: .*/u, ""),
    new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("judgeScore"),
    new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("humanScore"),
  ]);
  expect(bars).toEqual([
    ["acceptable to people, 1", null, "1"],
    ["model-x, 1", "1", "1"],
    ["acceptable to people, 2", null, "1"],
    ["model-x, 2", "2", "1"],
    ["acceptable to people, 1", null, "2"],
    ["acceptable to people, 2", null, "2"],
    ["model-x, 2", "2", "2"],
    ["acceptable to people, 3", null, "2"],
    ["model-x, 3", "3", "2"],
  ]);
});

test("without a judge there are people's figures alone", () => {
  shown(reportOf(), null);
  expect(Object.keys(readTable("Acceptable scores")[0] ?? {})).toHaveLength(4);
  expect(screen.queryByText(/Which scores people accept/u)).toBeNull();
});

test("labels are named where scores are drawn, and open units by their place in the list", () => {
  const [labelled] = fixtureReport([{ name: "Clarity", agreement: alphas(0.7), labels: ["fire", "water", "wind"] }]).criteria;
  shown(reportOf({}, { criteria: [labelled ?? expect.unreachable()] }));
  expect(readTable("Acceptable scores by people’s median").map((row) => row[""])).toEqual(["Clarity: water", "Clarity: wind"]);
  const bars = [...document.querySelectorAll("figure a:not(figcaption a)")].map((link) => [
    link.textContent?.replace(/: .*/u, ""),
    Object.fromEntries(new URL(link.getAttribute("href") ?? "", "http://x").searchParams),
  ]);
  expect(bars.slice(0, 3)).toMatchObject([
    ["acceptable to people, water", { people: "most", humanScore: "1" }],
    ["model-x, water", { people: "most", humanScore: "1", judgeScore: "1" }],
    ["acceptable to people, wind", { people: "most", humanScore: "1" }],
  ]);
});

test("of a judge that has scored nothing there are people's figures alone, and no scores by people's median", () => {
  shown(reportOf({ judges: {} }));
  expect(Object.values(readTable("Acceptable scores")[0] ?? {}).slice(3)).toEqual([expect.stringContaining("79.0"), "", "", ""]);
  expect(screen.queryByText(/Which scores people accept/u)).toBeNull();
});

test("where others were made with a draft in view, it says that they are of blind ratings, and lists those", () => {
  const links = shown(reportOf({ basis: "blind" }, { arms: ["blind", "drafted"] }));
  expect(screen.getAllByText("From blind ratings")).toHaveLength(2);
  expect(links.every(([, units]) => (units as Record<string, string>).arm === "blind")).toBe(true);
  cleanup();
  const two = reportOf({ basis: "blind" }, { arms: ["blind", "drafted"] });
  const { Clarity = expect.unreachable() } = two.chapters.people.perCriterion;
  const Truth = { ...Clarity, ...(Clarity.acceptable && { acceptable: { ...Clarity.acceptable, basis: "all" as const } }) };
  const people = { ...two.chapters.people, perCriterion: { Clarity, Truth } };
  const criteria = [...two.criteria, ...two.criteria.map((one) => ({ ...one, name: "Truth" }))];
  shown({ ...two, criteria, chapters: { ...two.chapters, people } });
  expect(screen.getAllByText("Clarity: from blind ratings")).toHaveLength(2);
  cleanup();
  shown(reportOf({ basis: "blind" }, { arms: ["blind"] }));
  expect(screen.queryByText("From blind ratings")).toBeNull();
});

test("its files say that what is drawn is of blind ratings where only these are, and that its n counts scores", async () => {
  const report = reportOf({ basis: "blind" }, { arms: ["blind", "drafted"] });
  render(
    <ProvenanceContext value={{ ...provenance, arms: "blind; drafted" }}>
      <AcceptablePanels report={report} judge="model-x" />
    </ProvenanceContext>,
  );
  const rows = (await exportedFiles()).flatMap((file) => parse<Record<string, string>>(file, { bom: true, columns: true }));
  const drawn = rows.filter(({ table }) => table === "Which scores people accept, and which the judge gives");
  expect(drawn).toHaveLength(20);
  expect(new Set(drawn.map(({ arms, n_counts: counts }) => `${counts}, ${arms}`))).toEqual(new Set(["scores, blind"]));
});
