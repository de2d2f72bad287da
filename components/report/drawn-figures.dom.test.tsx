import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { TaskReport } from "@/lib/domain/report";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { fixtureVerdict } from "@/lib/testing/chapters-fixture";
import { curveReport } from "@/lib/testing/rare-reports";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { AgreementPanel } from "./agreement-panel";
import { AltCurvePanel } from "./alt-curve-panel";
import { DistributionPanel } from "./distribution-panel";
import { ExpertPanel } from "./expert-panel";
import { ProposalsPanel } from "./proposals-panel";
import { ScatterPanel } from "./scatter-panel";

beforeAll(() => void vi.stubGlobal("scrollTo", () => undefined));
afterEach(() => vi.unstubAllGlobals());

const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
const spread = (counts: Record<string, number>, mean: number) => ({
  n: Object.values(counts).reduce((sum, count) => sum + count, 0),
  ...{ mean, histogram: counts },
});
const report: TaskReport = {
  ...base,
  scores: {
    ...base.scores,
    perSystem: {
      Clarity: {
        one: { annotators: spread({ "2": 6, "4": 2 }, 2.5), "model-x": spread({ "3": 5 }, 3) },
        two: { annotators: spread({ "5": 7 }, 5), "model-x": spread({ "5": 4, "4": 1 }, 4.8) },
      },
    },
  },
};
const linked = (part: React.ReactNode) =>
  render(
    <FigureLinks projectId="p" taskId="t" filter={{ system: "filtered" }}>
      {part}
    </FigureLinks>,
  );
const queryOf = (link: Element | null) => Object.fromEntries(new URL(link?.getAttribute("href") ?? "", "http://x").searchParams);

test("scores are spread on one axis of shares, by criterion or by system, and each bar opens its ratings", async () => {
  linked(<DistributionPanel report={report} judge="model-x" />);
  // Half of the judge's scores are a 4: the axis goes to 50 %, in steps of 20.
  expect(screen.getAllByText(/^(20|40) %$/u).map((tick) => tick.textContent)).toEqual(["20 %", "40 %"]);
  await userEvent.setup().click(screen.getByRole("radio", { name: "By system" }));
  expect(screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual(["one", "two"]);
  expect(screen.getAllByText("50 %")).toHaveLength(2);
  const bar = screen.getByRole("link", { name: /people, 2: 6/u });
  expect(queryOf(bar)).toMatchObject({ criterion: "Clarity", system: "one", humanScore: "2", of: "ratings" });
  expect(bar.getAttribute("data-units")).toBe("6");
  screen.getByText("model-x: mean 4.80, n = 5");
});

test("the heat map is shown at the level that is chosen in it", async () => {
  render(<AgreementPanel report={base} level="ordinal" />);
  const map = () => within(screen.getByRole("table", { name: /alpha of every two raters/u }));
  expect(map().getAllByText("0.89")).toHaveLength(2);
  await userEvent.setup().click(screen.getByRole("radio", { name: "Nominal" }));
  screen.getByRole("table", { name: /^Nominal alpha of every two raters/u });
  expect(map().getAllByText("0.49")).toHaveLength(2);
  await userEvent.setup().click(screen.getByRole("radio", { name: "Exact" }));
  const exact = within(screen.getByRole("table", { name: /^Exact agreement of every two raters; n = 7 to 19 units/u }));
  expect(exact.getAllByText("0.52")).toHaveLength(2);
});

test("the test's curve says each share, and opens the units that it rests on", () => {
  const points = [
    { epsilon: 0, winningRate: 0 },
    { epsilon: 0.2, winningRate: 2 / 3 },
    { epsilon: 0.3, winningRate: null },
  ];
  const judges = { ...base.chapters.judges, altCurves: { "model-x": { Clarity: { points, perPerson: [], why: null } } } };
  const chapters = { ...base.chapters, judges, verdict: { Clarity: fixtureVerdict() } };
  linked(<AltCurvePanel report={{ ...base, chapters }} judge="model-x" />);
  const curve = screen.getByRole("img", {
    name: "Winning rate on Clarity: 0.0\u00a0% at epsilon 0.00, 66.7\u00a0% at epsilon 0.20, not defined at epsilon 0.30",
  });
  expect(curve.querySelectorAll("circle")).toHaveLength(3);
  expect(queryOf(curve.closest("a"))).toMatchObject({ criterion: "Clarity", judge: "model-x" });
});

test("the test's curve has its full dot at the verdict's epsilon, whatever a plan states", () => {
  const points = [
    { epsilon: 0, winningRate: 0 },
    { epsilon: 0.2, winningRate: 1 / 3 },
    { epsilon: 0.375, winningRate: 1 },
  ];
  const [usual] = Object.values(fixtureVerdict().altTest);
  const dot = (epsilon: number) => {
    const altTest = { "model-x": { ...(usual ?? expect.unreachable()), epsilon } };
    const judges = { ...base.chapters.judges, altCurves: { "model-x": { Clarity: { points, perPerson: [], why: null } } } };
    const chapters = { ...base.chapters, judges, verdict: { Clarity: fixtureVerdict({ altTest }) } };
    const { unmount } = render(<AltCurvePanel report={{ ...base, chapters }} judge="model-x" />);
    const curve = screen.getByRole("img", { name: / at epsilon 0\.20, 100\.0\s% at epsilon 0\.375$/u });
    screen.getByRole("columnheader", { name: "ε = 0.375" });
    within(curve).getByText("0.375");
    const full = [...curve.querySelectorAll("circle.fill-accent")].map((circle) => Number(circle.getAttribute("cx")));
    unmount();
    return full;
  };
  expect(dot(0)).toEqual([44]);
  expect(dot(0.375)).toEqual([244]);
  expect(dot(0.1)).toEqual([]);
});

test("a judge that was not tested, or only where people saw drafts, has no table; why is said of the latter", () => {
  const { container, rerender } = render(<AltCurvePanel report={curveReport} judge="model-y" />);
  expect(container.textContent).toBe("");
  rerender(
    <AltCurvePanel report={{ ...curveReport, criteria: curveReport.criteria.filter(({ name }) => name === "Kind") }} judge="model-x" />,
  );
  expect(screen.queryByRole("table")).toBeNull();
  screen.getByText(/^People saw a draft before rating/u);
});

test("units and systems are drawn at people's mean and the judge's score, and each opens its units", () => {
  const scores = {
    blandAltman: {
      bubbles: [
        { mean: 3, difference: 1, n: 4 },
        { mean: 2, difference: 0, n: 9 },
        // Neither is the mean less, or more, half the difference.
        { mean: 3.833333333333333, difference: 0.3333333333333335, people: 3.6666666666666665, judge: 4, n: 2 },
      ],
    },
    systems: {
      rows: [
        { system: "one", judge: figure(4.5, [4.2, 4.8], 13), people: figure(2, [1.8, 2.2], 13) },
        { system: "two", judge: figure(1.5, [1.2, 1.8], 11), people: figure(3, [2.8, 3.2], 11) },
        { system: "three", judge: figure(null), people: figure(null) },
      ],
    },
  } as unknown as ScoresOfJudge;
  linked(<ScatterPanel report={base} found={[{ name: "Clarity", scores }]} judge="model-x" />);
  const circles = (name: RegExp) => [...screen.getByRole("group", { name }).querySelectorAll("circle")];
  const [first, second, third] = circles(/^Units by/u);
  expect(queryOf(third?.closest("a") ?? null)).toMatchObject({ humanScore: "3.6666666666666665", judgeScore: "4" });
  expect(3.833333333333333 - 0.3333333333333335 / 2).not.toBe(3.6666666666666665);
  expect(first?.querySelector("title")?.textContent).toBe("4 units: people 2.50, model-x 3.50");
  expect(queryOf(first?.closest("a") ?? null)).toMatchObject({
    people: "mean",
    humanScore: "2.5",
    judgeScore: "3.5",
    criterion: "Clarity",
  });
  expect(first?.closest("a")?.getAttribute("data-units")).toBe("4");
  // The scale is 1 to 5: people's 2.5 is further right than 2, and the judge's 3.5 higher than 2.
  expect(Number(first?.getAttribute("cx"))).toBeGreaterThan(Number(second?.getAttribute("cx")));
  expect(Number(first?.getAttribute("cy"))).toBeLessThan(Number(second?.getAttribute("cy")));
  expect(Number(first?.getAttribute("r"))).toBeLessThan(Number(second?.getAttribute("r")));
  const systems = circles(/^Systems by/u);
  expect(systems.map((circle) => queryOf(circle.closest("a")).system)).toEqual(["one", "two"]);
  expect(systems[1]?.querySelector("title")?.textContent).toBe("two: people 3.00, model-x 1.50, 11 units");
});

test("a panel's rounds: how far experts agreed, and each thing they did under its own head", async () => {
  const rate = (count: number) => ({ count, share: count / 40 });
  const all = { accept: rate(22), revise: rate(9), remove: rate(6), add: rate(3), n: 40 };
  const figures = {
    ...{ experts: 5, criteria: 8, alpha: { value: 0.37, why: null, n: 40, low: 0.12, high: 0.62 } },
    byExperts: { all, general: all, taskSpecific: all, unstated: all },
    consensus: null,
  };
  const undefinedAlpha = {
    ...figures,
    ...{ experts: 1, criteria: 1 },
    alpha: { value: null, why: "too-few", n: 1, low: null, high: null },
  };
  const round = (number: number, own: object, publishedVersion: number | null = null) => ({
    ...{ roundId: `r${number}`, number, judge: "gpt", publishedVersion },
    figures: own,
  });
  vi.stubGlobal("fetch", async () => Response.json({ items: [round(2, figures), round(1, undefinedAlpha, 3)] }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExpertPanel report={{ taskId: "00000000-0000-4000-8000-000000000001", filter: {} }} />
    </QueryClientProvider>,
  );
  await screen.findByRole("table", { name: "Rounds of the panel" });
  expect(readTable("Rounds of the panel")[0]).toEqual({
    "": "Round 2, gpt5 experts, 8 criteria",
    "alpha between experts": "0.370.12 to 0.62n = 40",
    ...{ approved: "55.0 %", revised: "22.5 %", deleted: "15.0 %", added: "7.5 %" },
  });
  expect(readTable("Rounds of the panel")[1]).toMatchObject({
    "": "Round 1, gpt1 expert, 1 criterion, version 3",
    "alpha between experts": expect.stringMatching(/^–not defined/u),
  });
});

test("CC and ICC of each judge's proposals, or why they are not known", async () => {
  const consistency = (cc: number | null, basis: string) => ({
    cc: { value: cc, why: cc === null ? "too-few" : null, n: 5 },
    icc: { value: 0.61, why: null, n: 10 },
    basis,
  });
  const run = (id: string, name: string, own: object | null) => ({
    ...{ id, judge: { id, name }, createdAt: "2026-03-04T10:00:00Z", consistency: own },
  });
  const items = [
    run("a", "gpt", consistency(0.83, "embeddings")),
    run("b", "other", null),
    run("c", "plain", consistency(null, "lexical")),
  ];
  vi.stubGlobal("fetch", async () => Response.json({ items }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ProposalsPanel report={{ taskId: "00000000-0000-4000-8000-000000000001", filter: {} }} />
    </QueryClientProvider>,
  );
  await screen.findByRole("table", { name: "Consistency of proposed criteria" });
  expect(readTable("Consistency of proposed criteria")).toEqual([
    { "": "gpt2026-03-04", CC: "0.83n = 5", ICC: "0.61n = 10", "likeness of": "meanings (embeddings)" },
    { "": "plain2026-03-04", CC: "needs a sampled list", ICC: "0.61n = 10", "likeness of": "words" },
  ]);
});
