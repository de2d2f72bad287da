import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, inject, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryInstance } from "@/lib/testing/accounts";
import { redline } from "@/lib/testing/redline";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createProject } from "@/lib/workflows/create-project";
import { temporaryFolder } from "../../bin/lib/paths.mjs";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";

temporaryInstance();

const folder = temporaryFolder("redline-bundle-");
const file = join(folder, "study.redline.gz");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The batches of a bundle, without its first line, which has the time. */
const batchesOf = (path: string) => gunzipSync(readFileSync(path)).toString("utf8").split("\n").slice(1);

test("a bundle is exported and imported by one command each, recognised by its content, and has no other project's rows", async () => {
  const { projectId } = await loadSmallStudy(smallBundle(7));
  await pool().query("update projects set name = 'Rain' where id = $1", [projectId]);
  await createProject(instanceAdmin, { name: "NOT-MINE", description: "" });
  expect(await redline(["export", "--project", "Rain", "--format", "redline", "-o", file])).toMatchObject({ code: 0 });
  expect(batchesOf(file).join("\n")).not.toContain("NOT-MINE");
  const elsewhere = await createTemporaryDatabase(inject("testClusterUrl"));
  const env = { DATABASE_URL: elsewhere.url };
  try {
    expect(await redline(["import", file, "--project", "Rain", "--scale", "1-5"], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--scale: "),
    });
    expect(await redline(["import", file, "--project", "Rain"], { env })).toEqual({
      code: 0,
      out: 'Imported study.redline.gz as the project "Rain": 7 samples, 14 drafts, 0 evaluations, 0 actions, 0 people.\n',
      err: "",
    });
    const again = join(folder, "again.gz");
    expect(await redline(["export", "--project", "Rain", "--format", "redline", "-o", again], { env })).toMatchObject({ code: 0 });
    const known = new Set(batchesOf(file));
    const changed = batchesOf(again).filter((line) => !known.has(line));
    expect(changed.map((line) => (JSON.parse(line) as { table?: string }).table ?? "rows")).toEqual(["audit_events", "rows"]);
    expect(await redline(["import", file, "--project", "Twice"], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('This project is already here: "Rain".'),
    });
  } finally {
    await elsewhere.drop();
  }
});
