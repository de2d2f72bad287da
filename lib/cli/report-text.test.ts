import { expect, test } from "vitest";
import { mixedReport, undraftedFigures } from "@/lib/testing/mixed-report-fixture";
import { fixturePairReport, fixturePairs } from "@/lib/testing/pair-report-fixture";
import { alphas, figure, fixtureReport, meanAlphas } from "@/lib/testing/report-fixture";
import { reportText } from "./report-text";

const { alpha, tauB, bias, mean } = undraftedFigures;

test("for drafted and blind ratings, the terminal shows the figures of the page's headline, each with the ratings that it is of", () => {
  expect(reportText(mixedReport()).split("\n").slice(1)).toEqual([
    `  ordinal alpha ${alpha.toFixed(3)} [0.210, 0.410] n=72  Clarity, without a draft`,
    `  ordinal alpha ${alpha.toFixed(3)} [0.210, 0.410] n=72  Truth, without a draft`,
    `  ordinal alpha ${mean.toFixed(3)} [0.225, 0.425] n=120  mean over 2 of 2 criteria, without a draft`,
    `  model-x with people: tau-b ${tauB.toFixed(3)} [0.020, 0.420] n=36, judge minus people ${bias.toFixed(3)} [0.670, 1.070] n=36  Clarity, without a draft`,
    `  model-x with people: tau-b ${tauB.toFixed(3)} [0.020, 0.420] n=36, judge minus people ${bias.toFixed(3)} [0.670, 1.070] n=36  Truth, without a draft`,
    "  Length with people: tau-b 0.440 [0.340, 0.540] n=40  Clarity, without a draft",
  ]);
});

test("where everybody saw a draft, or the data do not say, every figure says that, and nothing is pooled over criteria", () => {
  const report = (arms: string[]) => fixtureReport([{ name: "Clarity", agreement: alphas(0.8, [0.7, 0.9]), bias: figure(0.65) }], { arms });
  expect(
    reportText(report(["drafted"]))
      .split("\n")
      .slice(1),
  ).toEqual([
    "  ordinal alpha 0.800 [0.700, 0.900] n=60  Clarity, with a draft",
    "  model-x with people: tau-b 0.750 [0.600, 0.830] n=41, judge minus people 0.650 n=40  Clarity, with a draft",
  ]);
  expect(reportText(report(["unstated"]))).toContain("Clarity, draft not stated");
  expect(reportText(report(["blind"]))).toContain("Clarity, without a draft");
  expect(reportText(report([])).split("\n")[1]).toMatch(/ {2}Clarity$/u);
});

test("for pairs, a judge's agreement with people says which of their verdicts it is of, and people's own that it is of all", () => {
  const pairs = fixturePairs();
  const found = pairs.agreementWithAnnotators["model-x"] ?? expect.unreachable();
  const lines = (basis: typeof found.basis) =>
    reportText(
      fixturePairReport({ ...pairs, agreementWithAnnotators: { "model-x": { ...found, basis } } }, { arms: ["blind", "drafted"] }),
    ).split("\n");
  const ofPeople = ["  same verdict by two annotators: 0.850 [0.780, 0.920] n=114  all ratings"];
  expect(lines("without-draft")).toEqual(
    expect.arrayContaining([
      ...ofPeople,
      "  as most annotators, model-x: 0.800 [0.640, 0.900] n=35  without a draft",
      "  kappa with most annotators, model-x: 0.620 [0.400, 0.840] n=35  without a draft",
    ]),
  );
  const older = [
    "  as most annotators, model-x: 0.800 [0.640, 0.900] n=35  all ratings",
    "  kappa with most annotators, model-x: 0.620 [0.400, 0.840] n=35  all ratings",
  ];
  for (const basis of ["with-draft", undefined] as const) expect(lines(basis)).toEqual(expect.arrayContaining([...ofPeople, ...older]));
});

test("agreement over all criteria, and what it is with excluded people, are of all ratings in reports of earlier versions, and say so", () => {
  const excluded = {
    shown: "without" as const,
    people: [{ id: "p", name: "Dan", reason: "in a hurry" }],
    otherWay: meanAlphas(0.33, undefined, 2, 2),
  };
  const { used: _, ...agreement } = mixedReport().agreement;
  const earlier = reportText(mixedReport({ excluded, agreement }));
  expect(earlier).toContain("  ordinal alpha 0.470 [0.360, 0.580] n=120  mean over 2 of 2 criteria, all ratings");
  expect(earlier).toContain("  without 1 excluded (Dan: in a hurry); with them mean ordinal alpha of all ratings is 0.330");
  expect(reportText(mixedReport({ excluded }))).toContain("with them mean ordinal alpha is 0.330");
});
