import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { TaskReport } from "@/lib/domain/report";
import type { CriterionVerdict } from "@/lib/domain/report-verdict";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { mixedReport } from "@/lib/testing/mixed-report-fixture";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { AltCurvePanel } from "./alt-curve-panel";
import { ChapterBias } from "./chapter-bias";
import { ChapterJudges } from "./chapter-judges";
import { ChapterScores } from "./chapter-scores";
import { Chapters, loadChapters } from "./chapters";
import { slopeWords } from "./limits-panel";
import { RankingPanel } from "./ranking-panel";
import { recalibrationWords } from "./scores-panels";
import { FrozenContext } from "./task-context";

const report = (): TaskReport => {
  const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
  const second = { ...base.raters[3], id: "r5", name: "model-y" } as TaskReport["raters"][number];
  return { ...base, raters: [...base.raters, second], chapters: fixtureChapters() };
};

const shown = () => {
  const props = { report: report(), level: "ordinal", judge: "model-x", scoring: "model-x" } as const;
  render([ChapterJudges, ChapterScores, ChapterBias].map((Chapter) => <Chapter key={Chapter.name} {...props} />));
};

it("says who is closer only where the interval of the difference is on one side of zero and p holds after correction", () => {
  shown();
  expect(readTable("The judge in each person’s place")).toEqual([
    {
      "": "Clarity: Ada",
      person: "0.710.60 to 0.80n = 38",
      judge: "0.520.40 to 0.64",
      "judge minus person": "−0.19−0.30 to −0.08",
      p: "0.002",
      "p after Holm": "0.004",
      "which is closer": "the person",
    },
    {
      "": "Clarity: Ben",
      person: "0.490.30 to 0.60n = 37",
      judge: "0.550.41 to 0.66",
      "judge minus person": "+0.06−0.05 to +0.17",
      p: "0.290",
      "p after Holm": "0.290",
      "which is closer": "cannot tell yet",
    },
  ]);
});

it("shows the test at each price, with who was not tested", () => {
  shown();
  expect(readTable("Alternative-annotator test")).toEqual([
    { "": "ClarityAda 81.0 % (only 12 units)", "ε = 0.00": "0.0 %", "ε = 0.20": "66.7 %" },
  ]);
  screen.getByRole("img", { name: /^Winning rate on Clarity: 0\.0\s% at epsilon 0\.00, 66\.7\s% at epsilon 0\.20$/u });
});

it("draws no curve of a criterion on which nobody was tested, and says why", () => {
  const untested = { points: [{ epsilon: 0.2, winningRate: null }], perPerson: [], why: "no-eligible-annotators" };
  const whole = report();
  const judges = { ...whole.chapters.judges, altCurves: { "model-x": { Clarity: untested } } };
  render(<AltCurvePanel report={{ ...whole, chapters: { ...whole.chapters, judges } }} judge="model-x" />);
  expect(screen.queryByRole("img")).toBeNull();
  screen.getByText("No annotator has rated enough units.");
});

it("ranks judges with their groups, and names the closer one only after correction", () => {
  shown();
  expect(readTable("All judges on all criteria").map((row) => [row[""], row.Clarity])).toEqual([
    ["model-x", "0.580.40 to 0.70n = 40b, within 17 of 21 inputs"],
    ["model-y", "0.660.50 to 0.78n = 40a, within 13 of 19 inputs"],
  ]);
  screen.getByText("Spearman’s correlation of each judge with people’s mean, within inputs");
  screen.getByText(/leaves zero out: 1 of 1\. Where inputs have outputs of several systems, correlations are within each input/u);
  expect(readTable("Differences between judges")[0]?.difference).toContain("within 12 of 18 inputs");
  expect(readTable("Differences between judges")[0]).toMatchObject({ p: "< 0.001", "p after Holm": "0.012", "which is closer": "model-y" });
});

it.each([
  ["spearman", "Spearman’s correlation of each judge with people’s mean, over all units", "0.58"],
  // As reports were frozen before judges were ranked by their rank correlation.
  [undefined, "Pearson’s correlation of each judge with people’s mean, over all units", "0.58"],
] as const)("says what judges are ranked by where it is over all units (%s)", (statistic, said, value) => {
  const whole = report();
  const { judges } = whole.chapters;
  const { Clarity } = judges.ranking;
  if (!Clarity) throw new Error("the fixture ranks judges");
  const plain = <T extends object>(ones: T[]) => ones.map((one) => ({ ...one, withinInputs: null }));
  const ranking = { Clarity: { statistic, judges: plain(Clarity.judges), pairs: plain(Clarity.pairs) } };
  render(<RankingPanel report={{ ...whole, chapters: { ...whole.chapters, judges: { ...judges, ranking } } }} />);
  screen.getByText(said);
  expect(readTable("All judges on all criteria")[0]?.Clarity).toBe(`${value}0.40 to 0.70n = 40b`);
  screen.getByText(/leaves zero out: 1 of 1\.$/u);
  expect(screen.queryByText(/within/u)).toBeNull();
});

it("names no closer judge where the interval of the difference holds zero, whatever p is", () => {
  const whole = report();
  const { judges } = whole.chapters;
  const ranking = {
    Clarity: { judges: judges.ranking.Clarity?.judges ?? [], pairs: [] as NonNullable<typeof judges.ranking.Clarity>["pairs"] },
  };
  ranking.Clarity.pairs = [{ a: "model-x", b: "model-y", difference: figure(-0.38, [-1.28, 0.53]), p: 0.0004, pHolm: 0.012 }];
  render(<RankingPanel report={{ ...whole, chapters: { ...whole.chapters, judges: { ...judges, ranking } } }} />);
  screen.getByText(/leaves zero out: 0 of 1\./u);
  expect(readTable("Differences between judges")[0]).toMatchObject({ "p after Holm": "0.012", "which is closer": "cannot tell yet" });
});

it("where everybody saw a draft, says in words why nothing is ranked, tested or calibrated, and names nobody closer", () => {
  const why = "no-blind-ratings";
  const refused = { ...figure(null), why };
  const whole = report();
  const { judges, scores } = whole.chapters;
  const [beside] = judges.besidePeople["model-x"]?.Clarity ?? [];
  const own = scores["model-x"]?.Clarity;
  if (!beside || !own) throw new Error("the fixture has both");
  const chapters = {
    ...whole.chapters,
    judges: {
      ...judges,
      besidePeople: { "model-x": { Clarity: [{ ...beside, difference: refused }] } },
      altCurves: { "model-x": { Clarity: { points: [], perPerson: [], why } } },
      ranking: { Clarity: { judges: ["model-x", "model-y"].map((name) => ({ name, figure: refused, groups: [] })), pairs: [] } },
    },
    scores: {
      "model-x": {
        Clarity: {
          ...own,
          calibration: { levels: [], steps: [], error: refused, recalibrated: refused, difference: refused },
          ties: { ...own.ties, calibrated: refused },
        },
      },
    },
  };
  const props = { level: "ordinal", judge: "model-x", scoring: "model-x" } as const;
  render([ChapterJudges, ChapterScores].map((Chapter) => <Chapter key={Chapter.name} {...props} report={{ ...whole, chapters }} />));
  const panel = (title: string) => document.querySelector<HTMLElement>(`[data-panel="${title}"]`);
  for (const title of [
    "Could the judge replace a person?",
    "Which judge is closest to people?",
    "What is a score of the judge worth?",
    "Would it help to recalibrate the judge?",
  ]) {
    expect(panel(title)?.textContent).toContain("only ratings made without one can be compared with the judge's like this.");
    expect(panel(title)?.querySelector("table")).toBeNull();
  }
  expect(panel("Judges two by two")).toBeNull();
  expect(readTable("The judge in each person’s place")[0]).toMatchObject({
    person: expect.stringContaining("0.71"),
    "which is closer": "–",
  });
  expect(panel("Is the judge like one of the people?")?.textContent).toContain("only ratings made without one");
  expect(panel("Does the judge use the scale as people do?")?.textContent).toContain("only ratings made without one");
});

it("sets ways of evaluating beside people without a draft", () => {
  shown();
  expect(readTable("Ways of evaluating")[0]).toMatchObject({ "model-x with people": "0.83n = 40" });
  expect(readTable("Evaluators two by two")[0]).toMatchObject({
    "two people without a draft": "0.59n = 3",
    "model-x with people and a person": "0.61n = 6",
  });
  expect(readTable("Judges asked again")[0]).toMatchObject({
    "": "model-x: Clarity3 runs",
    "alpha between runs": "0.93",
    "same score": "87.0 %n = 29, 4 other",
  });
});

it("counts where people and judge meet, and what its scores are worth", () => {
  shown();
  expect(readTable("Units by people’s median and the judge’s score")).toEqual([
    { "": "1", "1": "11", "2": "3" },
    { "": "2", "1": "4", "2": "17" },
  ]);
  screen.getByText("5 units two points or more apart.");
  expect(readTable("Limits of agreement")).toEqual([
    {
      "": "Clarity",
      "judge minus people": "+0.24+0.10 to +0.38n = 35",
      "lower limit": "−1.30−1.60 to −1.10",
      "upper limit": "+1.80+1.50 to +2.10",
      "change for each point": "−0.19−0.30 to −0.08falls with the score",
      "two points or more apart": "5",
    },
  ]);
  expect(readTable("Recalibration")).toEqual([
    {
      ...{ "": "Clarity", "as it is": "0.42n = 40", recalibrated: "0.33", difference: "−0.09−0.14 to −0.04" },
      "does it help?": "helps",
    },
  ]);
  expect(readTable("Calibration").map((row) => [row[""], row["people’s mean"], row["recalibrated to"]])).toEqual([
    ["Clarity: 1", "1.211.10 to 1.32n = 15", "1.22"],
    ["Clarity: 2", "1.851.70 to 2.00n = 20", "1.86"],
  ]);
  expect(readTable("Use of the scale")[0]).toMatchObject({
    "points to move": "0.27n = 35",
    "people at the top": "51.0 %40.0 % to 62.0 %",
    "judge at the top": "57.0 %45.0 % to 69.0 %",
    "people tie": "31.0 %n = 9",
    "judge ties": "36.0 %",
    "pairs ordered or tied as people do": "63.0 %",
    "with a tie threshold": "65.0 %",
  });
  expect(readTable("Order of systems")[0]).toMatchObject({
    "soft pairwise accuracy": "88.0 %",
    "systems, judge and people": "one 1.90 and 1.70; two 1.40 and 1.60",
  });
  screen.getByText(/On Clarity correlations of judge and people over all units, within inputs and between systems have opposite signs/u);
});

it("claims of recalibration and slope follow their intervals", () => {
  const both = (low: number, high: number) => [recalibrationWords({ low, high }), slopeWords(figure(0.01, [low, high]))];
  expect(both(-0.02, -0.001)).toEqual(["helps", "falls with the score"]);
  expect(both(0.001, 0.02)).toEqual(["harms", "grows with the score"]);
  expect([both(-0.02, 0.02), both(-0.02, 0), both(0, 0.02)].flat()).toEqual(Array.from({ length: 6 }, () => "cannot tell yet"));
  expect([recalibrationWords(null), slopeWords(figure(0.01)), slopeWords(figure(null))]).toEqual([
    "cannot tell yet",
    "cannot tell yet",
    null,
  ]);
});

it("shows what sways the judge, groups only where they hold after correction", () => {
  shown();
  expect(readTable("Length and own outputs")[0]).toMatchObject({
    "for twice the length": "+0.14+0.02 to +0.26n = 40",
    "score and length at equal human scores": "+0.21+0.05 to +0.37",
    "own model’s outputs, less others": "+0.29+0.10 to +0.48n = 16",
    "equal opportunity, own less others": "+0.26+0.06 to +0.46n = 27",
  });
  screen.getByText(/A better model may deserve better scores/u);
  expect(readTable("Forms of outputs")).toEqual([
    { "": "Clarity: lists", difference: "+0.31+0.12 to +0.50n = 24", p: "0.001", q: "0.003", conclusion: "kinder" },
    { "": "Clarity: refusals", difference: "−0.17−0.40 to +0.06n = 21", p: "0.140", q: "0.141", conclusion: "cannot tell yet" },
  ]);
  screen.getByText(/over the 2 tests of this table, of which 1 holds\b/u);
  expect(readTable("Halo")).toEqual([{ "": "all pairs of criteria", judge: "0.72n = 1", people: "0.45", difference: "+0.27" }]);
  expect(readTable("Groups of samples").map((row) => [row[""], row.q, row.conclusion])).toEqual([
    ["Clarity: system one", "0.040", "kinder"],
    ["Clarity: system two", "0.030", "stricter"],
    ["Clarity: system three", "0.200", "cannot tell yet"],
  ]);
  expect(readTable("Groups of samples")[1]).toMatchObject({
    difference: "−0.34−0.44 to −0.24n = 22",
    "tau-b in the group": "0.380.25 to 0.52",
  });
  screen.getByText(/over the 3 tests of this table, of which 2 hold\b/u);
});

it("every panel of people's ratings says which they are of, and the judges' own panels say nothing", async () => {
  await loadChapters();
  const { chapters, ...rest } = report();
  const { verdict } = mixedReport().chapters;
  const stratum = {
    name: "split" as const,
    units: 6,
    judges: { "model-x": { bias: figure(0.3), absoluteError: figure(0.5), close: figure(0.8) } },
  };
  const onClarity = {
    rawAgreement: figure(0.6),
    gwet: figure(0.7),
    oneRater: figure(0.4),
    meanOfRaters: figure(0.65),
    raters: 3,
    dropped: 0,
  };
  const ada = { ratings: 9, medianSeconds: 3, severity: figure(0.1), withOthers: figure(0.4), close: figure(0.9), entropy: 0.8 };
  const mixed: TaskReport = {
    ...rest,
    arms: ["blind", "drafted"],
    chapters: {
      ...chapters,
      verdict: { ...verdict, Clarity: { ...verdict.Clarity, sharpened: chapters.verdict.Clarity?.sharpened } as CriterionVerdict },
      influence: { effects: [], behaviours: [] },
      people: {
        perCriterion: { Clarity: { ...onClarity, strata: [stratum] } },
        raters: { Ada: { ...ada, longestRun: 2, retest: figure(1), draftKept: figure(0.7), alphaWithout: figure(0.02) } },
      },
      criteria: { pairs: [{ a: "Clarity", b: "Truth", people: figure(0.5), judges: {} }] },
      next: {
        ...chapters.next,
        precision: { Clarity: { figure: figure(0.3), units: 24, needed: [{ half: 0.1, units: 90 }] } },
        samples: { waiting: 3, seed: 1, drawn: [{ id: "s", externalId: "s1", probability: 0.2, why: "chance" }] },
      },
    },
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={null}>
        <Chapters open="all" report={mixed} level="ordinal" judge="model-x" scoring="model-x" />
      </FrozenContext>
    </QueryClientProvider>,
  );
  const said = [...document.querySelectorAll<HTMLElement>("[data-panel]")].map(({ dataset, children }) => [
    dataset.panel,
    children[0]?.querySelector("[data-basis]")?.textContent ?? null,
  ]);
  const [without, all] = ["From ratings made without a draft", "From all ratings, made with a draft in view or without"];
  expect(Object.fromEntries(said)).toEqual({
    "Agreement for each criterion": `${without}; the share of scores changed: of those made with a draft in view`,
    "How reliable people are": without,
    "Who agrees with whom": all,
    "How long it took": all,
    "How each person rates": all,
    "The judge where people agree, and where they do not": without,
    "Is the judge like one of the people?": without,
    "Could the judge replace a person?": without,
    "Which judge is closest to people?": without,
    "Judges two by two": without,
    "How scores are spread": all,
    "Does the judge order things as people do?": without,
    "Where the judge and people meet": without,
    "How far apart are the judge and people?": without,
    "Would it help to recalibrate the judge?": without,
    "Does the judge tell criteria apart?": without,
    "Does the judge use the scale as people do?": without,
    "What is a score of the judge worth?": without,
    "The judge against people": without,
    "Does the judge order systems as people do?": without,
    "Which way scores were changed": "From ratings made with a draft in view",
    "By system": all,
    "Does length or origin sway the judge?": without,
    "How would systems rank at equal length?": without,
    "Does the form of outputs sway the judge?": without,
    "Is the judge kinder to some groups?": without,
    "Do two criteria measure the same?": without,
    "How sure are the mean scores?": without,
    "What halves the interval at the least cost?": without,
    "How many units would it take?": without,
    "How many units for the judge’s correlation?": without,
    "More people or more units?": without,
    "Which samples to rate next?": all,
    // These say it in their own words, or are of no rating by people.
    "Can the judge replace a person?": null,
    "Ways of evaluating, beside people without a draft": null,
    "Evaluators two by two": null,
    "Does a judge agree with itself?": null,
    "What people did with the draft": null,
  });
});
