#!/usr/bin/env node
// `npm run sbom [-- FILE]`: a bill of materials (CycloneDX) of the packages of a production install, from the lock file.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root } from "./lib/paths.mjs";

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(join(root, name), "utf8"));
const file = resolve(process.argv[2] ?? "redline.cdx.json");

// npm leaves out packages that both production and development need when it is told to omit the latter, so it gets a project without development.
// npm names the product after the project's folder.
const parent = mkdtempSync(join(tmpdir(), "redline-sbom-"));
const folder = join(parent, "redline");
try {
  mkdirSync(folder);
  const { devDependencies: _, ...manifest } = read("package.json");
  const lock = read("package-lock.json");
  delete lock.packages[""].devDependencies;
  lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = { cwd: folder, maxBuffer: 100_000_000 };
  writeFileSync(file, execFileSync(npm, ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"], options));
  console.error(`Wrote ${file}.`);
} finally {
  rmSync(parent, { recursive: true });
}
