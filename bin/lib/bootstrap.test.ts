import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { contentHash, modulesAreCurrent } from "./bootstrap.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "redline-modules-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const here = { os: [process.platform], cpu: [process.arch], optional: true };
const elsewhere = { os: ["aix"], optional: true };

function writeLocks(wanted: Record<string, object>, installed: Record<string, object> | null) {
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: { "": {}, ...wanted } }));
  if (installed === null) return;
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
}

const a = { version: "1.0.0", integrity: "sha512-a" };

test("a new checkout has nothing installed", () => {
  writeLocks({ "node_modules/a": a }, null);
  expect(modulesAreCurrent(folder)).toBe(false);
});

test("installed packages that match the lock file are accepted, regardless of the user who ran npm", () => {
  writeLocks({ "node_modules/a": a, "node_modules/b-aix": { ...a, ...elsewhere } }, { "node_modules/a": a });
  expect(modulesAreCurrent(folder)).toBe(true);
});

test.each([
  ["another version", { "node_modules/a": { ...a, version: "1.0.1" } }],
  ["another content", { "node_modules/a": { ...a, integrity: "sha512-b" } }],
  ["a package too few", {}],
])("%s means installing again", (_name, installed) => {
  writeLocks({ "node_modules/a": a }, installed);
  expect(modulesAreCurrent(folder)).toBe(false);
});

test("packages copied from another platform are not accepted", () => {
  writeLocks({ "node_modules/a": a, "node_modules/b": { ...a, ...here } }, { "node_modules/a": a });
  expect(modulesAreCurrent(folder)).toBe(false);
});

test("the hash of sources changes with a file's content or name and with a missing file, but not with their order", () => {
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  writeFileSync(one, "1");
  writeFileSync(two, "2");
  const before = contentHash([one, two]);
  expect(contentHash([two, one])).toBe(before);
  expect(contentHash([one])).not.toBe(before);
  writeFileSync(two, "3");
  expect(contentHash([one, two])).not.toBe(before);
});
