#!/usr/bin/env node
// `redline COMMAND …`: prepares what the command needs, then runs lib/cli/main.ts, bundled, in this process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { join } from "node:path";
import { ensureCommandLine, quietEnv } from "./lib/bootstrap.mjs";
import { messageOf } from "./lib/errors.mjs";
import { lockHolder } from "./lib/lock.mjs";
import { localUrl, needsDatabase } from "./lib/options.mjs";
import { openDataDir } from "./lib/paths.mjs";

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

// Node 20 has no navigator, and without one pg detects its runtime by loading fetch, which takes longer than connecting.
globalThis.navigator ??= /** @type {Navigator} */ ({ userAgent: `Node.js/${process.versions.node.split(".")[0]}` });

// Relative paths are relative to where the command was typed: npm runs scripts in the checkout and keeps that folder in INIT_CWD.
const workingFolder = () => (process.env.npm_lifecycle_event === "redline" && process.env.INIT_CWD) || process.cwd();

async function runHere(/** @type {string} */ bundle, /** @type {NodeJS.ProcessEnv} */ env) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(workingFolder());
  await import(bundle);
}

// Imported only once its packages are installed.
const product = () => import("./lib/product.mjs");

/** @type {NodeJS.Signals[]} */
const passedOn = ["SIGTERM", "SIGHUP"];

// The worker runs for weeks and handles signals itself, so it gets its own process and runs the source files directly.
async function runWorker(/** @type {readonly string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
  const { typescriptArgs } = await product();
  const nodeArgs = [...typescriptArgs("lib/cli/main.ts"), ...args];
  const child = spawn(process.execPath, nodeArgs, { cwd: workingFolder(), env, stdio: "inherit" });
  // Ctrl-C in a terminal reaches the child by itself; a signal sent to us alone is passed on.
  for (const name of passedOn) process.on(name, () => child.kill(name));
  process.on("SIGINT", () => undefined);
  const [code, signalName] = /** @type {[number | null, NodeJS.Signals]} */ (await once(child, "close"));
  process.exitCode = code ?? 128 + constants.signals[signalName];
}

function leaveOnSignal(/** @type {{ leave: () => Promise<unknown> }} */ database) {
  for (const name of /** @type {NodeJS.Signals[]} */ ([...passedOn, "SIGINT"])) {
    process.once(name, () => database.leave().finally(() => process.exit(128 + constants.signals[name])));
  }
}

function sayMigrated(/** @type {readonly string[]} */ applied, /** @type {readonly string[]} */ args) {
  if (args.includes("--json")) console.log(JSON.stringify({ applied }));
  else console.log(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`);
}

// Without a database the other checks cannot be made.
function sayNoDatabase(/** @type {Error} */ error, /** @type {readonly string[]} */ args) {
  const remedy = process.env.DATABASE_URL
    ? "Start that server, and check user, password and name in DATABASE_URL."
    : "Look at postgres/postgres.log in the data directory, free its disk if it is full, and start again.";
  const check = { name: "database", ok: false, message: error.message, remedy };
  if (args.includes("--json")) console.log(JSON.stringify({ checks: [check] }, null, 1));
  else console.log(`problem  ${check.name}: ${check.message}\n         ${remedy}`);
  process.exitCode = 1;
}

async function withDatabase(/** @type {string} */ bundle, /** @type {readonly string[]} */ args) {
  const { dataDir, moved } = openDataDir({ needsPostgres: !process.env.DATABASE_URL });
  if (moved !== null) say(moved);
  const { openDatabase, productEnv } = await product();
  const { applyMigrations, isPrepared } = await import("./lib/migrate.mjs");
  let prepared = false;
  const database = await openDatabase(dataDir, async (url) => {
    prepared = await isPrepared(url);
    return prepared;
  }).catch((error) => {
    if (args[0] !== "doctor") throw error;
    sayNoDatabase(error, args);
    return null;
  });
  if (database === null) return;
  try {
    // `doctor` reports what is wrong instead of repairing it.
    const applied = prepared || args[0] === "doctor" ? [] : await applyMigrations(database.url);
    if (args[0] === "migrate") return sayMigrated(applied, args);
    const url =
      process.env.REDLINE_URL ||
      lockHolder(join(dataDir, "server.lock"))?.note?.url ||
      localUrl("127.0.0.1", Number(process.env.PORT || 3000));
    const env = productEnv({ dataDir, databaseUrl: database.url, url });
    if (args[0] === "worker") return await runWorker(args, env);
    leaveOnSignal(database);
    await runHere(bundle, env);
  } finally {
    await database.leave();
  }
}

async function main(/** @type {readonly string[]} */ args) {
  const bundle = await ensureCommandLine();
  if (needsDatabase(args)) return withDatabase(bundle, args);
  const { typescriptEnv } = await product();
  return runHere(bundle, { ...process.env, ...quietEnv, ...typescriptEnv() });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  say(`error: ${messageOf(error)}`);
  process.exitCode = 1;
}
