import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
let checkout = "";

/** A checkout with its packages and database client, in which no command has run. */
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), "redline-checkout-"));
  const isSource = (path: string) => !/\.test\.tsx?$/.test(path);
  for (const name of ["bin", "lib", "prisma", "generated", "package.json", "package-lock.json", "tsconfig.json"]) {
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(checkout, name), { recursive: true, filter: isSource, preserveTimestamps: true });
  }
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
});
afterAll(() => rmSync(checkout, { recursive: true }));

async function redline(...args: string[]) {
  const child = spawn(process.execPath, [join(checkout, "bin/redline.mjs"), ...args], { cwd: tmpdir(), stdio: ["ignore", "pipe", "pipe"] });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { out, err, code };
}

test("two simultaneous first commands build the command line once and both work; a change to lib takes effect in the next command", {
  timeout: 240_000,
}, async () => {
  const both = await Promise.all([redline("--help"), redline("stats", "--list")]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both[0].out).toContain("bring the database up to date");
  expect(both[1].out).toContain("krippendorff-alpha");
  expect(
    both
      .map(({ err }) => err)
      .join("")
      .match(/Building the command line/g),
  ).toHaveLength(1);

  const main = join(checkout, "lib/cli/program.ts");
  writeFileSync(main, readFileSync(main, "utf8").replace("bring the database up to date", "bring the database up to DATE"));
  const changed = await redline("--help");
  expect(changed.out).toContain("bring the database up to DATE");
  expect(await redline("stats", "--list")).toMatchObject({ code: 0, err: "" });
});

test("a usage error exits with 2 and the command's own message", { timeout: 240_000 }, async () => {
  expect(await redline("stats", "--bogus")).toMatchObject({ code: 2, out: "", err: expect.stringContaining("unknown option '--bogus'") });
  expect(await redline("--bogus")).toMatchObject({ code: 2, out: "" });
});
