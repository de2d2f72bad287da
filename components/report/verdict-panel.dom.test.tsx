import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { explanations, type FigureName } from "@/lib/domain/explanations";
import type { TaskReport } from "@/lib/domain/report";
import type { CriterionVerdict } from "@/lib/domain/report-verdict";
import { fixtureStanding as standing, fixtureVerdict as verdict } from "@/lib/testing/chapters-fixture";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { criterionRows, summaryRow } from "./criterion-rows";
import { departuresOf } from "./departure";
import { headline } from "./headline";
import { ProvenanceContext } from "./provenance-context";
import { VerdictPanel } from "./verdict-panel";

const reportWith = (clarity: CriterionVerdict, arms = ["drafted"]): TaskReport => {
  const clear = { name: "Clarity", agreement: alphas(0.86, [0.82, 0.9]), bias: figure(0.16, [0.06, 0.24]) };
  const base = fixtureReport([clear], { arms });
  return { ...base, chapters: { ...base.chapters, verdict: { Clarity: clarity } } };
};

const row = (clarity: CriterionVerdict, judge: string | null = "model-x") => {
  render(<VerdictPanel report={reportWith(clarity)} judge={judge} />);
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  const heads = within(screen.getByRole("table")).getAllByRole("columnheader");
  const cells = within(rows[1] as HTMLElement).getAllByRole("cell");
  return Object.fromEntries(heads.slice(1).map((head, index) => [head.textContent, cells[index]?.textContent?.replaceAll("\u00a0", " ")]));
};

describe("whether the judge can replace a person", () => {
  it("shows each figure under its own head", () => {
    expect(row(verdict())).toEqual({
      "chance that alpha is at least .667": "93.4 %at least .800: 11.5 %",
      "alpha when the judge joins": "−0.05−0.08 to −0.02falls",
      "replaces a person": "yesfor 66.7 % of 3 people; at least as close 83.0 %",
      "Spearman with people": "0.520.41 to 0.62over all units, of at most 0.92",
      "judge minus people": "+0.37+0.26 to +0.49within one point 86.0 %",
      "mean score, sharpened": "3.283.10 to 3.46a label counts 2.6 times",
      flags: "none",
    });
    screen.getByText("All ratings were made without a draft in view");
  });

  it("says that chance must have chosen the rated samples, or by which unequal chances a plan did", () => {
    row(verdict());
    screen.getByText(/A sharpened mean assumes that the rated samples were chosen by chance\./u);
    document.body.innerHTML = "";
    const { sharpened } = verdict();
    const known = sharpened["model-x"] ?? expect.unreachable();
    row(verdict({ sharpened: { "model-x": { ...known, draw: { plan: 4, leftOut: 1 } } } }));
    screen.getByText(
      /Study plan 4 drew inputs .* divided by its chance; all other figures are .* Labels from elsewhere, of 1 unit, are left out\./u,
    );
    expect(screen.queryByText(/were chosen by chance/u)).toBeNull();
  });

  it("says within how many inputs a correlation is, beside no greatest one, which is of all units", () => {
    const used = standing(0, 0.37);
    const of = (withinInputs: { definedGroups: number; totalGroups: number } | null, changes: Partial<CriterionVerdict> = {}) => {
      document.body.innerHTML = "";
      const own = { ...(used.judges["model-x"] ?? expect.unreachable()), withinInputs };
      return row(verdict({ used: { ...used, judges: { "model-x": own } }, ...changes }))["Spearman with people"]?.replace(
        /^0.520.41 to 0.62/u,
        "",
      );
    };
    expect(of({ definedGroups: 12, totalGroups: 1600 })).toBe("within 12 of 1,600 inputs");
    screen.getByText(/^The judge can replace .* the correlation is within each input, averaged over those that define one\. A sharpened/u);
    expect(screen.queryByText(/greatest correlation possible/u)).toBeNull();
    expect(of({ definedGroups: 1, totalGroups: 1 })).toBe("within 1 input");
    expect(of(null)).toBe("over all units, of at most 0.92");
    screen.getByText(/half of the people on\)\. The greatest correlation possible is limited/u);
    expect(of(null, { ceiling: { ...figure(0.81), approximate: true } })).toBe("over all units, of at most 0.81, approximate");
    screen.getByText(/how reliable people’s mean is; approximate by alpha at interval level .* rated by everybody\. A sharpened/u);
    expect(of(null, { ceiling: figure(null) })).toBe("over all units");
    expect(screen.queryByText(/greatest correlation possible/u)).toBeNull();
  });

  it("says which advantage is granted", () => {
    const altTest = { "model-x": { ...(verdict().altTest["model-x"] ?? expect.unreachable()), epsilon: 0.125 } };
    row(verdict({ altTest }));
    screen.getByText(/in enough units, an advantage of 0\.125 granted \(alternative-annotator test/u);
  });

  it("says how the test is passed by a test that was made, and of a judge that has none nothing", () => {
    const base = reportWith(verdict({ altTest: {} }));
    const clarity = base.criteria[0] ?? expect.unreachable();
    const altTest = { "model-x": { ...(verdict().altTest["model-x"] ?? expect.unreachable()), epsilon: 0.15 } };
    const two = { ...base.chapters.verdict, Truth: verdict({ altTest }) };
    const { unmount } = render(
      <VerdictPanel
        report={{ ...base, criteria: [clarity, { ...clarity, name: "Truth" }], chapters: { ...base.chapters, verdict: two } }}
        judge="model-x"
      />,
    );
    screen.getByText(/in enough units, an advantage of 0\.15 granted/u);
    unmount();
    render(<VerdictPanel report={base} judge="model-x" />);
    expect(screen.queryByText(/alternative-annotator test/u)).toBeNull();
  });

  it("claims a change only where its interval is on one side of zero", () => {
    const cell = (low: number, high: number) => {
      const used = standing(0, 0.37);
      const own = used.judges["model-x"];
      if (own === undefined) throw new Error("no judge");
      const judges = { "model-x": { ...own, change: figure(0.01, [low, high]) } };
      const { "alpha when the judge joins": text } = row(verdict({ used: { ...used, judges } }));
      document.body.innerHTML = "";
      return text;
    };
    expect(cell(0.004, 0.02)).toMatch(/rises$/u);
    expect(cell(-0.01, 0.03)).toMatch(/cannot tell yet$/u);
  });

  it("says not shown where the test is not passed, and why where it was not made", () => {
    const failed = { winningRate: 0, advantageProbability: 0.41, passed: false, epsilon: 0.2, n: 50, eligible: 1, why: null };
    expect(row(verdict({ altTest: { "model-x": failed } }))["replaces a person"]).toBe(
      "not shownfor 0.0 % of 1 person; at least as close 41.0 %",
    );
    document.body.innerHTML = "";
    const none = { ...failed, winningRate: null, passed: null, why: "no-blind-ratings" };
    row(verdict({ basis: "with-draft", altTest: { "model-x": none }, flags: ["drafted-only"] }));
    screen.getByText(/cannot show whether the judge is right/u);
    screen.getByText("rests on drafts");
    expect(screen.getAllByText(/People saw a draft before rating/u)).toHaveLength(1);
    // How the test is passed is said only where it was made.
    screen.getByText(/^The greatest correlation possible .* A sharpened mean assumes .* 2,000 bootstrap samples of the inputs, seed 1\.$/u);
  });

  it("says that a draft is not stated where the data do not say whether people saw one, and not that they did", () => {
    render(<VerdictPanel report={reportWith(verdict({ basis: "with-draft", flags: ["drafted-only"] }), ["unstated"])} judge={null} />);
    screen.getByText("draft not stated");
    expect(screen.queryByText("rests on drafts")).toBeNull();
    // Nothing is said of a judge where there is none.
    screen.getByText("From ratings that people gave with a draft in view, or nobody knows");
  });

  it("says cannot tell yet of a change without an interval, or one that ends at zero", () => {
    const words = (interval?: [number, number]) => {
      document.body.innerHTML = "";
      const used = standing(0, 0.37);
      const own = { ...(used.judges["model-x"] ?? expect.unreachable()), change: figure(0.01, interval) };
      return row(verdict({ used: { ...used, judges: { "model-x": own } } }))["alpha when the judge joins"]?.match(/[a-z ]+$/u)?.[0];
    };
    expect([words(), words([0, 0.02]), words([-0.02, 0])]).toEqual(Array(3).fill("cannot tell yet"));
  });

  it("has no words under figures that are not defined", () => {
    const { used, sharpened } = verdict();
    const reaches = { ...used.reaches, tentative: null, reliable: null, why: "too-few" };
    const none = verdict({ used: { ...used, reaches, judges: {} }, altTest: {}, sharpened: {}, judgeFlags: {} });
    expect(Object.values(row(none)).map((text) => text?.replace(/not definednote 1$/u, ""))).toEqual(["none", ...Array(6).fill("–")]);
    document.body.innerHTML = "";
    const known = sharpened["model-x"] ?? expect.unreachable();
    const own = used.judges["model-x"] ?? expect.unreachable();
    const { close: _, ...far } = { ...own, change: figure(null), spearman: figure(null) };
    const cells = row(verdict({ used: { ...used, judges: { "model-x": far } }, sharpened: { "model-x": { ...known, gain: null } } }));
    expect(cells["mean score, sharpened"]).toBe("3.283.10 to 3.46");
    expect(cells["judge minus people"]).toBe("+0.37+0.26 to +0.49");
    expect([cells["Spearman with people"], cells["alpha when the judge joins"]]).toEqual(["–not definednote 1", "–not definednote 1"]);
  });

  it("opens what people and the judge have scored where one person alone has no agreement to show, and nothing where there is none", () => {
    const opened = (judged: number, judge: string | null = "model-x") => {
      document.body.innerHTML = "";
      const used = standing(0, 0.37);
      const own = used.judges["model-x"] ?? expect.unreachable();
      const agreement = { ...used.agreement, ordinal: { ...used.agreement.ordinal, n: 0 } };
      const judges = { "model-x": { ...own, bias: { ...own.bias, n: judged }, spearman: { ...own.spearman, n: judged } } };
      render(
        <FigureLinks projectId="p" taskId="t" filter={{}}>
          <VerdictPanel report={reportWith(verdict({ used: { ...used, agreement, judges } }))} judge={judge} />
        </FigureLinks>,
      );
      const link = screen.getByRole("rowheader", { name: "Clarity" }).querySelector("a");
      return link && new URL(link.href).searchParams.get("judge");
    };
    expect([opened(12), opened(0), opened(12, null)]).toEqual(["model-x", null, null]);
  });

  it("names the level of labels under their criterion, and counts the criteria whose ratings were made without a draft", () => {
    const base = reportWith(verdict({ level: "nominal", ceiling: { ...figure(0.81), approximate: true } }));
    const [clarity] = base.criteria;
    const truth = { ...(clarity ?? expect.unreachable()), name: "Truth" };
    const both = { ...base.chapters.verdict, Truth: verdict({ basis: "with-draft" }) };
    const two = { ...base, criteria: [...base.criteria, truth], chapters: { ...base.chapters, verdict: both } };
    render(<VerdictPanel report={two} judge="model-x" />);
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["Claritynominal", "Truth"]);
    screen.getByText("1 of 2 criteria from ratings made without a draft, the others from all ratings");
    screen.getByText(/; approximate by alpha at interval level/u);
  });

  const copied = async (shown: CriterionVerdict, format: "Markdown" | "LaTeX") => {
    document.body.innerHTML = "";
    const from = {
      task: "T",
      arms: "blind",
      level: "ordinal",
      selection: [],
      computedAt: "2026-02-03T00:10:00Z",
      dataVersion: "v",
      software: "S",
    };
    const user = userEvent.setup();
    render(
      <ProvenanceContext value={from}>
        <VerdictPanel report={reportWith(shown)} judge="model-x" />
      </ProvenanceContext>,
    );
    await user.click(screen.getByRole("button", { name: /^Export/u }));
    await user.click(screen.getByRole("menuitem", { name: `Copy ${format}` }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain("half at the top"));
    return navigator.clipboard.readText();
  };
  const atTop = (changes: Partial<CriterionVerdict>) => verdict({ judgeFlags: { "model-x": ["judge-at-top"] }, ...changes });

  it("exports its flags in words", async () => {
    expect(await copied(atTop({ flags: ["few-units"] }), "Markdown")).toMatch(/\| few units, judge: half at the top \|/u);
  });

  it.each(["Markdown", "LaTeX"] as const)(
    "exports as %s that the greatest correlation is approximate, and only where it is",
    async (format) => {
      const cell = /0\.81[^|&]*[|&] approximate [|&]/u;
      expect(await copied(atTop({ ceiling: { ...figure(0.81), approximate: true } }), format)).toMatch(cell);
      const exact = await copied(atTop({ ceiling: figure(0.81) }), format);
      expect(exact).toContain("0.81");
      expect(exact).not.toMatch(/approximate|greatest correlation is/u);
      const { used } = verdict();
      const own = { ...(used.judges["model-x"] ?? expect.unreachable()), withinInputs: { definedGroups: 3, totalGroups: 4 } };
      const within = await copied(
        atTop({ used: { ...used, judges: { "model-x": own } }, ceiling: { ...figure(0.81), approximate: true } }),
        format,
      );
      expect(within).not.toMatch(/0\.81|approximate|greatest correlation is/u);
    },
  );

  it("shows alpha of both kinds of ratings and the gap, where only some were made without a draft", () => {
    const cells = row(verdict({ all: standing(0.11, 0.16), gap: figure(0.109, [0.06, 0.15]) }));
    expect(cells).toMatchObject({
      "alpha without a draft": "0.710.69 to 0.78",
      "alpha of all ratings": "0.820.80 to 0.89",
      gap: "+0.11+0.06 to +0.15",
    });
    screen.getByText("Only from ratings made without a draft in view; all ratings together beside them");
    const gap = screen.getByRole("button", { name: "gap" }).getAttribute("data-explains") as FigureName;
    expect(explanations[gap].sentence).toMatch(/^Alpha of all ratings minus alpha of those made without a draft/u);
  });

  it("is not there where nobody has rated, or no criterion has a verdict", () => {
    const report = reportWith(verdict());
    const unrated = { ...report, counts: { ...report.counts, annotators: 0 } };
    const older = { ...report, chapters: { ...report.chapters, verdict: {} } };
    for (const none of [unrated, older]) expect(render(<VerdictPanel report={none} judge="model-x" />).container.textContent).toBe("");
  });

  it("needs no judge to say how sure the agreement is", () => {
    expect(Object.keys(row(verdict(), null))).toEqual(["flags", "chance that alpha is at least .667"]);
  });
});

describe("a task with ratings of both kinds", () => {
  const mixed = reportWith(verdict({ all: standing(0.11, 0.16), gap: figure(0.109, [0.06, 0.15]) }));

  it("opens with, and tabulates, the figures of ratings made without a draft", () => {
    expect(headline(mixed, "ordinal", "model-x").sentence).toBe(
      "Agreement between people is between .667 and .800; the judge scores 0.37 points above them.",
    );
    const [only] = criterionRows(mixed, "ordinal", "model-x");
    expect(only).toMatchObject({
      people: { value: 0.71 },
      withJudge: { value: 0.66 },
      tauB: { value: 0.44 },
      bias: { value: 0.37 },
      verdict: { code: "between" },
    });
    expect(departuresOf(mixed, "model-x")[0]?.points).toBe(0.37);
  });

  it("names what its summary mixes", () => {
    const two = { ...mixed, criteria: [...mixed.criteria, ...fixtureReport([{ name: "Truth", agreement: alphas(0.5) }]).criteria] };
    expect(summaryRow(two, "ordinal", null)?.mixed).toBe(true);
    expect(summaryRow({ ...two, chapters: { ...two.chapters, verdict: {} } }, "ordinal", null)?.mixed).toBe(false);
  });
});
