import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Figure, TaskReport } from "@/lib/domain/report";
import type { JudgeBias } from "@/lib/domain/report-bias";
import type { Likeness } from "@/lib/domain/report-judges";
import type { AlternativeTest, CriterionVerdict, JudgedStanding } from "@/lib/domain/report-verdict";
import { fixtureChapters, fixtureScores, fixtureStanding, fixtureVerdict } from "@/lib/testing/chapters-fixture";
import { fullReport, provenance } from "@/lib/testing/described-reports";
import { wholePanels } from "@/lib/testing/panels-in-full";
import { scoresOfJudge } from "@/lib/testing/rare-reports";
import { figure } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { AcceptablePanels } from "./acceptable-panels";
import { BesidePeoplePanel } from "./beside-people-panel";
import { BiasPanel } from "./bias-panel";
import { NextPanel } from "./next-panel";
import { ProvenanceContext } from "./provenance-context";
import { ScoresPanels } from "./scores-panels";
import { FrozenContext } from "./task-context";
import { VerdictPanel } from "./verdict-panel";

// Panels of the chapters that answer a reader's questions, in several states, in whole-chapters/*.txt: what they export, open and say. A change there is
// a change of what people read; `npx vitest run --project dom whole-chapters -u` writes it.

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
const [clarity = expect.unreachable(), truth = expect.unreachable()] = fullReport.criteria;
const kind = { ...clarity, name: "Kind", labels: ["fact", "taste"] };
const depth = { ...clarity, name: "4. Depth." };
const chapters = fixtureChapters();
const base: TaskReport = { ...fullReport, arms: ["blind", "drafted"], criteria: [clarity, truth, kind, depth], chapters };
const withChapters = (changes: Partial<TaskReport["chapters"]>, others: Partial<TaskReport> = {}): TaskReport => ({
  ...base,
  ...others,
  chapters: { ...chapters, ...changes },
});

// Verdicts.
const verdictOn = (by: number, own: Partial<JudgedStanding>, changes: Partial<CriterionVerdict> = {}): CriterionVerdict => {
  const used = fixtureStanding(by, 0.3 + by);
  const { [judge]: standing = expect.unreachable() } = used.judges;
  return fixtureVerdict({ used: { ...used, judges: { [judge]: { ...standing, ...own } } }, ...changes });
};
const { [judge]: passed = expect.unreachable() } = fixtureVerdict().altTest;
const tested = (changes: Partial<AlternativeTest>) => ({ altTest: { [judge]: { ...passed, ...changes } } });
const untested = (why: string) => tested({ winningRate: null, advantageProbability: null, passed: null, n: 0, eligible: 0, why });
const { [judge]: sharpened = expect.unreachable() } = fixtureVerdict().sharpened;
const alone = fixtureStanding(0.04, 0.2);
/** One person rated, and the judge: nothing says whether people agree. */
const onePerson = {
  ...alone,
  reaches: { ...alone.reaches, tentative: null, reliable: null, why: "no-pairable-units" },
  agreement: { ...alone.agreement, ordinal: { ...alone.agreement.ordinal, value: null, why: "no-pairable-units", n: 0 } },
};
const everyVerdict = {
  Clarity: verdictOn(
    0.03,
    { change: figure(0.02, [0.01, 0.03], 41) },
    {
      ...{ all: fixtureStanding(0.11, 0.16), gap: figure(0.108, [0.06, 0.15]), flags: ["few-units", "people-at-top"] },
      ...{ judgeFlags: { [judge]: ["judge-at-top"] }, ceiling: { ...figure(0.81), approximate: true } },
    },
  ),
  Truth: verdictOn(
    0.01,
    { change: figure(0.04, undefined, 43), withinInputs: { definedGroups: 12, totalGroups: 16 }, close: none("not-rated") },
    {
      ...tested({ winningRate: 0.25, advantageProbability: 0.41, passed: false, n: 61, eligible: 1 }),
      sharpened: { [judge]: { ...sharpened, gain: null, draw: { plan: 4, leftOut: 1 } } },
    },
  ),
  Kind: verdictOn(
    0.02,
    { change: none("no-variation"), spearman: none("labels"), bias: none("labels"), close: undefined },
    {
      ...{ level: "nominal" as const, ...untested("no-eligible-annotators"), ceiling: none("labels") },
      sharpened: { [judge]: { ...sharpened, ...none("labels") } },
    },
  ),
  "4. Depth.": fixtureVerdict({
    ...{ used: { ...onePerson, judges: {} }, altTest: {}, sharpened: {}, judgeFlags: {}, ceiling: none("too-few-people") },
    flags: ["no-variation"],
  }),
};
const verdicts = withChapters({ verdict: everyVerdict });
const { all: _, gap: __, ...undrafted } = everyVerdict.Clarity;
const ofBlind = { Clarity: { ...undrafted, all: null, gap: null }, Truth: everyVerdict.Truth };
const blindVerdicts = withChapters({ verdict: ofBlind }, { arms: ["blind"], counts: { ...base.counts, annotators: 1 } });
const draftedVerdicts = withChapters(
  {
    verdict: {
      Clarity: fixtureVerdict({ basis: "with-draft", flags: ["drafted-only"], ...untested("no-blind-ratings") }),
      Truth: fixtureVerdict({ basis: "with-draft", ...untested("no-blind-ratings"), used: onePerson, ceiling: figure(null) }),
    },
  },
  { arms: ["drafted"] },
);
const withinNone = { spearman: none("constant-input"), withinInputs: { definedGroups: 0, totalGroups: 16 } };
const someDrafted = withChapters({
  verdict: { Clarity: fixtureVerdict(), Truth: verdictOn(0.05, withinNone, { basis: "with-draft" }) },
});

// Bias.
const { [judge]: bias = expect.unreachable() } = chapters.bias;
const { Clarity: swayed = expect.unreachable() } = bias.perCriterion;
const [ofSystem = expect.unreachable()] = swayed.subgroups;
const { tauB: ___, ...older } = ofSystem;
const smallGroup = { ...figure(0.5, undefined, 9), intervalWhy: "small-group" };
const group = (changes: Partial<typeof ofSystem>, by = 0): typeof ofSystem => ({
  ...{ ...ofSystem, difference: figure(0.05 + by, [by - 0.3, by + 0.4], 31), p: 0.61 + by / 10, q: 0.71 + by / 10 },
  ...changes,
});
const longName = "a column whose name is longer than any table has room for";
const grouped: JudgeBias = {
  columnsLeftOut: ["nine", "ten", longName, "twelve", "thirteen"],
  halo: { judge: none("one-criterion"), people: none("one-criterion"), difference: none("one-criterion") },
  perCriterion: {
    Clarity: {
      ...swayed,
      systems: [],
      formats: [
        { format: "headings", difference: smallGroup, p: null, q: null },
        { format: "bold", difference: figure(-0.28, [-0.41, -0.15], 25), p: 0.004, q: 0.008 },
        { format: "code", difference: none("no-variation"), p: null, q: null },
        { format: "other-script", difference: figure(0.29, [0.16, 0.42], 26), p: 0.006, q: 0.009 },
      ],
      subgroups: [
        group({ by: "subset", group: "hard" }),
        group({ by: "column", column: "topic", group: "small groups", isValue: true }, 0.1),
        group({ by: "column", column: "topic", group: "small groups" }, 0.2),
        group({ by: "column", column: "day", group: "noon" }, 0.3),
        group({ by: "column", column: longName, group: "x" }, 0.4),
        group({ by: "month", group: "2026-03", difference: smallGroup, p: null, q: null }),
        { ...older, by: "day", group: "2026-03-04", difference: none("no-variation"), p: null, q: null },
      ],
    },
    "4. Depth.": {
      ...{ perDoubling: none("no-lengths"), partial: none("no-lengths"), ownModel: none("no-own-outputs"), opportunity: undefined },
      ...{ systems: undefined, formats: undefined, subgroups: [group({ by: "system", group: "two" }, 0.5)] },
    },
  },
};
const untestedBias: JudgeBias = {
  ...bias,
  columnsLeftOut: ["nine", "ten", "eleven"],
  perCriterion: {
    Clarity: { ...swayed, subgroups: [group({ difference: smallGroup, p: null, q: null })], formats: [] },
  },
};
const biasOf = (own: JudgeBias, arms: string[]) => withChapters({ bias: { [judge]: own } }, { arms });

// Next.
const { next } = chapters;
const { Clarity: precision = expect.unreachable() } = next.precision;
const { forecast = expect.unreachable() } = next;
const { Clarity: forecastOn = expect.unreachable() } = forecast.perCriterion;
const noForecast = (why: string, mean: Figure = none(why)) => ({ mean, perUnit: null, why, rows: [] });
const [drawn = expect.unreachable()] = next.samples.drawn;
const needed = (...units: number[]) => units.map((many, at) => ({ half: at === 0 ? 0.05 : 0.1, units: many }));
const planned = withChapters({
  verdict: { Clarity: everyVerdict.Clarity, Kind: everyVerdict.Kind },
  next: {
    precision: {
      Clarity: { ...precision, needed: needed(81, 2041) },
      Truth: { ...precision, needed: [] },
      "4. Depth.": { figure: figure(0.59, [0.5, 0.68]), units: 27, needed: needed(91, 22) },
      Kind: { figure: figure(0.64, [0.5, 0.75]), units: 31, needed: needed(83, 24) },
    },
    correlations: {
      Clarity: { [judge]: { figure: figure(0.51, [0.36, 0.65]), units: 43, needed: [{ half: 0.2, units: 411 }] } },
      Truth: { "model-y": { figure: figure(0.41, [0.36, 0.65]), units: 42, needed: [{ half: 0.2, units: 412 }] } },
    },
    forecast: {
      values: [1, 4],
      perCriterion: {
        Clarity: { ...forecastOn, rows: [22, 44].map((units, at) => ({ units, reaches: [0.31 + at, 0.23 + at] })) },
        Truth: noForecast("no-variation", figure(3.1, undefined, 23)),
        Kind: noForecast("labels"),
      },
    },
    samples: {
      ...{ waiting: 1, seed: 23 },
      drawn: [drawn, { ...drawn, ...{ id: "s2", externalId: "row-5", probability: 0.18, inclusion: undefined, why: "chance" } }],
    },
  },
});
const earlier = { precision: {}, samples: { waiting: 1200, seed: 5, drawn: [drawn] } };

// People.
const { people } = chapters;
const { Clarity: onClarity = expect.unreachable() } = people.perCriterion;
const acceptable = onClarity.acceptable ?? expect.unreachable();
const accepting = (perCriterion: Record<string, typeof acceptable | null>, arms = ["blind", "drafted"]) =>
  withChapters(
    {
      people: {
        ...people,
        perCriterion: Object.fromEntries(Object.entries(perCriterion).map(([name, own]) => [name, { ...onClarity, acceptable: own }])),
      },
    },
    { arms },
  );
const { [judge]: accepted = expect.unreachable() } = acceptable.judges;
const [atOne = expect.unreachable()] = accepted.byMedian;
const onLabels: typeof acceptable = {
  ...acceptable,
  basis: "blind",
  judges: {
    [judge]: {
      ...accepted,
      byMedian: [
        { ...atOne, people: 0, units: 1, acceptable: { 0: 6, 1: 3 }, judge: { 0: 1 } },
        { ...atOne, people: 7, units: 14, divergence: none("no-variation"), acceptable: { 7: 9 }, judge: { 7: 5 } },
      ],
    },
  },
};
const unjudged: typeof acceptable = { ...acceptable, basis: "blind", judges: {} };

const [besideAda = expect.unreachable(), besideBen = expect.unreachable()] = chapters.judges.besidePeople[judge]?.Clarity ?? [];
const likeness = (value: number | null, ends?: [number, number]): Likeness => ({
  ...{ ...figure(value, ends, 6), judgeKappa: 0.437, peopleKappa: 0.353, spread: 0.0613 },
});
const refusedLikeness = (why: string): Likeness => ({ ...none(why), judgeKappa: null, peopleKappa: null, spread: null });
const beside = (
  found: TaskReport["chapters"]["judges"]["besidePeople"][string],
  alike: Record<string, Likeness> | undefined,
  arms = ["blind", "drafted"],
) => withChapters({ judges: { ...chapters.judges, besidePeople: { [judge]: found }, likeness: alike && { [judge]: alike } } }, { arms });
const unseen = none("no-blind-ratings");
const nobodyBeside = { ...besideAda, own: unseen, judge: unseen, difference: unseen, p: null, pHolm: null };

// Scores.
const { calibration, systems, distance } = fixtureScores;
const refused = none("no-blind-ratings");
const anchored: typeof fixtureScores = {
  ...fixtureScores,
  ...{ bottom: undefined, blandAltman: null },
  distance: { jensenShannon: none("no-variation"), wasserstein: none("no-variation") },
  calibration: { levels: [], steps: [], error: refused, recalibrated: refused, difference: refused },
  systems: { ...systems, signsDiffer: false },
};
const scored = (on: Record<string, typeof fixtureScores>, arms = ["blind", "drafted"]) =>
  withChapters({ scores: { [judge]: on } }, { arms });
const [many = expect.unreachable(), alike = expect.unreachable()] = scoresOfJudge.map(({ scores }) => scores);
const everyScore = scored({
  Clarity: {
    ...many,
    calibration: {
      ...{ levels: [...calibration.levels, { ...figure(2.41, undefined, 3), level: 2.5 }], steps: calibration.steps },
      ...{ error: figure(0.43, [0.3, 0.5], 38), recalibrated: figure(0.51), difference: figure(0.08, [0.03, 0.13]) },
    },
  },
  Truth: {
    ...alike,
    distance: { ...distance, jensenShannon: none("no-variation") },
    calibration: { ...calibration, recalibrated: none("too-few"), difference: none("too-few") },
  },
  "4. Depth.": {
    ...fixtureScores,
    systems: { ...systems, accuracy: figure(0.5, undefined, 2), soft: none("none-apart") },
  },
});

const panels: [name: string, panel: () => ReactNode][] = [
  ["verdict", () => <VerdictPanel report={verdicts} judge={judge} />],
  ["verdict-of-people", () => <VerdictPanel report={verdicts} judge={null} />],
  ["verdict-of-another-judge", () => <VerdictPanel report={verdicts} judge="model-z" />],
  ["verdict-of-blind-ratings", () => <VerdictPanel report={blindVerdicts} judge={judge} />],
  ["verdict-of-drafted", () => <VerdictPanel report={draftedVerdicts} judge={judge} />],
  ["verdict-of-drafted-by-people", () => <VerdictPanel report={draftedVerdicts} judge={null} />],
  ["verdict-of-some-drafted", () => <VerdictPanel report={someDrafted} judge={judge} />],

  ["bias", () => <BiasPanel report={biasOf(bias, ["blind", "drafted"])} judge={judge} />],
  ["bias-in-groups", () => <BiasPanel report={biasOf(grouped, ["blind", "drafted"])} judge={judge} />],
  ["bias-untested", () => <BiasPanel report={biasOf(untestedBias, ["drafted"])} judge={judge} />],

  ["next", () => <NextPanel report={planned} judge={judge} />],
  ["next-without-judge", () => <NextPanel report={planned} judge={null} />],
  ["next-of-arm", () => <NextPanel report={withChapters({ next: earlier }, { filter: { arm: "blind" } })} judge={judge} />],
  ["next-of-subset", () => <NextPanel report={withChapters({ next: earlier }, { filter: { subset: "hard" } })} judge={judge} />],

  [
    "acceptable",
    () => (
      <AcceptablePanels report={accepting({ Clarity: acceptable, Kind: onLabels, Truth: null, "4. Depth.": unjudged })} judge={judge} />
    ),
  ],
  ["acceptable-to-blind", () => <AcceptablePanels report={accepting({ Clarity: { ...acceptable, basis: "blind" } })} judge={judge} />],
  ["acceptable-without-judge", () => <AcceptablePanels report={accepting({ Kind: onLabels }, ["blind"])} judge={null} />],
  ["acceptable-of-another-judge", () => <AcceptablePanels report={accepting({ Clarity: acceptable })} judge="model-z" />],

  [
    "beside-people",
    () => (
      <BesidePeoplePanel
        report={beside(
          { Clarity: [besideAda, { ...besideBen, difference: figure(0.06, [0.01, 0.11]), pHolm: 0.03 }], Truth: [nobodyBeside] },
          {
            Clarity: likeness(1.37, [1.09, 1.65]),
            Truth: likeness(-1.36, [-1.6, -1.1]),
            Kind: likeness(0.12, [-0.9, 0.9]),
            "4. Depth.": likeness(0.82, [0.6, 1.1]),
          },
        )}
        judge={judge}
      />
    ),
  ],
  [
    "beside-people-in-part",
    () => (
      <BesidePeoplePanel
        report={beside(
          { "4. Depth.": [{ ...besideBen, own: none("too-few"), difference: none("too-few"), p: null, pHolm: null }] },
          { Clarity: likeness(0.31), Truth: refusedLikeness("people-alike"), "4. Depth.": refusedLikeness("fewer-than-five") },
          ["drafted"],
        )}
        judge={judge}
      />
    ),
  ],
  [
    "beside-few-people",
    () => <BesidePeoplePanel report={beside({ Clarity: [besideBen] }, { Clarity: refusedLikeness("fewer-than-five") })} judge={judge} />,
  ],

  ["scores", () => <ScoresPanels report={everyScore} judge={judge} />],
  ["scores-of-drafted-alone", () => <ScoresPanels report={scored({ Clarity: anchored }, ["drafted"])} judge={judge} />],
];

test.each(panels)("%s", async (name, panel) => {
  draw(panel());
  await expect(await wholePanels()).toMatchFileSnapshot(`whole-chapters/${name}.txt`);
});
