#!/usr/bin/env node
// `npm run torture:worker [-- KILLS UNITS SEED]`: kills the worker at random, by default 200 times during a run of 2,000 units.
// `npm test` runs the same test with ten kills.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureClient, ensureModules, quietEnv } from "./lib/bootstrap.mjs";
import { root } from "./lib/paths.mjs";

const [kills = "200", units = "2000", seed = String(Date.now() % 100_000)] = process.argv.slice(2);
if (![kills, units, seed].every((text) => /^\d+$/.test(text)) || Number(units) % 2 === 1) {
  console.error("error: KILLS, UNITS (even) and SEED are whole numbers\nUsage: npm run torture:worker [-- KILLS UNITS SEED]");
  process.exit(2);
}
await ensureModules();
await ensureClient();
console.log(`${kills} kills during ${units} units, seed ${seed}`);
const child = spawn(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "db", "lib/jobs/worker.db.test.ts"],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...quietEnv, TORTURE_KILLS: kills, TORTURE_UNITS: units, TORTURE_SEED: seed },
  },
);
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
