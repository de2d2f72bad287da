import { fireEvent, render, screen, within } from "@testing-library/react";
import { parse } from "csv-parse/sync";
import { expect, test, vi } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fixturePairReport } from "@/lib/testing/pair-report-fixture";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { CompareTable } from "./compare-table";

const sideOf = (report: TaskReport, judge: string, day = "2026-02-03") => ({
  ...{ report, judge, dataVersion: "v1", computedAt: `${day}T10:00:00Z` },
  side: { task: null, judge, excluded: "without" as const, narrowing: report.filter, choose: vi.fn(), narrow: vi.fn() },
});

const shown = (
  first: TaskReport,
  second = first,
  judges = ["model-x", "model-x"],
  day = "2026-02-03",
  whole: TaskReport | null = null,
  data = "v1",
) =>
  render(
    <CompareTable
      projectId="p"
      software="Redline 9"
      level="ordinal"
      first={sideOf(first, judges[0] ?? "")}
      second={{ ...sideOf(second, judges[1] ?? "", day), dataVersion: data }}
      whole={whole}
    />,
  );
const queryOf = (link: Element | null) => {
  const { task: _, figure: __, ...query } = Object.fromEntries(new URL(link?.getAttribute("href") ?? "", "http://x").searchParams);
  return query;
};
const linkOf = (name: RegExp, place: number) => {
  const row = screen.getByRole("row", { name });
  return queryOf(within(row).getAllByRole("cell")[place]?.querySelector("a") ?? null);
};

test("figures of pairs open the pairs that they are of: those with a known answer, those of the judge and most people, those of two people", () => {
  shown(fixturePairReport());
  expect(linkOf(/^accuracy of the judge/u, 0)).toEqual({ criterion: "Overall", gold: "known", judge: "model-x" });
  const most = { criterion: "Overall", judge: "model-x", people: "most", ratings: "1" };
  expect(linkOf(/^judge as most people/u, 1)).toEqual(most);
  expect(linkOf(/^kappa of judge and most people/u, 1)).toEqual(most);
  const people = { criterion: "Overall", pairable: "people", of: "ratings" };
  expect(linkOf(/^two people alike/u, 0)).toEqual(people);
  expect(linkOf(/^kappa of people/u, 0)).toEqual(people);
});

const ranked = (): TaskReport => {
  const report = fixtureReport([{ name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.79]) }]);
  report.chapters.judges.ranking = {
    Clarity: {
      statistic: "spearman",
      judges: [
        { name: "model-x", figure: figure(0.71, [0.6, 0.8]), groups: ["a"] },
        { name: "model-y", figure: figure(0.52, [0.4, 0.6]), groups: ["b"] },
      ],
      pairs: [{ a: "model-x", b: "model-y", difference: figure(0.19, [0.05, 0.33]), p: 0.01, pHolm: 0.02 }],
    },
  };
  return report;
};

test("the difference of two judges opens the units that both and people have scored", () => {
  const report = ranked();
  shown(report, report, ["model-x", "model-y"]);
  expect(linkOf(/Spearman, judge and people/u, 2)).toMatchObject({
    criterion: "Clarity",
    judge: "model-x",
    other: "model-y",
    ratings: "1",
  });
});

test("the difference of two arms opens people's ratings in both, and each arm's figure those in its own", () => {
  const report = ranked();
  const inArm = (arm: "blind" | "drafted"): TaskReport => ({ ...report, arms: [arm], filter: { arm, system: "one" } });
  const agreement = { perCriterion: { Clarity: { ordinal: figure(0.13, [0.02, 0.24]) } } };
  const influence = { arms: [{ arm: "blind" }, { arm: "drafted" }], comparisons: [{ with: 1, without: 0, agreement }] };
  shown(inArm("blind"), inArm("drafted"), undefined, undefined, { ...report, influence } as unknown as TaskReport);
  const people = { criterion: "Clarity", system: "one", pairable: "people", of: "ratings" };
  expect([0, 1, 2].map((place) => linkOf(/alpha between people/u, place))).toEqual([
    { ...people, arm: "blind" },
    { ...people, arm: "drafted" },
    { ...people, ratings: "1", arm: "blind", armToo: "drafted", n: "40", counts: "samples" },
  ]);
});

test("a metric on a scale of its own, whose scores are of samples, leads to people's ratings", () => {
  const report = ranked();
  const metric = { name: "Length", scale: { min: 0, max: 900, step: null } };
  const raters = report.raters.map((one) => (one.name === "model-x" ? { ...one, judgeKind: "metric" as const, metric } : one));
  shown({ ...report, raters } as TaskReport);
  expect(linkOf(/Spearman, judge and people/u, 0)).toEqual({ criterion: "Clarity", of: "ratings", ratings: "1" });
});

/** What the table's menu gives as a file, or to the clipboard. */
async function exported(format: "CSV" | "Copy Markdown"): Promise<string> {
  const texts: (Blob | string)[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `#${texts.push(blob as Blob)}`);
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void texts.push(text) } });
  fireEvent.click(screen.getByRole("button", { name: "Export Figures of both reports" }));
  fireEvent.click(screen.getByRole("menuitem", { name: format }));
  await vi.waitFor(() => expect(texts).toHaveLength(1), { timeout: 20_000 });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  const [found = ""] = texts;
  return typeof found === "string" ? found : found.text();
}

test("its files say what each n counts, at which level alphas are, and of which day the data of each side are", async () => {
  const labelled = fixtureReport([{ name: "Cause", labels: ["fire", "water"], agreement: alphas(0.4) }], { taskId: "t2", task: "Causes" });
  shown(ranked(), labelled, ["model-x", "model-x"], "2026-03-05");
  const rows = parse<Record<string, string>>(await exported("CSV"), { bom: true, columns: true });
  expect(rows.filter(({ n, n_counts: counts }) => Number(n) > 0 && counts === "")).toEqual([]);
  const countsOf = (figure: string) => rows.find((row) => row.Figure === figure && Number(row.n) > 0)?.n_counts;
  expect([countsOf("Clarity: alpha between people"), countsOf("Clarity: Spearman, judge and people")]).toEqual(["ratings", "units"]);
  const caption = (await exported("Copy Markdown")).split("\n")[0];
  expect(caption).toContain("Level of measurement: first: ordinal, second: ordinal, nominal for labels.");
  expect(caption).toContain("First: data of 2026-02-03; Second: data of 2026-03-05");
});

test("a caption names what both reports have in common once, and the rest of each", async () => {
  const inArm = (arm: "blind" | "drafted"): TaskReport => ({ ...ranked(), arms: [arm], filter: { arm } });
  const { unmount } = shown(inArm("blind"), { ...inArm("drafted"), task: "Causes" }, undefined, undefined, null, "v2");
  expect((await exported("Copy Markdown")).split("\n")[0]).toBe(
    "**Figures of both reports. First: Explanations, model-x, arm blind; second: Causes, model-x, arm drafted; difference: second minus first, from paired data. " +
      "Level of measurement: ordinal. Intervals: 95 % jackknife. n = 60 ratings; 40 to 41 units. Task “Explanations; Causes”; " +
      "arm: first: blind, second: drafted. First: Only arm blind; Second: Only arm drafted. Data of 3 February 2026, version v1, v2; Redline 9.**",
  );
  unmount();
  shown(ranked());
  expect((await exported("Copy Markdown")).split("\n")[2]).toBe(
    "| Figure | first | first is of | second | second is of | difference | n (ratings / units) |",
  );
  expect((await exported("Copy Markdown")).split("\n")[0]).toMatch(
    /Task “Explanations”; arm: drafted\. Data of 3 February 2026, version v1; Redline 9\.\*\*$/u,
  );
});

test("another level of measurement shows its own alphas", () => {
  const side = sideOf(ranked(), "model-x");
  const table = (level: "nominal" | "ordinal") => (
    <CompareTable {...{ projectId: "p", software: "Redline 9", first: side, second: side, whole: null, level }} />
  );
  const { rerender } = render(table("ordinal"));
  const alpha = () => screen.getByRole("row", { name: /alpha between people/u }).textContent;
  expect(alpha()).toContain("0.80");
  rerender(table("nominal"));
  expect(alpha()).toContain("0.59");
});

test("its files have no row for what a figure is of that a report does not have", async () => {
  shown(ranked(), fixtureReport([{ name: "Truth", agreement: alphas(0.6) }]));
  const rows = parse<Record<string, string>>(await exported("CSV"), { bom: true, columns: true });
  const measured = rows.filter((row) => row.Figure === "Clarity: alpha between people").map(({ measure, value }) => [measure, value]);
  expect(measured).toEqual([
    ["first", "0.8"],
    ["first is of", "with a draft"],
  ]);
});
