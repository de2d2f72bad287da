import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { mixedReport } from "@/lib/testing/mixed-report-fixture";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLink, FigureLinks } from "../charts/figure-link";
import { AgreementPanel } from "./agreement-panel";
import { BiasPanel } from "./bias-panel";
import { ChapterVerdict } from "./chapter-verdict";
import { DistributionPanel } from "./distribution-panel";
import { SystemPanel } from "./system-panel";

const criteria = [
  { name: "Clarity", agreement: alphas(0.7) },
  { name: "Cause", agreement: alphas(0.4), labels: ["fire", "water"] },
];
const linked = (part: React.ReactNode) =>
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      {part}
    </FigureLinks>,
  );
const queryOf = (link: Element | null) => Object.fromEntries(new URL(link?.getAttribute("href") ?? "", "http://x").searchParams);

test("cells of the heat map open the shared units where the task has labels too, counted only where the view leaves none out", () => {
  const cell = (report: TaskReport) => {
    const { unmount } = linked(<AgreementPanel report={report} level="ordinal" />);
    const links = within(screen.getByRole("region", { name: /alpha of every two raters/u })).getAllByRole("link");
    const [first] = links.filter((link) => link.closest("td"));
    const found = [queryOf(first ?? null).human, queryOf(first ?? null).other, first?.getAttribute("data-units")];
    unmount();
    return found;
  };
  const [labelled, plain] = [cell(fixtureReport(criteria)), cell(fixtureReport(criteria.map(({ labels: _, ...rest }) => rest)))];
  expect(labelled).toEqual([...plain.slice(0, 2), ""]);
  expect(plain[2]).toBe("20");
  const report = fixtureReport(criteria.map(({ labels: _, ...rest }) => rest));
  for (const pair of report.agreement.pairs) pair.meanOverCriteria.nominal.definedCriteria = 1;
  expect(cell(report)).toEqual([...plain.slice(0, 2), ""]);
});

test("means over the criteria open ratings made without a draft, as the rows above them do", () => {
  const of = (report: TaskReport) => {
    const { unmount } = linked(<ChapterVerdict {...{ report, level: "ordinal", judge: "model-x", scoring: "model-x" }} />);
    const table = within(screen.getByRole("region", { name: "Agreement for each criterion" })).getByRole("table");
    const links = within(within(table).getByRole("row", { name: /^Mean over criteria/u })).getAllByRole("link");
    const found = links.map((link) => [queryOf(link).arm, queryOf(link).judge]);
    unmount();
    return found;
  };
  expect(of(mixedReport())).toEqual([
    ["blind", undefined],
    ["blind", undefined],
    ["blind", "model-x"],
  ]);
  expect(of(fixtureReport(criteria)).map(([arm]) => arm)).toEqual([undefined, undefined, undefined]);
});

test("means over the criteria open their own ratings, each criterion's, and as many as they are of where no criterion is left out", () => {
  const of = (report: TaskReport) => {
    const { unmount } = linked(<ChapterVerdict {...{ report, level: "ordinal", judge: "model-x", scoring: "model-x" }} />);
    const table = within(screen.getByRole("region", { name: "Agreement for each criterion" })).getByRole("table");
    const links = within(within(table).getByRole("row", { name: /^Mean over criteria/u })).getAllByRole("link");
    const found = links.map((link) => [queryOf(link).undraftedOn, link.getAttribute("data-units"), queryOf(link).n, queryOf(link).counts]);
    unmount();
    return found;
  };
  const mixed = mixedReport();
  const { Clarity: ofClarity, ...others } = mixed.chapters.verdict;
  const verdict = { ...others, Clarity: { ...(ofClarity ?? expect.unreachable()), all: null } };
  const report = { ...mixed, chapters: { ...mixed.chapters, verdict } };
  expect(of(report)).toEqual(Array(3).fill(["1", "120", undefined, undefined]));
  for (const means of [report.agreement.used?.meanOverCriteria.annotators, report.agreement.used?.meanOverCriteria.withJudge["model-x"]])
    (means ?? expect.unreachable()).ordinal.definedCriteria = 1;
  expect(of(report)).toEqual(Array(3).fill(["1", "", "120", "ratings"]));
});

test("a form's figures open the units of that form which the judge scored too", () => {
  const report = { ...fixtureReport([criteria[0] ?? expect.unreachable()]), chapters: fixtureChapters() };
  linked(<BiasPanel report={report} judge="model-x" />);
  const [, ...rows] = within(screen.getByRole("table", { name: "Forms of outputs" })).getAllByRole("row");
  const links = rows.flatMap((row) => within(row).getAllByRole("link"));
  const opened = links.filter((link) => link.getAttribute("data-units") !== "");
  expect(opened.map((link) => [queryOf(link).criterion, queryOf(link).judge, queryOf(link).form, link.getAttribute("data-units")])).toEqual(
    [
      ["Clarity", "model-x", "list", "24"],
      ["Clarity", "model-x", "refusal", "21"],
    ],
  );
  for (const row of rows)
    expect([...row.querySelectorAll("td, th")].filter((cell) => /\d/u.test(cell.textContent ?? "") && !cell.querySelector("a"))).toEqual(
      [],
    );
});

test("means of systems open units of the criteria with numbers, counted only where a list has just these", () => {
  const opened = (names: string[]) => {
    const all = [...criteria, { name: "Truth", agreement: alphas(0.5) }].filter(({ name }) => names.includes(name));
    const { unmount } = linked(<SystemPanel report={fixtureReport(all)} judge="model-x" />);
    const row = within(screen.getByRole("region", { name: "Means by system" })).getByRole("row", { name: /^system one/u });
    const [link] = within(row).getAllByRole("link");
    unmount();
    return [queryOf(link ?? null).criterion, link?.getAttribute("data-units")];
  };
  expect(opened(["Clarity", "Truth"])).toEqual([undefined, "38"]);
  expect(opened(["Clarity", "Truth", "Cause"])).toEqual([undefined, ""]);
  expect(opened(["Clarity", "Cause"])).toEqual(["Clarity", "38"]);
});

test("without a judge, means of systems are over all criteria, and none can be chosen", () => {
  linked(<SystemPanel report={fixtureReport([...criteria, { name: "Truth", agreement: alphas(0.5) }])} judge={null} />);
  expect(screen.getByRole("region", { name: "Means by system" })).toBeDefined();
  expect(screen.queryByRole("combobox", { name: "Criterion" })).toBeNull();
});

test("small groups together open the units of just these", () => {
  const chapters = fixtureChapters();
  const own = chapters.bias["model-x"]?.perCriterion.Clarity;
  const [first] = own?.subgroups ?? [];
  if (!own || !first) throw new Error("the fixture has groups");
  own.subgroups = [
    { ...first, by: "subset", group: "small groups", difference: { ...first.difference, n: 17 } },
    { ...first, by: "system", group: "one", difference: { ...first.difference, n: 31 } },
  ];
  linked(<BiasPanel report={{ ...fixtureReport([criteria[0] ?? expect.unreachable()]), chapters }} judge="model-x" />);
  const links = within(screen.getByRole("table", { name: "Groups of samples" })).getAllByRole("link");
  const counted = links.filter((link) => link.getAttribute("data-units") !== "");
  expect(counted.map((link) => [queryOf(link).small, queryOf(link).system, queryOf(link).subset, link.getAttribute("data-units")])).toEqual(
    [
      ["subset", undefined, undefined, "17"],
      [undefined, "one", undefined, "31"],
    ],
  );
});

test("a value called like small groups together is quoted beside these, and opens its own units", () => {
  const chapters = fixtureChapters();
  const own = chapters.bias["model-x"]?.perCriterion.Clarity ?? expect.unreachable();
  const [first] = own.subgroups;
  if (!first) throw new Error("the fixture has groups");
  const of = (n: number, group: object) => ({ ...first, group: "small groups", ...group, difference: { ...first.difference, n } });
  own.subgroups = [
    ...[of(31, { by: "system", isValue: true }), of(17, { by: "system" })],
    ...[of(29, { by: "column", column: "language", isValue: true }), of(19, { by: "column", column: "language" })],
  ];
  linked(<BiasPanel report={{ ...fixtureReport([criteria[0] ?? expect.unreachable()]), chapters }} judge="model-x" />);
  const table = within(screen.getByRole("table", { name: "Groups of samples" }));
  const [, ...rows] = table.getAllByRole("row");
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual(
    ["system “small groups”", "system small groups", "language “small groups”", "language small groups"].map((name) => `Clarity: ${name}`),
  );
  const counted = table.getAllByRole("link").filter((link) => link.getAttribute("data-units") !== "");
  const judged = { figure: "difference", task: "t", criterion: "Clarity", judge: "model-x", ratings: "1" };
  expect(counted.map((link) => [link.getAttribute("data-units"), queryOf(link)])).toEqual(
    [
      ["31", { system: "small groups" }],
      ["17", { small: "system" }],
      ["29", { column: "language", columnValue: "small groups" }],
      ["19", { column: "language", small: "column" }],
    ].map(([n, of]) => [n, { ...judged, ...(of as object) }]),
  );
});

test("groups by a column of the import or by time are named by it and open their units, and columns left out are said", () => {
  const chapters = fixtureChapters();
  const bias = chapters.bias["model-x"] ?? expect.unreachable();
  const own = bias.perCriterion.Clarity ?? expect.unreachable();
  const [first] = own.subgroups;
  if (!first) throw new Error("the fixture has groups");
  const long = `column ${"x".repeat(60)}`;
  const of = (n: number, group: object) => ({ ...first, ...group, difference: { ...first.difference, n } });
  own.subgroups = [
    of(31, { by: "column", column: "language", group: "<b>de</b>" }),
    of(17, { by: "column", column: long, group: "small groups" }),
    of(23, { by: "month", group: "2026-03" }),
    of(19, { by: "month", group: "small groups" }),
    of(21, { by: "day", group: "2026-03-02" }),
    // A column may be called like what else makes groups.
    of(29, { by: "column", column: "month", group: "2026-03" }),
  ];
  bias.columnsLeftOut = ["topic", long, "year", "zone", "zoo"];
  linked(<BiasPanel report={{ ...fixtureReport([criteria[0] ?? expect.unreachable()]), chapters }} judge="model-x" />);
  const table = screen.getByRole("table", { name: "Groups of samples" });
  const [, ...rows] = within(table).getAllByRole("row");
  const cut = `column ${"x".repeat(32)}…`;
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual(
    ["language <b>de</b>", `${cut} small groups`, "month 2026-03", "month small groups", "day 2026-03-02", "column month 2026-03"].map(
      (name) => `Clarity: ${name}`,
    ),
  );
  const counted = within(table)
    .getAllByRole("link")
    .filter((link) => link.getAttribute("data-units") !== "");
  const judged = { figure: "difference", task: "t", criterion: "Clarity", judge: "model-x", ratings: "1" };
  expect(counted.map((link) => [link.getAttribute("data-units"), queryOf(link)])).toEqual(
    [
      ["31", { column: "language", columnValue: "<b>de</b>" }],
      ["17", { column: long, small: "column" }],
      ["23", { firstRated: "2026-03" }],
      ["19", { small: "month" }],
      ["21", { firstRated: "2026-03-02" }],
      ["29", { column: "month", columnValue: "2026-03" }],
    ].map(([n, units]) => [n, { ...judged, ...(units as object) }]),
  );
  expect(screen.getByText(/left out: “topic”, “column x+…”, “year”, and 2 more\.$/u)).toBeDefined();
});

test("a metric's bars on its own scale open the samples, and a system's name its units", () => {
  const base = fixtureReport([criteria[0] ?? expect.unreachable()]);
  const ofMetrics = { "model-x": { n: 9, mean: 12, histogram: { "3": 2, "200": 7 } } };
  const { unmount } = linked(<DistributionPanel report={{ ...base, scores: { ...base.scores, ofMetrics } }} judge="model-x" />);
  const chart = screen.getByText("model-x, on its own scale").parentElement ?? expect.unreachable();
  const bars = within(chart).getAllByRole("link");
  // Two bars and the key.
  expect(bars.map((bar) => [queryOf(bar).of, bar.getAttribute("data-units")])).toEqual([
    ["samples", ""],
    ["samples", ""],
    ["samples", ""],
  ]);
  unmount();
  linked(<SystemPanel report={base} judge="model-x" />);
  const name = screen.getByRole("rowheader", { name: "system one" }).querySelector("a");
  expect([queryOf(name).system, queryOf(name).judge, name?.getAttribute("data-units")]).toEqual(["system one", "model-x", "38"]);
});

test("a figure of a report that is narrowed to one judge opens the units it has without the filter, and says the judge for the way back", () => {
  render(
    <FigureLinks projectId="p" taskId="t" filter={{ arm: "blind", judge: "model-x" }}>
      <FigureLink units={{ criterion: "Clarity", pairable: "people" }} n={20} figure="alpha">
        0.70
      </FigureLink>
    </FigureLinks>,
  );
  const link = screen.getByRole("link");
  expect(queryOf(link)).toMatchObject({ arm: "blind", onlyJudge: "model-x", pairable: "people" });
  expect(queryOf(link)).not.toHaveProperty("judge");
});
