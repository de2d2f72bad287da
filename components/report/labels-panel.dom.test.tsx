import { render, screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { fixtureLabels, fixtureLabelReport as report } from "@/lib/testing/label-report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { loadChapters } from "./chapters";
import { criterionRows } from "./criterion-rows";
import { headline } from "./headline";
import { LabelsPanel } from "./labels-panel";
import { systemViews } from "./system-rows";
import { TaskReportView } from "./task-report-view";

beforeAll(loadChapters);

const show = (judge: string | null) => render(<TaskReportView report={report} level="ordinal" judge={judge} controls={null} />);
const plain = (element: Element) => element.textContent?.replaceAll("\u00a0", " ");
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => plain(cell)));

it("labels are counted by name for people and the judge, with what tells each from the others", () => {
  show("model-x");
  const panel = screen.getByRole("region", { name: "Cause" });
  expect(rowsOf(within(panel).getByRole("table", { name: "How often each label was given" }))).toEqual([
    ["Label", "people", "model-x", "alpha, this label or another"],
    ["made up", "30 (50.0 %)", "13 (65.0 %)", "0.660.50 to 0.79"],
    ["close to home", "21 (35.0 %)", "3 (15.0 %)", "0.340.10 to 0.55"],
    ["other", "9 (15.0 %)", "4 (20.0 %)", expect.stringContaining("not defined")],
  ]);
  expect(plain(panel)).toContain("people give the same label73.0 %");
  expect(plain(panel)).toContain("kappa of model-x with most people0.42");
  expect(plain(panel)).toContain("2 units on which people are split are left out.");
  expect(plain(panel)).toContain("not defined. People saw a draft before rating");
});

it("the judge's labels are set against most people's; without a judge, people's against each other's", () => {
  const { unmount } = show("model-x");
  const confusion = () => within(screen.getByRole("region", { name: /^Labels of/u })).getByRole("table");
  expect(rowsOf(confusion()).map((row) => row.slice(1))).toEqual([
    ["made up", "close to home", "other"],
    ["7", "1", "0"],
    ["5", "2", "0"],
    ["1", "0", "1"],
  ]);
  unmount();
  show(null);
  expect(rowsOf(confusion())[1]).toEqual(["made up", "8", "3", "1"]);
});

describe("labels given with a draft in view and without", () => {
  const own = fixtureLabels.withJudge["model-x"] ?? expect.unreachable();
  const [all, without] = ["From all ratings, made with a draft in view or without", "the judge with people: ratings made without a draft"];
  const panelOf = (basis: typeof own.basis, arms = ["blind", "drafted"], judge: string | null = "model-x") => {
    const mixed = { ...report, arms, labels: { Cause: { ...fixtureLabels, withJudge: { "model-x": { ...own, basis } } } } };
    const { container, unmount } = render(
      <FigureLinks projectId="p" taskId="t" filter={{}}>
        <LabelsPanel report={mixed} judge={judge} />
      </FigureLinks>,
    );
    const said = container.querySelector("[data-basis]")?.textContent ?? null;
    const links = [...container.querySelectorAll("a")].flatMap((link) => {
      const query = new URL(link.href, "http://x").searchParams;
      return query.has("judge") && query.get("of") !== "ratings"
        ? [[query.get("figure"), query.get("undrafted") ?? query.get("arm"), link.dataset.units]]
        : [];
    });
    unmount();
    return { said, links };
  };

  it("the panel says that the judge is compared with those without, and opens just these", () => {
    const { said, links } = panelOf("without-draft");
    expect(said).toBe(`${all}; ${without}`);
    expect(links).toEqual([
      ["model-x as most people", "blind", "17"],
      ["kappa of model-x with most people", "blind", "17"],
      ["made up taken for made up", "blind", "7"],
      ["made up taken for close to home", "blind", "1"],
      ["close to home taken for made up", "blind", "5"],
      ["close to home taken for close to home", "blind", "2"],
      ["other taken for made up", "blind", "1"],
      ["other taken for other", "blind", "1"],
      ["units on which people are split", "blind", "2"],
    ]);
    expect(panelOf("without-draft", ["blind-then-drafted", "drafted"]).links.slice(0, 2)).toEqual([
      ["model-x as most people", "true", "17"],
      ["kappa of model-x with most people", "true", "17"],
    ]);
  });

  it("a report frozen when both were of all labels says so, as do figures of labels that all were given with the draft", () => {
    expect(panelOf(undefined)).toMatchObject({ said: all, links: expect.arrayContaining([["model-x as most people", null, "17"]]) });
    expect(panelOf("with-draft", ["drafted"]).said).toBe("From ratings made with a draft in view");
    expect(panelOf("without-draft", ["blind"]).said).toBeNull();
    expect(panelOf("without-draft", undefined, null).said).toBe(all);
  });
});

it("the table of criteria shows the nominal alpha of labels and says why the rest is missing", () => {
  show("model-x");
  const [, clarity, row] =
    criterionRows(report, "ordinal", "model-x").length === 2 ? [null, ...criterionRows(report, "ordinal", "model-x")] : [];
  expect([clarity?.people?.value, clarity?.labels]).toEqual([0.71, null]);
  expect(row).toMatchObject({ labels: 3, people: { value: 0.52 - 0.21 }, changed: { value: 19 / 60, n: 60 }, bias: { why: "labels" } });
  const table = screen.getByRole("region", { name: "Agreement for each criterion" });
  expect(table.textContent).toContain("3 labels, nominal alpha");
  within(table).getByText(/Labels have no order and no distances/u);
});

it("labels are kept or changed, and have no share in systems' means", () => {
  show("model-x");
  expect(
    [...document.querySelectorAll('[data-panel^="Which way"] dl li')].map(({ textContent }) => textContent?.replaceAll(/\s/gu, " ")),
  ).toEqual(["15.0 % lower 9", "80.0 % the same 48", "5.0 % higher 3", "68.3 % the same 41", "31.7 % another label 19"]);
  expect(systemViews(report)).toEqual([null]);
  screen.getByText("Labels have no mean: criteria with labels are left out.");
});

it("a label that reads like a range keeps its name under its bar", () => {
  show("model-x");
  expect(screen.getAllByText("close to home").length).toBeGreaterThan(2);
});

it("the opening says that labels are measured at the nominal level", () => {
  expect(headline(report, "ordinal", "model-x").basis[1]).toMatch(/^Krippendorff's alpha, ordinal \(nominal for labels\), /u);
  expect(headline({ ...report, criteria: report.criteria.slice(0, 1) }, "ordinal", null).basis[1]).not.toContain("labels");
});
