#!/usr/bin/env node
// `npm run bench [-- NAME…]`: runs bench/NAME.ts (all that need a database when none is named), each on a fresh, migrated database of a
// temporary PostgreSQL with durable writes. `stats`, `coverage`, `planner`, `anchoring`, `improve` and `watch` need no database and run only when
// named, as do `huge` and `steady`, which take long, and `citus`, which needs a cluster. What follows `--` goes to the benchmark: `npm run bench -- huge -- --samples 100000`.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, ensureClient, ensureCommandLine, ensureModules, quietEnv } from "./lib/bootstrap.mjs";
import { messageOf } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";

const withoutDatabase = ["stats", "coverage", "planner", "anchoring", "improve", "watch"];
const onlyNamed = [...withoutDatabase, "huge", "steady", "citus"];
const withPages = ["saves", "machines", "load", "workspace", "export", "report", "replay", "steady"];

const listBenches = () =>
  readdirSync(join(root, "bench"))
    .filter((file) => /^[a-z-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -3));

async function runBench(/** @type {string} */ name, /** @type {readonly string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
  const { typescriptArgs } = await import("./lib/product.mjs");
  const nodeArgs = ["--expose-gc", ...typescriptArgs(`bench/${name}.ts`), ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, nodeArgs, {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...quietEnv, NODE_ENV: "production", ...env },
    });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** @param {string[]} names @param {string[]} args */
async function runWithDatabase(names, args) {
  await ensureClient();
  await ensureCommandLine();
  if (names.some((name) => withPages.includes(name))) await ensureBuild();
  const { createTemporaryDatabase, startTemporaryCluster } = await import("./lib/temporary-cluster.mjs");
  const cluster = await startTemporaryCluster({ durable: true });
  try {
    let worst = 0;
    for (const name of names) {
      console.log(`\n# ${name}`);
      const { url } = await createTemporaryDatabase(cluster.adminUrl);
      // What `huge` is compared with.
      const { url: emptyUrl } = await createTemporaryDatabase(cluster.adminUrl);
      const env = {
        DATABASE_URL: url,
        REDLINE_BENCH_EMPTY_URL: emptyUrl,
        REDLINE_SECRET: "a secret that only benchmarks know",
        LOG_LEVEL: "error",
      };
      worst = Math.max(worst, await runBench(name, args, env));
    }
    return worst;
  } finally {
    await cluster.stop();
  }
}

/** @param {string[]} args */
async function main([first, ...rest]) {
  await ensureModules();
  if (first !== undefined && withoutDatabase.includes(first)) return runBench(first, rest, {});
  const known = listBenches().filter((name) => !onlyNamed.includes(name));
  const given = first === undefined ? [] : [first, ...rest];
  const end = given.includes("--") ? given.indexOf("--") : given.length;
  const names = end === 0 ? known : given.slice(0, end);
  const unknown = names.filter((name) => !existsSync(join(root, "bench", `${name}.ts`)));
  if (unknown.length > 0) {
    console.error(`error: no benchmark "${unknown.join(", ")}"; there are ${[...known, ...onlyNamed].join(", ")}`);
    return 2;
  }
  return runWithDatabase(names, given.slice(end + 1));
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`error: ${messageOf(error)}`);
  process.exitCode = 1;
}
