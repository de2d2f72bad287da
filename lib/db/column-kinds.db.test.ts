import { expect, test } from "vitest";
import { inTransaction, pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { readColumnKinds } from "./column-kinds";

temporaryDatabase();

test("each metadata key has the kinds of its values, once each; criteria with labels are named", async () => {
  const { taskId } = await loadSmallStudy(smallBundle(3));
  const [set] = (await pool().query<{ id: string }>("select id from criteria_sets where task_id = $1", [taskId])).rows;
  const metadata = [{ year: 1999, mixed: 7, list: [1] }, { year: 2001, mixed: "7" }, { year: null }];
  for (const [position, value] of metadata.entries())
    await pool().query("update samples set metadata = $3 where task_id = $1 and position = $2", [taskId, position, value]);
  const labels = { kind: "categorical", levels: [{ label: "no" }, { label: "yes" }] };
  await pool().query("update criteria set scale = $2 where criteria_set_id = $1 and name = 'True'", [set?.id, labels]);
  const kinds = await inTransaction((tx) => readColumnKinds(tx, { id: taskId, criteriaSetId: set?.id ?? null }));
  expect(Object.fromEntries(kinds.metadata)).toEqual({ year: ["null", "number"], mixed: ["number", "string"], list: ["array"] });
  expect([...kinds.labelled]).toEqual(["True"]);
  const without = await inTransaction((tx) => readColumnKinds(tx, { id: taskId, criteriaSetId: null }));
  expect(without.labelled.size).toBe(0);
});
