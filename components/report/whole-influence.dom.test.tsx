import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { ArmComparison, Figure, TaskReport } from "@/lib/domain/report";
import { fullReport, provenance } from "@/lib/testing/described-reports";
import { atEachLevel, contrast, fixtureInfluence, influenceOfSeveral } from "@/lib/testing/influence-fixture";
import { wholePanels } from "@/lib/testing/panels-in-full";
import { alphas, figure, meanAlphas } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { InfluencePanel } from "./influence-panel";
import { ProvenanceContext } from "./provenance-context";
import { SignedPanels } from "./signed-panel";
import { FrozenContext } from "./task-context";

// The panels that compare work in two arms, in several states, in whole-influence/*.txt: what they export, open and say. A change there is a change of
// what people read; `npx vitest run --project dom whole-influence -u` writes it.

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

const [clarity = expect.unreachable(), truth = expect.unreachable()] = fullReport.criteria;
const kind = { ...clarity, name: "3. Kind.", labels: ["fact", "taste"] };
const withInfluence = (influence: TaskReport["influence"], criteria = [clarity, truth, kind]): TaskReport => ({
  ...{ ...fullReport, arms: ["blind", "drafted"], criteria },
  influence,
});

const none = (why: string): Figure => ({ ...figure(null), why, n: 0 });
const nothing = { with: none("not-timed"), without: none("not-timed"), difference: none("not-timed") };
const known = fixtureInfluence("Clarity");
const [blind = expect.unreachable(), drafted = expect.unreachable()] = known.arms;
const [comparison = expect.unreachable()] = known.comparisons;
const { agreement, distance, seconds } = comparison;
const { signed = expect.unreachable() } = comparison;

/** Work on scores and labels, with a criterion that nobody rated in time, and one of which nothing is known. */
const onLabels: ArmComparison = {
  ...comparison,
  agreement: {
    meanOverCriteria: atEachLevel(0.17),
    perCriterion: { ...agreement.perCriterion, "3. Kind.": { ...atEachLevel(0.19), nominal: figure(0.13, [-0.02, 0.28], 17) } },
  },
  distance: { ...distance, perCriterion: { ...distance.perCriterion, "3. Kind.": contrast(0.64, 0.38, -0.26) } },
  seconds: { ...seconds, perCriterion: { ...seconds.perCriterion, "3. Kind.": nothing } },
};
const ofKind = { blind: alphas(0.55, [0.5, 0.6]), drafted: alphas(0.75, [0.7, 0.8]) };
const labelled: NonNullable<TaskReport["influence"]> = {
  arms: [
    {
      ...blind,
      agreement: {
        perCriterion: { ...blind.agreement.perCriterion, "3. Kind.": ofKind.blind },
        meanOverCriteria: meanAlphas(0.45, [0.39, 0.51], 3, 3),
      },
    },
    {
      ...drafted,
      agreement: {
        perCriterion: { ...drafted.agreement.perCriterion, "3. Kind.": ofKind.drafted },
        meanOverCriteria: meanAlphas(0.63, [0.59, 0.67], 2, 3),
      },
    },
  ],
  comparisons: [onLabels, { ...comparison, with: 7 }, { ...comparison, without: 7 }],
};

/** Times of more than ten minutes, and an agreement that is not known. */
const slow: NonNullable<TaskReport["influence"]> = {
  ...known,
  comparisons: [
    {
      ...comparison,
      agreement: { perCriterion: {}, meanOverCriteria: atEachLevel(null) },
      seconds: {
        pooled: { without: figure(612, [584, 641]), with: figure(427, [399, 455]), difference: figure(-185, [-215, -155]) },
        perCriterion: { Clarity: { without: figure(598), with: figure(601, undefined, 39), difference: figure(3, [-7, 13], 38) } },
      },
    },
  ],
};

const several = influenceOfSeveral("Clarity");
/** After a first score, and with drafts that nobody knows. */
const unlike = { ...several, comparisons: several.comparisons.filter(({ with: at }) => at > 1) };
const halfSigned: NonNullable<TaskReport["influence"]> = {
  ...known,
  comparisons: [{ ...comparison, signed: { ...signed, perCriterion: { "3. Kind.": contrast(0.1, 0.2, 0.3) } } }],
};

const panels: [name: string, panel: () => ReactNode][] = [
  ["influence", () => <InfluencePanel report={withInfluence(labelled)} level="interval" judge="model-x" />],
  ["influence-on-one-criterion", () => <InfluencePanel report={withInfluence(known, [clarity])} level="nominal" judge={null} />],
  ["influence-of-runs", () => <InfluencePanel report={withInfluence(unlike, [clarity])} level="ordinal" judge="model-y" />],
  ["influence-of-slow-work", () => <InfluencePanel report={withInfluence(slow, [clarity])} level="ordinal" judge={null} />],
  ["signed", () => <SignedPanels report={withInfluence(known)} judge={null} />],
  ["signed-of-runs", () => <SignedPanels report={withInfluence(several)} judge="model-y" />],
  ["signed-in-all", () => <SignedPanels report={withInfluence(halfSigned)} judge="model-x" />],
];

test.each(panels)("%s", async (name, panel) => {
  draw(panel());
  await expect(await wholePanels()).toMatchFileSnapshot(`whole-influence/${name}.txt`);
});

test("figures are marked at their heads as they are drawn, without the draft hollow and with it filled, under heads as wide as their columns", () => {
  draw(<InfluencePanel report={withInfluence(known, [clarity])} level="ordinal" judge={null} />);
  const [groups, heads] = [...document.querySelectorAll<HTMLTableRowElement>("thead tr")].map(({ cells }) => [...cells]);
  // After the name and the axis.
  const marks = heads?.slice(2).map((head) => {
    const mark = head.querySelector("span[aria-hidden]");
    return mark && [head.textContent, mark.className.includes("bg-accent")];
  });
  const sides = [["blind", false], ["drafted", true], null];
  expect(marks).toEqual([...sides, ...sides, ...sides]);
  // The first is of the drawn intervals too.
  expect(groups?.map(({ colSpan }) => colSpan)).toEqual([1, 4, 3, 3]);
});
