import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Figure, PairsReport, TaskReport } from "@/lib/domain/report";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { emptyReport, fullReport, provenance } from "@/lib/testing/described-reports";
import { accuracy, fixturePairReport, fixturePairs, share } from "@/lib/testing/pair-report-fixture";
import { wholePanels } from "@/lib/testing/panels-in-full";
import { alphas, figure, fixtureReport, fixtureStability, plainRater } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { AgreementPanel } from "./agreement-panel";
import { CorrelationPanel } from "./correlation-panel";
import { DistributionPanel } from "./distribution-panel";
import { InterferencePanel } from "./interference-panel";
import { PairAccuracyPanel } from "./pair-accuracy-panel";
import { PairOwnModelPanel } from "./pair-own-model-panel";
import { PairPeoplePanel } from "./pair-people-panel";
import { ProvenanceContext } from "./provenance-context";
import { SwapPanel } from "./swap-panel";
import { SystemPanel } from "./system-panel";
import { FrozenContext } from "./task-context";
import { TimePanel } from "./time-panel";

// Panels in several states, in whole-panels/*.txt: what they export, open and say. A change there is a change of what people read;
// `npx vitest run --project dom whole-panels -u` writes it.

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

/** Clicks an option of a choice, a box, or what it lists. */
function choose(words: string) {
  const all = [...document.querySelectorAll<HTMLElement>("[data-panel] label, [role=combobox], [role=option]")];
  fireEvent.click(all.find((one) => [one.textContent, one.getAttribute("aria-label")].includes(words)) ?? expect.unreachable(words));
}

const judge = "model-x";
const base: TaskReport = { ...fullReport, arms: ["blind", "drafted"], chapters: fixtureChapters() };

// Pairs.
const pairs = fixturePairs();
const pairReport = fixturePairReport(pairs);
const mixedArms = { ...pairReport, arms: ["blind", "drafted"] };
const [overall = expect.unreachable()] = pairReport.criteria;
/** Two criteria, neither of them overall: none says which output is preferred. */
const undecided = { ...pairReport, criteria: [overall, { ...overall, name: "Tone" }] };
const none = (why: string): Figure => ({ ...figure(null), why, n: 0 });
const noGold = fixturePairs({ gold: { n: 0, ties: 0, leftOut: 0 } });
const noVerdicts = fixturePairs({ accuracy: { trio: pairs.accuracy.trio ?? expect.unreachable() } });
const noTies = fixturePairs({
  ...{ tieAllowed: false, inputsRepeat: true, subsets: [], gold: { n: 40, ties: 0, leftOut: 1 } },
  accuracy: { [judge]: { overall: accuracy(31, 40, 0, [0.62, 0.88]), perSubset: {} } },
});
const noKnownTies = fixturePairs({ gold: { n: 40, ties: 0, leftOut: 0 } });
const withPeople = pairs.agreementWithAnnotators[judge] ?? expect.unreachable();
const withoutDraft = { ...withPeople, basis: "without-draft" as const, kappa: { ...none("no-variation"), n: 31 } };
const judged = fixturePairs({ agreementWithAnnotators: { [judge]: withoutDraft } });
const noTwo = { judgeAnnotator: none("no-pairable-units"), annotatorAnnotator: none("no-pairable-units") };
const alone = {
  ...{ share: none("no-units"), kappa: none("no-pairable-units"), withoutMajority: 0, twoByTwo: noTwo },
  perSubset: { natural: none("no-units"), adversarial: none("no-units") },
};
const noPeople = fixturePairs({
  ...{ agreementWithAnnotators: { [judge]: alone }, annotatorsTwoByTwo: [] },
  ...{ betweenAnnotators: none("no-pairable-units"), kappaBetweenAnnotators: none("no-pairable-units") },
});
const noCriterion = fixturePairs({
  ...noPeople,
  ...{ criterion: null, accuracy: noVerdicts.accuracy },
});
const [together = expect.unreachable()] = pairs.annotatorsTwoByTwo;
const noJudge = fixturePairs({
  agreementWithAnnotators: {},
  annotatorsTwoByTwo: [together, { ...together, b: "Cem", kappa: { ...none("no-variation"), n: 12 } }],
});
const onePerson = fixturePairs({
  agreementWithAnnotators: { [judge]: { ...withPeople, twoByTwo: noTwo }, trio: alone },
  ...{ annotatorsTwoByTwo: [], betweenAnnotators: none("no-pairable-units"), kappaBetweenAnnotators: none("no-pairable-units") },
});
const { [judge]: reviewed = expect.unreachable() } = pairs.interference;
const { [judge]: claimed = expect.unreachable() } = pairs.sycophancy;
const ofSubsets = { natural: share(0.91, 19), adversarial: share(0.71, 21, [0.5, 0.86]) };
const onlyReviewed = fixturePairs({
  sycophancy: {},
  interference: { [judge]: reviewed, trio: { ...reviewed, perSubset: { ...ofSubsets, natural: none("no-units") } } },
});
const onlyClaimed = fixturePairs({ interference: {}, tieAllowed: false, sycophancy: { [judge]: { ...claimed, perSubset: ofSubsets } } });
const notAsked = { before: accuracy(0, 0), after: accuracy(0, 0) };
const unclear = fixturePairs({
  sycophancy: {},
  interference: { [judge]: { ...reviewed, unchanged: none("no-units"), n: 0, changed: 0, accuracy: notAsked } },
});
const { [judge]: swap = expect.unreachable() } = pairs.swap;
const repeated: PairsReport["swap"][string] = {
  ...{ ...swap, n: 41, p: 0.453, pMethod: "sign-flip", secondPosition: 2, perSubset: {} },
  consistent: share(0.81, 41),
  accuracy: { plain: accuracy(29, 41), swapped: accuracy(26, 41), consistentOnly: accuracy(24, 31), bothOrders: accuracy(23, 41) },
};
const { flips: _, repetition: __, ...older } = repeated;
const twoSwaps = fixturePairs({ tieAllowed: false, swap: { [judge]: repeated, trio: { ...older, p: null, pMethod: "exact-binomial" } } });
const unknown = { ...accuracy(0, 0), why: "no-gold" };
const noGoldSwap: PairsReport["swap"][string] = {
  ...{ ...swap, repetition: none("no-repeats"), flips: { ...none("no-variation"), n: 40 } },
  accuracy: { plain: unknown, swapped: unknown, consistentOnly: unknown, bothOrders: unknown },
};
const noPlainRun = fixturePairs({
  swap: { [judge]: { ...swap, n: 0, p: null, plainRunId: null, consistent: none("no-plain-run"), perSubset: {} } },
});

// Single outputs.
const { scores } = base;
const given = (n: number, mean: number, histogram: Record<string, number>) => ({ n, mean, histogram });
const decided = { ...pairReport.scores, perCriterion: { Overall: { annotators: given(9, 0.1, { "-1": 4, "1": 5 }) } } };
const tied = {
  ...pairReport.scores,
  perCriterion: { Overall: { annotators: given(9, 0, { "-1": 4, "0": 1, "1": 4 }), [judge]: given(6, 0.2, { "-1": 2, "1": 4 }) } },
};
const ofTwoSystems = (by: number) => ({
  "system one": { annotators: given(31 + by, 3.6, { "3": 12, "4": 19 + by }), [judge]: given(11, 4.4, { "4": 6, "5": 5 }) },
  "system two": { annotators: given(29 + by, 3.2, { "2": 7, "4": 22 + by }) },
  "system three": {},
});
const metric = { id: "o", name: "overlap", kind: "judge" as const, ...plainRater, judgeKind: "metric" as const };
const bySystem: TaskReport = {
  ...base,
  raters: [...base.raters, { ...metric, metric: { name: "ROUGE-L", scale: { min: 0, max: 100 } } }],
  scores: {
    ...scores,
    perSystem: { Clarity: ofTwoSystems(0), Truth: ofTwoSystems(3) },
    ofMetrics: { overlap: given(16, 11.1, { "10": 7, "12": 9, "14": 0 }), [judge]: given(3, 2, { "2": 3 }) },
  },
};
const { Clarity: spread = expect.unreachable() } = scores.perCriterion;
/** Only one criterion has scores, and two systems to compare; the metric has scored nothing. */
const onClarity: TaskReport = {
  ...bySystem,
  scores: {
    ...{ ...scores, perCriterion: { Clarity: spread }, ofMetrics: { overlap: given(0, 0, {}) } },
    perSystem: { Clarity: ofTwoSystems(5), Truth: { "system one": ofTwoSystems(7)["system one"] } },
  },
};
const labelled: TaskReport = {
  ...fixtureReport([{ name: "Cause", min: 0, max: 1, labels: ["made up", "other"], agreement: alphas(0.52) }]),
  scores: {
    ...scores,
    perCriterion: {
      Cause: {
        annotators: { n: 47, mean: null, histogram: { "made up": 30, other: 17 } },
        [judge]: { n: 21, mean: null, histogram: { "made up": 13, other: 8 }, why: "own-scale" },
      },
    },
  },
};

// Who agrees with whom.
const { pairs: twos } = base.agreement;
const [two = expect.unreachable()] = twos;
const withPairs = (changed: typeof twos): TaskReport => ({ ...bySystem, agreement: { ...base.agreement, pairs: changed } });
const none3 = { ...none("no-pairable-units"), units: 0, inputs: 0 };
const apartOnTruth = twos.map((one) => ({
  ...one,
  perCriterion: { ...one.perCriterion, Truth: { nominal: none3, ordinal: none3, interval: none3 } },
}));
const [clarity = expect.unreachable(), truth = expect.unreachable()] = base.criteria;
const cause = { ...truth, name: "2. Cause.", labels: ["made up", "other"] };

// Correlations.
const correlated = (changes: Partial<TaskReport["correlation"][string]>): TaskReport => ({
  ...bySystem,
  correlation: { [judge]: { ...(base.correlation[judge] ?? expect.unreachable()), ...changes } },
});
const counted = {
  n: 40,
  pearson: figure(0.31, [0.2, 0.4], 1040),
  spearman: figure(0.32, undefined, 39),
  kendallTauB: none("constant-input"),
};
const noCorrelation = { n: 1, pearson: none("too-few"), spearman: none("too-few"), kendallTauB: none("too-few") };

// Systems.
const steady = { ...base, scores: { ...scores, stability: fixtureStability } };
const ofMetric: TaskReport = {
  ...{ ...bySystem, correlation: { overlap: base.correlation[judge] ?? expect.unreachable() } },
  scores: { ...scores, onCommonUnits: { overlap: scores.onCommonUnits[judge] ?? expect.unreachable() } },
};
const mixedScales: TaskReport = {
  ...base,
  agreement: { ...base.agreement, pooled: { ...base.agreement.pooled, why: "mixed-scales" } },
  scores: { ...scores, bySystem: { "system one": { annotators: null }, "system two": { annotators: null } } },
};
const timed = (perAnnotator: TaskReport["time"]["perAnnotator"], all: TaskReport["time"]["all"]): TaskReport => ({
  ...{ ...base, counts: { ...base.counts, criteria: 1 } },
  time: { perAnnotator, all },
});
const {
  Ada: quick = expect.unreachable(),
  Ben: slow = expect.unreachable(),
  Chloe: untimed = expect.unreachable(),
} = base.time.perAnnotator;

const panels: [name: string, panel: () => ReactNode, ...choices: string[]][] = [
  ["distribution", () => <DistributionPanel report={base} judge={judge} />],
  ["distribution-of-people", () => <DistributionPanel report={bySystem} judge={null} />],
  ["distribution-of-metric", () => <DistributionPanel report={bySystem} judge="overlap" />],
  ["distribution-by-system", () => <DistributionPanel report={bySystem} judge={judge} />, "By system"],
  [
    "distribution-by-system-of-another-criterion",
    () => <DistributionPanel report={bySystem} judge={judge} />,
    ...["By system", "Criterion of the systems", "Truth"],
  ],
  ["distribution-by-system-of-one-criterion", () => <DistributionPanel report={onClarity} judge="overlap" />, "By system"],
  ["distribution-of-labels", () => <DistributionPanel report={labelled} judge={judge} />],
  ["distribution-of-pairs", () => <DistributionPanel report={pairReport} judge={judge} />],
  ["distribution-of-pairs-without-ties", () => <DistributionPanel report={{ ...pairReport, scores: decided }} judge={null} />],
  ["distribution-without-ties", () => <DistributionPanel report={{ ...fixturePairReport(noTies), scores: decided }} judge={judge} />],
  [
    "distribution-with-ties-all-the-same",
    () => <DistributionPanel report={{ ...fixturePairReport(noTies), scores: tied }} judge={judge} />,
  ],
  ["distribution-of-one-criterion", () => <DistributionPanel report={onClarity} judge={judge} />],
  ["distribution-of-nothing", () => <DistributionPanel report={{ ...base, scores: { ...scores, perCriterion: {} } }} judge={judge} />],

  ["pair-accuracy", () => <PairAccuracyPanel report={mixedArms} pairs={pairs} />],
  ["pair-accuracy-without-gold", () => <PairAccuracyPanel report={pairReport} pairs={noGold} />],
  ["pair-accuracy-without-verdicts", () => <PairAccuracyPanel report={pairReport} pairs={noVerdicts} />],
  ["pair-accuracy-without-ties", () => <PairAccuracyPanel report={pairReport} pairs={noTies} />],
  ["pair-accuracy-undecided", () => <PairAccuracyPanel report={undecided} pairs={noKnownTies} />],
  ["pair-accuracy-of-no-criterion", () => <PairAccuracyPanel report={undecided} pairs={noCriterion} />],

  ["pair-people", () => <PairPeoplePanel report={pairReport} pairs={pairs} />],
  ["pair-people-without-draft", () => <PairPeoplePanel report={mixedArms} pairs={judged} />],
  ["pair-people-undecided", () => <PairPeoplePanel report={undecided} pairs={pairs} />],
  ["pair-people-without-judge", () => <PairPeoplePanel report={pairReport} pairs={noJudge} />],
  ["pair-people-of-one-person", () => <PairPeoplePanel report={pairReport} pairs={onePerson} />],
  ["pair-people-of-no-criterion", () => <PairPeoplePanel report={undecided} pairs={noCriterion} />],
  ["pair-people-with-nobody", () => <PairPeoplePanel report={pairReport} pairs={noPeople} />],

  ["own-model", () => <PairOwnModelPanel report={mixedArms} pairs={pairs} />],
  [
    "own-model-undecided",
    () => <PairOwnModelPanel report={undecided} pairs={{ ...pairs, ownModel: { ...pairs.ownModel, trio: none("no-own-outputs") } }} />,
  ],

  ["interference", () => <InterferencePanel report={pairReport} pairs={pairs} />],
  ["interference-by-review", () => <InterferencePanel report={pairReport} pairs={onlyReviewed} />],
  ["interference-by-claim", () => <InterferencePanel report={pairReport} pairs={onlyClaimed} />],
  ["interference-undecided", () => <InterferencePanel report={undecided} pairs={onlyClaimed} />],
  ["interference-of-no-pair", () => <InterferencePanel report={pairReport} pairs={unclear} />],
  ["interference-of-nobody", () => <InterferencePanel report={pairReport} pairs={{ ...pairs, interference: {}, sycophancy: {} }} />],

  ["swap", () => <SwapPanel report={pairReport} pairs={pairs} />],
  ["swap-of-two", () => <SwapPanel report={pairReport} pairs={twoSwaps} />],
  ["swap-without-gold", () => <SwapPanel report={pairReport} pairs={{ ...pairs, swap: { [judge]: noGoldSwap } }} />],
  ["swap-undecided", () => <SwapPanel report={undecided} pairs={pairs} />],
  ["swap-without-plain-run", () => <SwapPanel report={pairReport} pairs={noPlainRun} />],
  ["swap-of-nobody", () => <SwapPanel report={pairReport} pairs={{ ...pairs, swap: {} }} />],

  ["agreement", () => <AgreementPanel report={base} level="ordinal" />],
  ["agreement-at-the-ratio-level", () => <AgreementPanel report={base} level="ratio" />],
  ["agreement-pooled", () => <AgreementPanel report={base} level="nominal" />, "Criteria compared", "All criteria pooled"],
  ["agreement-by-kappa", () => <AgreementPanel report={base} level="nominal" />, "Criteria compared", "All criteria pooled", "Kappa"],
  ["agreement-on-a-criterion", () => <AgreementPanel report={base} level="nominal" />, "Tau-b", "Criteria compared", "Clarity"],
  ["agreement-by-exact-scores", () => <AgreementPanel report={base} level="interval" />, "Exact"],
  ["agreement-on-nothing", () => <AgreementPanel report={withPairs(apartOnTruth)} level="ordinal" />, "Criteria compared", "Truth"],
  ["agreement-on-one-criterion", () => <AgreementPanel report={{ ...base, criteria: [clarity] }} level="ordinal" />],
  ["agreement-with-metric", () => <AgreementPanel report={withPairs([two, { ...two, b: "overlap" }])} level="ordinal" />],
  ["agreement-on-no-criterion", () => <AgreementPanel report={{ ...emptyReport, criteria: [] }} level="ordinal" />],
  ["agreement-of-nobody", () => <AgreementPanel report={emptyReport} level="ordinal" />],

  ["correlation", () => <CorrelationPanel report={base} judge={judge} />],
  [
    "correlation-on-other-numbers",
    () => <CorrelationPanel report={correlated({ pooled: counted, sampleMean: noCorrelation })} judge={judge} />,
  ],
  ["correlation-of-metric", () => <CorrelationPanel report={ofMetric} judge="overlap" />],
  ["correlation-of-nobody", () => <CorrelationPanel report={base} judge="model-z" />],

  ["systems", () => <SystemPanel report={steady} judge={judge} />],
  ["systems-on-a-criterion", () => <SystemPanel report={steady} judge={judge} />, "Criterion", "Truth"],
  ["systems-by-people", () => <SystemPanel report={steady} judge={null} />],
  ["systems-by-metric", () => <SystemPanel report={ofMetric} judge="overlap" />],
  ["systems-on-one-criterion-with-numbers", () => <SystemPanel report={{ ...base, criteria: [clarity, cause] }} judge={judge} />],
  ["systems-by-people-on-one-criterion", () => <SystemPanel report={{ ...base, criteria: [clarity, cause] }} judge={null} />],
  ["systems-on-other-scales", () => <SystemPanel report={mixedScales} judge={judge} />],
  ["systems-by-people-on-other-scales", () => <SystemPanel report={mixedScales} judge={null} />],
  ["systems-beside-labels", () => <SystemPanel report={{ ...base, criteria: [clarity, truth, cause] }} judge={judge} />],
  ["systems-of-pairs", () => <SystemPanel report={pairReport} judge={judge} />],
  ["systems-of-pairs-by-people", () => <SystemPanel report={pairReport} judge={null} />],
  ["systems-of-nothing", () => <SystemPanel report={{ ...base, scores: { ...scores, bySystem: {} } }} judge={judge} />],

  ["time", () => <TimePanel report={base} />],
  ["time-on-one-criterion", () => <TimePanel report={timed({ Ada: quick, Ben: slow }, { ...quick, unitsTimed: 52 })} />],
  ["time-of-one-person", () => <TimePanel report={timed({ Ada: quick }, quick)} />],
  ["time-of-nobody", () => <TimePanel report={timed({ Chloe: untimed }, untimed)} />],
];

test.each(panels)("%s", async (name, panel, ...choices) => {
  draw(panel());
  for (const words of choices) choose(words);
  await expect(await wholePanels()).toMatchFileSnapshot(`whole-panels/${name}.txt`);
});

test("of more people than can be drawn, those who are not are counted", () => {
  const names = Array.from({ length: 52 }, (_, at) => `P${at}`);
  const many = names.slice(1).map((name, at) => ({ ...two, a: `P${at}`, b: name }));
  const raters = names.map((name) => ({ id: name, name, kind: "annotator" as const, ...plainRater }));
  draw(<AgreementPanel report={{ ...withPairs(many), raters }} level="ordinal" />);
  expect(document.body.textContent).toContain(
    "fitted to the data. Drawn are the people who share most units with others, without 2 more; the table has all who share any.",
  );
});

test("a choice of systems ends with them", () => {
  const { rerender } = render(<DistributionPanel report={bySystem} judge={judge} />);
  choose("By system");
  expect([...document.querySelectorAll("h3")].map(({ textContent }) => textContent)).toContain("system one");
  rerender(<DistributionPanel report={base} judge={judge} />);
  expect([...document.querySelectorAll("h3")].map(({ textContent }) => textContent)).toEqual(["Clarity", "Truth"]);
});
