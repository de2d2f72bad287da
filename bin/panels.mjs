#!/usr/bin/env node
// `npm run panels [FOLDER]`: starts the product and takes a picture of every panel of the report in both themes, with empty, tiny, degenerate and
// large data; names those that differ from the pictures that were in the folder (default: test-results/panels).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuild, ensureClient, ensureModules } from "./lib/bootstrap.mjs";
import { root } from "./lib/paths.mjs";

try {
  await ensureModules();
  await ensureClient();
  await ensureBuild();
  process.exitCode =
    spawnSync(process.execPath, [join(root, "e2e/panels.mjs"), ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
