import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { temporaryInstance } from "@/lib/testing/accounts";
import { redline, slowWayTo } from "@/lib/testing/redline";
import { acceptAll, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { temporaryFolder } from "../../bin/lib/paths.mjs";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";

temporaryInstance();

const folder = temporaryFolder("redline-backup-");
const file = (name: string) => join(folder, name);
const first = file("first.jsonl.gz");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const study = await loadSmallStudy(smallBundle(12));
  const annotator = await member(study.projectId, "annotator");
  const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
  await saveActions(annotator, { assignmentId: assignmentId ?? "", criterionId: study.criteria[0] ?? "", actions: acceptAll() });
  expect(await redline(["backup", "-o", first])).toMatchObject({ code: 0, out: "", err: expect.stringContaining(`Wrote ${first}.`) });
});

/** Every row of a backup, as its table and its text, sorted, because the order of rows in a table means nothing. */
function rowsIn(path: string): string[] {
  const [, ...lines] = gunzipSync(readFileSync(path)).toString("utf8").trimEnd().split("\n");
  return lines
    .flatMap((line) => {
      const { table = "rows", batch = [line] } = JSON.parse(line) as { table?: string; batch?: unknown[] };
      return batch.map((row) => `${table} ${JSON.stringify(row)}`);
    })
    .toSorted();
}

async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const database = await createTemporaryDatabase(inject("testClusterUrl"));
  await work(database.url).finally(database.drop);
}

test.each([0, 15])("a backup, restored into another database that takes %i ms longer to answer, gives an equal backup", async (delayMs) => {
  await withEmptyDatabase(async (url) => {
    const way = await slowWayTo(url, delayMs);
    const restored = await redline(["restore", first, "--json"], { env: { DATABASE_URL: way.url } });
    expect(restored).toMatchObject({ code: 0, err: "" });
    const second = file(`second-${delayMs}.jsonl.gz`);
    expect(await redline(["backup", "-o", second], { env: { DATABASE_URL: url } })).toMatchObject({ code: 0 });
    await way.close();
    expect(rowsIn(second)).toEqual(rowsIn(first));
    const counts = Object.values(JSON.parse(restored.out).restored as Record<string, number>);
    expect(counts.reduce((total, count) => total + count, 0)).toBe(rowsIn(first).length - 1);
    expect(rowsIn(first).filter((row) => row.startsWith("actions ")).length).toBeGreaterThan(0);
  });
});

test("a missing or damaged file gives one line that names it, and nothing is written", async () => {
  const whole = gunzipSync(readFileSync(first)).toString("utf8");
  const bytes = readFileSync(first);
  const damaged = {
    "text.gz": Buffer.from("not compressed"),
    "half.gz": bytes.subarray(0, bytes.length / 2),
    "other.gz": gzipSync('{"some":"file"}\n'),
    "short.gz": gzipSync(whole.split("\n").slice(0, -2).join("\n")),
    "line.gz": gzipSync(whole.split("\n").slice(0, 3).join("\n").concat("\n{")),
    "empty.gz": gzipSync(""),
  };
  for (const [name, content] of Object.entries(damaged)) writeFileSync(file(name), content);
  await withEmptyDatabase(async (url) => {
    const names = ["missing.gz", "", ...Object.keys(damaged)];
    const refusals = await Promise.all(
      names.map(async (name) => {
        const { code, out, err } = await redline(["restore", file(name)], { env: { DATABASE_URL: url } });
        expect({ code, out }).toEqual({ code: 2, out: "" });
        return err;
      }),
    );
    const why = [
      "there is no such file.",
      "this is a folder.",
      "this is not a backup of Redline, or it is damaged (incorrect header check).",
      "this is not a backup of Redline, or it is damaged (unexpected end of file).",
      "this is not a backup of Redline.",
      `the backup is truncated: it ends at line ${whole.trimEnd().split("\n").length - 1} without its closing count.`,
      "line 4 of the backup is damaged.",
      "this is not a backup of Redline.",
    ];
    expect(refusals).toEqual(names.map((name, index) => `error: ${file(name)}: ${why[index]}\n`));
    const backup = file("after.jsonl.gz");
    await redline(["backup", "-o", backup], { env: { DATABASE_URL: url } });
    expect(rowsIn(backup).filter((row) => !row.startsWith("rows "))).toEqual([]);
  });
});

test("a database in use is left unchanged", async () => {
  expect(await redline(["restore", first])).toMatchObject({ code: 2, err: expect.stringContaining("This database is in use.") });
});
