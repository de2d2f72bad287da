import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, inject, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryInstance } from "@/lib/testing/accounts";
import { fillEveryTable } from "@/lib/testing/every-table";
import { redline } from "@/lib/testing/redline";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { addComment } from "@/lib/workflows/add-comment";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { withClient } from "../../bin/lib/database.mjs";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";

temporaryInstance();
const folder = join(import.meta.dirname, "../testing/kept");
const writing = process.env.KEEP_FILES;

/** A study in which people have worked, with a row in every table. */
async function makeStudy(): Promise<void> {
  const study = await loadSmallStudy(smallBundle(4));
  await pool().query("update projects set name = 'Kept' where id = $1", [study.projectId]);
  const annotator = await member(study.projectId, "annotator", "Ann Kept");
  for (let turn = 0; turn < 2; turn++) {
    const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
    for (const criterionId of study.criteria) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
    await addComment(instanceAdmin, { on: "assignment", id: assignmentId, text: "Look at the second line." });
    if (turn === 0) await submitAssignment(annotator, { assignmentId });
  }
  await fillEveryTable();
}

beforeAll(async () => {
  if (writing === undefined) return;
  await makeStudy();
  expect(await redline(["backup", "-o", join(folder, `${writing}.backup.jsonl.gz`)])).toMatchObject({ code: 0 });
  expect(await redline(["export", "--project", "Kept", "--format", "redline", "-o", join(folder, `${writing}.redline.gz`)])).toMatchObject({
    code: 0,
  });
});

const listVersions = () =>
  readdirSync(folder).flatMap((name) => (name.endsWith(".backup.jsonl.gz") ? [name.slice(0, -".backup.jsonl.gz".length)] : []));
/** The first commit with a command to start, of 21 November 2026; bundles came later. Most tables did too, so that its rows are in few. */
const first = "0.1.0-first";
const versions = listVersions();
const root = join(import.meta.dirname, "../..");
const tailOf = (path: string) =>
  (JSON.parse(gunzipSync(readFileSync(path)).toString("utf8").trimEnd().split("\n").at(-1) ?? "") as { rows: Record<string, number> }).rows;

async function onEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const database = await createTemporaryDatabase(inject("testClusterUrl"));
  await work(database.url).finally(database.drop);
}
const ask = (url: string, sql: string) =>
  withClient(
    url,
    async (client: { query: (sql: string) => Promise<{ rows: Record<string, unknown>[] }> }) => (await client.query(sql)).rows,
  );

/** The work itself, by columns that have been there from the first release on. */
const work = `select s.external_id, c.name, e.score, (select count(*)::int from actions a where a.evaluation_id = e.id) as actions
  from evaluations e join criteria c on c.id = e.criterion_id join assignments w on w.id = e.assignment_id join samples s on s.id = w.sample_id order by 1, 2`;
const done = ["s1", "s2"].flatMap((external_id) => ["Clear", "True"].map((name) => ({ external_id, name, score: 4, actions: 3 })));

test("there are files of every released version: of those in the changelog, and of the one that is about to be", () => {
  const released = [...readFileSync(join(root, "CHANGELOG.md"), "utf8").matchAll(/^## \[?v?(\d+\.\d+\.\d+[\w.-]*)/gm)].map(
    ([, version]) => version,
  );
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const wanted = [...new Set([...released, version])].toSorted();
  expect(listVersions().toSorted()).toEqual([...wanted, first].toSorted());
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(wanted.map((one) => `${one}.redline.gz`)));
});

test.each(versions)("a backup of version %s is restored with every row, brought up to date, and backed up again", (version) =>
  onEmptyDatabase(async (url) => {
    const file = join(folder, `${version}.backup.jsonl.gz`);
    const env = { DATABASE_URL: url };
    const { code, out, err } = await redline(["restore", file, "--json"], { env });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const rows = Object.entries(tailOf(file)).filter(([, count]) => count > 0);
    expect(rows.length).toBeGreaterThan(version === first ? 13 : 40);
    expect((JSON.parse(out) as { restored: object }).restored).toEqual(Object.fromEntries(rows));
    expect(await ask(url, work)).toEqual(done);
    const again = await redline(["migrate", "--json"], { env });
    expect(JSON.parse(again.out)).toEqual({ applied: [] });
  }),
);

test.each(versions.filter((version) => version !== first))("a bundle of version %s is imported with its work", (version) =>
  onEmptyDatabase(async (url) => {
    const env = { DATABASE_URL: url };
    const imported = await redline(["import", join(folder, `${version}.redline.gz`), "--project", "Again"], { env });
    expect(imported).toMatchObject({ code: 0, err: "" });
    expect(await ask(url, work)).toEqual(done);
  }),
);
