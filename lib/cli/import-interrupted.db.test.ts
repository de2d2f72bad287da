import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { temporaryFolder } from "../../bin/lib/paths.mjs";

temporaryDatabase();

const folder = temporaryFolder("redline-interrupted-");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts an import from a pipe and gives its other end. */
async function importing(project: string) {
  const pipe = join(folder, project);
  execFileSync("mkfifo", [pipe]);
  const child = spawn(process.execPath, ["bin/redline.mjs", "import", pipe, "--project", project], { stdio: "ignore" });
  const closed = once(child, "close");
  return { child, closed, file: await open(pipe, "w") };
}
const countOf = async (project: string) =>
  (
    await pool().query(
      "select count(s.id)::int as samples from projects p left join tasks t on t.project_id = p.id left join samples s on s.task_id = t.id where p.name = $1 group by p.id",
      [project],
    )
  ).rows;

test("a table is read from a pipe, to its last row", async () => {
  const { closed, file } = await importing("piped");
  await file.writeFile("id,input,output\n1,q,a\n2,q,b\n");
  await file.close();
  expect((await closed)[0]).toBe(0);
  expect(await countOf("piped")).toEqual([{ samples: 2 }]);
});

test("an import that is interrupted leaves no empty project", async () => {
  const { child, closed, file } = await importing("interrupted");
  // More than a pipe holds, so the import is among the rows when all is written.
  await file.writeFile(`id,input,output\n${Array.from({ length: 100_000 }, (_, row) => `${row},a question,an answer\n`).join("")}`);
  child.kill("SIGINT");
  await file.close();
  await closed;
  expect(await countOf("interrupted")).toEqual([]);
});
