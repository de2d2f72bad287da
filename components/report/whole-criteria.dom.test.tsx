import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { AlphaFigure, Figure, LabelFigures, TaskReport } from "@/lib/domain/report";
import { verdictOf } from "@/lib/domain/verdict";
import { fixtureChapters, fixtureStanding, fixtureVerdict } from "@/lib/testing/chapters-fixture";
import { fullReport, provenance } from "@/lib/testing/described-reports";
import { fixtureLabelReport, fixtureLabels } from "@/lib/testing/label-report-fixture";
import { fixturePairReport } from "@/lib/testing/pair-report-fixture";
import { wholePanels } from "@/lib/testing/panels-in-full";
import { alphas, figure, meanAlphas } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { type CriterionRow, criterionRows, summaryRow } from "./criterion-rows";
import { CriterionTable } from "./criterion-table";
import { LabelsPanel } from "./labels-panel";
import { ProvenanceContext } from "./provenance-context";
import { FrozenContext } from "./task-context";

// The table of criteria and the panel of labels in several states, in whole-criteria/*.txt: what they export, open and say. A change there is a change
// of what people read; `npx vitest run --project dom whole-criteria -u` writes it.

const draw = (panel: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={null}>
        <FigureLinks projectId="p" taskId="t" filter={{}}>
          <ProvenanceContext value={{ ...provenance, arms: "all", level: "chosen" }}>{panel}</ProvenanceContext>
        </FigureLinks>
      </FrozenContext>
    </QueryClientProvider>,
  );

const judge = "model-x";
const none = (why: string): Figure => ({ ...figure(null), why, n: 0 });

/** The table of a report, or with these rows; `summary` false: none. */
function table(report: TaskReport, by: string | null, { rows, basis = null, pairwise = false }: Shown = {}) {
  const shown = { rows: rows ?? criterionRows(report, "ordinal", by), summary: rows ? null : summaryRow(report, "ordinal", by) };
  return <CriterionTable {...shown} judge={by} basis={basis} changedIn="drafted; blind, then drafted" pairwise={pairwise} />;
}
interface Shown {
  rows?: CriterionRow[];
  basis?: string | null;
  pairwise?: boolean;
}

const mixed: TaskReport = {
  ...{ ...fullReport, arms: ["blind", "drafted"] },
  agreement: {
    ...fullReport.agreement,
    meanOverCriteria: {
      annotators: meanAlphas(0.47, [0.36, 0.58], 1, 2),
      withJudge: { [judge]: meanAlphas(0.49, [0.39, 0.59], 2, 2) },
    },
  },
  chapters: {
    ...fixtureChapters(),
    verdict: {
      Clarity: fixtureVerdict({ all: fixtureStanding(0.11, 0.16), gap: figure(0.109, [0.06, 0.15]) }),
      Truth: fixtureVerdict(),
    },
  },
};
const pairReport = fixturePairReport();
const nobody: TaskReport = {
  ...fullReport,
  agreement: {
    ...fullReport.agreement,
    pooled: { why: null, annotators: alphas(null), withJudge: { [judge]: alphas(null) } },
    meanOverCriteria: {
      annotators: meanAlphas(null, undefined, 0, 2),
      withJudge: { [judge]: meanAlphas(null, undefined, 0, 2) },
    },
  },
};

// One row for each verdict, and what else a row may lack.
const alphaOf = (value: number | null, interval?: [number, number], units = 25): AlphaFigure => ({
  ...alphas(value, interval, { units, inputs: 12 }).ordinal,
});
const [first = expect.unreachable()] = criterionRows(fullReport, "ordinal", judge);
const rowOf = (name: string, people: AlphaFigure | undefined, changes: Partial<CriterionRow> = {}): CriterionRow => ({
  ...{ ...first, name, people, verdict: verdictOf(people), leaning: null, arms: undefined },
  ...changes,
});
const every: CriterionRow[] = [
  rowOf("1. Above.", alphaOf(0.91, [0.83, 0.97]), { overall: true, leaning: "judge lenient" }),
  rowOf("At least", alphaOf(0.78, [0.69, 0.87]), { labels: 4, level: "nominal", bias: none("labels") }),
  rowOf("Below", alphaOf(0.21, [0.11, 0.31]), { narrowed: { arm: "blind" }, withJudge: none("no-variation") }),
  rowOf("Across", alphaOf(0.71, [0.61, 0.81]), { changed: { ...figure(0.25, [0.15, 0.35], 1200) } }),
  rowOf("Few", alphaOf(0.72, [0.6, 0.8], 9), { tauB: none("too-few"), changed: undefined }),
  rowOf("Alone", alphaOf(null), { people: { ...alphaOf(null), why: "no-pairable-units", n: 0 }, bias: figure(-0.4, [-0.6, -0.2], 1) }),
  rowOf("Missing", undefined, { ...{ withJudge: undefined, tauB: undefined, bias: undefined, changed: undefined } }),
];
const unchanged = every.slice(0, 2).map((row) => ({ ...row, changed: undefined }));

// Labels.
const { [judge]: labelling = expect.unreachable() } = fixtureLabels.withJudge;
const { scores } = fixtureLabelReport;
const labelled = (changes: Partial<LabelFigures>, own: Partial<typeof labelling> = {}, arms = ["blind"]): TaskReport => ({
  ...{ ...fixtureLabelReport, arms },
  labels: { Cause: { ...fixtureLabels, ...changes, withJudge: { [judge]: { ...labelling, ...own } } } },
});
const tested = { winningRate: 2 / 3, advantageProbability: 0.83, passed: true, epsilon: 0.15, n: 77, eligible: 3, why: null };
const neverHome = [
  [7, 1, 0],
  [0, 0, 0],
  [1, 0, 1],
];
const nothing = [
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
];
const { annotators } = fixtureLabels;
const unlabelled = labelled(
  { annotators: { ...annotators, rawAgreement: none("no-pairable-units"), perLabel: {}, confusion: nothing } },
  { rawAgreement: none("no-units"), kappa: none("no-units"), confusion: nothing, withoutMajority: 0 },
);
/** A name that every object has, given to a label that nobody chose. */
const strange = labelled({
  labels: ["made up", "close to home", "constructor"],
  annotators: { ...annotators, perLabel: { ...annotators.perLabel, constructor: figure(0.27, [0.1, 0.4]) } },
});

const panels: [name: string, panel: () => ReactNode][] = [
  ["criteria", () => table(mixed, judge, { basis: "From all ratings" })],
  ["criteria-by-people", () => table(fullReport, null)],
  ["criteria-by-unknown-judge", () => table(fullReport, "model-z")],
  ["criteria-of-nobody", () => table(nobody, judge)],
  ["criteria-of-pairs", () => table(pairReport, judge, { pairwise: true })],
  ["criteria-of-labels", () => table(fixtureLabelReport, judge)],
  ["criteria-with-every-verdict", () => table(fullReport, judge, { rows: every })],
  ["criteria-of-pairs-and-lenient-judge", () => table(pairReport, judge, { rows: every.slice(0, 1), pairwise: true })],
  ["criteria-without-drafts", () => table(fullReport, judge, { rows: unchanged })],

  ["labels", () => <LabelsPanel report={labelled({}, { altTest: tested, basis: "without-draft" }, ["blind", "drafted"])} judge={judge} />],
  ["labels-of-people", () => <LabelsPanel report={fixtureLabelReport} judge={null} />],
  ["labels-of-another-judge", () => <LabelsPanel report={fixtureLabelReport} judge="model-z" />],
  [
    "labels-of-failing-judge",
    () => (
      <LabelsPanel
        report={labelled({}, { altTest: { ...tested, passed: false, eligible: 1 }, withoutMajority: 1, confusion: neverHome })}
        judge={judge}
      />
    ),
  ],
  [
    "labels-with-kappas",
    () => (
      <LabelsPanel
        report={labelled(
          { annotators: { ...annotators, kappa: figure(0.57, [0.4, 0.7], 19) } },
          { kappa: none("no-variation"), withoutMajority: 0 },
        )}
        judge={judge}
      />
    ),
  ],
  ["labels-called-like-nothing-else", () => <LabelsPanel report={strange} judge={judge} />],
  ["labels-of-nobody", () => <LabelsPanel report={{ ...unlabelled, scores: { ...scores, perCriterion: {} } }} judge={judge} />],
];

test.each(panels)("%s", async (name, panel) => {
  draw(panel());
  await expect(await wholePanels()).toMatchFileSnapshot(`whole-criteria/${name}.txt`);
});
