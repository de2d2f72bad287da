import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { inArm } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { type RatingTable, ratingTable } from "../rating-table";
import { sceneOf } from "./scene";
import { basisIn, blindScene, hasOnlyDrafted, undraftedScene, usedScene, usedTable, withoutDraft } from "./without-draft";

/** "Clear": half of the samples rated without a draft; "True": all but the first with one; "Short": by the judge alone. */
function study(): ReportData {
  const data = reportDataFixture({
    criteria: { Clear: [1, 5], True: [1, 5], Short: [1, 5] },
    rates: (rater, sample, criterion) => rater === "judge" || criterion === "Clear" || (criterion === "True" && sample > 0),
  });
  const arm = ({ criterion, sample }: ReportData["ratings"][number]) => (criterion === 0 && sample < 16 ? "blind" : "drafted");
  return { ...data, ratings: data.ratings.map((one) => (one.rater === 3 ? one : { ...one, arm: arm(one) })) };
}

const criteria = [0, 1, 2];
const rated = (scene: { people: readonly (number | null)[] } | null) => scene?.people.filter((mean) => mean !== null).length ?? null;
const counts = (table: RatingTable, of: (table: RatingTable, criterion: number) => Parameters<typeof rated>[0]) =>
  criteria.map((criterion) => rated(of(table, criterion)));

test("a criterion has a scene without drafts where any sample was rated so, and where nobody rated it there is none to refuse", () => {
  const table = ratingTable(study());
  expect(counts(table, sceneOf)).toEqual([32, 31, 0]);
  expect(counts(table, undraftedScene)).toEqual([16, null, null]);
  expect(counts(table, blindScene)).toEqual([16, null, 0]);
  expect(criteria.map((criterion) => hasOnlyDrafted(table, criterion))).toEqual([false, true, false]);
});

test("where no rating of the task was made without a draft, none of its criteria alone was rated with one", () => {
  const table = ratingTable(inArm(study(), "drafted"));
  expect(criteria.map((criterion) => hasOnlyDrafted(table, criterion))).toEqual([false, false, false]);
  expect([basisIn(table), basisIn(ratingTable(study()))]).toEqual(["with-draft", "without-draft"]);
  expect(usedTable(table)).toBe(table);
});

test("a criterion that nobody rated rests on what all the task's other ratings do", () => {
  const bases = (data: ReportData) => criteria.map((criterion) => usedScene(ratingTable(data), criterion).isUndrafted);
  const data = study();
  const blind = data.ratings.map((one) => (one.rater === 3 ? one : { ...one, arm: "blind" }));
  expect(bases({ ...data, ratings: blind })).toEqual([true, true, true]);
  expect(bases(data)).toEqual([true, false, false]);
});

test("where every verdict rests on ratings without a draft, their table is the one that others have read already", () => {
  const { criteria: all, ratings, ...rest } = study();
  const table = ratingTable({ ...rest, criteria: all.slice(0, 1), ratings: ratings.filter(({ criterion }) => criterion === 0) });
  expect(usedTable(table)).toBe(withoutDraft(table));
  expect(rated(sceneOf(usedTable(table), 0))).toBe(16);
});
