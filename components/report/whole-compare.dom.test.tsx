import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { fullReport } from "@/lib/testing/described-reports";
import { mixedReport } from "@/lib/testing/mixed-report-fixture";
import { fixturePairReport, fixturePairs } from "@/lib/testing/pair-report-fixture";
import { wholePanels } from "@/lib/testing/panels-in-full";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { CompareTable } from "./compare-table";

// Two reports beside each other, in whole-compare/*.txt: what is exported, opened and said. A change there is a change of what people read;
// `npx vitest run --project dom whole-compare -u` writes it.

const judge = "model-x";

interface Compared {
  report: TaskReport;
  judge?: string | null;
  excluded?: "with" | "without";
}

const sideOf = ({ report, judge: own = judge, excluded = "without" }: Compared) => ({
  ...{ report, judge: own, dataVersion: "v1", computedAt: "2026-02-03T10:00:00Z" },
  side: { task: null, judge: own, excluded, narrowing: report.filter, choose: () => undefined, narrow: () => undefined },
});

const base: TaskReport = { ...fullReport, chapters: fixtureChapters(), arms: ["blind"] };
const { judges, verdict } = base.chapters;
const { Clarity: ranking = expect.unreachable() } = judges.ranking;
const { Clarity: own = expect.unreachable() } = verdict;
const { [judge]: test7 = expect.unreachable() } = own.altTest;
const apart = (name: string, low: number, high: number) => ({ a: judge, b: name, difference: figure((low + high) / 2, [low, high], 33) });
/** Judges with a difference of each kind: one ahead, one behind, and two whose interval ends at zero. */
const ranked = (names: readonly string[]): TaskReport => ({
  ...base,
  chapters: {
    ...base.chapters,
    verdict: {
      Clarity: {
        ...own,
        altTest: Object.fromEntries(names.map((name, at) => [name, { ...test7, advantageProbability: 0.83 + at / 100 }])),
      },
    },
    judges: {
      ...judges,
      ranking: {
        Clarity: {
          ...ranking,
          judges: names.map((name, at) => ({ name, figure: figure(0.41 + at / 100, [0.3, 0.5], 36 + at), groups: ["a"] })),
          pairs: [
            { ...apart("model-y", 0, 0.12), p: 0.4, pHolm: 0.4 },
            { ...apart("Length", -0.12, -0.04), p: 0.01, pHolm: 0.02 },
          ],
        },
      },
      advantages: { Clarity: [apart("model-y", 0.03, 0.09), apart("Length", -0.14, 0)] },
    },
  },
});
const metric = { id: "r5", kind: "judge" as const, judgeKind: null, metric: { name: "length", scale: { min: 0, max: 900 } }, panel: null };
const several = ranked([judge, "model-y", "Length"]);
const withMetrics = { ...several, raters: [...several.raters, { ...metric, name: "Length" }] };
const mixed = mixedReport();
const ofMetrics = { ...withMetrics, raters: [...withMetrics.raters.filter(({ name }) => name !== judge), { ...metric, name: judge }] };

const alphaApart = (by: number, ends: [number, number]) => ({ ordinal: figure(by, ends, 17) });
const influence = {
  arms: [{ arm: "blind" }, { arm: "drafted" }],
  comparisons: [
    {
      ...{ with: 1, without: 0 },
      agreement: { perCriterion: { Clarity: alphaApart(0.13, [0.02, 0.24]) }, meanOverCriteria: alphaApart(0.08, [-0.03, 0.19]) },
    },
  ],
};
const inArm = (arm: "blind" | "drafted", filter: TaskReport["filter"] = {}): Compared => ({
  report: { ...base, arms: [arm], filter: { arm, ...filter } },
});

const pairs = fixturePairReport();
const [overall = expect.unreachable()] = pairs.criteria;
/** Two criteria, neither of them overall: none says which output is preferred. */
const undecided = { ...pairs, criteria: [overall, { ...overall, name: "Tone" }] };
const labelled = fixtureReport([{ name: "Cause", labels: ["fire", "water"], agreement: alphas(0.4) }], { taskId: "t2", task: "Causes" });

const views: [name: string, first: Compared, second: Compared, whole?: TaskReport][] = [
  ["judges", { report: several }, { report: several, judge: "model-y" }],
  ["judge-and-metric", { report: withMetrics }, { report: withMetrics, judge: "Length" }],
  ["metrics", { report: ofMetrics }, { report: ofMetrics, judge: "Length" }],
  ["judge-and-people", { report: base }, { report: base, judge: null }],
  ["arms", inArm("blind"), inArm("drafted"), { ...base, influence } as unknown as TaskReport],
  ["drafts-and-metric", { report: mixed }, { report: mixed, judge: "Length", excluded: "with" }],
  ["tasks", inArm("blind", { finished: "true" }), { report: { ...labelled, filter: { criteriaSet: "2", from: "2026-01-02" } } }],
  ["pairs", { report: fixturePairReport(fixturePairs({ tieAllowed: false })) }, { report: pairs, judge: "trio" }],
  ["pairs-of-people", { report: pairs, judge: null }, { report: undecided }],
  ["nothing", { report: { ...base, criteria: [] } }, { report: { ...base, criteria: [] } }],
];

test.each(views)("%s", async (name, first, second, whole) => {
  render(
    <CompareTable
      {...{ projectId: "p", software: "Redline 9", level: "ordinal" }}
      {...{ first: sideOf(first), second: sideOf(second), whole: whole ?? null }}
    />,
  );
  await expect(await wholePanels()).toMatchFileSnapshot(`whole-compare/${name}.txt`);
});
