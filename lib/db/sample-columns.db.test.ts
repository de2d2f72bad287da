import { expect, test } from "vitest";
import { temporaryDatabase } from "@/lib/testing/database";
import { ratedStudy } from "@/lib/testing/rated-study";
import { pool } from "./client";
import { readReportData } from "./ratings";
import { listReportTasks } from "./report-tasks";
import { addSampleColumns } from "./sample-columns";

temporaryDatabase();

/** A study whose samples, beside its four of the beginning, have these metadata. */
async function studyWith(metadata: readonly object[], kind: "pointwise" | "pairwise" = "pointwise") {
  const { projectId, taskId } = await ratedStudy(kind, [1]);
  await pool().query(
    `insert into samples (task_id, external_id, position, input, output, input_key, content_hash, metadata)
     select $1::uuid, 'more ' || n, 10 + n, '', '', n::text, '', given from jsonb_array_elements($2::jsonb) with ordinality as of (given, n)`,
    [taskId, JSON.stringify(metadata)],
  );
  const data = await readReportData((await listReportTasks(projectId, null))[0] ?? expect.unreachable());
  expect(await addSampleColumns(data)).toBe(data);
  return { task: data.task, columns: data.samples.slice(4).map(({ columns }) => columns) };
}

/** Nine thousand samples are read by three statements. */
const many = 9_000;

test("columns of 2 to 20 different short values make groups, whatever kind their values are, over all pieces that are read", async () => {
  const metadata = Array.from({ length: many }, (_, at) => ({
    ...{
      language: at % 2 === 0 ? "de" : "en",
      turn: at % 3,
      ...(at > 4_999 && { checked: at % 5 === 0 }),
      twenty: `v${at % 20}`,
      "it's \\ odd": at % 2,
    },
    ...{ long: "x".repeat(at === 0 ? 100 : 99), umlauts: "ä".repeat(at % 2 === 0 ? 100 : 1), late: at === many - 1 ? "b" : "a" },
    ...{ single: "all", id: `id ${at}`, tooMany: Math.floor(at / 429) },
    // What begins as names of groups may be something else further on.
    ...{
      tooLong: "x".repeat(at === many - 1 ? 101 : 1 + (at % 2)),
      list: at === 8_500 ? ["a"] : "a",
      nested: at === 4_500 ? { a: 1 } : at % 2,
    },
    ...(at % 4 === 0 ? { partly: "yes" } : at % 4 === 1 ? { partly: "no" } : at % 4 === 2 ? { partly: null } : { partly: "" }),
  }));
  const { task, columns } = await studyWith(metadata);
  expect(Object.keys(columns[8_996] ?? {}).sort()).toEqual([
    "checked",
    "it's \\ odd",
    "language",
    "late",
    "long",
    "partly",
    "turn",
    "twenty",
  ]);
  expect(task.columnsLeftOut).toEqual(["umlauts"]);
  const expected = metadata.map(({ language, turn, checked, twenty, partly, late, long, ...more }) => ({
    ...(checked !== undefined && { checked: `${checked}` }),
    ...{ language, turn: `${turn}`, twenty, late, long, "it's \\ odd": `${more["it's \\ odd"]}` },
    ...(partly && { partly }),
  }));
  expect(columns).toEqual(expected);
  // As many objects as there are different values.
  const different = new Set(expected.map((values) => JSON.stringify(values, Object.keys(values).sort())));
  expect(different.size).toBeLessThan(many / 50);
  expect(new Set(columns).size).toBe(different.size);
});

test("without such a column nothing is added, nor of pairs", async () => {
  const same = await studyWith([{ single: "a", note: "x".repeat(101) }, { single: "a", note: "x" }, {}]);
  expect(same.columns).toEqual([undefined, undefined, undefined]);
  expect(same.task).not.toHaveProperty("columnsLeftOut");
  const pairs = await studyWith([{ language: "de" }, { language: "en" }], "pairwise");
  expect(pairs.columns).toEqual([undefined, undefined]);
});
