import { expect, test } from "vitest";
import type { Figure } from "@/lib/domain/report";
import type { ReportData } from "@/lib/domain/report-data";
import { versionedData } from "@/lib/testing/versioned-data";
import { buildReport } from "./build-report";

/** Everybody scores as the judge does, but for one sample of many, on which they took very long too: an uncut interval would begin below zero. */
function almostNoDistance(): ReportData {
  const data = versionedData();
  const judge = data.raters.findIndex(({ kind }) => kind === "judge");
  const judged = new Map(data.ratings.filter(({ rater }) => rater === judge).map((one) => [`${one.sample} ${one.criterion}`, one.score]));
  const moved = <T extends { rater: number; sample: number; criterion: number; score: number; durationMs: number | null }>(one: T): T => {
    const draft = judged.get(`${one.sample} ${one.criterion}`) ?? 3;
    if (one.rater === judge) return one;
    if (one.sample > 1) return { ...one, score: draft, durationMs: 1000 };
    return { ...one, score: draft > 2 ? draft - 2 : draft + 2, durationMs: 900_000 };
  };
  const { arms } = data;
  const labels = data.samples.slice(0, 12).map((_, sample): ReportData["adjudications"][number] => {
    const draft = judged.get(`${sample} 0`) ?? 3;
    const final = sample > 0 ? draft : draft > 2 ? draft - 2 : draft + 2;
    return { sample, criterion: 0, first: final, final, judgeScore: draft, median: draft, range: 1 };
  });
  const made = data.samples.slice(0, 12).map((_, sample) => ({
    ...{
      annotator: 0,
      judge,
      sample,
      kind: "relevance" as const,
      draft: 3,
      score: sample > 1 ? 3 : 5,
      arm: "drafted" as const,
      day: 20_000,
    },
    ...{ accept: 1, revise: 0, remove: 0, add: 0 },
  }));
  return {
    ...data,
    ratings: data.ratings.map(moved),
    arms: arms && { ...arms, ratings: arms.ratings.map(moved) },
    adjudications: labels,
    made,
  };
}

test("no interval of a distance, an error or a time begins below zero", () => {
  const { adjudicated, influence, made, chapters } = buildReport(almostNoDistance());
  const [arms] = influence?.comparisons ?? [];
  const found: Record<string, Figure | undefined> = {
    "error against the label": adjudicated?.judges.judge?.pooled.error,
    "distance to the draft, drafted": arms?.distance.pooled.with,
    "distance to the draft, blind": arms?.distance.perCriterion.Clear?.without,
    "seconds, drafted": arms?.seconds.pooled.with,
    "seconds, blind": arms?.seconds.perCriterion.True?.without,
    "distance of dimensions": made?.judge?.[0]?.distance,
    "error where people agree": chapters.people.perCriterion.Clear?.strata[0]?.judges.judge?.absoluteError,
  };
  for (const [name, figure] of Object.entries(found)) {
    expect(figure?.value, name).toBeGreaterThan(0);
    expect(figure?.interval?.low, name).toBe(0);
    expect(figure?.interval?.high, name).toBeGreaterThan(figure?.value ?? Infinity);
  }
  // What has both signs is left as it is.
  expect(chapters.people.perCriterion.Clear?.strata[0]?.judges.judge?.bias.interval?.low).toBeLessThan(0);
});
