import { describe, expect, it } from "vitest";
import { accuracy, fixturePairReport, fixturePairs, share } from "@/lib/testing/pair-report-fixture";
import { alphas } from "@/lib/testing/report-fixture";
import { headline } from "./headline";
import { pairClause } from "./pair-clause";

const pairs = fixturePairs();
const of = (overall: ReturnType<typeof accuracy>) => ({ ...pairs, swap: {}, accuracy: { "model-x": { overall, perSubset: {} } } });
const say = (found: typeof pairs) => pairClause(found, "model-x", "the judge");

describe("what is said about a judge of pairs", () => {
  it("gives accuracy if the interval excludes chance, and how much survives swapping the outputs", () => {
    expect(say(pairs)).toBe(
      "the judge picks the better output in 75.0\u00a0% of 40 pairs; 85.0\u00a0% of its verdicts on 40 pairs hold when the outputs are swapped",
    );
  });

  it("makes no claim while a coin may be as good", () => {
    expect(say(of(accuracy(6, 10, 0, [0.31, 0.83])))).toBe(
      "it is too early to tell whether the judge picks the better output more often than a coin would",
    );
    expect(say(of(accuracy(9, 10)))).toMatch(/^it is too early/u);
  });

  it("says plainly when a coin does better", () => {
    expect(say(of(accuracy(2, 20, 0, [0.03, 0.3])))).toContain("only in 10.0\u00a0% of 20 pairs, less often than a coin would");
  });

  it("compares with people where no better output is known", () => {
    const found = { ...of(accuracy(0, 0)), agreementWithAnnotators: pairs.agreementWithAnnotators };
    expect(say(found)).toBe("the judge prefers what most annotators prefer in 80.0\u00a0% of 35 pairs");
  });

  it("says nothing about a judge without verdicts, and names the judge if there is only a swap", () => {
    expect(pairClause(pairs, "trio", "trio")).toBeNull();
    const swap = { trio: { ...(pairs.swap["model-x"] as (typeof pairs.swap)[string]), consistent: share(0.5, 2) } };
    expect(pairClause({ ...pairs, swap }, "trio", "trio")).toBe(
      "50.0\u00a0% of trio's verdicts on two pairs hold when the outputs are swapped",
    );
  });
});

describe("the opening of a report of pairs", () => {
  it("says first whether people agree, then how good the judge is, and from what", () => {
    const { sentence, basis } = headline(fixturePairReport(), "nominal", "model-x");
    expect(sentence).toMatch(/^Agreement between people is below \.667; model-x picks the better output in 75\.0/u);
    expect(basis).toEqual([
      "Three annotators and three judges (model-x, metric Length, panel trio) on 20 samples of 10 inputs, one criterion, 60 ratings.",
      "Krippendorff's alpha, nominal, 95\u00a0% jackknife interval over 10 inputs.",
      "Better output known for 40 pairs; Wilson intervals.",
    ]);
  });

  it("does not mention missing scores if the better output is known", () => {
    const report = fixturePairReport();
    const alone = { ...report, counts: { ...report.counts, annotators: 0, judges: 1 } };
    expect(headline(alone, "nominal", "model-x").sentence).toMatch(/^The judge picks the better output/u);
    expect(headline(alone, "nominal", null).sentence).toBe("Nobody has scored yet.");
  });
});

it("says only once that it is too early to tell", () => {
  const report = fixturePairReport(of(accuracy(6, 10, 0, [0.31, 0.83])));
  const open = { annotators: alphas(0.37, [-0.2, 0.9]), withJudge: {} };
  const perCriterion = Object.fromEntries(report.criteria.map(({ name }) => [name, open]));
  const { sentence } = headline({ ...report, agreement: { ...report.agreement, perCriterion } }, "nominal", "model-x");
  expect(sentence).toMatch(
    /^It is too early to tell whether people agree, or whether \S.* picks the better output more often than a coin would\.$/u,
  );
});
