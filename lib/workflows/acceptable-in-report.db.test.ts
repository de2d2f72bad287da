import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { figureUnits } from "@/lib/domain/figure-units";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { listUnits } from "./list-units";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { readReport } from "./read-report";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

test("marks of what is also acceptable reach the report from submitted work alone, on the criterion that allows them", async () => {
  const bundle = smallBundle(2);
  const criteria = bundle.criteria.map((one, place) => (place === 0 ? { ...one, scale: { ...one.scale, several: true as const } } : one));
  const study = await loadSmallStudy({ ...bundle, criteria });
  await pool().query("update tasks set annotators_per_sample = 3 where id = $1", [study.taskId]);
  const rate = async (name: string, scores: [score: number, also: number[]][], submitted = true) => {
    const person = await member(study.projectId, "annotator", name);
    for (const [score, also] of scores) {
      const { assignmentId } = await nextAssignment(person, { taskId: study.taskId });
      if (!assignmentId) throw new Error("there is no work");
      await openAssignment(person, { assignmentId });
      for (const [place, criterionId] of study.criteria.entries()) {
        const actions = acceptAll();
        actions.push(action({ kind: "set-score", score, parentId: actions.at(-1)?.id ?? null }));
        for (const marked of place === 0 ? also : [])
          actions.push(action({ kind: "allow", score: marked, parentId: actions.at(-1)?.id ?? null }));
        await saveActions(person, { assignmentId, criterionId, actions });
      }
      if (submitted) await submitAssignment(person, { assignmentId });
    }
  };
  await rate("Ann", [
    [3, [4]],
    [2, []],
  ]);
  await rate("Bob", [
    [4, [3, 5]],
    [3, [2]],
  ]);
  await rate("Cleo", [[1, [2, 3, 4, 5]]], false);
  const { perCriterion } =
    (await readReport(instanceAdmin, { projectId: study.projectId })).tasks[0]?.chapters.people ?? expect.unreachable();
  expect(perCriterion.True?.acceptable).toBeNull();
  expect(perCriterion.Clear?.acceptable).toMatchObject({
    basis: "all",
    several: { value: 3 / 4, n: 4 },
    exact: { value: 0, n: 2 },
    // Both accept each other's first score; of the second sample only Bob accepts Ann's.
    accepted: { value: 3 / 4, n: 2 },
    judges: { "draft judge": { exact: { value: 1 / 4, n: 2 }, accepted: { value: 1 / 2, n: 2 } } },
  });
  const { byMedian = [] } = perCriterion.Clear?.acceptable?.judges["draft judge"] ?? {};
  expect(byMedian.map(({ people, units }) => [people, units])).toEqual([
    [2.5, 1],
    [3.5, 1],
  ]);
  for (const { people, units } of byMedian) {
    const selection = unitSelection.parse(figureUnits.agreedOn("Clear", "draft judge", people, "median"));
    const { counts, items } = await listUnits(instanceAdmin, { taskId: study.taskId, limit: 9, selection });
    expect([counts.units, items.length]).toEqual([units, units]);
    const apart = unitSelection.parse(figureUnits.agreedOn("Clear", "draft judge", people, "median", 1));
    expect((await listUnits(instanceAdmin, { taskId: study.taskId, limit: 9, selection: apart })).counts.units).toBe(0);
  }
});
