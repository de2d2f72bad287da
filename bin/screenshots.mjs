#!/usr/bin/env node
// `npm run screenshots`: starts the product with its demo and writes docs/screenshots/*.png at two widths, light and dark.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuild, ensureClient, ensureModules } from "./lib/bootstrap.mjs";
import { messageOf } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";

try {
  await ensureModules();
  await ensureClient();
  await ensureBuild();
  process.exitCode = spawnSync(process.execPath, [join(root, "e2e/screenshots.mjs")], { stdio: "inherit" }).status ?? 1;
} catch (error) {
  console.error(`error: ${messageOf(error)}`);
  process.exitCode = 1;
}
