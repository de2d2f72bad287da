import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { withAnother } from "@/lib/testing/judge-columns";
import { versionedData } from "@/lib/testing/versioned-data";
import { buildReport } from "./build-report";

/** Two judges, outputs of one's own model, lengths, forms and subsets, a judge asked again: every chapter has its figures. */
function study(): ReportData {
  const data = withAnother(versionedData(24));
  return {
    ...data,
    raters: data.raters.map((rater) => (rater.kind === "judge" ? { ...rater, model: "two" } : rater)),
    samples: data.samples.map((sample, at) => ({
      ...{ ...sample, length: 100 + ((at * 37) % 400), subset: at % 3 === 0 ? "hard" : "easy" },
      format: at % 4 < 2 ? 9 : 0,
    })),
    judgeRepeats: [
      {
        judge: 3,
        runs: 2,
        scores: data.ratings
          .filter(({ rater }) => rater === 3)
          .map(({ sample, criterion, score }) => ({ sample, criterion, of: [score, sample % 4 === 0 ? 3 : score] })),
      },
    ],
  };
}

function unasked(part: unknown, path: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  if ("intervalWhy" in part && part.intervalWhy === "not-requested") return [path];
  return Object.entries(part).flatMap(([name, inner]) => unasked(inner, path === "" ? name : `${path}.${name}`));
}

test("in a report with intervals, every figure has one or says what the data lack for it", () => {
  const report = buildReport(study());
  expect(unasked(report, "")).toEqual([]);
  const biases = Object.values(report.chapters.bias).flatMap(({ perCriterion }) => Object.values(perCriterion));
  expect(biases.map(({ subgroups, formats }) => [subgroups.length, formats?.length])).toEqual(biases.map(() => [4, 2]));
  expect(Object.keys(report.chapters.bias)).toHaveLength(2);
  expect(report.chapters.judges.protocols?.columns.map(({ kind }) => kind)).toEqual(["judge", "judge", "with-draft"]);
});
