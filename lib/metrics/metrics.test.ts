import { describe, expect, test } from "vitest";
import { scale } from "@/lib/domain/criterion";
import { metricCriterion, metricName, metricOptions } from "@/lib/domain/metric";
import { preferenceScale, preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import { isOnScale } from "@/lib/domain/scale-points";
import { draftMetric } from "./draft-metric";
import { metrics } from "./metrics";

describe("every metric", () => {
  test.each(metricName.options)("%s declares itself and scores on its own scale", (name) => {
    const metric = metrics[name];
    expect(metric.name).toBe(name);
    expect(scale.parse(metric.scale)).toEqual(metric.scale);
    expect(metricCriterion(name)).toMatchObject({ name: metric.title, scale: metric.scale, overall: false });
    for (const output of ["", "rain", "Rain falls.", "雨", "sun ".repeat(500)]) {
      const score = metric.score({ output, reference: "Rain falls." });
      expect(isOnScale(metric.scale, score as number), `${score}`).toBe(true);
    }
    if (name !== "length") expect(metric.score({ output: "Rain falls.", reference: "Rain falls." })).toBe(metric.scale.max);
  });

  test.each(metricName.options.filter((name) => metrics[name].needsReference))("%s gives a reason if there is no reference", (name) => {
    for (const reference of [null, "", "  "]) {
      expect(metrics[name].score({ output: "rain", reference })).toEqual({
        why: expect.stringMatching(/needs a reference, and the sample has none/),
      });
    }
  });

  test("is asked for by a name that is known", () => {
    expect(metricOptions.safeParse({ metric: "bleu" }).success).toBe(false);
  });
});

describe("length", () => {
  test("counts words and needs no reference", () => {
    expect(metrics.length.score({ output: "Rain falls, it's wet.", reference: null })).toBe(5);
    expect(metrics.length.score({ output: "", reference: null })).toBe(0);
  });

  test("says so rather than cut off what is longer than its scale", () => {
    expect(metrics.length.score({ output: "a ".repeat(1_000_001), reference: null })).toEqual({
      why: expect.stringContaining("1000001 words"),
    });
  });
});

describe("what a metric says", () => {
  const reference = "rain falls because drops grow heavy";

  test("about one output is its score, unrounded, and what was computed", () => {
    const drafted = draftMetric(
      metrics["rouge-l"],
      { output: "rain falls", outputB: null, reference: "a b rain falls" },
      metrics["rouge-l"].scale,
    );
    expect(drafted).toEqual({
      score: 2 / 3,
      items: [{ kind: "score", text: "Score: 0.6666666666666666" }],
      raw: "ROUGE-L against the reference: 0.6666666666666666",
      details: { metric: "rouge-l" },
    });
  });

  test("about a pair is a preference for the higher score, and its lines can be swapped", () => {
    const pair = { output: "rain falls", outputB: reference, reference };
    expect(draftMetric(metrics["rouge-l"], pair, preferenceScale)).toEqual({
      score: -1,
      items: [
        { kind: "conclusion", text: "ROUGE-L against the reference: [A] 0.5, [B] 1." },
        { kind: "score", text: "Verdict: [B]" },
      ],
      raw: "ROUGE-L against the reference: [A] 0.5, [B] 1. The higher one is preferred: [B]",
      details: { metric: "rouge-l", a: 0.5, b: 1 },
    });
    const turned = { output: pair.outputB, outputB: pair.output, reference };
    expect(draftMetric(metrics["rouge-l"], turned, preferenceScale)).toMatchObject({ score: 1 });
    expect(draftMetric(metrics.length, { ...pair, reference: null }, preferenceScale)).toMatchObject({
      score: -1,
      details: { a: 2, b: 6 },
    });
  });

  test("about a pair with equal scores is a tie, or nothing where the scale has none", () => {
    const pair = { output: "rain here", outputB: "sun there", reference: null };
    expect(draftMetric(metrics.length, pair, preferenceScale)).toMatchObject({ score: 0, items: [{}, { text: "Verdict: tie" }] });
    expect(draftMetric(metrics.length, pair, preferenceScaleWithoutTie)).toEqual({
      why: expect.stringMatching(/same Length, 2, .*no tie/),
    });
  });

  test("about a pair without the reference it needs is nothing", () => {
    expect(draftMetric(metrics.chrf, { output: "a", outputB: "b", reference: null }, preferenceScale)).toEqual({
      why: expect.stringMatching(/needs a reference/),
    });
  });
});
