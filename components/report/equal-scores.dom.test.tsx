import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Figure, TaskReport } from "@/lib/domain/report";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { AgreementPanel } from "./agreement-panel";
import { BiasPanel } from "./bias-panel";
import { MeansPanel } from "./means-panel";
import { ScoresPanels } from "./scores-panels";
import { FrozenContext } from "./task-context";

// Where all scores are the same, little is defined. What is said of it must be true of the figure.

const none: Figure = { ...figure(null), why: "no-variation" };
const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
const panel = (title: string) => document.querySelector<HTMLElement>(`[data-panel="${title}"]`)?.textContent ?? "";

function shown(change: (chapters: TaskReport["chapters"]) => void, part: (report: TaskReport) => React.ReactNode) {
  const chapters = structuredClone(fixtureChapters());
  change(chapters);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={null}>{part({ ...base, chapters })}</FrozenContext>
    </QueryClientProvider>,
  );
}

test("distances of equal scores have no spread to compare, and nothing is said of agreement", () => {
  shown(
    ({ scores }) => Object.assign(scores["model-x"]?.Clarity?.distance ?? {}, { wasserstein: none, jensenShannon: none }),
    (report) => <ScoresPanels report={report} judge="model-x" />,
  );
  expect(panel("Does the judge use the scale as people do?")).toContain("Every score is the same, so there is no spread to compare.");
  expect(panel("Does the judge use the scale as people do?")).not.toContain("agreement");
});

test("where no mean varies, no interval can be halved", () => {
  const nothing = { labels: null, judged: null, cheapest: [], why: "no-variation" };
  shown(
    ({ next, verdict }) => {
      Object.assign(next.means?.Clarity?.["model-x"] ?? {}, { halving: nothing });
      Object.assign(verdict.Clarity?.sharpened["model-x"] ?? {}, { gain: null });
    },
    (report) => <MeansPanel report={report} judge="model-x" />,
  );
  expect(panel("How sure are the mean scores?")).toContain("There is no interval that could be narrower.");
  expect(panel("How sure are the mean scores?")).not.toContain("distinguished from chance");
});

test("a difference that never varies has no p for the reason that it has no interval", () => {
  const difference = { ...figure(0), intervalWhy: "degenerate-replicates" };
  shown(
    ({ bias }) => {
      for (const group of bias["model-x"]?.perCriterion.Clarity?.subgroups ?? []) Object.assign(group, { difference, p: null, q: null });
    },
    (report) => <BiasPanel report={report} judge="model-x" />,
  );
  expect(panel("Is the judge kinder to some groups?")).toContain("Leaving out any input changes nothing");
  expect(panel("Is the judge kinder to some groups?")).not.toContain("not computed");
});

test("a map of raters without any figure counts no units and explains no hatching", () => {
  const empty = (figures: object) =>
    Object.fromEntries(Object.entries(figures).map(([level, own]) => [level, { ...own, ...none, units: 0 }]));
  const pairs = base.agreement.pairs.map(({ perCriterion, ...pair }) => ({
    ...pair,
    perCriterion: Object.fromEntries(Object.entries(perCriterion).map(([name, figures]) => [name, empty(figures)])),
  })) as TaskReport["agreement"]["pairs"];
  render(<AgreementPanel report={{ ...base, agreement: { ...base.agreement, pairs } }} level="ordinal" />);
  expect(screen.getAllByText("Ordinal alpha of every two raters")).not.toEqual([]);
  expect(panel("Who agrees with whom")).not.toContain("Hatched");
});
