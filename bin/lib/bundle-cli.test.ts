import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleCommandLine, currentBundle } from "./bundle-cli.mjs";

let checkout = "";
const anHourAgo = Math.floor(Date.now() / 1000) - 3600;

/** Writes a file of the checkout; `atSeconds` sets its modification time. */
function write(path: string, text: string, atSeconds = anHourAgo): void {
  const file = join(checkout, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, atSeconds, atSeconds);
}

beforeEach(async () => {
  checkout = mkdtempSync(join(tmpdir(), "redline-bundle-"));
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(checkout, "node_modules"));
  write("package.json", '{ "type": "module" }');
  write("lib/cli/main.ts", 'import "server-only"; const { word } = await import("./word"); console.log(word as string);');
  write("lib/cli/word.ts", 'export const word = "before";');
  await bundleCommandLine(checkout);
});
afterEach(() => rmSync(checkout, { recursive: true }));

const run = () => {
  const bundle = currentBundle(checkout);
  return bundle === null ? null : execFileSync(process.execPath, [fileURLToPath(bundle)], { encoding: "utf8" }).trim();
};

test("a bundle is reused as long as its sources are unchanged", () => {
  expect(run()).toBe("before");
});

test("a change to a dynamically imported file makes the bundle stale, and the next bundle includes it", async () => {
  write("lib/cli/word.ts", 'export const word = "behind";', anHourAgo + 1);
  expect(currentBundle(checkout)).toBeNull();
  await bundleCommandLine(checkout);
  expect(run()).toBe("behind");
});

test("a removed file, another Node version or other packages make the bundle stale", () => {
  const stampFile = join(checkout, ".redline/cli/stamp.json");
  const stamp = readFileSync(stampFile, "utf8");
  writeFileSync(stampFile, stamp.replace(process.version, "v1.0.0"));
  expect(currentBundle(checkout)).toBeNull();
  writeFileSync(stampFile, stamp);
  expect(currentBundle(checkout)).not.toBeNull();
  write("package.json", '{ "type": "module", "version": "2" }');
  expect(currentBundle(checkout)).toBeNull();
  write("package.json", '{ "type": "module" }');
  rmSync(join(checkout, "lib/cli/word.ts"));
  expect(currentBundle(checkout)).toBeNull();
});

test("a file with a new time but the same content is unchanged, and is not read again the next time", () => {
  const before = currentBundle(checkout);
  write("lib/cli/word.ts", 'export const word = "before";', anHourAgo + 60);
  expect(currentBundle(checkout)).toBe(before);
  const { files } = JSON.parse(readFileSync(join(checkout, ".redline/cli/stamp.json"), "utf8"));
  expect(files["lib/cli/word.ts"].mtimeMs).toBe((anHourAgo + 60) * 1000);
});

test("a half-written stamp is ignored", () => {
  writeFileSync(join(checkout, ".redline/cli/stamp.json"), '{ "node":');
  expect(currentBundle(checkout)).toBeNull();
});
