import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { TaskReport } from "@/lib/domain/report";
import { actedReport } from "@/lib/testing/acted-report";
import { fixtureChapters, fixtureStanding, fixtureVerdict } from "@/lib/testing/chapters-fixture";
import { fullReport, provenance } from "@/lib/testing/described-reports";
import { workOfTwoRuns, workOnScales } from "@/lib/testing/draft-work-fixture";
import { checks, proposed, protocolsReport } from "@/lib/testing/judges-alone-fixture";
import { keptContext } from "@/lib/testing/kept-context-fixture";
import { fixturePairReport, fixturePairs } from "@/lib/testing/pair-report-fixture";
import { panelsInFull } from "@/lib/testing/panels-in-full";
import {
  adjudicatedReport,
  consistencyReport,
  curveReport,
  draftedReport,
  meansReport,
  rankedReport,
  rankedWithin,
  reliabilityReport,
  scoresOfJudge,
  unsharpenedReport,
} from "@/lib/testing/rare-reports";
import { figure } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { AdjudicatedPanel } from "./adjudicated-panel";
import { AltCurvePanel } from "./alt-curve-panel";
import { AnnotatorsPanel } from "./annotators-panel";
import { ChangePanel } from "./change-panel";
import { ChapterVerdict } from "./chapter-verdict";
import { ConsistencyPanel } from "./consistency-panel";
import { DraftEffectPanels } from "./draft-effect-panels";
import { DraftPanel } from "./draft-panel";
import { ExpertPanel } from "./expert-panel";
import { LimitsPanel } from "./limits-panel";
import { MadePanel } from "./made-panel";
import { CheapestPanel, MeansPanel } from "./means-panel";
import { MeetingPanel } from "./meeting-panel";
import { PlannedPanel } from "./planned-panel";
import { ProposalsPanel } from "./proposals-panel";
import { ProtocolChecksPanel } from "./protocol-checks-panel";
import { ProtocolsPanel } from "./protocols-panel";
import { ProvenanceContext } from "./provenance-context";
import { RankingPanel } from "./ranking-panel";
import { RedundancyPanel } from "./redundancy-panel";
import { ReliabilityPanel } from "./reliability-panel";
import { ScatterPanel } from "./scatter-panel";
import { StrataPanel } from "./strata-panel";
import { FrozenContext } from "./task-context";
import { WrongDraftsPanel } from "./wrong-drafts-panel";

// The rows of panels in full, in rows-in-full/*.txt: each exported figure under its measure, and what each cell opens. A change there is a change of
// what people export or open; `npx vitest run --project dom rows-in-full -u` writes it.

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
const base: TaskReport = { ...fullReport, arms: ["blind", "drafted"], chapters: fixtureChapters() };
const withChapters = (changes: Partial<TaskReport["chapters"]>): TaskReport => ({ ...base, chapters: { ...base.chapters, ...changes } });
const second = { ...base.raters.find(({ name }) => name === judge), id: "second", name: "model-y" } as TaskReport["raters"][number];
const mixed = withChapters({
  verdict: { Clarity: fixtureVerdict({ all: fixtureStanding(0.11, 0.16), gap: figure(0.109, [0.06, 0.15]) }), Truth: fixtureVerdict() },
});
const { people } = base.chapters;
/** Around a panel of a report that is frozen with these studies and rounds. */
const kept = (panel: ReactNode) => <FrozenContext value={keptContext}>{panel}</FrozenContext>;

const pairReport = fixturePairReport(fixturePairs());
const changedPairs: TaskReport = {
  ...pairReport,
  arms: ["drafted"],
  scores: { ...pairReport.scores, change: { "model-x": { Overall: { up: 5, down: 7, same: 21, changed: 12 } } } },
};
const { Ada = expect.unreachable(), Ben = expect.unreachable() } = people.raters;
const Cem = { ...Ben, withOthers: figure(null), ...{ medianSeconds: null, entropy: null, ratings: 43, longestRun: 9 } };
const unlike = withChapters({ people: { ...people, raters: { Cem, Ada, Ben } } });
const { [judge]: mine = expect.unreachable(), "model-z": others = expect.unreachable() } = actedReport.actions;
const proposals = (filter: TaskReport["filter"]) => (
  <FrozenContext value={proposed}>
    <ProposalsPanel report={{ ...base, filter }} />
  </FrozenContext>
);

const panels: [name: string, panel: () => ReactNode, choice?: string][] = [
  ["adjudicated", () => <AdjudicatedPanel report={adjudicatedReport} judge={judge} />],
  ["adjudicated-without-judge", () => <AdjudicatedPanel report={{ ...adjudicatedReport, criteria: base.criteria }} judge={null} />],
  ["annotators", () => <AnnotatorsPanel report={base} />],
  ["annotators-of-labels", () => <AnnotatorsPanel report={{ ...unlike, criteria: actedReport.criteria.slice(2) }} />],
  ["annotators-of-pairs", () => <AnnotatorsPanel report={{ ...pairReport, chapters: { ...base.chapters, people } }} />],
  ["change", () => <ChangePanel report={base} judge={judge} />],
  ["change-of-labels", () => <ChangePanel report={actedReport} judge="model-y" />],
  ["change-of-nothing", () => <ChangePanel report={actedReport} judge="model-z" />],
  ["change-of-pairs", () => <ChangePanel report={changedPairs} judge={judge} />],
  ["change-on-scales", () => <ChangePanel report={actedReport} judge={judge} />],
  ["cheapest", () => <CheapestPanel report={base} judge={judge} />],
  ["checks", () => <ProtocolChecksPanel report={{ ...base, checks }} />],
  ["checks-of-critiques", () => <ProtocolChecksPanel report={{ ...base, checks: { ...checks, dropped: [] } }} />],
  ["checks-of-drafts", () => <ProtocolChecksPanel report={{ ...base, checks: { ...checks, feedback: [] } }} />],
  ["consistency", () => <ConsistencyPanel report={base} />],
  ["consistency-of-labels", () => <ConsistencyPanel report={consistencyReport} />],
  ["consistency-of-pairs", () => <ConsistencyPanel report={{ ...base, kind: "pairwise" }} />],
  ["criteria", () => <ChapterVerdict report={mixed} level="interval" judge={judge} scoring={judge} />],
  ["curve", () => <AltCurvePanel report={mixed} judge={judge} />],
  ["curve-in-part", () => <AltCurvePanel report={curveReport} judge={judge} />],
  ["curve-refused", () => <AltCurvePanel report={draftedReport} judge={judge} />],
  ["draft", () => <DraftPanel report={base} judge={judge} />],
  ["draft-by-annotator", () => <DraftPanel report={actedReport} judge={judge} />, "By annotator"],
  ["draft-by-criterion", () => <DraftPanel report={actedReport} judge={judge} />, "By criterion"],
  ["draft-by-judge", () => <DraftPanel report={actedReport} judge={judge} />, "By judge"],
  ["draft-effects", () => <DraftEffectPanels report={base} />],
  ["draft-effects-of-runs", () => <DraftEffectPanels report={workOfTwoRuns} />],
  ["draft-effects-on-scales", () => <DraftEffectPanels report={workOnScales} />],
  ["draft-of-another", () => <DraftPanel report={{ ...actedReport, actions: { [judge]: mine, "model-z": others } }} judge="model-z" />],
  ["draft-of-nobody", () => <DraftPanel report={{ ...base, actions: {} }} judge={judge} />],
  ["draft-of-others", () => <DraftPanel report={actedReport} judge="model-z" />],
  ["draft-one-by-one", () => <DraftPanel report={actedReport} judge="model-y" />],
  ["experts", () => kept(<ExpertPanel report={base} />)],
  ["experts-of-judge", () => kept(<ExpertPanel report={{ ...base, filter: { judge: "gpt", arm: "blind" } }} />)],
  ["limits", () => <LimitsPanel report={base} found={scoresOfJudge} judge={judge} />],
  ["made", () => <MadePanel report={actedReport} judge={judge} />],
  ["means", () => <MeansPanel report={base} judge={judge} />],
  ["means-in-part", () => <MeansPanel report={meansReport} judge={judge} />],
  ["means-of-drafted", () => <MeansPanel report={unsharpenedReport} judge={judge} />],
  ["means-of-plan", () => kept(<MeansPanel report={{ ...base, filter: { arm: "blind" } }} judge={judge} />)],
  ["meeting", () => <MeetingPanel report={base} found={scoresOfJudge} judge={judge} />],
  ["planned", () => kept(<PlannedPanel report={base} />)],
  ["planned-narrowed", () => kept(<PlannedPanel report={{ ...base, filter: { arm: "blind" } }} />)],
  ["proposals", () => proposals({})],
  ["proposals-narrowed", () => proposals({ judge, arm: "blind" })],
  ["protocols", () => <ProtocolsPanel report={base} />],
  ["protocols-of-runs", () => <ProtocolsPanel report={protocolsReport} />],
  ["ranking", () => <RankingPanel report={{ ...base, raters: [...base.raters, second] }} />],
  ["ranking-in-part", () => <RankingPanel report={rankedReport} />],
  ["ranking-refused", () => <RankingPanel report={draftedReport} />],
  ["ranking-within-some", () => <RankingPanel report={rankedWithin} />],
  ["redundancy", () => <RedundancyPanel report={base} judge={judge} />],
  ["redundancy-of-people", () => <RedundancyPanel report={base} judge={null} />],
  ["reliability", () => <ReliabilityPanel report={mixed} level="interval" />],
  ["reliability-in-part", () => <ReliabilityPanel report={reliabilityReport} level="interval" />],
  ["scatter", () => <ScatterPanel report={base} found={scoresOfJudge} judge={judge} />],
  ["strata", () => <StrataPanel report={mixed} judge={judge} />],
  ["strata-of-labels", () => <StrataPanel report={reliabilityReport} judge={judge} />],
  ["wrong-drafts", () => <WrongDraftsPanel report={base} judge={judge} />],
];

test.each(panels)("%s", async (name, panel, choice) => {
  draw(panel());
  if (choice !== undefined) fireEvent.click(screen.getByRole("radio", { name: choice }));
  await expect(await panelsInFull()).toMatchFileSnapshot(`rows-in-full/${name}.txt`);
});
