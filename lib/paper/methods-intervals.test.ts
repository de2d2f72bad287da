import { describe, expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fullReport as base, emptyReport as empty, limits, provenance } from "@/lib/testing/described-reports";
import { figure } from "@/lib/testing/report-fixture";
import { type MethodsInput, methodsOf } from "./methods";

function written(report: TaskReport, changes: Partial<MethodsInput> = {}): string {
  const said = methodsOf({ report, provenance, level: "ordinal", judges: [], studies: [], ...changes });
  for (const { text } of said) expect(text).toMatch(/^[A-Z1-9].*[.!?]$/su);
  return said.map(({ text }) => text).join("\n");
}

describe("intervals", () => {
  const of = (...kinds: { method: string; confidence?: number; resamples?: number | null; seed?: number | null }[]) =>
    kinds.map(({ method, confidence = 0.95, resamples = null, seed = null }, at) => [
      `judge ${at}`,
      { pooled: { ...figure(1), interval: { low: 0, high: 1, confidence, method, resamples, seed } }, perCriterion: {} },
    ]);
  const sentences = (...kinds: Parameters<typeof of>) =>
    methodsOf({
      report: { ...empty, bias: Object.fromEntries(of(...kinds)) },
      provenance,
      level: "ordinal",
      judges: [],
      studies: [],
    }).slice(0, -1);

  test("of each method are described once, with level, source, and what was clustered", () => {
    expect(sentences({ method: "jackknife" }, { method: "t", confidence: 0.999 }, { method: "jackknife" }, { method: "wilson" })).toEqual([
      { text: "Intervals by the method “jackknife” are at the 95 % level; inputs are clusters and raters fixed.", cites: ["miller1974"] },
      {
        text: "Intervals by the method “cluster-robust t” are at the 99.9 % level; inputs are clusters and raters fixed.",
        cites: ["liang1986"],
      },
      { text: "Intervals by the method “Wilson” are at the 95 % level.", cites: ["wilson1927"] },
    ]);
    expect(
      sentences(
        { method: "jackknife-fisher-z" },
        { method: "bca", resamples: 12_000, seed: 3 },
        { method: "bca", resamples: 12_000, seed: 4 },
        { method: "percentile", resamples: 500 },
        { method: "wald" },
      ),
    ).toEqual([
      {
        text: expect.stringContaining("“jackknife on Fisher's z” are at the 95 % level; inputs are clusters"),
        cites: ["miller1974", "fisher1921"],
      },
      { text: "Intervals by the method “BCa bootstrap” are at the 95 % level with 12,000 resamples and seed 3.", cites: ["efron1987"] },
      { text: "Intervals by the method “BCa bootstrap” are at the 95 % level with 12,000 resamples and seed 4.", cites: ["efron1987"] },
      { text: "Intervals by the method “percentile bootstrap” are at the 95 % level with 500 resamples.", cites: ["efron1987"] },
      { text: "Intervals by the method “normal” are at the 95 % level.", cites: [] },
    ]);
  });

  test("are no limits of agreement, which have ends but no method, and no method without ends", () => {
    const ends = { bias: figure(0.5), low: { value: -1, interval: null }, high: { value: 2, interval: null } };
    const [of_] = Object.values(limits);
    const scores = {
      "model-x": { Clarity: { ...of_?.Clarity, blandAltman: ends, other: { method: "x" }, half: { low: 1, method: "y" } } },
    };
    const chapters = { ...empty.chapters, scores: scores as unknown as TaskReport["chapters"]["scores"] };
    expect(written({ ...empty, chapters })).not.toContain("Intervals by");
  });

  test("of systems have systems as clusters, and that is said about their method alone", () => {
    const [own] = Object.values(base.correlation);
    if (own === undefined) throw new Error("the report has a judge");
    const found = (method: string) => {
      const coefficient = { ...figure(0.5), interval: { low: 0, high: 1, confidence: 0.95, method, resamples: null, seed: null } };
      const systems = { n: 12, pearson: coefficient, spearman: figure(null), kendallTauB: figure(null) };
      const correlation = { "model-x": { ...own, systemLevel: { ...own.systemLevel, meanOverCriteria: systems } } };
      return written({ ...base, correlation });
    };
    expect(found("jackknife")).toContain("“jackknife” are at the 95 % level; inputs (systems where systems are compared) are clusters");
    expect(found("jackknife-fisher-z")).toContain("“jackknife” are at the 95 % level; inputs are clusters");
    expect(found("jackknife-fisher-z")).toContain(
      "“jackknife on Fisher's z” are at the 95 % level; inputs (systems where systems are compared) are",
    );
  });
});
