import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { fixturePairReport, fixturePairs, share } from "@/lib/testing/pair-report-fixture";
import { alphas, figure, fixtureReport, plainRater } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { loadChapters } from "./chapters";
import { PairPeoplePanel } from "./pair-people-panel";
import { TaskReportView } from "./task-report-view";

beforeAll(loadChapters);

const show = (report = fixturePairReport(), judge: string | null = "model-x") =>
  render(<TaskReportView report={report} level="nominal" judge={judge} controls={null} />);
const rowsOf = (name: string) => within(within(screen.getByRole("region", { name })).getByRole("table")).getAllByRole("row");

/** The figures behind a panel's chart: each row's cells. */
async function behind(panel: string, title = panel): Promise<string[][]> {
  const part = screen.getByRole("heading", { name: panel }).closest("section");
  if (part === null) throw new Error(`no panel ${panel}`);
  await userEvent.setup().click(within(part).getByText("Figures as a table"));
  const table = within(await within(part).findByRole("region", { name: `${title}, as a table` })).getByRole<HTMLTableElement>("table");
  return [...table.rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent));
}

describe("the report of a pairwise task", () => {
  it("shows who picks the better output with n, interval and ties, judges marked as what they are", () => {
    show();
    const [, majority, ada, model, length, ...rest] = rowsOf("Accuracy");
    expect(majority?.textContent).toContain("most annotators94.7\u00a0%83.0\u00a0% to 99.0\u00a0%36 of 38");
    expect(ada?.textContent).toContain("Ada");
    expect(model?.textContent).toContain("75.0\u00a0%60.0\u00a0% to 86.0\u00a0%30 of 40410.0\u00a0%");
    expect(length?.textContent).toContain("Lengthmetric50.0\u00a0%");
    // The panel has no verdict on these pairs.
    expect(rest).toHaveLength(0);
    screen.getByText(/A tie is wrong unless the known answer is one \(as it is for 2\)\. Wilson intervals of independent pairs\./u);
  });

  it("breaks accuracy down by subset for judges and the majority, not for single people", () => {
    show();
    const [head, natural, adversarial] = rowsOf("Accuracy by subset");
    expect(head?.textContent).toBe("Subsetmost annotatorsmodel-xLength");
    expect(natural?.textContent).toContain("18 of 20");
    expect(adversarial?.textContent).toContain("12 of 20");
  });

  it("shows what the other order changes, which way, and what is right in both", () => {
    show();
    const [, model] = rowsOf("Consistency under swap");
    expect(model?.textContent).toContain("85.0\u00a0%71.0\u00a0% to 93.0\u00a0%n = 40");
    const [again, flips] = ["93.0\u00a0%88.0\u00a0% to 98.0\u00a0%n = 33", "12.5\u00a0%5.5\u00a0% to 26.0\u00a0%n = 40"];
    expect(model?.textContent).toContain(`${again}${flips}5010.063`);
    expect(model?.textContent).toContain("27 of 40");
    expect(model?.textContent).toMatch(/79\.4\u00a0%.*27 of 34$/u);
    const [head, natural, adversarial] = rowsOf("Same verdict in both orders by subset");
    expect(head?.textContent).toBe("Subsetmodel-x");
    expect(natural?.textContent).toMatch(/^natural95\.0\u00a0%.*n = 20$/u);
    expect(adversarial?.textContent).toMatch(/^adversarial75\.0\u00a0%.*n = 20$/u);
  });

  it("shows whether a judge favours its own model's outputs, and nothing of judges without any", () => {
    const none = { ...figure(null), why: "no-own-outputs", n: 0 };
    const { ownModel } = fixturePairs();
    show(fixturePairReport(fixturePairs({ ownModel: { ...ownModel, trio: none } })));
    const [, ...rows] = rowsOf("Equal opportunity of own outputs");
    expect(rows.map(({ textContent }) => textContent)).toEqual(["model-x+0.22+0.03 to +0.41n = 28"]);
  });

  it("shows what a request to review changes", () => {
    show();
    const [, model] = rowsOf("Consistency under interference");
    expect(model?.textContent).toContain("90.0\u00a0%76.0\u00a0% to 96.0\u00a0%n = 394");
    expect(model?.textContent).toContain("31 of 39");
  });

  it("shows what a claim that the other output is better changes", () => {
    show();
    const [, model] = rowsOf("Consistency under a claim");
    expect(model?.textContent).toContain("70.0\u00a0%55.0\u00a0% to 82.0\u00a0%n = 40111");
    expect(model?.textContent).toContain("22 of 40");
  });

  it("reads a judge's agreement with people against that of people with each other", () => {
    show();
    const [, model, people] = rowsOf("Agreement with people");
    expect(model?.textContent).toContain(
      "80.0\u00a0%64.0\u00a0% to 90.0\u00a0%n = 3577.5\u00a0%66.0\u00a0% to 87.0\u00a0%n = 10287.5\u00a0%80.0\u00a0% to 94.0\u00a0%n = 104",
    );
    expect(model?.textContent).toContain("0.620.40 to 0.84");
    expect(people?.textContent).toContain("annotators, on all pairs––85.0\u00a0%");
    const [, natural, adversarial] = rowsOf("Agreement with people by subset");
    expect(natural?.textContent).toMatch(/^natural90\.0\u00a0%.*n = 20$/u);
    expect(adversarial?.textContent).toMatch(/^adversarial66\.7\u00a0%.*n = 15$/u);
  });

  describe("of verdicts given with a draft in view and without", () => {
    const pairs = fixturePairs();
    const own = pairs.agreementWithAnnotators["model-x"] ?? expect.unreachable();
    const [all, without] = [
      "From all ratings, made with a draft in view or without",
      "the judge with people: ratings made without a draft",
    ];
    const panelOf = (found: typeof own, arms = ["blind", "drafted"], changes: Partial<typeof pairs> = {}) => {
      const mixed = { ...pairs, agreementWithAnnotators: { "model-x": found }, ...changes };
      const { container, unmount } = render(
        <FigureLinks projectId="p" taskId="t" filter={{}}>
          <PairPeoplePanel report={fixturePairReport(mixed, { arms })} pairs={mixed} />
        </FigureLinks>,
      );
      const said = container.querySelector("[data-basis]")?.textContent ?? null;
      const links = [...container.querySelectorAll("a")].flatMap((link) => {
        const query = new URL(link.href, "http://x").searchParams;
        const narrowed = query.get("undrafted") ?? query.get("arm");
        return query.get("judge") === "model-x" ? [[query.get("figure"), query.get("subset"), narrowed, link.dataset.units]] : [];
      });
      const { textContent } = container;
      unmount();
      return { said, links, textContent };
    };

    it("says that judges are compared with those without, and opens just these", () => {
      const { said, links } = panelOf({ ...own, basis: "without-draft" });
      expect(said).toBe(`${all}; ${without}`);
      expect(new Set(links.map(([, , arm]) => arm))).toEqual(new Set(["blind"]));
      const counted = [
        ["as most annotators", null, "blind", "35"],
        ["verdicts two by two", null, "blind", ""],
        ["kappa with most annotators", null, "blind", "35"],
        ["pairs on which people are split", null, "blind", "3"],
        ["model-x as most annotators", "natural", "blind", "20"],
        ["model-x as most annotators", "adversarial", "blind", "15"],
      ];
      expect(links).toEqual(expect.arrayContaining(counted));
      const firsts = panelOf({ ...own, basis: "without-draft" }, ["blind-then-drafted", "drafted"]).links;
      expect(firsts).toEqual(links.map(([figure, subset, , n]) => [figure, subset, "true", n]));
    });

    it("says of a frozen report whose figures are of all verdicts that they are", () => {
      const { said, links } = panelOf(own);
      expect(said).toBe(all);
      expect(links).toEqual(expect.arrayContaining([["as most annotators", null, null, "35"]]));
      expect(panelOf({ ...own, basis: "without-draft" }, ["blind"]).said).toBeNull();
    });

    it("says why a judge has no figure where all verdicts that could be compared were given with a draft in view", () => {
      const none = { ...figure(null), why: "no-blind-ratings", n: 0, interval: null };
      const refused = {
        ...{ ...own, basis: "without-draft" as const, share: none, kappa: none, withoutMajority: 0, perSubset: {} },
        twoByTwo: { judgeAnnotator: none, annotatorAnnotator: none },
      };
      const alone = { ...share(0, 0), value: null, why: "no-pairable-units" };
      const { textContent, links } = panelOf(refused, undefined, { betweenAnnotators: alone });
      expect(textContent).toContain("People saw a draft before rating");
      expect(textContent).not.toContain("No pair has both people's verdicts and a judge's");
      expect(links).toEqual([]);
    });
  });

  it("shows how far people agree with each other beyond chance, all of them and every two, each with the pairs behind it", async () => {
    show();
    const [, all, first, second, ...rest] = rowsOf("People with each other");
    expect(all?.textContent).toBe("all annotators85.0\u00a0%78.0\u00a0% to 92.0\u00a0%n = 1140.710.58 to 0.84");
    expect(first?.textContent).toBe("Ada and Ben90.0\u00a0%77.0\u00a0% to 96.0\u00a0%n = 390.810.63 to 0.97");
    expect(second?.textContent).toBe("Ada and Cem76.0\u00a0%60.0\u00a0% to 87.0\u00a0%n = 370.530.29 to 0.75");
    expect(rest).toHaveLength(0);
  });

  it("lists the first twelve of many pairs of people, and all when asked", async () => {
    const twos = Array.from({ length: 15 }, (_, at) => ({ a: "Ada", b: `P${at + 1}`, share: share(0.5, 4), kappa: figure(0.1) }));
    show(fixturePairReport(fixturePairs({ annotatorsTwoByTwo: twos })));
    // With the head and the row of all annotators.
    expect(rowsOf("People with each other")).toHaveLength(14);
    await userEvent.setup().click(screen.getByRole("button", { name: "Show all 15 rows" }));
    expect(rowsOf("People with each other")).toHaveLength(17);
    expect(screen.queryByRole("button", { name: /^Show all/u })).toBeNull();
  });

  it("speaks of A, tie and B, never of a mean, a rank or a lenient judge", async () => {
    const { container } = show();
    expect(await behind("How often each output is preferred")).toEqual([
      ["Criterion", "Score", "people", "model-x", "n (ratings)"],
      ["Overall", "A", "60", "22", "114 / 40"],
      ["Overall", "Tie", "10", "4", "114 / 40"],
      ["Overall", "B", "44", "14", "114 / 40"],
    ]);
    expect(container.textContent).not.toMatch(/mean \d|tau-b|Pearson|lenient|judge minus people/u);
    expect(
      [...container.querySelectorAll('[data-panel="Which way verdicts were changed"] dl li')].map(({ textContent }) =>
        textContent?.replaceAll(/\s/gu, " "),
      ),
    ).toEqual(["15.0 % closer to B 9", "80.0 % the same 48", "5.0 % closer to A 3"]);
    screen.getByText("Wins minus losses as a share of a system's pairs", { exact: false });
  });

  it("leaves the tie out where none is allowed", async () => {
    const report = fixturePairReport(fixturePairs({ tieAllowed: false }));
    const scores = { Overall: { annotators: { n: 4, mean: 0, histogram: { "-1": 2, "1": 2 } } } };
    show({ ...report, scores: { ...report.scores, perCriterion: scores } }, null);
    expect((await behind("How often each output is preferred")).slice(1)).toEqual([
      ["Overall", "A", "2", "4"],
      ["Overall", "B", "2", "4"],
    ]);
    screen.getByText(/A or B had to be chosen\./u);
  });

  it("says what to do where nothing is known yet, panel by panel", () => {
    show(
      fixturePairReport(
        fixturePairs({
          gold: { n: 0, ties: 0, leftOut: 0 },
          agreementWithAnnotators: {},
          betweenAnnotators: { ...share(0, 0), value: null, why: "no-pairable-units" },
          kappaBetweenAnnotators: { ...share(0, 0), value: null, why: "no-pairable-units" },
          annotatorsTwoByTwo: [],
          swap: {},
          interference: {},
          sycophancy: {},
        }),
      ),
    );
    screen.getByText(/No pair has a known better output/u);
    screen.getByText(/No pair has both people's verdicts and a judge's/u);
    screen.getByText(/Start a swapped run of a judge/u);
    screen.getByText(/Start an interference run of a judge/u);
  });

  it("says why a swapped run could not be compared", () => {
    const swap = fixturePairs().swap["model-x"];
    if (!swap) throw new Error("the fixture has a swapped run");
    const none = { ...swap, plainRunId: null, n: 0, p: null, consistent: { ...figure(null), why: "no-plain-run", n: 0 } };
    show(fixturePairReport(fixturePairs({ swap: { "model-x": none } })));
    screen.getByText("No plain run of this judge used the same prompts, so there is nothing to compare with.");
  });
});

describe("metrics and checks in the report of single outputs", () => {
  const own = { value: null, why: "own-scale", n: 0, interval: null, intervalWhy: "undefined-estimate", units: 0, inputs: 0 };
  const ownPair = { nominal: own, ordinal: own, interval: own };
  const ownMean = { ...own, definedCriteria: 0, totalCriteria: 1 };
  const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.1) }]);
  const correlations = base.correlation["model-x"];
  if (!correlations) throw new Error("the fixture has a judge");
  const withMetric = {
    ...base,
    raters: [
      ...base.raters,
      {
        id: "m",
        name: "overlap",
        kind: "judge" as const,
        ...plainRater,
        judgeKind: "metric" as const,
        metric: { name: "ROUGE-L", scale: { min: 0, max: 1 } },
      },
    ],
    agreement: {
      ...base.agreement,
      perCriterion: {
        Clarity: { annotators: alphas(0.8), withJudge: { overlap: { nominal: own, ordinal: own, interval: own, ratio: own } } },
      },
      pairs: [
        ...base.agreement.pairs,
        {
          a: "Ada",
          b: "overlap",
          ...ownPair,
          perCriterion: { Clarity: ownPair },
          meanOverCriteria: { nominal: ownMean, ordinal: ownMean, interval: ownMean },
        },
      ],
    },
    correlation: { ...base.correlation, overlap: correlations },
    bias: { overlap: { pooled: own, perCriterion: { Clarity: own } } },
    scores: {
      ...base.scores,
      perCriterion: { Clarity: { ...base.scores.perCriterion.Clarity, overlap: { n: 0, mean: null, histogram: {}, why: "own-scale" } } },
      ofMetrics: { overlap: { n: 3, mean: 0.4, histogram: { "0.2": 1, "0.5": 2 } } },
    },
  };

  it("correlates a metric with people, shows its scores on its own scale, and compares them directly with nobody's", async () => {
    render(<TaskReportView report={withMetric} level="ordinal" judge="overlap" controls={null} />);
    screen.getByText("Correlation of overlap with people");
    expect((await behind("How scores are spread")).slice(-2)).toEqual([
      ["overlap, on its own scale", "0.2", "", "1", "3"],
      ["overlap, on its own scale", "0.5", "", "2", "3"],
    ]);
    screen.getByText(/This metric has its own scale/u);
    expect(screen.queryByText("What people did with the draft")).toBeNull();
    expect(screen.queryByText(/^Which way scores/u)).toBeNull();
    const map = screen.getByRole("table", { name: /alpha of every two raters/u });
    expect(within(map).queryByText("overlap")).toBeNull();
  });

  it("shows how many drafts a check discarded and what a critique was worth, and nothing if there are no such runs", () => {
    const report = {
      ...base,
      checks: {
        dropped: [
          { judge: "model-x", runId: "r2", variant: "plain", dropped: 3, share: figure(0.075, [0.03, 0.2], 40) },
          { judge: "model-x", runId: "r1", variant: "swapped", dropped: 4, share: figure(0.1, [0.04, 0.23], 40) },
        ],
        feedback: [
          { judge: "model-x", runId: "r3", criterion: "Clarity", meanBefore: 3, meanAfter: 3.5, gain: figure(0.5, [0.2, 0.8], 20) },
        ],
      },
    };
    const { rerender } = render(<TaskReportView report={report} level="ordinal" judge="model-x" controls={null} />);
    const [, first, second] = rowsOf("Discarded drafts");
    expect(first?.textContent).toContain("model-x, 17.5\u00a0%");
    expect(second?.textContent).toContain("model-x, 2 (swapped)10.0\u00a0%");
    expect(rowsOf("Gain from the critique")[1]?.textContent).toContain("Clarity3.003.50+0.50+0.20 to +0.8020");
    rerender(<TaskReportView report={base} level="ordinal" judge="model-x" controls={null} />);
    expect(screen.queryByText("Results of the judges' own checks")).toBeNull();
  });
});
