import { expect, test } from "vitest";
import { inTransaction, pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { readColumnKinds } from "./column-kinds";

temporaryDatabase();

test("each metadata key has the kinds of its values, once each; criteria with labels are named", async () => {
  const { taskId } = await loadSmallStudy(smallBundle(3));
  const metadata = [{ year: 1999, mixed: 7, list: [1] }, { year: 2001, mixed: "7" }, { year: null }];
  for (const [position, value] of metadata.entries())
    await pool().query("update samples set metadata = $3 where task_id = $1 and position = $2", [taskId, position, value]);
  const labels = { kind: "categorical", levels: [{ label: "no" }, { label: "yes" }] };
  const draft = await pool().query<{ id: string }>("insert into criteria_sets (task_id, version) values ($1, 9) returning id", [taskId]);
  const criteriaSetId = draft.rows[0]?.id ?? "";
  for (const [position, [name, scale]] of Object.entries([
    ["Clear", { min: 1, max: 5, step: 1, levels: [] }],
    ["True", labels],
  ] as const))
    await pool().query("insert into criteria (criteria_set_id, position, name, scale) values ($1, $2, $3, $4)", [
      criteriaSetId,
      Number(position),
      name,
      scale,
    ]);
  const kinds = await inTransaction((tx) => readColumnKinds(tx, { id: taskId, criteriaSetId }));
  expect(Object.fromEntries(kinds.metadata)).toEqual({ year: ["null", "number"], mixed: ["number", "string"], list: ["array"] });
  expect([...kinds.labelled]).toEqual(["True"]);
  const without = await inTransaction((tx) => readColumnKinds(tx, { id: taskId, criteriaSetId: null }));
  expect(without.labelled.size).toBe(0);
});
