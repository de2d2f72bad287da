#!/usr/bin/env node
// `npm run torture [-- --kills N --seed N --long]`: the whole product while its processes are killed at random, 200 times by default, 1,000 with
// --long. See bench/torture.ts.
import { spawn } from "node:child_process";
import { ensureBuild, ensureClient, ensureCommandLine, ensureModules, quietEnv } from "./lib/bootstrap.mjs";
import { root } from "./lib/paths.mjs";

await ensureModules();
await ensureClient();
await ensureCommandLine();
await ensureBuild();
const { typescriptArgs } = await import("./lib/product.mjs");
const child = spawn(process.execPath, [...typescriptArgs("bench/torture.ts"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ...quietEnv, NODE_ENV: "production", LOG_LEVEL: "error" },
});
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
